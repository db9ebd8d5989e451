"""A loader for exactly the YAML that kubectl, kustomize and our own writer print, and for nothing else.

A general YAML reader in Python goes character by character and is some fifty times slower than reading an
export needs. Printed manifests are simpler than YAML: one key or list item a line, indentation by two, a
scalar on its own line or a ``|`` block. This loader goes line by line and keeps what it made of a line, since
most lines of an export are there many times (``ready: true``). Whatever it does not know for certain it
declines, and the text goes to the general engine; it never reports a fault of its own. What it accepts, it
reads exactly as the general engine does: the tests hold the two against each other.
"""

from __future__ import annotations

import re
from typing import Any

from transformer.manifests.limits import Limits
from transformer.manifests.line_syntax import (
    BLANK,
    ITEM,
    ITEM_ENTRY,
    ITEM_OPENING,
    OPENING,
    Block,
    Declined,
    Fresh,
    LineReader,
    indent_of,
)

#: Anything but printable characters and line feeds; tabs, line separators and byte order marks too.
_UNUSUAL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
_SPECIAL = (Fresh, Block)
_OPENINGS = (OPENING, ITEM_OPENING)


class LineLoader:
    """Loads parts of texts. It remembers lines, so one loader should serve a whole run."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._lines = LineReader(limits)

    def load(self, text: str, *, column: int = 0, above: int = 0) -> Any:
        """The data of one document, or of one part that stands ``above`` levels deep in it.

        The outermost keys or dashes stand in column ``column`` (from 0). Raises Declined, for a text without
        content too: what is empty is for the caller to decide.
        """
        # What Python calls printable is a part of what YAML does, and is tested ten times as fast.
        if not text.replace("\n", "").isprintable() and _UNUSUAL.search(text):
            raise Declined
        lines = text.split("\n")
        ends_with_break = lines[-1] == ""
        if ends_with_break:
            lines.pop()
        if len(text) > self._limits.scalar_bytes // 4 and 4 * max(map(len, lines)) > self._limits.scalar_bytes:
            raise Declined
        return self._build(lines, ends_with_break, column, self._limits.depth - above)

    def _build(self, lines: list[str], ends_with_break: bool, margin: int, most_levels: int) -> Any:
        # The stack holds the collections around `current`, each with its indentation; `opened` is the key
        # of `current` whose value is to begin on the next line, if any.
        remembered = self._lines.remembered
        root: Any = None
        current: Any = None
        indent = -1
        stack: list[tuple[Any, int]] = []
        opened: str | None = None
        at = 0
        count = len(lines)
        while at < count:
            text = lines[at]
            at += 1
            line = remembered.get(text)
            if line is None:
                line = self._lines.read(text)
            form, column, key, value = line
            if form == BLANK:
                continue

            # Find the collection that the line belongs to, opening or closing some.
            is_item = form >= ITEM
            if opened is not None and (column > indent or (is_item and column == indent)):
                if is_item:
                    made: Any = []
                else:
                    made = {}
                current[opened] = made
                stack.append((current, indent))
                if len(stack) >= most_levels:
                    raise Declined
                current, indent = made, column
            elif column != indent or is_item != (type(current) is list):
                if current is None:
                    root = current = [] if is_item else {}
                    indent = column
                    if column != margin or most_levels < 1:
                        raise Declined
                else:
                    while stack and (column < indent or (column == indent and type(current) is list and not is_item)):
                        current, indent = stack.pop()
                    if column != indent or is_item != (type(current) is list):
                        raise Declined
            opened = None

            # An item that is a mapping: the mapping stands two columns behind the dash.
            if form >= ITEM_ENTRY:
                made = {}
                current.append(made)
                stack.append((current, indent))
                if len(stack) >= most_levels:
                    raise Declined
                current, indent = made, column + 2
            if type(value) in _SPECIAL:
                if type(value) is Block:
                    value, at = self._literal(lines, at, indent, value.chomping, ends_with_break)
                else:
                    if len(stack) + 1 >= most_levels:
                        raise Declined
                    value = [] if value.is_list else {}
            if form == ITEM:
                current.append(value)
                continue
            if key in current:
                raise Declined
            current[key] = value
            if form in _OPENINGS:
                opened = key
        if root is None:
            raise Declined
        return root

    def _literal(self, lines: list[str], at: int, parent: int, chomping: str, ends_with_break: bool) -> tuple[str, int]:
        """The text of a ``|`` block that begins at line ``at``, and the line after it."""
        start = at
        count = len(lines)
        if at == count or not lines[at]:
            raise Declined
        margin = indent_of(lines[at])
        if margin <= parent or margin == len(lines[at]):
            raise Declined
        content: list[str] = []
        edge = lines[at][:margin]
        while at < count:
            line = lines[at]
            if line.startswith(edge):
                content.append(line[margin:])
            elif not line:
                content.append("")
            else:
                break
            at += 1
        if at < count:
            column = indent_of(lines[at])
            if column == len(lines[at]) or column > parent or lines[at][column] == "#":
                raise Declined
        elif not ends_with_break:
            raise Declined
        body = "\n".join(content).rstrip("\n")
        breaks = at - start - body.count("\n") - 1
        if sum(map(len, content)) > self._limits.scalar_bytes // 4:
            raise Declined
        endings = {"strip": "", "clip": "\n", "keep": "\n" * (breaks + 1)}
        return body + endings[chomping], at
