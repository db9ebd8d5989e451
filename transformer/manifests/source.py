"""The text of an input file: offsets to lines and columns, on demand."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right

from transformer.findings.finding import Position

_SECRET = re.compile(r"""["']?kind["']?\s*:\s*["']?Secret\b""")


class Source:
    """A file that was read. ``text`` has line feeds only, whatever ended its lines, and no byte order mark."""

    __slots__ = ("_last_line", "_line_starts", "file", "text")

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.text = text
        self._line_starts: array[int] | None = None
        # The line asked for last and its number: findings come line by line, and JSON is often one long line.
        self._last_line = (0, "")

    def position(self, offset: int) -> Position:
        """Line and column, from 1, of a character of the text; the column counts characters."""
        starts = self._starts()
        line = bisect_right(starts, offset)
        return Position(self.file, line, offset - starts[line - 1] + 1)

    def source_line(self, offset: int) -> str:
        """The line in which a character stands, without its end."""
        starts = self._starts()
        line = bisect_right(starts, offset)
        if self._last_line[0] != line:
            end = starts[line] - 1 if line < len(starts) else len(self.text)
            self._last_line = (line, self.text[starts[line - 1] : end])
        return self._last_line[1]

    def holds_secret(self, offset: int) -> bool:
        """Whether the document around a character names the kind Secret, be it broken or sound."""
        start, end = self.text.rfind("\n---", 0, offset), self.text.find("\n---", offset)
        return _SECRET.search(self.text, max(start, 0), end if end >= 0 else len(self.text)) is not None

    def _starts(self) -> array[int]:
        if self._line_starts is None:
            starts = array("q", [0])
            at = self.text.find("\n")
            while at >= 0:
                starts.append(at + 1)
                at = self.text.find("\n", at + 1)
            self._line_starts = starts
        return self._line_starts


class Offset:
    """A location that is an offset into a source; made into line and column when a report asks."""

    __slots__ = ("_offset", "_source")

    def __init__(self, source: Source, offset: int) -> None:
        self._source = source
        self._offset = offset

    def position(self) -> Position:
        """File, line and column."""
        return self._source.position(self._offset)

    def source_line(self) -> str | None:
        """The text of the line; None in a document that holds a Secret, whose values no report may repeat."""
        return None if self._source.holds_secret(self._offset) else self._source.source_line(self._offset)
