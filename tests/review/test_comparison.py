"""Two sides compared: which objects differ, which files are missing, stray, edited or broken, and what says nothing."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
from made_sides import RUN, computed, derived, side_of, written
from slice_data import endpoint, plain, shadow

from transformer.findings.change import ChangeKind
from transformer.findings.finding import ObjectRef
from transformer.outcome import DerivedObject, Fact, Refusal
from transformer.review.compare import Comparison, compare

POD = endpoint("10.91.0.1", "web-0")
OBJECTS = (
    derived(shadow(endpoint("10.62.0.1", "web-0"), direct={"turin": ["10.62.0.1"]})),
    derived(plain(POD)),
    derived(plain(POD), name="api-1"),
    derived(plain(POD), provider="turin"),
)
WEB = "milan/endpointslices/shop-rome/web-1.yaml"
API = "milan/endpointslices/shop-rome/api-1.yaml"
KUSTOMIZATION = "milan/kustomization.yaml"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return written(tmp_path / "golden", OBJECTS)


def against(folder: Path, objects: tuple[DerivedObject, ...] = OBJECTS, *refusals: Refusal) -> Comparison:
    return compare(side_of(folder), computed(objects, refusals))


def keys(comparison: Comparison) -> list[tuple[str, str, str]]:
    return [(each.key.provider, each.key.kind, each.key.name) for each in comparison.differences]


def kinds(comparison: Comparison) -> list[list[ChangeKind]]:
    return [[change.kind for change in each.changes] for each in comparison.differences]


def edit(folder: Path, path: str, old: str, new: str) -> None:
    text = (folder / path).read_text()
    assert old in text
    (folder / path).write_text(text.replace(old, new))


def sign_anew(folder: Path, path: str) -> None:
    """Makes the record say that the file was written as it is now."""
    record = folder / ".liqo-transform.json"
    document = json.loads(record.read_text())
    document["files"][path]["sha256"] = sha256((folder / path).read_bytes()).hexdigest()
    record.write_text(json.dumps(document))


def test_what_was_written_is_what_was_computed(folder: Path) -> None:
    assert against(folder) == Comparison(())
    assert compare(side_of(folder), side_of(folder)) == Comparison(())


def test_equal_files_are_not_parsed(folder: Path) -> None:
    def unread(_paths: object) -> None:
        raise AssertionError("a file was read that does not differ")

    before = side_of(folder)
    before._read = unread  # type: ignore[assignment]
    assert compare(before, computed(OBJECTS)) == Comparison(())


def test_an_object_that_differs(folder: Path) -> None:
    moved = derived(plain(endpoint("10.99.0.1", "web-0")))
    comparison = against(folder, (OBJECTS[0], moved, *OBJECTS[2:]))
    (difference,) = comparison.differences
    (change,) = difference.changes
    assert (change.service, change.provider, change.endpoint) == ("shop-rome/web", "milan", "Pod shop/web-0")
    assert (change.before, change.after) == ("10.91.0.1", "10.99.0.1")
    assert difference.before is not None
    assert difference.before.path == WEB
    assert difference.edited is None
    assert (comparison.missing, comparison.edited, comparison.stray) == ((), (), ())


def test_the_service_is_called_as_the_consumer_calls_it_where_a_fact_tells(folder: Path) -> None:
    service = Fact(ObjectRef("v1", "Service", "shop", "web"), "metadata.annotations.x", "true", "rome")
    moved = derived(plain(endpoint("10.99.0.1", "web-0")), service)
    (difference,) = against(folder, (OBJECTS[0], moved, *OBJECTS[2:])).differences
    assert difference.changes[0].service == "shop/web"


def test_the_way_is_told_by_the_shadow_endpoint_slice_in_another_file(folder: Path) -> None:
    sent = derived(shadow(endpoint("10.70.0.1", "web-0")))
    got = derived(plain(endpoint("10.76.0.1", "web-0")))
    comparison = against(folder, (sent, got, *OBJECTS[2:]))
    assert kinds(comparison) == [[ChangeKind.PATH], [ChangeKind.PATH]]
    changes = {each.key.kind: each.changes[0] for each in comparison.differences}
    assert changes["EndpointSlice"].before == "direct to turin (10.91.0.1)"
    assert changes["EndpointSlice"].after == "through rome (10.76.0.1)"


def test_differences_come_by_provider_kind_and_name(folder: Path) -> None:
    other = tuple(derived(plain(), provider=each.provider, name=each.name) for each in OBJECTS[1:])
    assert keys(against(folder, (OBJECTS[0], *other))) == [
        ("milan", "EndpointSlice", "api-1"),
        ("milan", "EndpointSlice", "web-1"),
        ("turin", "EndpointSlice", "web-1"),
    ]


def test_objects_on_one_side_only(folder: Path) -> None:
    new = derived(plain(POD), name="new-1")
    comparison = against(folder, (OBJECTS[0], OBJECTS[1], OBJECTS[3], new))
    assert keys(comparison) == [("milan", "EndpointSlice", "api-1"), ("milan", "EndpointSlice", "new-1")]
    assert kinds(comparison) == [[ChangeKind.SLICE_REMOVED], [ChangeKind.SLICE_ADDED]]
    # The kustomization differs, too, which these two explain.
    assert (comparison.missing, comparison.edited, comparison.stray) == ((), (), ())


def test_refused_now_and_no_longer_refused(folder: Path, tmp_path: Path) -> None:
    refusal = Refusal("milan", "EndpointSlice", "shop-rome", "web-1", ("missing-configuration", "lossy-prefix"))
    rest = (OBJECTS[0], *OBJECTS[2:])
    (difference,) = against(folder, rest, refusal).differences
    (change,) = difference.changes
    assert (change.kind, change.after) == (ChangeKind.REFUSED, "missing-configuration, lossy-prefix")
    assert change.before == "1 endpoint: Pod shop/web-0 (10.91.0.1, direct to turin)"

    (difference,) = compare(side_of(written(tmp_path / "old", rest, [refusal])), computed(OBJECTS)).differences
    (change,) = difference.changes
    assert (change.kind, change.before) == (ChangeKind.ACCEPTED, "missing-configuration, lossy-prefix")
    assert change.after == "1 endpoint: Pod shop/web-0 (10.91.0.1, direct to turin)"


def test_a_refused_shadow_endpoint_slice_refuses_what_would_be_made_of_it(folder: Path) -> None:
    refusal = Refusal("milan", "ShadowEndpointSlice", "shop-rome", "web-1", ("pending-ip",))
    comparison = against(folder, OBJECTS[2:], refusal)
    assert kinds(comparison) == [[ChangeKind.REFUSED], [ChangeKind.REFUSED]]
    assert {each.changes[0].after for each in comparison.differences} == {"pending-ip"}


def test_an_edit_that_means_something(folder: Path) -> None:
    edit(folder, WEB, "10.91.0.1", "10.91.0.9")
    (difference,) = against(folder).differences
    assert difference.edited is difference.before
    assert [(each.before, each.after) for each in difference.changes] == [("10.91.0.9", "10.91.0.1")]


@pytest.mark.parametrize("path", [WEB, KUSTOMIZATION])
def test_an_edit_that_means_nothing_is_an_edit(folder: Path, path: str) -> None:
    edit(folder, path, "apiVersion:", "# seen\napiVersion:")
    assert against(folder) == Comparison((), edited=(path,))


def test_another_style_by_another_version_is_no_difference(folder: Path) -> None:
    edit(folder, WEB, "addresses:\n  - 10.91.0.1", "addresses: ['10.91.0.1']")
    sign_anew(folder, WEB)
    assert against(folder) == Comparison(())


def test_a_file_that_was_deleted(folder: Path) -> None:
    (folder / WEB).unlink()
    (folder / KUSTOMIZATION).unlink()
    comparison = against(folder)
    assert kinds(comparison) == [[ChangeKind.SLICE_ADDED]]
    assert comparison.missing == (KUSTOMIZATION,)


def test_a_file_that_somebody_put_there(folder: Path) -> None:
    (folder / "milan/NOTES.md").write_text("of ours")
    (folder / "milan/endpointslices/shop-rome/own.yaml").write_text(
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: own, namespace: shop-rome}\n"
    )
    (folder / "own.yaml").write_text("apiVersion: v1\nkind: Namespace\nmetadata: {name: own}\n")
    comparison = against(folder)
    assert keys(comparison) == [("", "Namespace", "own"), ("milan", "ConfigMap", "own")]
    assert comparison.stray == ("milan/NOTES.md",)


def test_a_copy_of_a_file_is_a_copy_of_its_object(folder: Path) -> None:
    shutil.copy(folder / WEB, folder / "milan/endpointslices/shop-rome/a-copy.yaml")
    comparison = against(folder)
    (difference,) = comparison.differences
    assert (difference.key.name, difference.is_copy, difference.changes) == ("web-1", True, ())
    assert difference.before is not None
    assert difference.before.path == "milan/endpointslices/shop-rome/a-copy.yaml"


def test_a_copy_of_a_file_whose_object_differs_is_told_beside_that(folder: Path) -> None:
    shutil.copy(folder / WEB, folder / "milan/endpointslices/shop-rome/a-copy.yaml")
    comparison = against(folder, (OBJECTS[0], derived(plain()), *OBJECTS[2:]))
    assert [(each.before.path, each.is_copy) for each in comparison.differences if each.before is not None] == [
        (WEB, False),
        ("milan/endpointslices/shop-rome/a-copy.yaml", True),
    ]


def test_a_file_under_another_name_is_one_too_many_and_one_too_few(folder: Path) -> None:
    (folder / WEB).rename(folder / "milan/endpointslices/shop-rome/renamed.yaml")
    assert against(folder) == Comparison((), missing=(WEB,), stray=("milan/endpointslices/shop-rome/renamed.yaml",))


def test_an_object_for_another_provider_is_another_object(folder: Path) -> None:
    target = folder / "turin/endpointslices/shop-rome/api-1.yaml"
    (folder / API).rename(target)
    assert keys(against(folder)) == [("milan", "EndpointSlice", "api-1"), ("turin", "EndpointSlice", "api-1")]


def test_a_second_object_in_a_file(folder: Path) -> None:
    (folder / WEB).write_text((folder / WEB).read_text() + "---\n" + (folder / API).read_text())
    comparison = against(folder)
    assert [(each.key.name, each.is_copy) for each in comparison.differences] == [("api-1", True)]


@pytest.mark.parametrize("text", ["{", "", "a: &x 1\n", "kind: [\n", "just words"])
def test_a_file_that_cannot_be_read(folder: Path, text: str) -> None:
    (folder / WEB).write_text(text)
    comparison = against(folder)
    (difference,) = comparison.differences
    assert (difference.key.name, difference.is_broken, difference.changes) == ("web-1", True, ())
    assert len(comparison.faults) == 1
    assert comparison.faults[0].position().file == str(folder / WEB)
    assert (comparison.missing, comparison.edited, comparison.stray) == ((), (), ())


def test_a_file_that_is_none(folder: Path) -> None:
    (folder / WEB).unlink()
    (folder / WEB).symlink_to("/dev/zero")
    comparison = against(folder)
    assert [each.is_broken for each in comparison.differences] == [True]
    assert [each.code for each in comparison.faults] == ["unreadable-file"]


def test_a_lost_record_hides_no_difference(folder: Path) -> None:
    (folder / ".liqo-transform.json").unlink()
    assert against(folder) == Comparison(())
    (folder / API).rename(folder / "milan/endpointslices/shop-rome/renamed.yaml")
    edit(folder, WEB, "10.91.0.1", "10.91.0.9")
    comparison = against(folder)
    assert kinds(comparison) == [[ChangeKind.ADDRESS]]
    assert comparison.missing == (API,)
    assert comparison.stray == ("milan/endpointslices/shop-rome/renamed.yaml",)


def test_layouts_are_compared_by_their_objects(folder: Path, tmp_path: Path) -> None:
    run = replace(RUN, settings={**RUN.settings, "layout": "stream"})
    streams = side_of(written(tmp_path / "streams", OBJECTS, run=run))
    other = (OBJECTS[0], derived(plain()), *OBJECTS[2:])
    assert compare(side_of(folder), streams) == Comparison(())
    assert kinds(compare(side_of(written(tmp_path / "other", other)), streams)) == [[ChangeKind.ENDPOINT_ADDED]]
    assert kinds(compare(streams, computed(other, run=run))) == [[ChangeKind.ENDPOINT_REMOVED]]
    assert compare(streams, computed(OBJECTS, run=run)) == Comparison(())


def test_the_same_object_twice_in_one_stream(tmp_path: Path) -> None:
    run = replace(RUN, settings={**RUN.settings, "layout": "stream"})
    folder = written(tmp_path / "streams", OBJECTS, run=run)
    path = folder / "turin/endpointslices.yaml"
    path.write_text(path.read_text() + "---\n" + path.read_text())
    comparison = compare(side_of(folder), computed(OBJECTS, run=run))
    assert [(each.key.provider, each.is_copy) for each in comparison.differences] == [("turin", True)]


def test_ill_shaped_objects_raise_nothing(folder: Path) -> None:
    edit(folder, WEB, "addressType: IPv4", "addressType: {a: [1]}")
    edit(folder, API, "  labels:\n    kubernetes.io/service-name: web\n    liqo.io/managed-by: shadowendpointslice\n",
         "  labels: [kubernetes.io/service-name]\n")  # fmt: skip
    edit(folder, "milan/shadowendpointslices/shop-rome/web-1.yaml", "  annotations:\n", "  annotations: x\n  other:\n")
    edit(folder, "turin/endpointslices/shop-rome/web-1.yaml", "endpoints:\n", "endpoints: 5\nother:\n")
    comparison = against(folder)
    assert keys(comparison) == [
        ("milan", "EndpointSlice", "api-1"),
        ("milan", "EndpointSlice", "web-1"),
        ("milan", "ShadowEndpointSlice", "web-1"),
        ("turin", "EndpointSlice", "web-1"),
    ]
    assert all(each.changes for each in comparison.differences)


def test_of_many_slices_those_that_changed_are_shown(tmp_path: Path) -> None:
    many = [derived(plain(endpoint(f"10.1.{number // 250}.{number % 250 + 1}", "web-0")), name=f"web-{number:03}")
            for number in range(500)]  # fmt: skip
    before = written(tmp_path / "before", many)
    other = plain(endpoint("10.9.9.9", "web-0"))
    changed = [each if number % 10 else derived(other, name=each.name) for number, each in enumerate(many)]
    after = written(tmp_path / "after", changed)
    comparison = compare(side_of(before), side_of(after))
    assert kinds(comparison) == [[ChangeKind.ADDRESS]] * 50
