"""The offsets of the fields of an object, found by reading the object's text once more.

Text of the printed form is walked line by line (line_places); any other is walked as events, and the
places of the few objects looked at last are kept.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator

from transformer.manifests.building import Span, build
from transformer.manifests.documents import Document
from transformer.manifests.faults import FaultError
from transformer.manifests.json_text import json_events
from transformer.manifests.limits import Limits
from transformer.manifests.line_loader import LineLoader
from transformer.manifests.line_places import find_place
from transformer.manifests.line_syntax import Declined, LineReader
from transformer.manifests.manifest import FieldPath
from transformer.manifests.syntax_events import Event, Kind
from transformer.manifests.yaml_events import yaml_events

_OBJECTS_REMEMBERED = 16

#: Offsets of a field's key (that of its value where it has none) and of its value.
Places = dict[FieldPath, tuple[int, int]]


class Locator:
    """Finds fields in the texts of one run."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._loader = LineLoader(limits)
        self._lines = LineReader(limits)
        self._places: OrderedDict[tuple[int, int, int], Places] = OrderedDict()

    @property
    def objects_remembered(self) -> int:
        """Of how many objects the places are kept."""
        return len(self._places)

    def offset(self, text: str, document: Document, item: FieldPath, path: FieldPath, *, key: bool) -> int:
        """The offset of the field ``path`` of the object at ``item`` in a document, or of its key.

        A value that begins on a later line than its key is shown at its key: that line names it. A path that leads
        nowhere gives the place of the deepest ancestor that exists.
        """
        start, end = self._span(text, document, item)
        place = None if document.is_json else self._in_lines(text, start, end, path)
        key_offset, value_offset = place or self._in_events(text, start, end, path, document.is_json)
        return key_offset if key or "\n" in text[key_offset:value_offset] else value_offset

    def _span(self, text: str, document: Document, item: FieldPath) -> Span:
        if not item:
            return document.start, document.end
        if item not in document.spans:
            events = self._events(text, document.start, document.end, document.is_json)
            document.spans.update(build(events, self._limits).spans)
        return document.spans.get(item, (document.start, document.end))

    def _in_events(self, text: str, start: int, end: int, path: FieldPath, is_json: bool) -> tuple[int, int]:
        places = self._places_of(text, start, end, is_json)
        lengths = range(len(path), -1, -1)
        return next((places[path[:length]] for length in lengths if path[:length] in places), (start, start))

    def _in_lines(self, text: str, start: int, end: int, path: FieldPath) -> tuple[int, int] | None:
        column = start - (text.rfind("\n", 0, start) + 1)
        part = " " * column + text[start:end]
        try:
            self._loader.load(part, column=column)
        except Declined:
            return None
        key_offset, value_offset = find_place(self._lines, part, column, path)
        return start - column + key_offset, start - column + value_offset

    def _places_of(self, text: str, start: int, end: int, is_json: bool) -> Places:
        identity = (id(text), start, end)
        known = self._places.get(identity)
        if known is None:
            try:
                known = dict(places_in(self._events(text, start, end, is_json)))
            except FaultError:
                # The object was read, so its text is sound; should a cut of it not be, its start has to do.
                known = {}
            self._places[identity] = known
            if len(self._places) > _OBJECTS_REMEMBERED:
                self._places.popitem(last=False)
        return known

    def _events(self, text: str, start: int, end: int, is_json: bool) -> Iterator[Event]:
        if is_json:
            return json_events(text, start, end)
        column = start - (text.rfind("\n", 0, start) + 1)
        return yaml_events(text, start, end, self._limits, column=column)


def places_in(events: Iterable[Event]) -> Iterator[tuple[FieldPath, tuple[int, int]]]:
    """The path of every value of one document, with the offsets of its key and of itself."""
    # Each collection around the event: its path, and the key or index that comes next (None: a key is due).
    stack: list[tuple[FieldPath, Kind]] = []
    steps: list[str | int | None] = []
    key_offsets: list[int] = []
    for event in events:
        if event.kind is Kind.END:
            stack.pop()
            steps.pop()
            key_offsets.pop()
            continue
        path: FieldPath = ()
        key_offset = event.start
        if stack:
            above, kind = stack[-1]
            step = steps[-1]
            if step is None:
                steps[-1] = event.text
                key_offsets[-1] = event.start
                continue
            path = (*above, step)
            if kind is Kind.MAPPING:
                key_offset = key_offsets[-1]
                steps[-1] = None
            else:
                assert isinstance(step, int)
                steps[-1] = step + 1
        yield path, (key_offset, event.start)
        if event.kind in (Kind.MAPPING, Kind.SEQUENCE):
            stack.append((path, event.kind))
            steps.append(None if event.kind is Kind.MAPPING else 0)
            key_offsets.append(event.start)
