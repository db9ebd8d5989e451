"""``diff OLD NEW``: what differs between two folders, in the words of the field."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from e2e.command_line import tree
from e2e.reviewed_fleet import FRONTEND, RECORD, Checked, Repository, make_repository, named
from transformer.reports.table import REPORTS

CONFIGURATIONS = "exports/turin/configurations.yaml"


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    """A repository whose golden folder is the old result, with new ones of several kinds beside it."""
    repository = make_repository(tmp_path_factory.mktemp("original") / "repository")
    for name, arguments in RESULTS.items():
        ended = repository.run(*arguments, "-o", name)
        assert ended.status == 0, ended.stderr
    repository.replace(CONFIGURATIONS, "- 10.81.0.0/16", "- 10.95.0.0/16")
    assert repository.run("fleet", "-o", "renumbered").status == 0
    assert repository.run("fleet", "--layout", "stream", "-o", "renumbered-streams").status == 0
    return repository


#: Folder and the command that writes it.
RESULTS = {
    "streams": ["fleet", "--layout", "stream"],
    "predicted": ["fleet", "--profile", "liqo-1.2"],
    "shadows": ["consumer", "exports/rome", "--consumer", "rome"],
    "denied": ["fleet", "--deny-direct-connections"],
    "milan": ["provider", "exports/milan", "shadows/milan", "--cluster", "milan", "--consumer-view", "exports/rome"],
}


def diff(repository: Repository, old: str, new: str, *arguments: str) -> Checked:
    with repository.unchanged():
        return repository.report("diff", old, new, *arguments)


@pytest.mark.parametrize("folder", ["golden", *RESULTS])
def test_a_folder_does_not_differ_from_itself(original: Repository, folder: str) -> None:
    found = diff(original, folder, folder)
    assert (found.status, found.findings) == (0, [])


def test_a_copy_does_not_differ_with_or_without_a_slash(repository: Repository) -> None:
    shutil.copytree(repository.golden, repository.folder / "copy")
    for old, new in (("golden", "copy"), ("golden/", "copy/"), ("./golden", str(repository.folder / "copy"))):
        found = diff(repository, old, new)
        assert (found.status, found.findings) == (0, [])


def test_a_renumbered_cidr(original: Repository) -> None:
    found = diff(original, "golden", "renumbered")
    assert (found.status, set(found.codes)) == (1, {"golden-drift"})
    assert len(found.changes) == 9
    assert {each["provider"] for each in found.changes} == {"turin"}
    assert all(each["before"].startswith("10.81.") and each["after"].startswith("10.95.") for each in found.changes)
    assert {(each["cluster"], each["field"], each["before"], each["after"]) for each in found.causes} == {
        ("turin", "status.remote.cidr.pod[0]", "10.81.0.0/16", "10.95.0.0/16")
    }
    # The exports are not at hand.
    assert not any("file" in each for each in found.causes)
    assert {each["file"] for each in found.findings} == {
        f"golden/turin/endpointslices/boutique-rome/{each['object']['name']}.yaml" for each in found.findings
    }


def test_with_the_configuration_file_causes_have_file_and_line(original: Repository) -> None:
    found = diff(original, "golden", "renumbered", "-c", "liqo-transform.yaml")
    line = (original.folder / CONFIGURATIONS).read_text().splitlines().index("        - 10.95.0.0/16") + 1
    assert {(each["file"], each["line"]) for each in found.causes} == {(CONFIGURATIONS, line)}
    assert {(each["file"], each["line"]) for each in found.findings} == {(CONFIGURATIONS, line)}


def test_the_other_way_round_it_is_the_other_way_round(original: Repository) -> None:
    found = diff(original, "renumbered", "golden")
    assert all(each["before"].startswith("10.95.") and each["after"].startswith("10.81.") for each in found.changes)


def test_the_lines_are_those_of_check(original: Repository) -> None:
    def lines(ended: str) -> list[str]:
        return [line for line in ended.splitlines() if line.startswith(("boutique/", "    ~"))]

    checked = original.run("check").stdout
    compared = original.run("diff", "golden", "renumbered", "-c", "liqo-transform.yaml").stdout
    assert len(lines(checked)) == 15
    assert lines(compared) == lines(checked)
    # What is to be done depends on what the two are.
    assert "remedy:" in checked
    assert "remedy:" not in compared


def test_nothing_is_printed_of_equal_folders(original: Repository) -> None:
    ended = original.run("diff", "golden", "golden")
    assert (ended.status, ended.stdout) == (0, "")
    assert "hold the same" in ended.stderr


@pytest.mark.parametrize("old", ["none", "liqo-transform.yaml", f"golden/{FRONTEND}"])
def test_what_is_no_folder_is_a_usage_error(original: Repository, old: str) -> None:
    for pair in ((old, "golden"), ("golden", old)):
        ended = original.run("diff", *pair)
        assert ended.status == 2
        assert f"{old} is not a folder" in ended.stderr


def test_one_folder_is_a_usage_error(original: Repository) -> None:
    assert original.run("diff", "golden").status == 2


def test_a_configuration_that_is_not_valid(repository: Repository) -> None:
    repository.configure("goldne: x\n")
    found = diff(repository, "golden", "renumbered", "-c", "liqo-transform.yaml")
    assert (found.status, found.codes) == (2, ["invalid-configuration"])


def test_folders_of_different_profiles(original: Repository) -> None:
    found = diff(original, "golden", "predicted")
    assert found.status == 1
    assert set(found.codes) == {"golden-drift"}
    assert {each["field"] for each in found.causes} == {"profile"}


def test_folders_of_different_settings(original: Repository) -> None:
    found = diff(original, "golden", "denied")
    assert found.status == 1
    assert found.kinds == {"endpoint removed"}
    assert {(each["field"], each["after"]) for each in found.causes} == {("denyDirectConnections", "true")}


def test_layouts_are_compared_by_what_they_hold(original: Repository) -> None:
    assert (diff(original, "golden", "streams").status, diff(original, "golden", "streams").codes) == (0, [])
    found = diff(original, "streams", "renumbered-streams")
    assert (found.status, set(found.codes), len(found.changes)) == (1, {"golden-drift"}, 9)
    assert {each["file"] for each in found.findings} == {"streams/turin/endpointslices.yaml"}
    assert len({each["line"] for each in found.findings}) == 6
    mixed = diff(original, "golden", "renumbered-streams")
    assert [each["after"] for each in mixed.changes] == [each["after"] for each in found.changes]


def test_folders_of_consumer(repository: Repository) -> None:
    def move(items: list[dict[str, Any]]) -> None:
        named(items, "redis-cart")["endpoints"][0]["addresses"] = ["10.200.9.9"]

    repository.edit("exports/rome/endpointslices.yaml", move)
    assert repository.run(*RESULTS["shadows"], "-o", "later").status == 0
    found = diff(repository, "shadows", "later")
    assert [(each["provider"], each["slice"]["kind"], each["after"]) for each in found.changes] == [
        ("milan", "ShadowEndpointSlice", "10.200.9.9"),
        ("turin", "ShadowEndpointSlice", "10.200.9.9"),
    ]


def test_folders_of_provider(repository: Repository) -> None:
    repository.replace("exports/milan/configurations.yaml", "- 10.91.64.0/18", "- 10.99.64.0/18")
    assert repository.run(*RESULTS["milan"], "-o", "later").status == 0
    found = diff(repository, "milan", "later")
    assert found.status == 1
    # Without the ShadowEndpointSlices in the folder nothing tells of paths.
    assert found.kinds == {"address"}
    assert {each["slice"]["kind"] for each in found.changes} == {"EndpointSlice"}
    assert {(each["cluster"], each["after"]) for each in found.causes} == {("milan", "10.99.64.0/18")}


def test_the_folder_of_another_command_lacks_what_that_does_not_make(original: Repository) -> None:
    found = diff(original, "shadows", "golden")
    assert {each["slice"]["kind"] for each in found.changes} == {"EndpointSlice"}
    assert found.kinds == {"slice added"}


def test_a_slice_that_is_gone_from_the_exports(repository: Repository) -> None:
    repository.edit("exports/rome/endpointslices.yaml", lambda items: items.remove(named(items, "redis-cart")))
    assert repository.run("fleet", "-o", "later").status == 0
    without = diff(repository, "renumbered", "later")
    assert without.codes == ["golden-stale"] * 4
    # Whether it is gone from the exports, only they can tell.
    assert without.causes == []
    known = diff(repository, "renumbered", "later", "-c", "liqo-transform.yaml")
    assert {each["remark"] for each in known.causes} == {"not among the inputs any more"}


def test_an_edit_in_either_folder_is_told(repository: Repository) -> None:
    shutil.copytree(repository.golden, repository.folder / "edited")
    repository.replace(f"edited/{FRONTEND}", "10.81.10.181", "10.81.10.182")
    for pair in (("golden", "edited"), ("edited", "golden")):
        found = diff(repository, *pair)
        assert (found.status, found.codes) == (1, ["golden-drift"])
        (cause,) = found.causes
        assert (cause["remark"], cause["file"]) == ("the file was edited", f"edited/{FRONTEND}")


def test_an_empty_folder_is_nothing_to_compare_with(repository: Repository) -> None:
    (repository.folder / "empty").mkdir()
    found = diff(repository, "empty", "golden")
    assert found.codes == ["golden-empty"]
    assert "result   empty holds nothing to compare with\n" in found.ended.stderr
    found = diff(repository, "golden", "empty")
    assert found.status == 1
    assert set(found.codes) == {"golden-stale"}
    assert len(found.changes) == 44


def test_a_folder_that_is_no_output_folder_is_refused(repository: Repository) -> None:
    shutil.copytree(repository.golden, repository.folder / "other")
    (repository.folder / "other" / RECORD).write_text("<<<<<<< ours\n")
    assert diff(repository, "other", "golden").codes == ["golden-settings"]
    assert diff(repository, "golden", "other").status == 0
    (repository.folder / "other" / RECORD).unlink()
    for pair in (("other", "golden"), ("golden", "other"), ("golden", "exports")):
        ended = repository.run("diff", *pair)
        assert ended.status == 2
        assert "is no output folder: it has no .liqo-transform.json" in ended.stderr


@pytest.mark.parametrize("name", REPORTS)
def test_every_report_of_a_diff(original: Repository, name: str) -> None:
    ended = original.run("diff", "golden", "renumbered", "--report", name)
    assert ended.status == 1
    assert "10.95.14.214" in ended.stdout


def slices_of(folder: Path) -> Iterator[Path]:
    yield from sorted(folder.glob("*/endpointslices/*/*.yaml"))


def test_of_many_slices_those_that_changed_are_shown(repository: Repository) -> None:
    """500 slices, 50 changes: the folder as one run would have written it, and as the next one would."""

    def multiply(items: list[dict[str, Any]]) -> None:
        source = json.dumps(named(items, "redis-cart"))
        items[:] = []
        for number in range(125):
            items.append(json.loads(source))
            items[-1]["metadata"]["name"] = f"redis-cart-{number:03}"

    repository.edit("exports/rome/endpointslices.yaml", multiply)
    assert repository.run("fleet", "-o", "many", "-q").status == 0
    assert len([*slices_of(repository.folder / "many")]) == 250
    assert sum(path.endswith(".yaml") for path in tree(repository.folder / "many")) == 502

    def change(items: list[dict[str, Any]]) -> None:
        for each in items[:25]:
            each["ports"][0]["port"] = 6380

    repository.edit("exports/rome/endpointslices.yaml", change)
    assert repository.run("fleet", "-o", "later", "-q").status == 0
    found = diff(repository, "many", "later")
    assert found.kinds == {"ports"}
    assert len(found.changes) == 100
    assert {each["slice"]["name"] for each in found.changes} == {f"redis-cart-{number:03}" for number in range(25)}
