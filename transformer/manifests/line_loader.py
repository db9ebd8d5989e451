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
from typing import Any, NamedTuple

from transformer.manifests.limits import Limits
from transformer.manifests.scalars import (
    ImpossibleValueError,
    Scalar,
    TooManyDigitsError,
    resolve_key,
    resolve_plain,
)


class Declined(Exception):  # noqa: N818 - no error: a way of saying "ask the general engine"
    """The text is not of the form that this loader knows."""


#: Anything but printable characters and line feeds; tabs, line separators and byte order marks too.
_UNUSUAL = re.compile("[^\n -~\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
#: A key in quotes; then a colon and nothing, or a colon, a space and the value.
_QUOTED_ENTRY = re.compile(r"""(?:"([^"\\]*)"|'((?:[^']|'')*)')(?:(:)\Z|(: )(.*)\Z)""")
_PLAIN_START = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./$<=~^(;+\\-")
_DOUBLE_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"\Z')
_SINGLE_QUOTED = re.compile(r"'((?:[^']|'')*)'\Z")
_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))")
_SIMPLE_ESCAPES = {'"': '"', "\\": "\\", "/": "/", "n": "\n", "t": "\t", "r": "\r", "0": "\0", "b": "\b", "f": "\f"}
#: YAML allows a key 1024 characters in front of its colon; quotes and escapes count.
_LONGEST_KEY = 1000
_MOST_REMEMBERED = 20_000

_LITERAL = {"|": "clip", "|-": "strip", "|+": "keep"}


# What stands on a line; the items come last, and of them those that begin a mapping. Plain numbers, because
# the loop below compares them for every line.
BLANK, ENTRY, OPENING, ITEM, ITEM_ENTRY, ITEM_OPENING = range(6)

#: What a line says: its form, the column of the key or of the dash, the key, the value.
Line = tuple[int, int, str, Any]


class _Fresh(NamedTuple):
    """An empty collection on a line: to be made anew each time the line is met."""

    is_list: bool


class _Block(NamedTuple):
    """The head of a literal block; ``chomping`` is clip, strip or keep."""

    chomping: str


_SPECIAL = (_Fresh, _Block)
_OPENINGS = (OPENING, ITEM_OPENING)


class LineLoader:
    """Loads parts of texts. It remembers lines, so one loader should serve a whole run."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._remembered: dict[str, Line] = {}
        self._keys: dict[str, str] = {}

    def load(self, text: str, *, column: int = 0, above: int = 0) -> Any:
        """The data of one document, or of one part that stands ``above`` levels deep in it.

        The outermost keys or dashes stand in column ``column`` (from 0). Raises Declined. A text without content is declined too: what is empty is for the caller to decide.
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
        remembered = self._remembered
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
                line = self.parse_line(text)
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
                if type(value) is _Block:
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

    def parse_line(self, text: str) -> Line:
        """What one line says, outside of ``|`` blocks. Raises Declined."""
        rest = text.lstrip(" ")
        column = len(text) - len(rest)
        if not rest or rest[0] == "#":
            return self._remember(text, (BLANK, 0, "", None))
        is_item = rest.startswith("- ")
        if is_item:
            rest = rest[2:]
            if rest[:1] in (" ", "-", ""):
                # More than one space, or a list in a list, or a negative number: rare enough to leave to others.
                raise Declined
        key, colon, behind = self._split(rest)
        if key is None:
            if not is_item:
                raise Declined
            return self._remember(text, (ITEM, column, "", self._value(rest)))
        if colon == ":":
            return self._remember(text, (ITEM_OPENING if is_item else OPENING, column, key, None))
        return self._remember(text, (ITEM_ENTRY if is_item else ENTRY, column, key, self._value(behind)))

    def _split(self, rest: str) -> tuple[str | None, str, str]:
        """The key of an entry, its colon (with a space when a value is behind it), the value; no key for an item."""
        if rest[0] in _PLAIN_START:
            plain, colon, behind = rest.partition(": ")
            if not colon:
                if rest[-1] != ":":
                    return None, "", ""
                plain, colon = rest[:-1], ":"
            if " " in plain or len(plain) > _LONGEST_KEY or plain == "-":
                raise Declined
            return self._keys.get(plain) or self._plain_key(plain), colon, behind
        found = _QUOTED_ENTRY.match(rest)
        if found is None:
            return None, "", ""
        double, single, colon, colon_and_space, behind = found.groups()
        if found.end(2 if double is None else 1) > _LONGEST_KEY:
            raise Declined
        return double if double is not None else single.replace("''", "'"), colon or colon_and_space, behind or ""

    def value_column(self, text: str) -> int:
        """The column, from 0, in which the value on an entry's line begins."""
        _, _, behind = self._split(text.lstrip(" "))
        return len(text) - len(behind)

    def _remember(self, text: str, line: Line) -> Line:
        if len(self._remembered) >= _MOST_REMEMBERED:
            self._remembered.clear()
        self._remembered[text] = line
        return line

    def _plain_key(self, text: str) -> str:
        try:
            key = resolve_key(text, self._limits.integer_digits)
        except (ImpossibleValueError, TooManyDigitsError):
            raise Declined from None
        if len(self._keys) >= _MOST_REMEMBERED:
            self._keys.clear()
        self._keys[text] = key
        return key

    def _value(self, text: str) -> Scalar | _Fresh | _Block:
        first = text[:1]
        if first in _PLAIN_START:
            return self._plain(text)
        if first == '"':
            return _double_quoted(text)
        if first == "'":
            found = _SINGLE_QUOTED.match(text)
            if found is None:
                raise Declined
            return found.group(1).replace("''", "'")
        if text == "[]":
            return _Fresh(is_list=True)
        if text == "{}":
            return _Fresh(is_list=False)
        chomping = _LITERAL.get(text)
        if chomping is None:
            raise Declined
        return _Block(chomping)

    def _plain(self, text: str) -> Scalar:
        if not text or text[-1] in ": " or ": " in text or " #" in text or text[:2] == "- " or text == "-":
            raise Declined
        try:
            return resolve_plain(text, self._limits.integer_digits)
        except (ImpossibleValueError, TooManyDigitsError):
            raise Declined from None

    def _literal(
        self, lines: list[str], at: int, parent: int, chomping: str, ends_with_break: bool
    ) -> tuple[str, int]:
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
        if not body:
            raise Declined
        if sum(map(len, content)) > self._limits.scalar_bytes // 4:
            raise Declined
        endings = {"strip": "", "clip": "\n", "keep": "\n" * (breaks + 1)}
        return body + endings[chomping], at


def indent_of(line: str) -> int:
    """How many spaces a line begins with."""
    return len(line) - len(line.lstrip(" "))


def _double_quoted(text: str) -> str:
    found = _DOUBLE_QUOTED.match(text)
    if found is None:
        raise Declined
    inside = found.group(1)
    return _ESCAPE.sub(_unescaped, inside) if "\\" in inside else inside


def _unescaped(found: re.Match[str]) -> str:
    digits = found.group(1) or found.group(2) or found.group(3)
    if digits is None:
        simple = _SIMPLE_ESCAPES.get(found.group(4))
        if simple is None:
            raise Declined
        return simple
    code = int(digits, 16)
    if 0xD800 <= code <= 0xDFFF or code > 0x10FFFF:
        raise Declined
    return chr(code)
