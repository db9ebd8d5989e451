"""The place of one field in text of the printed form, line by line; for text that the line loader accepts."""

from __future__ import annotations

from transformer.manifests.line_syntax import ENTRY, ITEM, ITEM_ENTRY, ITEM_OPENING, LineReader, indent_of
from transformer.manifests.manifest import FieldPath


def find_place(lines: LineReader, text: str, column: int, path: FieldPath) -> tuple[int, int]:
    """The offsets in ``text`` of a field's key (its value where it has none) and of its value; those of its deepest
    existing ancestor for lack of it.

    ``text`` is an object that the line loader accepts, its keys in column ``column``.
    """
    walk = _Walk(lines, text, column)
    for step in path:
        entered = walk.into_key(step) if isinstance(step, str) else walk.into_item(step)
        if not entered:
            break
    return walk.key, walk.value


class _Walk:
    """A place in the text: ``value`` is its offset, ``key`` that of its key."""

    def __init__(self, lines: LineReader, text: str, column: int) -> None:
        self._reader = lines
        self._lines = text.split("\n")
        self._offsets = [0]
        for line in self._lines:
            self._offsets.append(self._offsets[-1] + len(line) + 1)
        # The collection at this place: its first line and column; no line where the value is no block collection.
        self._first: int | None = self._next_content(0)
        self._column = column
        self._is_list = False
        self.value = self.key = self._offsets[self._first or 0] + column

    def into_key(self, name: str) -> bool:
        """Goes to the value of a key of the mapping here; False, unmoved, when there is none."""
        at = self._first
        if self._is_list:
            return False
        while at is not None:
            line = self._lines[at]
            indent = indent_of(line)
            if indent < self._column:
                return False
            # A dash in the column of the keys belongs to the list that the key above opened.
            is_key = indent == self._column and not line.startswith("- ", indent)
            if is_key and self._reader.read(line)[2] == name:
                self.key = self._offsets[at] + indent
                self._enter_value(at, indent)
                return True
            at = self._next_content(at + 1)
        return False

    def into_item(self, index: int) -> bool:
        """Goes to an item of the list here; False, unmoved, when there is none."""
        at = self._first
        if not self._is_list:
            return False
        while at is not None:
            line = self._lines[at]
            indent = indent_of(line)
            if indent < self._column:
                return False
            if indent == self._column:
                form = self._reader.read(line)[0]
                if form not in (ITEM, ITEM_ENTRY, ITEM_OPENING):
                    return False
                if index == 0:
                    self._enter_item(at, form)
                    return True
                index -= 1
            at = self._next_content(at + 1)
        return False

    def _enter_value(self, at: int, indent: int) -> None:
        line = self._lines[at]
        form = self._reader.read(line)[0]
        self._first = None
        if form == ENTRY:
            self.value = self._offsets[at] + self._reader.value_column(line)
            return
        self.value = self._offsets[at] + len(line)
        following = self._next_content(at + 1)
        if following is None:
            return
        below = indent_of(self._lines[following])
        is_item = self._lines[following].startswith("- ", below)
        if below > indent or (is_item and below == indent):
            self._first, self._column, self._is_list = following, below, is_item
            self.value = self._offsets[following] + below

    def _enter_item(self, at: int, form: int) -> None:
        behind_dash = self._column + len("- ")
        self.value = self.key = self._offsets[at] + behind_dash
        self._is_list = False
        if form == ITEM:
            self._first = None
            return
        # The item is a mapping whose first key stands behind the dash: read the line as if it had no dash.
        self._lines[at] = " " * behind_dash + self._lines[at][behind_dash:]
        self._first, self._column = at, behind_dash

    def _next_content(self, at: int) -> int | None:
        """The next line that is neither blank nor a comment."""
        for number in range(at, len(self._lines)):
            rest = self._lines[number].lstrip(" ")
            if rest and rest[0] != "#":
                return number
        return None
