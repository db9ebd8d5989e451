"""The places of the fields in text of the printed form, line by line; for text that the line loader accepts."""

from __future__ import annotations

from array import array

from transformer.manifests.line_syntax import ENTRY, ITEM, LineReader, indent_of
from transformer.manifests.manifest import FieldPath

#: A block collection: the number of its first line, its column, and whether it is a list.
_Collection = tuple[int, int, bool]


class LinePlaces:
    """The places in one text. The lines of a collection are walked when a path first leads into it, and no more.

    ``text`` is one that the line loader accepts, the outermost keys or dashes in column ``column``. ``shift`` is
    added to every offset: where the text begins in a longer one.
    """

    def __init__(self, lines: LineReader, text: str, column: int, shift: int = 0) -> None:
        self._reader = lines
        self._text = text
        self._shift = shift
        # Where each line begins and ends; blank lines and comments are passed over.
        self._starts = array("q")
        self._ends = array("q")
        start = 0
        for line in text.split("\n"):
            end = start + len(line)
            rest = line.lstrip(" ")
            if rest and rest[0] != "#":
                self._starts.append(start)
                self._ends.append(end)
            start = end + 1
        self._root: _Collection = (0, column, self._line(0).startswith("- ", column))
        self._children: dict[_Collection, dict[str | int, int]] = {}

    def find(self, path: FieldPath) -> tuple[int, int]:
        """The offsets of a field's key (its value where it has none) and of its value; those of its deepest
        existing ancestor for lack of it."""
        collection: _Collection | None = self._root
        key = value = self._starts[0] + self._root[1]
        for step in path:
            at = None if collection is None else self._lines_of_children(collection).get(step)
            if collection is None or at is None:
                break
            _, column, is_list = collection
            if is_list:
                collection = self._of_item(at, column)
                key = value = self._starts[at] + column + len("- ")
            else:
                key = self._starts[at] + column
                value, collection = self._of_entry(at, column)
        return self._shift + key, self._shift + value

    def _lines_of_children(self, collection: _Collection) -> dict[str | int, int]:
        """The line of each key of a mapping, or of each item of a list."""
        known = self._children.get(collection)
        if known is None:
            known = self._children[collection] = self._walk(*collection)
        return known

    def _walk(self, first: int, column: int, is_list: bool) -> dict[str | int, int]:
        found: dict[str | int, int] = {}
        for at in range(first, len(self._starts)):
            line = self._line(at)
            indent = indent_of(line)
            if at == first and not is_list:
                # The first key of a mapping may stand behind a dash.
                found[self._reader.read(line)[2]] = at
            elif indent < column:
                break
            elif indent == column:
                if line.startswith("- ", indent) == is_list:
                    found[len(found) if is_list else self._reader.read(line)[2]] = at
                elif is_list:
                    # A key in the column of the dashes: the list has ended. (A dash in the column of the keys
                    # belongs to the list that the key above opened.)
                    break
        return found

    def _of_entry(self, at: int, column: int) -> tuple[int, _Collection | None]:
        """The offset of the value of the key in a line, and the block collection that it is."""
        # What stands in front of the key is spaces, or the dash of an item: as good as a space here.
        line = " " * column + self._line(at)[column:]
        if self._reader.read(line)[0] == ENTRY:
            return self._starts[at] + self._reader.value_column(line), None
        below = at + 1
        if below < len(self._starts):
            line_below = self._line(below)
            indent = indent_of(line_below)
            is_list = line_below.startswith("- ", indent)
            if indent > column or (is_list and indent == column):
                return self._starts[below] + indent, (below, indent, is_list)
        return self._ends[at], None

    def _of_item(self, at: int, column: int) -> _Collection | None:
        """The mapping that the item in a line is."""
        return None if self._reader.read(self._line(at))[0] == ITEM else (at, column + len("- "), False)

    def _line(self, at: int) -> str:
        return self._text[self._starts[at] : self._ends[at]]
