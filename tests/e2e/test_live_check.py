"""``check --live``: what the clusters hold against what Liqo would write for the exports as they are."""

from __future__ import annotations

import copy
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from e2e.command_line import FIXTURES
from e2e.reviewed_fleet import Checked, Repository, named
from transformer.reports.table import REPORTS

STALE = "checkoutservice-shcxb"
GONE = "emailservice-ms7b7"
SLICES = "exports/{}/endpointslices.yaml"
SHADOWS = "exports/{}/shadowendpointslices.yaml"
Items = list[dict[str, Any]]


@pytest.fixture
def drifted(tmp_path: Path) -> Repository:
    """The shipped fleet with its live slices: one address is stale, one slice is gone."""
    shutil.copytree(FIXTURES / "fleet-live", tmp_path / "repository")
    return Repository(tmp_path / "repository")


@pytest.fixture
def sound(drifted: Repository) -> Repository:
    """The same with these two mended."""

    def mend(items: Items) -> None:
        named(items, STALE)["endpoints"][0]["addresses"] = ["10.81.7.85"]

    def restore(items: Items) -> None:
        file = FIXTURES / "fleet/expected/liqo-1.2/milan/endpointslices.yaml"
        expected = [each for each in yaml.safe_load_all(file.read_text()) if each]
        items.append(copy.deepcopy(named(expected, GONE)))

    drifted.edit(SLICES.format("turin"), mend)
    drifted.edit(SLICES.format("milan"), restore)
    return drifted


def live(repository: Repository, *arguments: str) -> Checked:
    return repository.check("--live", *arguments)


def give_address(repository: Repository, path: str, name: str, number: int, address: str) -> None:
    """Gives an endpoint of a live slice another address."""

    def change(items: Items) -> None:
        slice = named(items, name)
        slice.get("spec", {}).get("template", slice)["endpoints"][number]["addresses"] = [address]

    repository.edit(path, change)


def remarks(checked: Checked) -> list[str]:
    return [each.get("remark", "") for each in checked.causes]


def test_the_shipped_fleet_has_two_findings_each_with_what_should_be_there(drifted: Repository) -> None:
    checked = live(drifted)
    assert checked.status == 1
    assert {(each["code"], each["severity"]) for each in checked.findings} == {("live-drift", "warning")}
    stale, gone = sorted(checked.findings, key=lambda each: each["provider"], reverse=True)
    assert (stale["provider"], stale["object"]["kind"], stale["object"]["name"]) == ("turin", "EndpointSlice", STALE)
    (change,) = stale["changes"]
    assert (change["kind"], change["service"]) == ("address", "boutique/checkoutservice")
    assert (change["before"], change["after"]) == ("10.99.7.85", "10.81.7.85")
    assert (stale["file"], stale["line"]) == (SLICES.format("turin"), 140)

    assert (gone["provider"], gone["object"]["kind"], gone["object"]["name"]) == ("milan", "EndpointSlice", GONE)
    (change,) = gone["changes"]
    assert (change["kind"], change["service"]) == ("slice missing", "boutique/emailservice")
    assert (change.get("before"), change["after"]) == (None, "0 endpoints")
    assert len(checked.findings) == 2


def test_the_text_says_what_is_there_and_what_should_be(drifted: Repository) -> None:
    ended = drifted.run("check", "--live")
    assert ended.status == 1
    assert (
        "~ Pod boutique/checkoutservice-46psllnhxt-2ml47: address: has 10.99.7.85, should have 10.81.7.85"
        in ended.stdout
    )
    assert "~ slice missing: 0 endpoints" in ended.stdout
    assert "note: compared with profile liqo-1.2: no Liqo writes what direct gives" in ended.stderr


@pytest.mark.parametrize("name", REPORTS)
def test_every_report_has_both_addresses_and_exits_1(drifted: Repository, name: str) -> None:
    ended = drifted.run("check", "--live", "--report", name)
    assert ended.status == 1
    assert "10.99.7.85" in ended.stdout
    assert "10.81.7.85" in ended.stdout
    assert GONE in ended.stdout


def test_live_slices_that_are_equal_pass(sound: Repository) -> None:
    checked = live(sound)
    assert (checked.status, checked.findings) == (0, [])
    assert sound.run("check", "--live").stdout == ""


def test_one_stale_address_is_named_with_both(sound: Repository) -> None:
    sound.edit(
        SLICES.format("milan"), lambda items: named(items, "frontend")["endpoints"][2].update(addresses=["10.9.9.9"])
    )
    checked = live(sound)
    (change,) = checked.changes
    assert (checked.status, change["before"], change["after"]) == (1, "10.9.9.9", "10.91.75.243")
    assert change["service"] == "boutique/frontend"


def test_a_stale_shadow_endpoint_slice_explains_its_slice(sound: Repository) -> None:
    def spoil(items: Items) -> None:
        named(items, STALE)["spec"]["template"]["endpoints"][0]["addresses"] = ["10.61.9.9"]

    sound.edit(SHADOWS.format("turin"), spoil)
    sound.edit(
        SLICES.format("turin"), lambda items: named(items, STALE)["endpoints"][0].update(addresses=["10.81.9.9"])
    )
    checked = live(sound)
    found = {each["slice"]["kind"]: each["causes"][0]["remark"] for each in checked.changes}
    assert set(found) == {"ShadowEndpointSlice", "EndpointSlice"}
    assert found["EndpointSlice"] == "it follows the live ShadowEndpointSlice, which is not what it should be"


def test_an_older_liqo_on_the_provider(sound: Repository) -> None:
    def label(items: Items) -> None:
        items[0]["metadata"]["labels"]["app.kubernetes.io/version"] = "v1.1.2"

    sound.edit("exports/turin/configmaps.yaml", label)
    # What it makes of an address that the data lists: it maps it as one of the consumer's.
    sound.edit(
        SLICES.format("turin"), lambda items: named(items, STALE)["endpoints"][0].update(addresses=["10.61.7.85"])
    )
    checked = live(sound)
    (cause,) = checked.causes
    assert cause["remark"] == "Liqo v1.1.2 passes direct connections over"
    assert (cause["object"]["kind"], cause["cluster"], cause["file"]) == (
        "ConfigMap",
        "turin",
        "exports/turin/configmaps.yaml",
    )


def test_an_input_that_is_newer_than_the_slice(drifted: Repository) -> None:
    def touch(items: Items) -> None:
        for each in named(items, "milan")["metadata"]["managedFields"]:
            each["time"] = "2026-12-02T00:00:00Z"

    drifted.edit("exports/turin/configurations.yaml", touch)
    checked = live(drifted)
    (stale,) = [each for each in checked.changes if each["provider"] == "turin"]
    (cause,) = stale["causes"]
    assert (cause["object"]["kind"], cause["object"]["name"], cause["cluster"]) == ("Configuration", "milan", "turin")
    assert cause["remark"] == "written at 2026-12-02T00:00:00Z, after the slice (2026-12-01T05:24:29Z)"
    assert cause["file"] == "exports/turin/configurations.yaml"


def test_without_a_newer_input_the_writer_is_named(drifted: Repository) -> None:
    (stale,) = [each for each in live(drifted).changes if each["provider"] == "turin"]
    (cause,) = stale["causes"]
    assert cause["remark"].startswith("last written by liqo-controller-manager at 2026-12-01T05:24:29Z")


def test_a_stale_generation_refuses_the_slices_now(sound: Repository) -> None:
    def age(items: Items) -> None:
        named(items, "rome")["metadata"]["generation"] = 2

    sound.edit("exports/milan/configurations.yaml", age)
    checked = live(sound)
    assert checked.status == 1
    assert checked.kinds == {"refused now"}
    assert {each["provider"] for each in checked.changes} == {"milan"}
    assert {each["after"] for each in checked.changes} == {"configuration-not-ready"}
    assert {(each["object"]["kind"], each["object"]["name"]) for each in checked.causes} == {("Configuration", "rome")}


def test_a_live_slice_that_is_not_computed_any_more(sound: Repository) -> None:
    def add(items: Items) -> None:
        old = copy.deepcopy(named(items, "frontend"))
        old["metadata"]["name"] = "frontend-old"
        items.append(old)

    sound.edit(SLICES.format("milan"), add)
    checked = live(sound)
    assert (checked.status, checked.codes) == (1, ["live-drift"])
    assert checked.kinds == {"slice left over"}
    assert remarks(checked) == ["nothing makes it any more"]
    assert "~ slice left over: 4 endpoints" in sound.run("check", "--live").stdout


def test_slices_of_a_service_that_skips_now_are_left_over(sound: Repository) -> None:
    sound.replace(
        "exports/rome/services.yaml", "    name: adservice\n",
        "    annotations: {liqo.io/skip-reflection: 'true'}\n    name: adservice\n",
    )  # fmt: skip
    checked = live(sound)
    assert checked.codes == ["live-drift"] * 4
    assert checked.kinds == {"slice left over"}
    assert {each["object"]["kind"] for each in checked.causes if "object" in each} == {"Service"}
    assert {each["slice"]["name"] for each in checked.changes} == {"adservice-8xp2f"}


@pytest.mark.parametrize("kind", ["shadowendpointslices", "endpointslices"])
def test_a_kind_that_was_not_exported_is_said_once(sound: Repository, kind: str) -> None:
    (sound.folder / f"exports/milan/{kind}.yaml").unlink()
    checked = live(sound)
    assert (checked.status, checked.codes, checked.changes) == (1, ["live-drift"], [])
    assert "at all: whether the cluster has the 11 that it should have is not known" in checked.findings[0]["message"]
    assert f"kubectl get {kind} -A" in checked.findings[0]["remedy"]


def test_exports_without_live_slices_are_said_once_a_provider_and_kind(tmp_path: Path) -> None:
    shutil.copytree(FIXTURES / "fleet", tmp_path / "repository")
    shutil.copy(FIXTURES / "fleet-live" / "liqo-transform.yaml", tmp_path / "repository")
    checked = live(Repository(tmp_path / "repository"))
    assert checked.status == 1
    # The clusters have EndpointSlices of their own, so that of these it is known.
    about = [(each["provider"], each.get("object") is None) for each in checked.findings]
    assert about.count(("milan", True)) == about.count(("turin", True)) == 1
    assert len(about) == 2 + 22
    assert checked.kinds == {"slice missing"}


def decorate(data: dict[str, Any]) -> None:
    """What Liqo and clusters add to an object, or change in it all the time."""
    metadata = data["metadata"]
    metadata["labels"] |= {"example.org/global": "x"}
    metadata.setdefault("annotations", {}).update(
        {
            "endpoints.kubernetes.io/last-change-trigger-time": "2026-12-03T00:00:00Z",
            "kubectl.kubernetes.io/last-applied-configuration": "{}",
            "example.org/global": "x",
        }
    )
    metadata["ownerReferences"] = [{"apiVersion": "v1", "kind": "Service", "name": "x", "uid": "u"}]
    template = data.get("spec", {}).get("template", data)
    for each in template.get("endpoints") or []:
        each.setdefault("conditions", {}).update(serving=True, terminating=False)
        each["hints"] = {**each.get("hints", {}), "forNodes": [{"name": "n1"}]}


@pytest.mark.parametrize("path", [SLICES, SHADOWS])
def test_what_clusters_add_and_lose_does_not_count(sound: Repository, path: str) -> None:
    def change(items: Items) -> None:
        for each in items:
            if each["metadata"].get("labels", {}).get("offloading.liqo.io/origin") == "rome":
                decorate(each)

    for provider in ("milan", "turin"):
        sound.edit(path.format(provider), change)
    assert live(sound).findings == []


@pytest.mark.parametrize(
    ("spoil", "kind"),
    [
        (lambda slice: slice["metadata"]["labels"].pop("app"), "label"),
        (lambda slice: slice["ports"][0].update(port=1), "ports"),
        (lambda slice: slice["endpoints"][0]["conditions"].update(ready=False), "ready"),
        (lambda slice: slice["endpoints"].pop(), "endpoint missing"),
        (lambda slice: slice["endpoints"].append({"addresses": ["10.9.9.9"]}), "endpoint left over"),
    ],
)
def test_all_else_counts(sound: Repository, spoil: Callable[[dict[str, Any]], object], kind: str) -> None:
    sound.edit(SLICES.format("turin"), lambda items: spoil(named(items, "redis-cart")))
    checked = live(sound)
    assert (checked.status, checked.kinds) == (1, {kind})


def test_accepted_drift_passes(drifted: Repository) -> None:
    ignored = (
        "findings:\n  ignore:\n  - {code: live-drift, reason: known}\n  - {code: golden-drift, reason: elsewhere}\n"
    )
    with (drifted.folder / "liqo-transform.yaml").open("a") as file:
        file.write(ignored)
    checked = live(drifted)
    assert (checked.status, checked.findings, checked.summary["suppressed"]) == (0, [], 2)


def test_the_profile_can_be_asked_for(sound: Repository) -> None:
    assert live(sound, "--profile", "liqo-1.2").status == 0
    ended = sound.run("check", "--live", "--profile", "direct")
    assert "note:" not in ended.stderr


def test_an_export_that_cannot_be_read_is_not_compared(sound: Repository) -> None:
    (sound.folder / "exports/rome/services.yaml").write_text("{")
    checked = live(sound)
    assert (checked.status, checked.codes) == (1, ["invalid-yaml"])
    assert "nothing compared" in checked.ended.stderr


def test_a_fleet_without_exported_providers_has_nothing_to_compare_with(sound: Repository) -> None:
    text = (sound.folder / "liqo-transform.yaml").read_text()
    (sound.folder / "liqo-transform.yaml").write_text(text[: text.index("providers:")])
    ended = sound.run("check", "--live")
    assert ended.status == 2
    assert "no provider in liqo-transform.yaml has exports: there is nothing live to compare with" in ended.stderr


def test_live_and_built_exclude_each_other(sound: Repository) -> None:
    ended = sound.run("check", "--live", "--built", "x.yaml")
    assert ended.status == 2
    assert "--built and --live exclude each other" in ended.stderr


def test_two_runs_give_the_same_bytes(drifted: Repository) -> None:
    for name in REPORTS:
        assert drifted.run("check", "--live", "--report", name) == drifted.run("check", "--live", "--report", name)
