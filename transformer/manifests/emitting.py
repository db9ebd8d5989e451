"""Writing one object as YAML that every reader takes alike.

The API server and kubectl read YAML 1.1 after a fashion, kustomize reads 1.2. A string stands
without quotes only where its shape leaves neither a choice; everything else is quoted, on one line,
so that there is never folding, an alias, a tag or a directive. The same data gives the same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

_FIRST_KEYS = ("apiVersion", "kind", "metadata")

# Shapes that no reader takes for anything but a string: a letter first, or digits that cannot be a number,
# a time or base 60, since two dots, a UUID's dashes or a letter that no number has stand among them.
_PLAIN = re.compile(
    r"""
    [A-Za-z_/] (?: [A-Za-z0-9_./-] | :+ (?=[A-Za-z0-9_./-]) )*
    | (?:[0-9]+\.){2,} [0-9]+ (?:/[0-9]+)?
    | [0-9a-f]{8} (?:-[0-9a-f]{4}){3} - [0-9a-f]{12}
    | (?=[0-9a-fnotxzA-FNOTXZ.-]*[g-mp-su-wyG-MP-SU-WY]) [0-9] [0-9A-Za-z.-]* (?<![.-])
    """,
    re.VERBOSE,
)
_WORDS = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null"})

# What may not stand raw between quotes, or would not be seen there: controls, line separators, marks without width
# and of direction, the byte order mark, noncharacters, surrogates.
_HIDDEN = r"\x00-\x1f\x7f-\xa0\xad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\ufff0-\ufffc\ufffe\uffff\ud800-\udfff"
_NEEDS_ESCAPES = re.compile(f"[{_HIDDEN}]")
_ESCAPED = re.compile(f'["\\\\{_HIDDEN}]')
_SHORT_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}

# Readers look for the colon of a key on one line within 1,024 characters; longer keys take the form "? key".
_LONGEST_KEY = 1000
# Beyond 64 bits Go reads a fraction of limited precision.
_LARGEST_INTEGER = 2**63 - 1
# Short strings come again and again (keys, kinds, nodes); their written form is kept.
_LONGEST_REMEMBERED = 128


class UnwritableError(ValueError):
    """A value that has no written form which all readers take alike; the message says which."""


def dump(data: Mapping[str, Any]) -> str:
    """``data`` as one block-style YAML document that ends in a newline and has no ``---``.

    apiVersion, kind and metadata come first, everything else sorted by key; sequences stand at the indentation of
    their key. A float is written as the integer it equals. Raises UnwritableError for what has no written form that all
    readers share: other floats, integers beyond 64 bits, keys that are no strings, half a surrogate pair, any type
    but those of JSON.
    """
    first = [key for key in _FIRST_KEYS if key in data]
    rest = {key: data[key] for key in data if key not in _FIRST_KEYS}
    lines: list[str] = []
    for key in first:
        _write_mapping(lines, {key: data[key]}, "", "")
    _write_mapping(lines, rest, "", "")
    return "\n".join(lines) + "\n" if lines else "{}\n"


def string_text(text: str) -> str:
    """A string as it stands in the document, in quotes where a reader could take it for something else."""
    return _remembered_text(text) if len(text) <= _LONGEST_REMEMBERED else _string_text(text)


def _write_mapping(lines: list[str], data: dict[str, Any], lead: str, indent: str) -> None:
    """Append the lines of a mapping: ``lead`` begins the first of them (``- `` in a sequence), ``indent`` the rest."""
    for key, name in _written_keys(tuple(data)):
        value = data[key]
        head = f"{lead}{name}:" if len(name) <= _LONGEST_KEY else f"{lead}? {name}\n{indent}:"
        lead = indent
        if isinstance(value, str):
            lines.append(f"{head} {string_text(value)}")
        elif isinstance(value, dict) and value:
            lines.append(head)
            _write_mapping(lines, value, indent + "  ", indent + "  ")
        elif isinstance(value, list) and value:
            lines.append(head)
            _write_sequence(lines, value, indent, indent)
        else:
            lines.append(f"{head} {_other_text(value)}")


def _write_sequence(lines: list[str], items: list[Any], lead: str, indent: str) -> None:
    """Append the lines of a sequence; ``lead`` and ``indent`` as for a mapping."""
    for item in items:
        head = lead + "- "
        lead = indent
        if isinstance(item, str):
            lines.append(head + string_text(item))
        elif isinstance(item, dict) and item:
            _write_mapping(lines, item, head, indent + "  ")
        elif isinstance(item, list) and item:
            _write_sequence(lines, item, head, indent + "  ")
        else:
            lines.append(head + _other_text(item))


# Most mappings are alike (every endpoint, every targetRef): their keys are checked, sorted and quoted once.
@lru_cache(maxsize=512)
def _written_keys(keys: tuple[str, ...]) -> list[tuple[str, str]]:
    for key in keys:
        if not isinstance(key, str):
            raise UnwritableError(f"the key {key!r} is not a string")
    return [(key, string_text(key)) for key in sorted(keys)]


def _other_text(value: object) -> str:
    """Whatever is no string and no collection with something in it."""
    if value is None:
        return "null"
    if value is True or value is False:
        return "true" if value else "false"
    if (isinstance(value, int) or (isinstance(value, float) and value.is_integer())) and abs(value) <= _LARGEST_INTEGER:
        return str(int(value))
    if isinstance(value, dict):
        return "{}"
    if isinstance(value, list):
        return "[]"
    # Not the value itself: an integer can have too many digits to be printed.
    raise UnwritableError(f"this {type(value).__name__} cannot be written so that every reader takes it alike")


def _string_text(text: str) -> str:
    if _PLAIN.fullmatch(text) and text.lower() not in _WORDS:
        return str(text)
    if _NEEDS_ESCAPES.search(text):
        return '"' + _ESCAPED.sub(_escape, text) + '"'
    if '"' in text or "\\" in text:
        return "'" + text.replace("'", "''") + "'"
    return f'"{text}"'


_remembered_text = lru_cache(maxsize=1 << 15)(_string_text)


def _escape(match: re.Match[str]) -> str:
    character = match[0]
    code = ord(character)
    if 0xD800 <= code <= 0xDFFF:
        raise UnwritableError(f"U+{code:04X} is half a surrogate pair: no text can hold it")
    return _SHORT_ESCAPES.get(character) or (f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}")
