"""The two sides of a comparison: what each says of its files, objects, facts and refusals."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from made_sides import PLACE, RUN, SOURCE, computed, derived, side_of, written
from slice_data import endpoint, plain, shadow

from transformer.findings.finding import Finding, ObjectRef
from transformer.outcome import Fact, Refusal
from transformer.review.sides import ComputedSide, FolderSide, ObjectKey, Side, Version

FACT = Fact(ObjectRef("v1", "Service", "shop", "web"), "metadata.annotations.x", "true", "rome")
WEB = derived(plain(endpoint("10.1.0.1", "web-0")), FACT)
SHADOW = derived(shadow(endpoint("10.1.0.1", "web-0")))
REFUSAL = Refusal("turin", "EndpointSlice", "shop-rome", "web-1", ("pending-ip", "lossy-prefix"), (FACT,))
KEY = ObjectKey("milan", "EndpointSlice", "shop-rome", "web-1")
REFUSED = KEY._replace(provider="turin")
PATH = "milan/endpointslices/shop-rome/web-1.yaml"
SHADOW_PATH = "milan/shadowendpointslices/shop-rome/web-1.yaml"
PATHS = {
    PATH,
    SHADOW_PATH,
    "milan/kustomization.yaml",
    "turin/kustomization.yaml",
}


@pytest.fixture
def folder(tmp_path: Path) -> FolderSide:
    return side_of(written(tmp_path / "golden", [WEB, SHADOW], [REFUSAL]))


@pytest.fixture
def result() -> ComputedSide:
    return computed([WEB, SHADOW], [REFUSAL])


@pytest.mark.parametrize("which", ["folder", "result"])
def test_both_sides_say_the_same_of_one_result(which: str, request: pytest.FixtureRequest) -> None:
    side: Side = request.getfixturevalue(which)
    assert side.run == RUN
    assert side.paths == PATHS
    assert side.facts(KEY) == (FACT,)
    assert side.facts(REFUSED) == (FACT,)
    assert (side.refusal(KEY), side.refusal(REFUSED)) == ((), ("pending-ip", "lossy-prefix"))
    assert (side.lists(KEY), side.lists(REFUSED)) == (True, False)
    assert side.find(REFUSED) is None
    found = side.find(KEY)
    assert found is not None
    assert (found.data, found.path) == (WEB.data, PATH)
    (listed,) = side.objects(PATH)
    assert not isinstance(listed, Finding)
    assert (listed[0], listed[1].data) == (KEY, WEB.data)
    assert side.content(PATH) is not None
    assert not any(side.is_edited(path) for path in PATHS)
    assert side.facts(KEY._replace(name="none")) == ()


def test_a_result_knows_what_it_was_made_from(result: ComputedSide) -> None:
    found = result.find(KEY)
    assert found is not None
    assert (found.source, found.at(("anything",))) == (SOURCE, PLACE)


def test_a_folder_knows_where_a_field_stands(folder: FolderSide) -> None:
    found = folder.find(KEY)
    assert found is not None
    place = found.at(("endpoints", 0, "addresses", 0))
    assert place is not None
    assert place.position().file == os.path.join(folder.folder, PATH)  # noqa: PTH118 - as the side joins it
    assert place.source_line() == "  - 10.1.0.1"


def test_the_bytes_of_both_are_equal(folder: FolderSide, result: ComputedSide) -> None:
    assert {path: folder.content(path) for path in PATHS} == {path: result.content(path) for path in PATHS}


def test_an_edited_file_is_known_by_its_digest(folder: FolderSide) -> None:
    path = Path(folder.folder, PATH)
    path.write_text(path.read_text() + "\n")
    assert folder.is_edited(PATH)
    path.unlink()
    assert folder.is_edited(PATH)
    assert not folder.is_edited("milan/unknown.yaml")


def test_a_folder_without_a_record_lists_nothing(folder: FolderSide) -> None:
    Path(folder.folder, ".liqo-transform.json").unlink()
    again = side_of(Path(folder.folder))
    assert again.run is None
    assert again.paths == PATHS
    assert (again.facts(KEY), again.refusal(REFUSED), again.find(KEY), again.lists(KEY)) == ((), (), None, False)
    assert not again.is_edited(PATH)


def test_a_folder_that_is_not_there_holds_nothing(tmp_path: Path) -> None:
    side = side_of(tmp_path / "none")
    assert (side.run, side.paths, side.content("a.yaml")) == (None, frozenset(), None)


def test_what_is_no_file_has_no_bytes(folder: FolderSide) -> None:
    os.mkfifo(Path(folder.folder, "milan/pipe.yaml"))
    Path(folder.folder, "milan/loop").symlink_to("loop")
    Path(folder.folder, "milan/link").symlink_to("..", target_is_directory=True)
    again = side_of(Path(folder.folder))
    assert again.paths == PATHS | {"milan/pipe.yaml", "milan/loop", "milan/link"}
    assert [again.content(path) for path in ("milan/pipe.yaml", "milan/loop", "milan/link")] == [None, None, None]


def test_a_folder_is_named_as_it_was_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(tmp_path / "golden", [WEB])
    monkeypatch.chdir(tmp_path)
    for typed in ("golden", "golden/", "./golden"):
        side = side_of(Path("golden"))
        side.folder = typed
        assert side.place(PATH).file == os.path.join(typed, PATH)  # noqa: PTH118 - as the side joins it
        assert side.place().file == typed


def test_a_folder_with_a_slash_at_its_end_has_the_same_files(tmp_path: Path) -> None:
    written(tmp_path / "golden", [WEB])
    assert FolderSide(f"{tmp_path}/golden/", lambda _: iter(())).paths == PATHS - {SHADOW_PATH}


def test_a_version_without_any_origin_has_no_place() -> None:
    assert Version({}, "").at(("kind",)) is None
