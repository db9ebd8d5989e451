"""JSON text: read with the standard library, and walked token by token only to say where a fault is.

The standard reader gives no positions, keeps the last of two equal keys and accepts NaN. So it is told to
note what is suspicious, and only then the text is walked as events, which find the places.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import accumulate
from math import isinf
from typing import Any

from transformer.manifests.building import Built, build
from transformer.manifests.faults import Fault, FaultError, beyond_limit
from transformer.manifests.limits import Limits
from transformer.manifests.syntax_events import Event, Kind

_STRING = r'"[^"\\]*(?:\\.[^"\\]*)*"'
_TOKEN = re.compile(rf"{_STRING}|[\[\]{{}}]|[^\s\[\]{{}},:\"]+", re.DOTALL)
_STRINGS = re.compile(_STRING, re.DOTALL)
_BLANKS = re.compile(r"[ \t\n]+")
_NOT_BRACKETS = re.compile(r"[^\[\]{}]+")
_STEPS = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}
_NUMBER_REMEDY = "Write a number that exists, or null; JSON has neither NaN nor infinity."


_MEANINGS = (
    ("Expecting value", "a value is missing here"),
    ("property name", "a key in double quotes is missing here, or the comma before is one too many"),
    ("',' delimiter", "a comma or a closing bracket is missing here"),
    ("':' delimiter", "a colon is missing here"),
    ("trailing comma", "the comma here is one too many"),
    ("Unterminated string", "the string that begins here is never closed"),
    ("control character", "a line break or another control character stands inside a string here"),
    ("escape", "a backslash is followed by what has no meaning there"),
)


class JsonSyntaxError(ValueError):
    """The text is not JSON. ``offset`` counts from the start of the file's text.

    ``cut_off`` says that all there is could be the beginning of JSON, and the text ends too soon.
    """

    def __init__(self, message: str, offset: int, cut_off: bool) -> None:
        super().__init__(message)
        self.offset = offset
        self.cut_off = cut_off


def read_json(text: str, start: int, end: int, limits: Limits) -> list[tuple[Built, int, int]]:
    """The JSON documents that follow one another in ``text[start:end]``, each with its span.

    Raises JsonSyntaxError where the text is no JSON, and FaultError where it is nested beyond the limit.
    """
    part = text[start:end]
    found: list[tuple[Built, int, int]] = []
    position = _after_blanks(part, 0)
    while position < len(part):
        suspicions = _Suspicions(limits)
        try:
            value, stop = suspicions.decoder.raw_decode(part, position)
        except json.JSONDecodeError as error:
            cut_off = error.msg.startswith("Unterminated") or error.pos >= len(part.rstrip())
            raise JsonSyntaxError(_in_plain_words(error.msg), start + error.pos, cut_off) from None
        except RecursionError:
            raise FaultError(_too_deep(part, position, start, limits)) from None
        if _depth(part[position:stop]) > limits.depth:
            raise FaultError(_too_deep(part, position, start, limits))
        built = Built(value, empty=False, start=start + position)
        if suspicions.any or _holds_long_string(part, position, stop, limits) or _holds_surrogate(part, position, stop):
            built.faults = _find_faults(text, start + position, start + stop, limits)
        found.append((built, start + position, start + stop))
        position = _after_blanks(part, stop)
    return found


def json_events(text: str, start: int, end: int) -> Iterator[Event]:
    """The events of JSON that is known to be valid (or valid but for its numbers)."""
    kinds = {"{": Kind.MAPPING, "[": Kind.SEQUENCE, "}": Kind.END, "]": Kind.END}
    for token in _TOKEN.finditer(text, start, end):
        said = token.group()
        if said[0] == '"':
            yield Event(Kind.TEXT, token.start(), token.end(), json.loads(said, strict=False))
        else:
            kind = kinds.get(said)
            if kind is None:
                yield Event(Kind.PLAIN, token.start(), token.end(), said)
            else:
                yield Event(kind, token.start(), token.end())


class _Suspicions:
    """A decoder that reads on where it should refuse, and what it met on the way."""

    def __init__(self, limits: Limits) -> None:
        self.any = False
        self._limits = limits
        self.decoder = json.JSONDecoder(
            object_pairs_hook=self._pairs,
            parse_int=self._integer,
            parse_float=self._float,
            parse_constant=self._constant,
        )

    def _pairs(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        mapping = dict(pairs)
        if len(mapping) != len(pairs):
            self.any = True
        return mapping

    def _integer(self, digits: str) -> int:
        if len(digits.lstrip("-")) > self._limits.integer_digits:
            self.any = True
            return 0
        return int(digits)

    def _float(self, digits: str) -> float:
        value = float(digits)
        if isinf(value):
            self.any = True
        return value

    def _constant(self, _name: str) -> None:
        self.any = True


def _find_faults(text: str, start: int, end: int, limits: Limits) -> list[Fault]:
    """Walks the text once more for the places of what is wrong with it."""
    faults: list[Fault] = []
    faults += build(_without_bad_numbers(json_events(text, start, end), faults), limits).faults
    return sorted(faults, key=lambda fault: fault.offset)


def _without_bad_numbers(events: Iterator[Event], faults: list[Fault]) -> Iterator[Event]:
    for event in events:
        if event.kind is Kind.PLAIN and not _exists(event.text):
            message = f"{event.text[:40]} is no number that JSON knows or a program can hold"
            faults.append(Fault("invalid-yaml", event.start, message, remedy=_NUMBER_REMEDY))
            yield event._replace(text="0")
        else:
            # A JSON number may have an exponent without a dot or a sign, on which YAML's readers disagree.
            is_float = event.kind is Kind.PLAIN and set(".eE") & set(event.text) and event.text not in _NAMES
            yield event._replace(text="0.0") if is_float else event


_NAMES = ("true", "false", "null")


def _exists(text: str) -> bool:
    if text in _NAMES:
        return True
    return text[-1].isdigit() and not (set(".eE") & set(text) and isinf(float(text)))


def _depth(valid: str) -> int:
    """How deep valid JSON is nested."""
    brackets = _NOT_BRACKETS.sub("", _STRINGS.sub("", valid))
    return max(accumulate(map(_STEPS.__getitem__, brackets.encode("ascii"))), default=0)


def _too_deep(part: str, position: int, shift: int, limits: Limits) -> Fault:
    """The fault at the bracket that opens one level too many; the reader was here, so there is one."""
    steps = ((token.start(), _STEPS.get(ord(token.group()[0]), 0)) for token in _TOKEN.finditer(part, position))
    depths = accumulate(steps, lambda so_far, step: (step[0], so_far[1] + step[1]))
    offset = next((offset for offset, depth in depths if depth > limits.depth), position)
    return beyond_limit(limits, "depth", shift + offset, "mappings and lists are nested too deeply")


def _after_blanks(text: str, position: int) -> int:
    blanks = _BLANKS.match(text, position)
    return blanks.end() if blanks is not None else position


def _holds_long_string(text: str, start: int, end: int, limits: Limits) -> bool:
    if end - start <= limits.scalar_bytes // 4:
        return False
    return any(4 * (found.end() - found.start()) > limits.scalar_bytes for found in _STRINGS.finditer(text, start, end))


_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


def _holds_surrogate(text: str, start: int, end: int) -> bool:
    return _SURROGATE.search(text, start, end) is not None


def _in_plain_words(problem: str) -> str:
    """What the library's message means to the one who wrote the file; its own words where no better are known."""
    meaning = next((meaning for part, meaning in _MEANINGS if part in problem), problem[:1].lower() + problem[1:])
    return f"this is not valid JSON: {meaning}"
