"""Where an item of a list is from, as its user knows it: a file of a kpt package, a line of a stream, or nothing.

kustomize hands items over without their files and with other lines; a place is named only where it is one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from transformer.findings.finding import Location, Position
from transformer.manifests.limits import Limits
from transformer.manifests.manifest import FieldPath, Origin

if TYPE_CHECKING:
    from transformer.manifests.locating import Locator


@dataclass(frozen=True, slots=True)
class Place:
    """Where an item's text begins. ``file`` is empty where nobody knows it; ``index`` counts the objects of that file
    from 0 (None: not said); ``line`` counts from 1 (None: the item's lines are not those of a file); ``column`` is
    how many characters stand in front of each of its lines."""

    file: str = ""
    index: int | None = None
    line: int | None = None
    column: int = 0


class ItemOrigin:
    """The origin of the objects in one item: its text, the data in it, and the place of that text."""

    __slots__ = ("_limits", "_locator", "_text", "data", "place")

    def __init__(self, text: str, data: object, place: Place, limits: Limits) -> None:
        self._text = text
        self._limits = limits
        self._locator: Locator | None = None
        self.data = data
        self.place = place

    @property
    def file(self) -> str:
        """The file; empty where nobody knows it."""
        return self.place.file

    def at(self, path: FieldPath, *, key: bool = False) -> ItemLocation:
        """The location of a field, or of its key."""
        return ItemLocation(self, path, key)

    def position(self, path: FieldPath, key: bool) -> Position:
        """The position of a field as far as it can be told."""
        place = self.place
        if place.line is None:
            return Position(place.file)
        return position_in(self._text, self._offset(path, key), place)

    def _offset(self, path: FieldPath, key: bool) -> int:
        # Most runs never ask: what is needed to look places up is imported when somebody does.
        from transformer.manifests.documents import Document
        from transformer.manifests.locating import Locator

        if self._locator is None:
            self._locator = Locator(self._limits)
        document = Document(None, 0, len(self._text), is_json=False)
        return self._locator.offset(self._text, document, (), path, key=key)


def position_in(text: str, offset: int, place: Place) -> Position:
    """The position of a character of an item's text."""
    if place.line is None:
        return Position(place.file)
    line_start = text.rfind("\n", 0, offset) + 1
    return Position(place.file, place.line + text.count("\n", 0, offset), offset - line_start + 1 + place.column)


@dataclass(frozen=True, slots=True)
class ItemLocation:
    """The place of a field of an object in an item."""

    origin: ItemOrigin
    path: FieldPath
    key: bool = False

    def position(self) -> Position:
        """File, line and column, as far as they are known."""
        return self.origin.position(self.path, self.key)

    def value(self) -> object:
        """What the field holds; None where the path leads nowhere."""
        value = self.origin.data
        for step in self.path:
            if isinstance(value, dict):
                value = value.get(step)
            elif isinstance(value, list) and isinstance(step, int) and step < len(value):
                value = value[step]
            else:
                return None
        return value

    def source_line(self) -> str | None:
        """None: a function's user has the object, not the text that went between programs."""
        return None


class Within:
    """The origin of an object that lies inside another one: in a List, in a function's configuration."""

    __slots__ = ("_origin", "_path")

    def __init__(self, origin: Origin, path: FieldPath) -> None:
        self._origin = origin
        self._path = path

    @property
    def file(self) -> str:
        """The file of the object around it."""
        return self._origin.file

    def at(self, path: FieldPath, *, key: bool = False) -> Location:
        """The location of a field, or of its key."""
        return self._origin.at((*self._path, *path), key=key)
