"""Where a manifest came from, and the line and column of its fields, looked up only when asked for."""

from __future__ import annotations

from transformer.findings.finding import Position
from transformer.manifests.documents import Document
from transformer.manifests.locating import Locator
from transformer.manifests.manifest import FieldPath
from transformer.manifests.source import Source


class TextOrigin:
    """The origin of a manifest that was read from a text: the text, and the way to the object in it.

    It holds a reference to the text of its file, not a copy, and no positions.
    """

    __slots__ = ("_document", "_item", "_locator", "_source")

    def __init__(self, source: Source, document: Document, item: FieldPath, locator: Locator) -> None:
        self._source = source
        self._document = document
        self._item = item
        self._locator = locator

    @property
    def file(self) -> str:
        """The input file as the user named it; ``-`` for standard input."""
        return self._source.file

    def at(self, path: FieldPath, *, key: bool = False) -> FieldLocation:
        """The location of a field, or of its key. Nothing is looked up before it is asked for its position."""
        return FieldLocation(self, path, key)

    def offset(self, path: FieldPath, *, key: bool = False) -> int:
        """The offset of a field, or of its key, in the text of the file."""
        return self._locator.offset(self._source.text, self._document, self._item, path, key=key)

    def position_of(self, offset: int) -> Position:
        """Line and column of a place in the text of the file."""
        return self._source.position(offset)

    def source_line_of(self, offset: int) -> str:
        """The line in which a place in the text of the file stands."""
        return self._source.source_line(offset)


class FieldLocation:
    """The place of a field: of its value, or of its key. It is looked up once, when first asked for."""

    __slots__ = ("_key", "_offset", "_origin", "_path")

    def __init__(self, origin: TextOrigin, path: FieldPath, key: bool) -> None:
        self._origin = origin
        self._path = path
        self._key = key
        self._offset: int | None = None

    def position(self) -> Position:
        """File, line and column."""
        return self._origin.position_of(self._found())

    def source_line(self) -> str | None:
        """The text of that line."""
        return self._origin.source_line_of(self._found())

    def _found(self) -> int:
        if self._offset is None:
            self._offset = self._origin.offset(self._path, key=self._key)
        return self._offset
