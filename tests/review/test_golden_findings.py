"""From a comparison to findings: which code, about what, at which place, and beside what."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from made_sides import PLACE, RUN, SOURCE, codes, computed, derived, reasons, side_of, written
from slice_data import endpoint, plain

from transformer.findings.finding import Finding, ObjectRef, Severity
from transformer.outcome import DerivedObject, Fact, Refusal
from transformer.output.state import RunRecord
from transformer.review.golden import golden_findings

CIDR = Fact(
    ObjectRef("networking.liqo.io/v1beta1", "Configuration", "liqo-tenant-turin", "turin"),
    "status.remote.cidr.pod[0]",
    "10.91.0.0/16",
    "milan",
)
WEB = derived(plain(endpoint("10.91.0.1", "web-0")), CIDR)
MOVED = derived(plain(endpoint("10.99.0.1", "web-0")), CIDR._replace(value="10.99.0.0/16"))
API = derived(plain(endpoint("10.91.0.2", "api-0")), CIDR, name="api-1")
PATH = "milan/endpointslices/shop-rome/web-1.yaml"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return written(tmp_path / "golden", [WEB, API])


def findings(
    folder: Path, *objects: DerivedObject, refusals: tuple[Refusal, ...] = (), run: RunRecord = RUN
) -> list[Finding]:
    return golden_findings(reasons(side_of(folder), computed(objects, refusals, run)))


def test_a_folder_that_holds_what_was_computed_gives_none(folder: Path) -> None:
    assert findings(folder, WEB, API) == []


def test_all_codes_are_errors_that_say_what_to_do(folder: Path) -> None:
    (folder / "milan/NOTES").write_text("")
    found = findings(folder, MOVED, derived(plain(), name="new-1"), run=replace(RUN, profile="liqo-1.2"))
    assert codes(found) == ["golden-settings", "golden-stale", "golden-missing", "golden-drift", "golden-stale"]
    assert {each.severity for each in found} == {Severity.ERROR}
    assert all("`liqo-transform update`" in each.remedy or "`update` does not" in each.remedy for each in found)


@pytest.mark.parametrize("is_there", [True, False])
def test_nothing_to_compare_with(tmp_path: Path, is_there: bool) -> None:
    folder = tmp_path / "golden"
    if is_there:
        (folder / "milan").mkdir(parents=True)
    (found,) = findings(folder, WEB)
    assert found.code == "golden-empty"
    assert found.position().file == str(folder)


def test_a_record_alone_is_nothing_to_compare_with(tmp_path: Path) -> None:
    folder = written(tmp_path / "golden", [])
    for provider in ("milan", "turin"):
        shutil.rmtree(folder / provider)
    assert codes(findings(folder)) == ["golden-empty"]


def test_drift_stands_at_its_cause_and_names_both_objects(folder: Path) -> None:
    (found,) = findings(folder, MOVED, API)
    assert found.code == "golden-drift"
    assert found.message == f"EndpointSlice shop-rome/web-1 for milan differs in {folder / PATH}: 1 address"
    assert (found.provider, str(found.object)) == ("milan", "EndpointSlice shop-rome/web-1")
    assert found.position() == PLACE
    assert [(each.message, str(each.object)) for each in found.related] == [
        ("what the folder holds", "EndpointSlice shop-rome/web-1"),
        ("what it is made from", str(SOURCE)),
    ]
    place = found.related[0].location
    assert place is not None
    assert place.position().file == str(folder / PATH)
    assert [each.after for each in found.changes] == ["10.99.0.1"]


def test_drift_without_a_cause_that_has_a_place_stands_in_the_folder(folder: Path) -> None:
    now = derived(plain(endpoint("10.99.0.1", "web-0")), CIDR)
    (found,) = findings(folder, now, API)
    line = found.position().line
    assert found.position().file == str(folder / PATH)
    assert line is not None
    assert "10.91.0.1" in (folder / PATH).read_text().splitlines()[line - 1]


def test_an_edited_file_that_means_the_same_is_drift_without_changes(folder: Path) -> None:
    (folder / PATH).write_text((folder / PATH).read_text() + "# seen\n")
    (found,) = findings(folder, WEB, API)
    assert (found.code, found.provider, found.changes) == ("golden-drift", "milan", ())
    assert found.position().file == str(folder / PATH)
    assert "was edited" in found.message


def test_a_missing_object_says_where_it_is_expected(folder: Path) -> None:
    new = derived(plain(endpoint("10.91.0.3", "new-0")), name="new-1")
    (found,) = findings(folder, WEB, API, new)
    assert found.code == "golden-missing"
    assert str(folder / "milan/endpointslices/shop-rome/new-1.yaml") in found.message
    assert found.position() == PLACE
    assert [each.message for each in found.related] == ["what it is made from"]


def test_a_stale_object_stands_in_the_folder(folder: Path) -> None:
    (found,) = findings(folder, API)
    assert (found.code, found.position().file) == ("golden-stale", str(folder / PATH))
    assert [each.message for each in found.related] == ["what the folder holds"]
    assert [str(each.kind) for each in found.changes] == ["slice removed"]


def test_a_refused_object_is_stale(folder: Path) -> None:
    refusal = Refusal("milan", "EndpointSlice", "shop-rome", "web-1", ("pending-ip",))
    (found,) = findings(folder, API, refusals=(refusal,))
    assert (found.code, [str(each.kind) for each in found.changes]) == ("golden-stale", ["refused now"])


def test_a_copy_is_stale_and_says_so(folder: Path) -> None:
    shutil.copy(folder / PATH, folder / "milan/copy.yaml")
    (found,) = findings(folder, WEB, API)
    assert (found.code, found.changes) == ("golden-stale", ())
    assert "a second copy" in found.message
    assert found.position().file == str(folder / "milan/copy.yaml")


def test_a_file_outside_of_all_providers_is_no_providers(folder: Path) -> None:
    (folder / "own.yaml").write_text("apiVersion: v1\nkind: Namespace\nmetadata: {name: own}\n")
    (folder / "README").write_text("")
    stale, stray = findings(folder, WEB, API)
    assert (stale.code, stale.provider) == ("golden-stale", None)
    assert stale.message == f"Namespace own is in {folder / 'own.yaml'} and is not made any more"
    assert (stray.code, stray.provider, stray.position().file) == ("golden-stale", None, str(folder / "README"))


def test_a_broken_file_is_a_fault_and_drift(folder: Path) -> None:
    (folder / PATH).write_text("{")
    fault, found = findings(folder, WEB, API)
    assert (fault.code, fault.position().file) == ("invalid-yaml", str(folder / PATH))
    assert (found.code, str(found.object)) == ("golden-drift", "EndpointSlice shop-rome/web-1")
    assert "cannot be read" in found.message


def test_a_missing_and_an_edited_kustomization(folder: Path) -> None:
    (folder / "milan/kustomization.yaml").unlink()
    (folder / "turin/kustomization.yaml").write_text("kind: Kustomization\n")
    found = findings(folder, WEB, API)
    assert [(each.code, each.provider, each.position().file) for each in found] == [
        ("golden-missing", "milan", str(folder / "milan/kustomization.yaml")),
        ("golden-drift", "turin", str(folder / "turin/kustomization.yaml")),
    ]


@pytest.mark.parametrize("broken", [None, "", "{", "[]", '{"version": 1}'])
def test_a_lost_or_broken_record(folder: Path, broken: str | None) -> None:
    record = folder / ".liqo-transform.json"
    record.unlink() if broken is None else record.write_text(broken)
    (found,) = findings(folder, WEB, API)
    assert (found.code, found.position().file) == ("golden-settings", str(record))


def test_other_settings_are_listed_with_both_values(folder: Path) -> None:
    settings = {**RUN.settings, "providers": {"milan": {"denyDirectConnections": True}}}
    (found,) = findings(folder, WEB, API, run=replace(RUN, profile="liqo-1.2", settings=settings))
    assert found.code == "golden-settings"
    assert found.message.endswith(
        "was made with other settings: profile: direct, now liqo-1.2; "
        "providers.milan.denyDirectConnections: not set, now true"
    )


def test_a_newer_version_alone_is_none(folder: Path) -> None:
    assert findings(folder, WEB, API, run=replace(RUN, version="99")) == []


def test_another_layout_is_one_finding_of_settings(folder: Path) -> None:
    run = replace(RUN, settings={**RUN.settings, "layout": "stream"})
    assert codes(findings(folder, WEB, API, run=run)) == ["golden-settings"]


def test_a_new_object_of_a_folder_stands_in_its_file(folder: Path, tmp_path: Path) -> None:
    later = written(tmp_path / "later", [WEB, API, derived(plain(), name="new-1")])
    (found,) = golden_findings(reasons(side_of(folder), side_of(later)))
    assert (found.code, found.position().file) == (
        "golden-missing",
        str(later / "milan/endpointslices/shop-rome/new-1.yaml"),
    )
