"""One line of the YAML that kubectl, kustomize and our own writer print: a key or an item, and its value.

What is not known for certain is declined, never guessed at; see line_loader.
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
    """The text is not of the form that the line loader knows."""


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
_LONGEST_REMEMBERED = 200

_LITERAL = {"|": "clip", "|-": "strip", "|+": "keep"}


# What stands on a line; the items come last, and of them those that begin a mapping. Plain numbers, because
# the loader compares them for every line.
BLANK, ENTRY, OPENING, ITEM, ITEM_ENTRY, ITEM_OPENING = range(6)

#: What a line says: its form, the column of the key or of the dash, the key, the value.
Line = tuple[int, int, str, Any]


class Fresh(NamedTuple):
    """An empty collection on a line: to be made anew each time the line is met."""

    is_list: bool


class Block(NamedTuple):
    """The head of a literal block; ``chomping`` is clip, strip or keep."""

    chomping: str


class LineReader:
    """Reads lines and remembers what they said, since most lines of an export are there many times.

    ``remembered`` is there to be looked into before ``read`` is called: the loader does so for every line.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self.remembered: dict[str, Line] = {}
        self._keys: dict[str, str] = {}

    def read(self, text: str) -> Line:
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
        if len(text) <= _LONGEST_REMEMBERED:
            if len(self.remembered) >= _MOST_REMEMBERED:
                self.remembered.clear()
            self.remembered[text] = line
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

    def _value(self, text: str) -> Scalar | Fresh | Block:
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
            return Fresh(is_list=True)
        if text == "{}":
            return Fresh(is_list=False)
        chomping = _LITERAL.get(text)
        if chomping is None:
            raise Declined
        return Block(chomping)

    def _plain(self, text: str) -> Scalar:
        if not text or text[-1] in ": " or ": " in text or " #" in text or text[:2] == "- " or text == "-":
            raise Declined
        try:
            return resolve_plain(text, self._limits.integer_digits)
        except (ImpossibleValueError, TooManyDigitsError):
            raise Declined from None


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
