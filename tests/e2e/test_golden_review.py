"""A pull request against the golden folder: what a change of an export does, to whom, and why."""

from __future__ import annotations

import copy
import json
import shutil
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from e2e.command_line import tree
from e2e.reviewed_fleet import FRONTEND, RECORD, Repository, named
from e2e.shuffled_exports import write_shuffled
from transformer.reports.table import REPORTS

#: The Services of turin that have a pod on milan, behind a direct connection.
OVER_THE_LINK = {
    f"boutique/{name}service" if not name.startswith("front") else "boutique/frontend"
    for name in ("cart", "checkout", "email", "frontend", "productcatalog", "recommendation")
}
CONFIGURATIONS = "exports/turin/configurations.yaml"
DIRECT = '    annotations:\n      liqo.io/use-direct-connections: "true"\n'


def renumber(repository: Repository) -> int:
    """Gives milan's pods another CIDR on turin; the line where that stands."""
    return repository.replace(CONFIGURATIONS, "- 10.81.0.0/16", "- 10.95.0.0/16")


def strip_annotation(repository: Repository, service: str) -> None:
    """Takes the annotation that asks for direct connections away from one Service, and leaves all else as it stands."""
    path = repository.folder / "exports/rome/services.yaml"
    text = path.read_text()
    end = text.index(f"    name: {service}\n")
    start = text.rindex(DIRECT, 0, end)
    path.write_text(text[:start] + text[start + len(DIRECT) :])


def test_after_update_check_passes_and_writes_nothing(repository: Repository) -> None:
    checked = repository.check()
    assert (checked.status, checked.findings) == (0, [])
    assert "compared with golden, which holds the same" in checked.ended.stderr


def test_a_second_update_changes_no_byte(repository: Repository) -> None:
    before = tree(repository.golden)
    ended = repository.run("update")
    assert (ended.status, ended.stdout) == (0, "")
    assert tree(repository.golden) == before


def test_check_says_the_same_from_a_folder_below(repository: Repository) -> None:
    renumber(repository)
    below = repository.folder / "exports" / "turin"
    ended = Repository(below).run("check", "--report", "json")
    assert ended.status == 1
    files = {each["file"] for each in json.loads(ended.stdout)["findings"] if each["code"] == "golden-drift"}
    assert {(below / file).resolve() for file in files} == {below / "configurations.yaml"}


def test_a_renumbered_cidr_names_services_addresses_and_the_line_that_did_it(repository: Repository) -> None:
    line = renumber(repository)
    checked = repository.check()
    assert checked.status == 1
    assert set(checked.codes) == {"golden-drift"}
    assert {each["service"] for each in checked.changes} == OVER_THE_LINK
    assert {each["provider"] for each in checked.changes} == {"turin"}
    assert checked.kinds == {"address"}
    for change in checked.changes:
        assert change["endpoint"].startswith("Pod boutique/")
        assert change["before"].startswith("10.81.")
        assert change["after"] == change["before"].replace("10.81.", "10.95.")
        assert change["causes"] == [
            {
                "object": {
                    "apiVersion": "networking.liqo.io/v1beta1",
                    "kind": "Configuration",
                    "namespace": "liqo-tenant-milan",
                    "name": "milan",
                },
                "cluster": "turin",
                "field": "status.remote.cidr.pod[0]",
                "before": "10.81.0.0/16",
                "after": "10.95.0.0/16",
                "file": CONFIGURATIONS,
                "line": line,
                "column": 11,
            }
        ]
    assert {(each["file"], each["line"]) for each in checked.findings} == {(CONFIGURATIONS, line)}


@pytest.mark.parametrize("name", REPORTS)
def test_every_report_names_all_that(name: str, repository: Repository) -> None:
    line = renumber(repository)
    ended = repository.run("check", "--report", name)
    assert ended.status == 1
    text = ended.stdout.replace("&#47;", "/").replace("\\/", "/")
    for word in (*OVER_THE_LINK, "turin", "10.81.14.214", "10.95.14.214", CONFIGURATIONS, str(line)):
        assert word in text, word


def test_the_text_goes_to_stdout_by_itself(repository: Repository) -> None:
    line = renumber(repository)
    ended = repository.run("check")
    assert ended.status == 1
    assert (
        "~ Pod boutique/cartservice-kz4pptqntc-cbq4s: address 10.81.14.214 -> 10.95.14.214 [Configuration "
        "liqo-tenant-milan/milan of turin, status.remote.cidr.pod[0]: 10.81.0.0/16 to 10.95.0.0/16 "
        f"({CONFIGURATIONS}:{line}:11)]\n"
    ) in ended.stdout
    assert "compared with golden: 9 changes in 6 places" in ended.stderr


def test_a_service_without_its_annotation_goes_through_the_consumer(repository: Repository) -> None:
    strip_annotation(repository, "cartservice")
    checked = repository.check()
    assert checked.status == 1
    assert {each["service"] for each in checked.changes} == {"boutique/cartservice"}
    assert {each["provider"] for each in checked.changes} == {"milan", "turin"}
    assert checked.kinds == {"path"}
    for change in checked.changes:
        other = {"milan": "turin", "turin": "milan"}[change["provider"]]
        assert change["before"].startswith(f"direct to {other} (")
        assert change["after"].startswith("through rome (")
    assert {(each["object"]["kind"], each["object"]["name"], each["file"]) for each in checked.causes} == {
        ("Service", "cartservice", "exports/rome/services.yaml")
    }


def test_a_pod_that_moved_is_one_line_a_provider_and_kind(repository: Repository) -> None:
    def move(items: list[dict[str, Any]]) -> None:
        for each in named(items, "cartservice")["endpoints"]:
            if each["targetRef"]["name"] == "cartservice-kz4pptqntc-jg44x":
                each["addresses"], each["nodeName"] = ["10.61.9.9"], "liqo-milan"

    repository.edit("exports/rome/endpointslices.yaml", move)
    checked = repository.check()
    lines = [(each["provider"], each["slice"]["kind"], each["kind"]) for each in checked.changes]
    # milan knows its own pods: for it the pod is gone.
    assert lines == [
        ("milan", "EndpointSlice", "endpoint removed"),
        ("milan", "ShadowEndpointSlice", "endpoint removed"),
        ("turin", "EndpointSlice", "endpoint added"),
        ("turin", "ShadowEndpointSlice", "endpoint added"),
    ]
    field = "endpoints[Pod boutique/cartservice-kz4pptqntc-jg44x]"
    assert {each["field"] for each in checked.causes} == {field}


def test_a_pod_that_moved_to_another_cluster_is_one_line(repository: Repository) -> None:
    def move(items: list[dict[str, Any]]) -> None:
        for each in named(items, "frontend")["endpoints"]:
            if each["targetRef"]["name"] == "frontend-qvcb8ghrmm-s5fmk":
                each["addresses"], each["nodeName"] = ["10.61.9.9"], "liqo-milan"

    repository.edit("exports/rome/endpointslices.yaml", move)
    checked = repository.check()
    (change,) = [
        each for each in checked.changes if (each["provider"], each["slice"]["kind"]) == ("turin", "EndpointSlice")
    ]
    assert change["kind"] == "endpoint moved"
    assert change["before"] == "10.79.11.132 on node rome-worker2, through rome"
    assert change["after"] == "10.81.9.9 on node liqo-milan, direct to milan"
    assert [each["field"] for each in change["causes"]][:1] == ["endpoints[Pod boutique/frontend-qvcb8ghrmm-s5fmk]"]


def test_a_pod_on_another_node_of_the_consumer_is_one_line(repository: Repository) -> None:
    def move(items: list[dict[str, Any]]) -> None:
        (endpoint,) = named(items, "redis-cart")["endpoints"]
        endpoint["addresses"], endpoint["nodeName"] = ["10.200.9.9"], "rome-worker-9"

    repository.edit("exports/rome/endpointslices.yaml", move)
    repository.edit("exports/rome/nodes.yaml", lambda items: items.append(
        {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "rome-worker-9", "labels": {"a": "b"}}}
    ))  # fmt: skip
    checked = repository.check()
    assert [each["kind"] for each in checked.changes] == ["endpoint moved"] * 4
    assert {each["service"] for each in checked.changes} == {"boutique/redis-cart"}
    assert all("on node rome-worker-9" in each["after"] for each in checked.changes)
    assert all("on node rome-worker-9" in each["after"] for each in checked.causes)


def test_a_foreign_cluster_that_is_down_makes_endpoints_unready(repository: Repository) -> None:
    def down(items: list[dict[str, Any]]) -> None:
        for each in named(items, "rome")["status"]["conditions"]:
            if each["type"] == "APIServerStatus":
                each["status"] = "Error"

    repository.edit("exports/milan/foreignclusters.yaml", down)
    checked = repository.check()
    assert checked.kinds == {"ready"}
    assert {each["provider"] for each in checked.changes} == {"milan"}
    assert {(each["before"], each["after"]) for each in checked.changes} <= {("true", "false"), (None, "false")}
    assert {(each["object"]["kind"], each["before"], each["after"]) for each in checked.causes} == {
        ("ForeignCluster", "Established", "Error")
    }


def test_an_ip_object_that_maps_otherwise(repository: Repository) -> None:
    strip_annotation(repository, "cartservice")
    assert repository.run("update").status == 0
    repository.edit(
        "exports/rome/ips.yaml",
        lambda items: [each["status"].update(ip="10.70.99.99") for each in items if each["spec"]["ip"] == "10.62.8.86"],
    )
    checked = repository.check()
    assert {each["provider"] for each in checked.changes} == {"milan"}
    assert {each["after"] for each in checked.changes} == {"10.70.99.99", "10.76.99.99"}
    assert {(each["object"]["kind"], each["after"]) for each in checked.causes} == {("IP", "10.70.99.99")}


def test_ports_labels_and_annotations_come_from_the_source_slice(repository: Repository) -> None:
    def relabel(items: list[dict[str, Any]]) -> None:
        slice = named(items, "redis-cart")
        slice["metadata"]["labels"]["tier"] = "cache"
        slice["metadata"].setdefault("annotations", {})["example.org/note"] = "x"
        slice["ports"][0]["port"] = 6380

    repository.edit("exports/rome/endpointslices.yaml", relabel)
    checked = repository.check()
    assert checked.kinds == {"label", "annotation", "ports"}
    assert len(checked.changes) == 12
    assert {(each["object"]["kind"], each["object"]["name"]) for each in checked.causes} == {
        ("EndpointSlice", "redis-cart-5p5x9")
    }


def test_a_slice_that_is_gone_from_the_inputs_is_stale(repository: Repository) -> None:
    repository.edit("exports/rome/endpointslices.yaml", lambda items: items.remove(named(items, "frontend")))
    checked = repository.check()
    assert checked.codes == ["golden-stale"] * 4
    assert checked.kinds == {"slice removed"}
    assert {each["remark"] for each in checked.causes} == {"not among the inputs any more"}


def test_a_slice_that_its_service_skips_is_stale(repository: Repository) -> None:
    line = repository.replace(
        "exports/rome/services.yaml", "    name: adservice\n",
        "    annotations: {liqo.io/skip-reflection: 'true'}\n    name: adservice\n",
    )  # fmt: skip
    checked = repository.check()
    assert checked.codes == ["golden-stale"] * 4
    assert {(each["file"], each["line"]) for each in checked.findings} == {("exports/rome/services.yaml", line)}
    assert {each["remark"] for each in checked.causes} == {"reflection-skipped"}


def test_a_slice_that_is_new_is_missing(repository: Repository) -> None:
    def add(items: list[dict[str, Any]]) -> None:
        new = copy.deepcopy(named(items, "redis-cart"))
        new["metadata"]["name"] = "redis-cart-new"
        items.append(new)

    repository.edit("exports/rome/endpointslices.yaml", add)
    checked = repository.check()
    assert checked.codes == ["golden-missing"] * 4
    assert checked.kinds == {"slice added"}
    assert {each["object"]["name"] for each in checked.causes} == {"redis-cart-new"}


def refuse_on_milan(repository: Repository) -> None:
    repository.replace("exports/milan/configurations.yaml", "observedGeneration: 1", "observedGeneration: 0", 2)


def test_slices_that_are_refused_now_and_no_longer(repository: Repository) -> None:
    refuse_on_milan(repository)
    checked = repository.check()
    assert checked.status == 1
    refused = [each for each in checked.changes if each["kind"] == "refused now"]
    assert refused == checked.changes
    assert {(each["provider"], each["slice"]["kind"]) for each in refused} == {("milan", "EndpointSlice")}
    assert {each["after"] for each in refused} == {"configuration-not-ready"}
    assert {each["remark"] for each in checked.causes} == {"configuration-not-ready"}
    assert {each["file"] for each in checked.causes} == {"exports/milan/configurations.yaml"}

    assert repository.run("update", "--keep-going").status == 1
    after = repository.check()
    assert set(after.codes) == {"configuration-not-ready"}
    assert after.status == 1

    repository.replace("exports/milan/configurations.yaml", "observedGeneration: 0", "observedGeneration: 1", 2)
    again = repository.check()
    assert again.status == 1
    assert set(again.codes) == {"golden-missing"}
    assert again.kinds == {"no longer refused"}
    assert {each["before"] for each in again.changes} == {"configuration-not-ready"}


def test_orders_that_mean_nothing_are_no_drift(repository: Repository) -> None:
    shutil.rmtree(repository.folder / "exports")
    write_shuffled(repository.folder / "exports", 7)
    assert repository.check().findings == []
    before = tree(repository.golden)
    assert repository.run("update").status == 0
    assert tree(repository.golden) == before


def test_the_order_of_directory_entries_changes_no_byte_of_a_report(repository: Repository, tmp_path: Path) -> None:
    renumber(repository)
    strip_annotation(repository, "frontend")
    (repository.golden / FRONTEND).unlink()
    other = Repository(tmp_path / "other")
    for path in sorted(tree(repository.folder), reverse=True):
        (other.folder / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(repository.folder / path, other.folder / path)
    other.replace("liqo-transform.yaml", "  milan: {exports: [exports/milan]}\n", "")
    other.configure("  milan: {exports: [exports/milan]}\n", "  turin: {exports: [exports/turin]}\n")
    for arguments in ((), ("--report", "json"), ("--report", "sarif"), ("--report", "markdown")):
        first, second = repository.run("check", *arguments), other.run("check", *arguments)
        assert first.status == 1
        assert first == second


def test_the_fleet_command_writes_the_same_folder(repository: Repository) -> None:
    assert repository.run("fleet", "-o", "out").status == 0
    assert tree(repository.folder / "out") == tree(repository.golden)


def test_a_golden_folder_elsewhere(repository: Repository) -> None:
    repository.golden.rename(repository.folder / "elsewhere")
    assert repository.check().codes == ["golden-empty"]
    assert repository.check("--golden", "elsewhere").findings == []
    ended = repository.run("update", "--golden", "third")
    assert ended.status == 0
    assert tree(repository.folder / "third") == tree(repository.folder / "elsewhere")


def test_without_a_golden_folder_there_is_a_usage_error(repository: Repository) -> None:
    repository.replace("liqo-transform.yaml", "golden: golden\n", "")
    for command in ("check", "update"):
        with repository.unchanged():
            ended = repository.run(command)
        assert ended.status == 2
        assert "give golden in liqo-transform.yaml, or --golden DIR" in ended.stderr
    assert repository.check("--golden", "golden").status == 0


@pytest.mark.parametrize("command", ["check", "update"])
def test_without_a_configuration_file_there_is_a_usage_error(command: str, tmp_path: Path) -> None:
    ended = Repository(tmp_path).run(command)
    assert ended.status == 2
    assert "no liqo-transform.yaml here or in a folder above" in ended.stderr


def test_an_export_that_cannot_be_read_is_not_compared(repository: Repository) -> None:
    (repository.folder / "exports/rome/services.yaml").write_text("{")
    checked = repository.check()
    assert (checked.status, checked.codes) == (1, ["invalid-yaml"])
    assert "nothing compared" in checked.ended.stderr


def test_a_configuration_that_is_not_valid(repository: Repository) -> None:
    repository.configure("goldne: x\n")
    checked = repository.check()
    assert (checked.status, checked.codes) == (2, ["invalid-configuration"])


def test_a_left_over_of_an_interrupted_update_is_not_touched_by_check(repository: Repository) -> None:
    # The folder in which the old tree waits while the new one takes its place.
    staging = repository.folder / f".liqo-transform-{sha256(b'golden').hexdigest()[:16]}"
    staging.mkdir()
    repository.golden.rename(staging / "old")
    assert repository.check().codes == ["golden-empty"]
    assert (staging / "old" / RECORD).exists()
    # The next update puts it right.
    assert repository.run("update").status == 0
    assert not staging.exists()
    assert repository.check().status == 0
