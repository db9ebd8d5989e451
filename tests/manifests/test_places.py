"""Where a field is: line by line and as events give the same places, and these are right."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from yaml_texts import json_values, line_soup, mappings, printed

from transformer.findings.finding import Finding
from transformer.manifests import locating
from transformer.manifests.documents import Document
from transformer.manifests.json_text import json_events
from transformer.manifests.limits import Limits
from transformer.manifests.line_loader import LineLoader
from transformer.manifests.line_places import LinePlaces
from transformer.manifests.line_syntax import Declined, LineReader
from transformer.manifests.locating import Locator, places_in
from transformer.manifests.manifest import FieldPath, Manifest
from transformer.manifests.origin import TextOrigin
from transformer.manifests.reading import read_inputs
from transformer.manifests.source import Source
from transformer.manifests.syntax_events import Event
from transformer.manifests.yaml_events import yaml_events

LIMITS = Limits()


def paths_of(value: Any, path: FieldPath = ()) -> Iterator[FieldPath]:
    yield path
    if isinstance(value, dict):
        for key, item in value.items():
            yield from paths_of(item, (*path, str(key)))
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from paths_of(item, (*path, number))


def lines_and_events_agree(text: str) -> None:
    loader = LineLoader(LIMITS)
    try:
        value = loader.load(text)
    except Declined:
        return
    places = dict(places_in(yaml_events(text, 0, len(text), LIMITS)))
    asked_again_and_again = LinePlaces(LineReader(LIMITS), text, 0)
    for path in paths_of(value):
        for lines in (asked_again_and_again, LinePlaces(LineReader(LIMITS), text, 0)):
            assert lines.find(path) == places[path], path
            for beyond in ("no such key", 99, -1):
                assert lines.find((*path, beyond)) == places[path], path


@settings(max_examples=500, deadline=None)
@given(line_soup())
@example("a:\n- x\nb: 1\n")
@example("a:\n  - x\nb: 1\n")
@example("a:\n  - x: |\n      y\n    z: 1\n")
@example("a:\n- x\n# c\n")
@example("a:\n# c\n\n- x:\n  # c\n  y:\n\n# c\n")
@example("- a: 1\n  b: 2\n- x\n")
@example("- x:\n  - y: 1\n    z:\n    - u\n  v:\n")
@example("a:\n- x: |\n    # not a comment\n    - b\n# comment\n  y: 1\nb: 2\n")
def test_lines_and_events_give_the_same_places_in_line_soup(text: str) -> None:
    lines_and_events_agree(text)


@settings(max_examples=300, deadline=None)
@given(mappings)
def test_lines_and_events_give_the_same_places_in_printed_documents(value: dict[str, Any]) -> None:
    lines_and_events_agree(printed(value))


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(st.text(max_size=4), json_values, max_size=4), st.sampled_from([None, 1]))
def test_json_and_yaml_events_give_the_same_values_at_their_places(value: dict[str, Any], indent: int | None) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=False)
    places = dict(places_in(json_events(text, 0, len(text))))
    for path in paths_of(value):
        expected: Any = value
        for step in path:
            expected = expected[step]
        found, _ = json.JSONDecoder().raw_decode(text, places[path][1])
        assert json.dumps(found) == json.dumps(expected)
        if path and isinstance(path[-1], str):
            assert json.JSONDecoder().raw_decode(text, places[path][0])[0] == path[-1]


SERVICE = """\
# exported
apiVersion: v1
items:
- apiVersion: v1
  kind: Service
  metadata:
    labels: {"app": "café", tier: x}
    name: é
  spec:
    ports:
    - name: web
      port: 80
    - port: 443
      name: "s"
- apiVersion: v1
  kind: Service
  metadata:
    annotations:
      note: |
        name: no field
    name: second
  spec:
    clusterIP: None
    ports:
    - port: 80
    type:
kind: List
"""


def manifests(tmp_path: Path, name: str, text: str) -> list[Manifest]:
    (tmp_path / name).write_text(text, encoding="utf-8")
    results = list(read_inputs([str(tmp_path / name)]))
    assert not [result for result in results if isinstance(result, Finding)]
    return [result for result in results if isinstance(result, Manifest)]


@pytest.mark.parametrize(
    ("number", "path", "value", "key"),
    [
        (0, (), (4, 3), (4, 3)),
        (0, ("metadata", "labels", "tier"), (7, 35), (7, 29)),
        (0, ("metadata", "labels", "app"), (7, 21), (7, 14)),
        (0, ("metadata", "name"), (8, 11), (8, 5)),
        (0, ("spec", "ports", 1, "name"), (14, 13), (14, 7)),
        (0, ("spec", "ports", 1), (13, 7), (13, 7)),
        (0, ("spec", "ports", 2, "x"), (10, 5), (10, 5)),
        (1, (), (15, 3), (15, 3)),
        (1, ("metadata", "name"), (21, 11), (21, 5)),
        (1, ("metadata", "annotations", "note"), (19, 13), (19, 7)),
        (1, ("metadata", "namespace"), (17, 3), (17, 3)),
        (1, ("spec", "type"), (26, 10), (26, 5)),
        (1, ("spec", "clusterIP", "x"), (23, 16), (23, 5)),
        (1, ("spec", "ports", "port"), (24, 5), (24, 5)),
        (1, ("spec", 0), (22, 3), (22, 3)),
    ],
)
def test_position_of_a_field(
    tmp_path: Path, number: int, path: FieldPath, value: tuple[int, int], key: tuple[int, int]
) -> None:
    origin = manifests(tmp_path, "services.yaml", SERVICE)[number].origin
    at = [origin.at(path).position(), origin.at(path, key=True).position()]
    assert [(position.line, position.column) for position in at] == [value, key]
    assert {position.file for position in at} == {origin.file} == {str(tmp_path / "services.yaml")}


def test_source_line_is_the_line_of_the_field(tmp_path: Path) -> None:
    first, second = manifests(tmp_path, "services.yaml", SERVICE)
    assert first.origin.at(("spec", "ports", 1, "port")).source_line() == "    - port: 443"
    assert second.origin.at(("spec", "type")).source_line() == "    type:"


def test_source_line_at_the_end_of_a_text_without_a_line_end(tmp_path: Path) -> None:
    (only,) = manifests(tmp_path, "x.yaml", "apiVersion: v1\nkind: A\nmetadata:\n  name: x")
    assert only.origin.at(("metadata", "name")).source_line() == "  name: x"


def test_column_counts_characters_not_bytes(tmp_path: Path) -> None:
    (only,) = manifests(tmp_path, "x.json", '{"kind": "🎈é", "apiVersion": "v1", "metadata": {"name": "x"}}')
    position = only.origin.at(("apiVersion",), key=True).position()
    assert (position.line, position.column) == (1, 16)


def test_positions_in_a_json_list_of_lists(tmp_path: Path) -> None:
    inner = '{"kind": "A", "apiVersion": "v1",\n "metadata": {"name": "x"}}'
    text = f'{{"kind": "List", "items": [\n{inner},\n{{"kind": "List", "items": [\n{inner}]}}]}}'
    first, second = manifests(tmp_path, "x.json", text)
    assert [m.origin.at(("metadata", "name")).position().line for m in (first, second)] == [3, 6]
    assert second.origin.at(()).position().line == 5


def test_an_inherited_field_is_at_the_object(tmp_path: Path) -> None:
    text = "apiVersion: v1\nkind: ServiceList\nitems:\n- metadata:\n    name: a\n"
    (only,) = manifests(tmp_path, "x.yaml", text)
    assert only.data["kind"] == "Service"
    position = only.origin.at(("kind",)).position()
    assert (position.line, position.column) == (4, 3)


def test_line_ends_do_not_move_positions(tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_bytes(SERVICE.replace("\n", "\r\n").encode())
    results = [result for result in read_inputs([str(tmp_path / "x.yaml")]) if isinstance(result, Manifest)]
    position = results[1].origin.at(("metadata", "name")).position()
    assert (position.line, position.column) == (21, 11)


def kept_after(monkeypatch: pytest.MonkeyPatch, most: int, looked_up: list[int]) -> tuple[int, list[int]]:
    """How many objects the locator keeps that may keep ``most`` characters, and which of them it read, in order."""
    monkeypatch.setattr(locating, "_CHARACTERS_REMEMBERED", most)
    object_text = "a: {b: 1}\n"
    text = object_text * 10
    read: list[int] = []

    def counted(text: str, start: int, end: int, limits: Limits, *, column: int) -> Iterator[Event]:
        read.append(start // len(object_text))
        return yaml_events(text, start, end, limits, column=column)

    monkeypatch.setattr(locating, "general_events", counted)
    locator = Locator(LIMITS)
    for number in looked_up:
        start = number * len(object_text)
        document = Document(None, start, start + len(object_text), is_json=False)
        assert locator.offset(text, document, (), ("a", "b"), key=True) == start + 4
    return locator.objects_remembered, read


def test_places_of_only_a_few_objects_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    assert kept_after(monkeypatch, 35, [0, 0, 1, 2, 3, 4, 4, 3, 2, 0]) == (3, [0, 1, 2, 3, 4, 0])


def test_places_of_an_object_that_is_often_asked_for_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    assert kept_after(monkeypatch, 25, [0, 1, 0, 2, 0, 3, 0, 4, 0, 1]) == (2, [0, 1, 2, 3, 4, 1])


def test_places_of_the_last_object_are_kept_however_large_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    assert kept_after(monkeypatch, 5, [0, 0, 0, 1, 1, 0]) == (1, [0, 1, 0])


class Counts:
    """How often the text of an object was judged by the line loader, and how many of its lines were looked at."""

    loaded = 0
    lines = 0


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> Counts:
    counts = Counts()

    class CountedPlaces(LinePlaces):
        def _line(self, at: int) -> str:
            counts.lines += 1
            return super()._line(at)

    class CountedLoader(LineLoader):
        def load(self, text: str, *, column: int = 0, above: int = 0) -> Any:
            counts.loaded += 1
            return super().load(text, column=column, above=above)

    monkeypatch.setattr(locating, "LinePlaces", CountedPlaces)
    monkeypatch.setattr(locating, "LineLoader", CountedLoader)
    return counts


def look_up_all(count: int) -> None:
    """Looks up three fields of each of ``count`` items of one object."""
    items = "".join(f"- addresses:\n  - 10.0.0.{number}\n  nodeName: gone\n" for number in range(count))
    text = f"apiVersion: v1\nendpoints:\n{items}kind: A\n"
    origin = TextOrigin(Source("x", text), Document(None, 0, len(text), is_json=False), (), Locator(LIMITS))
    for number in range(count):
        for path, line in ((("nodeName",), 5), (("addresses", 0), 4), (("addresses", 9), 3)):
            at = origin.at(("endpoints", number, *path))
            assert at.position().line == 3 * number + line
            assert at.source_line() == text.split("\n")[3 * number + line - 1]


def test_many_fields_of_one_object_are_found_in_one_walk(counts: Counts) -> None:
    look_up_all(100)
    assert counts.loaded == 1
    lines_of_few = counts.lines
    look_up_all(400)
    assert counts.loaded == 2
    assert counts.lines - lines_of_few < 4.1 * lines_of_few


def test_a_location_is_looked_up_once_and_only_when_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (only,) = manifests(tmp_path, "x.yaml", "apiVersion: v1\nkind: A\nmetadata:\n  name: x\n")
    asked: list[FieldPath] = []
    find = LinePlaces.find

    def counted(self: LinePlaces, path: FieldPath) -> tuple[int, int]:
        asked.append(path)
        return find(self, path)

    monkeypatch.setattr(LinePlaces, "find", counted)
    at = only.origin.at(("metadata", "name"))
    assert not asked
    assert (at.position().line, at.position().column, at.source_line()) == (4, 9, "  name: x")
    assert asked == [("metadata", "name")]


def test_a_line_asked_for_again_is_not_cut_again() -> None:
    source = Source("x", '{"a": 1, "b": 2}\n\n{"c": 3}')
    first = source.source_line(1)
    assert first == '{"a": 1, "b": 2}'
    assert source.source_line(9) is first
    assert [source.source_line(offset) for offset in (16, 17, 18, 26)] == [first, "", '{"c": 3}', '{"c": 3}']


def test_equal_spans_of_different_texts_are_told_apart() -> None:
    locator = Locator(LIMITS)
    for text, offset in (("a: 1\nbb: 2\n", 9), ("bb: 1\na: 2\n", 4), ('{"bb":    1}', 10)):
        document = Document(None, 0, len(text), is_json=text[0] == "{")
        assert locator.offset(text, document, (), ("bb",), key=False) == offset


def test_a_span_that_cannot_be_read_alone_is_at_its_start() -> None:
    document = Document(None, 3, 8, is_json=False)
    assert Locator(LIMITS).offset("a: [1, 2]", document, (), ("x",), key=False) == 3
