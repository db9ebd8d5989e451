"""Where a text can be cut: a stream at its document markers, a List at its items.

A part is small, costs little memory, and when it is odd only that part goes to the slow engine.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import NamedTuple

Span = tuple[int, int]

#: A marker at the start of a line ends a document wherever it stands in valid YAML, quoted text included.
_MARKER = re.compile(r"^(?:---|\.\.\.)(?=[ \t\n]|\Z)([^\n]*)", re.MULTILINE)
_HEAD_END = re.compile(r"(?:^|\n)items:\n( *)- ")


class ListCut(NamedTuple):
    """A List in parts: what stands before the items, each item with its dash, and what stands behind.

    ``column`` is that of the dashes. The items lie behind one another without a gap.
    """

    head: Span
    items: list[Span]
    tail: Span
    column: int


def cut_documents(text: str) -> Iterator[Span]:
    """The spans of the documents of a stream, blank ones too.

    A marker line that says nothing else is left out; with more on the line it belongs to the document.
    """
    start = 0
    for marker in _MARKER.finditer(text):
        yield start, marker.start()
        behind = marker.group(1).strip(" ")
        start = marker.start() if behind and not behind.startswith("#") else min(marker.end() + 1, len(text))
    yield start, len(text)


def cut_list(text: str, start: int, end: int) -> ListCut | None:
    """A block-style List in parts, or None when the text does not look like one.

    Nothing is promised: each part has to be read as what it looks like, and where one is not, the whole has
    to be read in one piece.
    """
    found = _HEAD_END.search(text, start, end)
    if found is None:
        return None
    column = len(found.group(1))
    first = found.end() - column - len("- ")
    dash = "\n" + " " * column + "- "
    cuts = [first]
    at = text.find(dash, first, end)
    while at >= 0:
        cuts.append(at + 1)
        at = text.find(dash, at + 1, end)
    outdented = _outdented(column).search(text, cuts[-1], end)
    cuts.append(outdented.start() + 1 if outdented is not None else end)
    return ListCut((start, first), list(pairwise(cuts)), (cuts[-1], end), column)


def is_outdented(text: str, item: Span, column: int) -> bool:
    """Whether a line in an item's part begins before the dash: then the item may have ended above it."""
    return _outdented(column).search(text, *item) is not None


@cache
def _outdented(column: int) -> re.Pattern[str]:
    """The end of a line before one with content in front of a column; in the column of the keys, that one too."""
    return re.compile(rf"\n(?= {{0,{column - 1}}}[^ \n])" if column else r"\n(?=[^ \n])")
