"""A golden folder that is missing, empty, spoilt, edited or of another run: each a finding of its own, and exit 1."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from typing import Any

import pytest
import yaml

from e2e.command_line import tree
from e2e.reviewed_fleet import FRONTEND, RECORD, Repository

DATA = "liqo.io/direct-connections-data"
KUSTOMIZATION = "turin/kustomization.yaml"
STALE = "turin/endpointslices/boutique-rome/old-1.yaml"


@pytest.mark.parametrize("path", [FRONTEND, KUSTOMIZATION])
def test_a_file_that_was_removed_is_missing(repository: Repository, path: str) -> None:
    (repository.golden / path).unlink()
    checked = repository.check()
    assert (checked.status, checked.codes) == (1, ["golden-missing"])
    assert f"golden/{path}" in checked.findings[0]["message"]
    assert [each["remark"] for each in checked.causes] == ["it was deleted from the folder"] * len(checked.changes)


def test_a_missing_slice_says_which_endpoints_are_expected(repository: Repository) -> None:
    (repository.golden / FRONTEND).unlink()
    (change,) = repository.check().changes
    assert (change["kind"], change["service"], change["provider"]) == ("slice added", "boutique/frontend", "turin")
    assert change["after"].startswith("4 endpoints: Pod boutique/frontend-")
    assert "(10.81.10.181, direct to milan)" in change["after"]


def test_a_value_that_was_edited_is_drift(repository: Repository) -> None:
    repository.replace(f"golden/{FRONTEND}", "10.81.10.181", "10.81.10.182")
    checked = repository.check()
    assert (checked.status, checked.codes) == (1, ["golden-drift"])
    (change,) = checked.changes
    assert (change["kind"], change["before"], change["after"]) == ("address", "10.81.10.182", "10.81.10.181")
    (cause,) = change["causes"]
    assert cause["remark"] == "the file was edited"
    assert (cause["file"], cause["line"]) == (checked.findings[0]["file"], checked.findings[0]["line"])
    line = (repository.folder / cause["file"]).read_text().splitlines()[cause["line"] - 1]
    assert "10.81.10.182" in line


@pytest.mark.parametrize("path", [FRONTEND, KUSTOMIZATION])
def test_a_comment_alone_is_drift(repository: Repository, path: str) -> None:
    file = repository.golden / path
    file.write_text("# looks good\n" + file.read_text())
    checked = repository.check()
    assert (checked.status, checked.codes, checked.changes) == (1, ["golden-drift"], [])
    assert checked.findings[0]["file"] == f"golden/{path}"


@pytest.mark.parametrize("text", ["{", "a: [", "a: &x b\n", "kind: EndpointSlice\n", "", "\x00"])
def test_a_file_that_cannot_be_read_is_drift_and_its_own_fault(repository: Repository, text: str) -> None:
    (repository.golden / FRONTEND).write_text(text)
    checked = repository.check()
    assert checked.status == 1
    (fault,) = [each for each in checked.findings if each["code"] != "golden-drift"]
    (drift,) = [each for each in checked.findings if each["code"] == "golden-drift"]
    assert fault["file"] == f"golden/{FRONTEND}"
    assert drift["object"]["name"] == "frontend-d25vz"
    assert "cannot be read" in drift["message"]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda shadow: shadow["spec"]["template"].update(endpoints="x"),
        lambda shadow: shadow["spec"]["template"].update(endpoints=[None]),
        lambda shadow: shadow["spec"]["template"].update(addressType=["IPv4"]),
        lambda shadow: shadow["spec"]["template"]["endpoints"][0].update(addresses=[["10.61.10.181"]]),
        lambda shadow: shadow["spec"]["template"]["endpoints"][0].update(targetRef="x"),
        lambda shadow: shadow.update(spec=[]),
        lambda shadow: shadow["metadata"].update(labels="x"),
        lambda shadow: shadow["metadata"].update(annotations=["x"]),
        lambda shadow: shadow["metadata"]["annotations"].update({DATA: "{"}),
        lambda shadow: shadow["metadata"]["annotations"].update({DATA: 5}),
    ],
)
def test_a_shadow_endpoint_slice_of_another_shape_is_drift(
    repository: Repository, spoil: Callable[[dict[str, Any]], object]
) -> None:
    path = repository.golden / "turin/shadowendpointslices/boutique-rome/frontend-d25vz.yaml"
    shadow = yaml.safe_load(path.read_text())
    spoil(shadow)
    path.write_text(yaml.safe_dump(shadow))
    checked = repository.check()
    assert (checked.status, checked.codes) == (1, ["golden-drift"])
    assert checked.changes
    assert {each["remark"] for each in checked.causes} == {"the file was edited"}


def test_a_file_that_was_added_is_stale(repository: Repository) -> None:
    shutil.copy(repository.golden / FRONTEND, repository.golden / STALE)
    repository.replace(f"golden/{STALE}", "name: frontend-d25vz", "name: old-1")
    (repository.golden / "NOTES.md").write_text("to do\n")
    checked = repository.check()
    assert (checked.status, checked.codes) == (1, ["golden-stale", "golden-stale"])
    assert [each["file"] for each in checked.findings] == ["golden/NOTES.md", f"golden/{STALE}"]
    assert [each["remark"] for each in checked.causes] == ["no run wrote it"]


def test_a_copy_of_a_file_is_stale(repository: Repository) -> None:
    shutil.copy(repository.golden / FRONTEND, repository.golden / STALE)
    checked = repository.check()
    assert (checked.status, checked.codes) == (1, ["golden-stale"])
    assert checked.findings[0]["file"] == f"golden/{STALE}"


def test_a_file_under_another_name_is_missing_and_stale(repository: Repository) -> None:
    (repository.golden / FRONTEND).rename(repository.golden / STALE)
    checked = repository.check()
    assert checked.status == 1
    assert {each["code"]: each["file"] for each in checked.findings} == {
        "golden-missing": f"golden/{FRONTEND}",
        "golden-stale": f"golden/{STALE}",
    }


@pytest.mark.parametrize("is_there", [True, False])
def test_an_empty_or_missing_folder_is_nothing_to_compare_with(repository: Repository, is_there: bool) -> None:
    shutil.rmtree(repository.golden)
    if is_there:
        (repository.golden / "turin").mkdir(parents=True)
    checked = repository.check()
    assert (checked.status, checked.codes) == (1, ["golden-empty"])
    assert checked.findings[0]["file"] == "golden"
    assert "44 objects computed; golden holds nothing to compare with\n" in checked.ended.stderr


def test_a_folder_with_a_record_and_nothing_else_is_empty(repository: Repository) -> None:
    for provider in ("milan", "turin"):
        shutil.rmtree(repository.golden / provider)
    assert repository.check().codes == ["golden-empty"]


def test_a_file_in_the_place_of_the_folder_is_nothing_to_compare_with(repository: Repository) -> None:
    shutil.rmtree(repository.golden)
    repository.golden.write_text("")
    assert repository.check().codes == ["golden-empty"]


@pytest.mark.parametrize("broken", [None, "", "{", "null", '{"version": "1"}', "\udce4"])
def test_a_record_that_is_lost_or_broken(repository: Repository, broken: str | None) -> None:
    record = repository.golden / RECORD
    record.unlink() if broken is None else record.write_text(broken, errors="surrogateescape")
    checked = repository.check()
    assert (checked.status, checked.codes) == (1, ["golden-settings"])
    assert checked.findings[0]["file"] == f"golden/{RECORD}"


def test_a_folder_of_another_profile(repository: Repository) -> None:
    checked = repository.check("--profile", "liqo-1.2")
    assert checked.status == 1
    (settings,) = [each for each in checked.findings if each["code"] == "golden-settings"]
    assert "profile: direct, now liqo-1.2" in settings["message"]
    drift = [each for each in checked.findings if each["code"] != "golden-settings"]
    assert {each["code"] for each in drift} == {"golden-drift"}
    assert {each["field"] for each in checked.causes} == {"profile"}


@pytest.mark.parametrize(
    ("more", "old", "setting"),
    [
        ("layout: stream\n", "golden: golden\n", "layout: tree, now stream"),
        (", denyDirectConnections: true", "exports: [exports/milan]", "providers.milan.denyDirectConnections"),
        (", podCIDRs: [10.200.0.0/16]", "exports: [exports/rome]", "consumer.podCIDRs: not set, now 10.200.0.0/16"),
    ],
)
def test_a_folder_of_other_settings(repository: Repository, more: str, old: str, setting: str) -> None:
    repository.configure(more, old)
    checked = repository.check()
    assert checked.status == 1
    (settings,) = [each for each in checked.findings if each["code"] == "golden-settings"]
    assert setting in settings["message"]
    # After an update it is the folder of these.
    assert repository.run("update").status == 0
    assert repository.check().status == 0


def test_denied_direct_connections_are_named_as_the_cause(repository: Repository) -> None:
    checked = repository.check("--deny-direct-connections=turin")
    assert checked.kinds == {"endpoint removed"}
    assert {each["provider"] for each in checked.changes} == {"turin"}
    assert {each["field"] for each in checked.causes} == {"providers.turin.denyDirectConnections"}


def test_a_newer_tool_alone_is_no_drift(repository: Repository) -> None:
    record = json.loads((repository.golden / RECORD).read_text())
    record["version"] = "0.0.1"
    (repository.golden / RECORD).write_text(json.dumps(record))
    # What the older one wrote in another style.
    text = (repository.golden / FRONTEND).read_text()
    (repository.golden / FRONTEND).write_text(text.replace("addressType: IPv4", "addressType: 'IPv4'"))
    repository.sign(FRONTEND)
    checked = repository.check()
    assert (checked.status, checked.findings) == (0, [])


def test_an_older_tool_that_computed_something_else_is_told_of(repository: Repository) -> None:
    record = json.loads((repository.golden / RECORD).read_text())
    record["version"] = "0.0.1"
    (repository.golden / RECORD).write_text(json.dumps(record))
    repository.replace(f"golden/{FRONTEND}", "10.81.10.181", "10.81.10.182")
    repository.sign(FRONTEND)
    checked = repository.check()
    assert checked.codes == ["golden-drift"]
    (cause,) = checked.causes
    assert (cause["field"], cause["before"]) == ("version of liqo-transform", "0.0.1")


def test_many_faults_at_once_are_all_told(repository: Repository) -> None:
    (repository.golden / FRONTEND).unlink()
    (repository.golden / "x").write_text("")
    milan = "milan/endpointslices/boutique-rome/frontend-d25vz.yaml"
    repository.replace(f"golden/{milan}", "10.91.75.243", "10.91.75.244")
    checked = repository.check("--deny-direct-connections=turin")
    assert {*checked.codes} - {"direct-connection-denied"} == {
        "golden-settings",
        "golden-missing",
        "golden-drift",
        "golden-stale",
    }


def test_update_mends_all_of_them_but_for_foreign_files(repository: Repository) -> None:
    before = tree(repository.golden)
    repository.replace(f"golden/{FRONTEND}", "10.81.10.181", "10.81.10.182")
    (repository.golden / KUSTOMIZATION).unlink()
    assert repository.run("update").status == 0
    assert tree(repository.golden) == before
    (repository.golden / "NOTES.md").write_text("of ours")
    with repository.unchanged():
        refused = repository.report("update")
    assert (refused.status, refused.codes) == (1, ["output-not-ours"])
    assert repository.run("update", "--force").status == 0
    assert tree(repository.golden) == before


@pytest.mark.parametrize(
    "report", ["golden/report.json", "golden/.liqo-transform.json", "golden/milan/kustomization.yaml"]
)
def test_no_report_may_stand_in_the_golden_folder(repository: Repository, report: str) -> None:
    before = tree(repository.golden)
    for command in (["check"], ["check", "--live"], ["explain", "boutique/frontend"], ["diff", "golden", "golden"]):
        ended = repository.run(*command, "--report", f"json:{report}")
        assert (ended.status, tree(repository.golden)) == (2, before)
        assert "the report" in ended.stderr
