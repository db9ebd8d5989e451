"""The causes of the lines of a comparison, the surest first."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from made_sides import PLACE, RUN, SOURCE, computed, derived, reasons, side_of, written
from slice_data import Data, endpoint, plain, shadow

from transformer.findings.change import Cause, Change, ChangeKind
from transformer.findings.finding import Finding, ObjectRef
from transformer.outcome import DerivedObject, Fact, Refusal
from transformer.output.state import RunRecord
from transformer.review.compare import compare
from transformer.review.reasons import place_of
from transformer.review.sides import Version

CONFIGURATION = ObjectRef("networking.liqo.io/v1beta1", "Configuration", "liqo-tenant-turin", "turin")
CIDR = "status.remote.cidr.pod[0]"
OLD = Fact(CONFIGURATION, CIDR, "10.91.0.0/16", "milan")
NEW = OLD._replace(value="10.99.0.0/16")
OF_SLICE = Fact(SOURCE, "endpoints[Pod shop/web-0]", "10.62.0.1 on node liqo-turin", "rome")
SERVICE = Fact(ObjectRef("v1", "Service", "shop", "web"), "metadata.annotations.x", "", "rome")
NEWER = replace(RUN, version="2.0.0")
OTHER = replace(RUN, profile="liqo-1.2", version="2.0.0")
RENUMBERED = Cause(CONFIGURATION, CIDR, "10.91.0.0/16", "10.99.0.0/16", "milan", PLACE)
THE_VERSION = Cause(field="version of liqo-transform", before="1.0.0", after="2.0.0")
THE_SOURCE = Cause(SOURCE, cluster="rome", location=PLACE)
SAID = Cause(SOURCE, "metadata.name", cluster="rome", location=PLACE, remark="pending-ip")

WEB = plain(endpoint("10.91.0.1", "web-0"))
MOVED = plain(endpoint("10.99.0.1", "web-0"))
RELABELLED = {**WEB, "metadata": {**WEB["metadata"], "labels": {"tier": "b"}}}
PATH = "milan/endpointslices/shop-rome/web-1.yaml"


class Golden:
    """A golden folder with one slice, and what it is compared with."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def holds(self, *objects: DerivedObject, refusals: tuple[Refusal, ...] = (), run: RunRecord = RUN) -> Golden:
        written(self.folder, objects, refusals, run)
        return self

    def changes(
        self,
        *now: DerivedObject,
        run: RunRecord = RUN,
        refusals: tuple[Refusal, ...] = (),
        said: tuple[Cause, ...] = (),
    ) -> list[Change]:
        before, after = side_of(self.folder), computed(now, refusals, run)
        explain = reasons(before, after, *said).explained
        return [change for each in compare(before, after).differences for change in explain(each)]

    def causes(self, *now: DerivedObject, **how: object) -> list[Cause]:
        (change,) = self.changes(*now, **how)  # type: ignore[arg-type]
        return list(change.causes)


@pytest.fixture
def golden(tmp_path: Path) -> Golden:
    return Golden(tmp_path / "golden")


def refusal(*facts: Fact, codes: tuple[str, ...] = ("pending-ip",)) -> Refusal:
    return Refusal("milan", "EndpointSlice", "shop-rome", "web-1", codes, facts)


def test_a_fact_comes_first(golden: Golden) -> None:
    golden.holds(derived(WEB, OLD))
    (golden.folder / PATH).write_text((golden.folder / PATH).read_text() + "# edited\n")
    assert golden.causes(derived(MOVED, NEW), run=OTHER) == [RENUMBERED]


def test_then_an_edit_by_hand(golden: Golden) -> None:
    golden.holds(derived(WEB, OLD))
    (golden.folder / PATH).write_text((golden.folder / PATH).read_text().replace("10.91.0.1", "10.91.0.9"))
    (cause,) = golden.causes(derived(WEB, OLD), run=OTHER)
    assert cause.remark == "the file was edited"
    assert cause.location is not None
    position = cause.location.position()
    assert position.file == str(golden.folder / PATH)
    assert position.line is not None
    assert "10.91.0.9" in (golden.folder / PATH).read_text().splitlines()[position.line - 1]


def test_then_the_settings_and_not_the_version_beside_them(golden: Golden) -> None:
    golden.holds(derived(WEB, OLD))
    assert golden.causes(derived(MOVED, OLD), run=OTHER) == [Cause(field="profile", before="direct", after="liqo-1.2")]


def test_then_facts_that_one_side_alone_has(golden: Golden) -> None:
    golden.holds(derived(WEB, OF_SLICE, OLD))
    assert golden.causes(derived(MOVED, OF_SLICE), run=OTHER) == [
        Cause(field="profile", before="direct", after="liqo-1.2")
    ]
    assert golden.causes(derived(MOVED, OF_SLICE), run=NEWER) == [RENUMBERED._replace(after=None, location=None)]


def test_then_the_source_slice_of_what_is_as_the_source_has_it(golden: Golden) -> None:
    golden.holds(derived(WEB, OLD, OF_SLICE))
    relabelled = derived(RELABELLED, OLD, OF_SLICE)
    assert {tuple(each.causes) for each in golden.changes(relabelled)} == {(THE_SOURCE,)}
    # Of the source no facts are kept: the version may be the cause as well.
    assert {tuple(each.causes) for each in golden.changes(relabelled, run=NEWER)} == {(THE_SOURCE, THE_VERSION)}


def test_readiness_without_another_foreign_cluster_is_as_the_source_has_it(golden: Golden) -> None:
    golden.holds(derived(WEB, OF_SLICE))
    now = plain(endpoint("10.91.0.1", "web-0", conditions={"ready": False}))
    assert golden.causes(derived(now, OF_SLICE)) == [THE_SOURCE]


def test_then_facts_that_changed_though_they_do_not_hold_the_address(golden: Golden) -> None:
    golden.holds(derived(WEB, OLD._replace(value="10.1.0.0/16")))
    (cause,) = golden.causes(derived(MOVED, OLD._replace(value="10.2.0.0/16")), run=NEWER)
    assert (cause.before, cause.after) == ("10.1.0.0/16", "10.2.0.0/16")


def test_the_version_alone_where_nothing_else_is_known(golden: Golden) -> None:
    golden.holds(derived(WEB, OLD))
    assert golden.causes(derived(MOVED, OLD), run=NEWER) == [THE_VERSION]
    assert golden.causes(derived(MOVED, OLD)) == []


def test_the_facts_of_the_shadow_endpoint_slice_count(golden: Golden) -> None:
    sent = shadow(endpoint("10.91.0.1", "web-0"))
    golden.holds(derived(sent, OLD), derived(WEB))
    found = golden.changes(derived(shadow(endpoint("10.99.0.1", "web-0")), NEW), derived(MOVED))
    assert [(each.slice.kind, each.kind, each.causes) for each in found] == [
        ("EndpointSlice", ChangeKind.ADDRESS, (RENUMBERED,)),
        ("ShadowEndpointSlice", ChangeKind.ADDRESS, (RENUMBERED,)),
    ]


def test_a_slice_that_was_not_computed_before_hangs_on_its_source(golden: Golden) -> None:
    golden.holds()
    assert golden.causes(derived(WEB, NEW, OF_SLICE)) == [THE_SOURCE]


def test_an_endpoint_slice_that_was_not_computed_before_has_no_changed_facts(golden: Golden) -> None:
    golden.holds(derived(shadow(), OF_SLICE))
    assert golden.causes(derived(shadow(), OF_SLICE), derived(WEB, NEW)) == [THE_SOURCE]


def test_a_slice_whose_record_is_lost_has_no_changed_facts(golden: Golden) -> None:
    golden.holds(derived(WEB, OLD))
    (golden.folder / ".liqo-transform.json").unlink()
    assert golden.causes(derived(MOVED, NEW)) == []


def test_without_a_record_nobody_is_said_to_have_put_a_file_there(golden: Golden) -> None:
    golden.holds(derived(WEB, OLD))
    (golden.folder / ".liqo-transform.json").unlink()
    assert golden.causes() == []


def test_a_slice_that_was_refused_hangs_on_the_facts_that_came(golden: Golden) -> None:
    golden.holds(refusals=(refusal(),))
    (change,) = golden.changes(derived(WEB, NEW))
    assert change.kind is ChangeKind.ACCEPTED
    assert list(change.causes) == [RENUMBERED._replace(before=None)]


def test_a_file_that_was_deleted(golden: Golden) -> None:
    golden.holds(derived(WEB, OLD))
    (golden.folder / PATH).unlink()
    assert golden.causes(derived(WEB, OLD), run=NEWER) == [Cause(remark="it was deleted from the folder")]


def test_a_file_that_somebody_put_there(golden: Golden) -> None:
    golden.holds(derived(WEB, OLD))
    path = golden.folder / "milan/own.yaml"
    path.write_text("apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: own\n")
    (cause,) = golden.causes(derived(WEB, OLD), run=OTHER)
    assert cause.remark == "no run wrote it"
    assert cause.location is not None
    assert cause.location.position() == (str(path), 4, 9)


def test_a_slice_that_is_gone_is_explained_by_what_the_run_says(golden: Golden) -> None:
    golden.holds(derived(WEB, OLD, OF_SLICE))
    assert golden.causes(run=OTHER, said=(SAID,)) == [SAID]


def test_a_remark_about_no_object_comes_after_the_settings(golden: Golden) -> None:
    golden.holds(derived(WEB, OLD, OF_SLICE))
    said = Cause(remark="namespace-not-offloaded, the settings list other namespaces")
    assert golden.causes(run=OTHER, said=(said,)) == [Cause(field="profile", before="direct", after="liqo-1.2")]
    assert golden.causes(run=NEWER, said=(said,)) == [said]


def test_a_slice_that_is_gone_without_a_word(golden: Golden) -> None:
    golden.holds(derived(WEB, OLD, OF_SLICE))
    assert golden.causes(run=NEWER) == [THE_VERSION]
    assert golden.causes() == []


def test_a_slice_that_is_refused_now_is_explained_by_its_codes(golden: Golden) -> None:
    golden.holds(derived(WEB, OLD, OF_SLICE))
    before, after = side_of(golden.folder), computed((), (refusal(codes=("pending-ip", "lossy-prefix")),))
    asked: list[tuple[object, ...]] = []

    def why(*of: object) -> tuple[Cause, ...]:
        asked.append(of)
        return (SAID,)

    (difference,) = compare(before, after).differences
    (change,) = replace(reasons(before, after), why=why).explained(difference)
    assert asked == [(SOURCE, "milan", ("pending-ip", "lossy-prefix"))]
    assert change.causes == (SAID,)


def test_a_refusal_of_which_the_run_says_nothing_hangs_on_changed_facts(golden: Golden) -> None:
    golden.holds(derived(WEB, OLD, OF_SLICE))
    assert golden.causes(refusals=(refusal(NEW),)) == [RENUMBERED]


def test_the_source_of_a_slice_without_endpoints_is_found_by_its_service(golden: Golden) -> None:
    golden.holds(derived(plain(), SERVICE))
    before, after = side_of(golden.folder), computed(())
    asked: list[object] = []

    def why(source: ObjectRef, _provider: str, _codes: tuple[str, ...]) -> tuple[Cause, ...]:
        asked.append(source)
        return ()

    for each in compare(before, after).differences:
        replace(reasons(before, after), why=why).explained(each)
    assert asked == [SOURCE]


def test_what_was_changed_in_the_later_of_two_folders_is_told_of_it(golden: Golden, tmp_path: Path) -> None:
    golden.holds(derived(WEB, OLD))
    later = written(tmp_path / "later", [derived(WEB, OLD)])
    (later / PATH).unlink()
    (later / "milan/own.yaml").write_text("apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: own\n")
    before, after = side_of(golden.folder), side_of(later)
    found = [reasons(before, after).explained(each) for each in compare(before, after).differences]
    assert [[cause.remark for cause in change.causes] for changes in found for change in changes] == [
        ["no run wrote it"],
        ["it was deleted from the folder"],
    ]


LINES = """\
apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata:
  name: web-1
  labels: {a: b}
  annotations:
    c: d
endpoints:
- addresses: [10.1.0.1]
- addresses:
  - 10.1.0.2
ports:
- port: 80
"""


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (Change(ChangeKind.ADDRESS, "", "", SOURCE, "10.1.0.2"), (11, 5)),
        (Change(ChangeKind.ENDPOINT_REMOVED, "", "", SOURCE, "10.9.9.9"), (4, 9)),
        (Change(ChangeKind.LABEL, "", "", SOURCE), (5, 11)),
        (Change(ChangeKind.ANNOTATION, "", "", SOURCE), (6, 3)),
        (Change(ChangeKind.PORTS, "", "", SOURCE), (12, 1)),
        (Change(ChangeKind.FIELD, "", "", SOURCE), (4, 9)),
    ],
)
def test_where_a_change_stands(change: Change, place: tuple[int, int], tmp_path: Path) -> None:
    folder = tmp_path / "golden"
    (folder / "milan").mkdir(parents=True)
    (folder / "milan/a.yaml").write_text(LINES)
    (found,) = side_of(folder).objects("milan/a.yaml")
    assert not isinstance(found, Finding)
    location = place_of(change, found[1])
    assert location is not None
    assert location.position()[1:] == place


def test_where_a_change_of_an_ill_shaped_version_stands() -> None:
    data: Data = {"kind": "EndpointSlice", "endpoints": "broken"}
    assert place_of(Change(ChangeKind.ADDRESS, "", "", SOURCE, "x"), Version(data, "", location=PLACE)) == PLACE
