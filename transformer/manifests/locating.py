"""The offsets of the fields of an object, found by reading the object's text once more.

Text of the printed form is walked line by line (line_places); any other is walked as events. What was found
is kept for the objects looked at last, so that many findings in one object read its text once.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from typing import Protocol

from transformer.manifests.building import Span, build
from transformer.manifests.documents import Document
from transformer.manifests.faults import FaultError
from transformer.manifests.general_yaml import general_events
from transformer.manifests.json_text import json_events
from transformer.manifests.limits import Limits
from transformer.manifests.line_loader import LineLoader
from transformer.manifests.line_places import LinePlaces
from transformer.manifests.line_syntax import Declined, LineReader
from transformer.manifests.manifest import FieldPath
from transformer.manifests.syntax_events import Event, Kind

#: Characters of text whose places are kept: those of hundreds of usual objects. Places take up to some thirty
#: bytes a character.
_CHARACTERS_REMEMBERED = 1024 * 1024


class Places(Protocol):
    """Where the fields of one object are."""

    def find(self, path: FieldPath) -> tuple[int, int]:
        """The offsets of a field's key (its value where it has none) and of its value; those of its deepest
        existing ancestor for lack of it."""
        ...


class Locator:
    """Finds fields in the texts of one run."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._loader = LineLoader(limits)
        self._lines = LineReader(limits)
        # By text, start and end, the one used last at the end. The text itself is the key: another may get its id.
        self._places: OrderedDict[tuple[str, int, int], Places] = OrderedDict()
        self._characters = 0

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
        key_offset, value_offset = self._places_of(text, start, end, document.is_json).find(path)
        is_below = text.find("\n", key_offset, value_offset) >= 0
        return key_offset if key or is_below else value_offset

    def _span(self, text: str, document: Document, item: FieldPath) -> Span:
        if not item:
            return document.start, document.end
        if item not in document.spans:
            events = self._events(text, document.start, document.end, document.is_json)
            document.spans.update(build(events, self._limits).spans)
        return document.spans.setdefault(item, (document.start, document.end))

    def _places_of(self, text: str, start: int, end: int, is_json: bool) -> Places:
        identity = (text, start, end)
        known = self._places.get(identity)
        if known is not None:
            self._places.move_to_end(identity)
            return known
        found = (None if is_json else self._in_lines(text, start, end)) or self._in_events(text, start, end, is_json)
        self._places[identity] = found
        self._characters += end - start
        while self._characters > _CHARACTERS_REMEMBERED and len(self._places) > 1:
            (_, first, last), _ = self._places.popitem(last=False)
            self._characters -= last - first
        return found

    def _in_lines(self, text: str, start: int, end: int) -> LinePlaces | None:
        column = _column(text, start)
        part = " " * column + text[start:end]
        try:
            self._loader.load(part, column=column)
        except Declined:
            return None
        return LinePlaces(self._lines, part, column, start - column)

    def _in_events(self, text: str, start: int, end: int, is_json: bool) -> _EventPlaces:
        try:
            places = dict(places_in(self._events(text, start, end, is_json)))
        except FaultError:
            # The object was read, so its text is sound; should a cut of it not be, its start has to do.
            places = {}
        return _EventPlaces(start, places)

    def _events(self, text: str, start: int, end: int, is_json: bool) -> Iterator[Event]:
        if is_json:
            return json_events(text, start, end)
        return general_events(text, start, end, self._limits, column=_column(text, start))


class _EventPlaces:
    """The places that the events of an object told; its start where they told none."""

    def __init__(self, start: int, places: dict[FieldPath, tuple[int, int]]) -> None:
        self._start = start
        self._places = places

    def find(self, path: FieldPath) -> tuple[int, int]:
        """See Places."""
        lengths = range(len(path), -1, -1)
        found = (self._places[path[:length]] for length in lengths if path[:length] in self._places)
        return next(found, (self._start, self._start))


def _column(text: str, offset: int) -> int:
    return offset - (text.rfind("\n", 0, offset) + 1)


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
