"""What a plain YAML scalar means, so that no reader of YAML 1.1 or 1.2 disagrees with us.

Kubernetes' API server and kubectl read YAML much as version 1.1 does, kustomize as 1.2 does. Where
both make the same of a scalar, so do we. Where they differ it stays text, as an AmbiguousScalar that
says what else it may be taken for; whether that matters is decided where the field's type is known.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from transformer.manifests.manifest import AmbiguousScalar

Scalar = str | int | float | bool | None

#: Words on which all readers agree.
_WORDS: dict[str, Scalar] = {
    "": None,
    "~": None,
    "null": None,
    "Null": None,
    "NULL": None,
    "true": True,
    "True": True,
    "TRUE": True,
    "false": False,
    "False": False,
    "FALSE": False,
}

#: Words that YAML 1.1 takes for booleans, or for markers of its own, and YAML 1.2 for text.
_OTHERS_OF_WORDS: dict[str, str] = {
    **dict.fromkeys(("y", "yes", "on"), "the boolean true"),
    **dict.fromkeys(("n", "no", "off"), "the boolean false"),
    "=": "a mark for a default value",
    "<<": "a mark for merging mappings",
}

_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]*)\Z")
#: Floats that both versions read: a digit before the dot, and a sign in the exponent.
_FLOAT = re.compile(r"[-+]?[0-9]+\.[0-9]*(?:[eE][-+][0-9]+)?\Z")
#: Floats that only some read, once underscores are taken out, as Go's reader does.
_SOME_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?\Z")
_SEXAGESIMAL = re.compile(r"[-+]?(?:[1-9][0-9_]*(?::[0-5]?[0-9])+|[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*)\Z")
_BASES = {
    2: re.compile(r"[-+]?0[bB][01]+\Z"),
    8: re.compile(r"[-+]?0[oO][0-7]+\Z"),
    16: re.compile(r"[-+]?0[xX][0-9a-fA-F]+\Z"),
}
_LEADING_ZERO = re.compile(r"[-+]?0[0-9]+\Z")
_NO_NUMBER = re.compile(r"(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))\Z")
_DATE = re.compile(
    r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})"
    r"(?:(?:[Tt]|[ \t]+)([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2})(?:\.[0-9]*)?"
    r"(?:[ \t]*(?:Z|[-+]([0-9]{1,2})(?::?([0-9]{2}))?))?)?\Z"
)
_DOT_AND_UNDERSCORE = re.compile(r"\.[0-9_]+\Z")
_MAY_START_A_NUMBER = frozenset("0123456789+-.")
#: An IPv4 address or a UUID. Exports are full of them, and it takes a dozen patterns to see that they are no number.
_NO_NUMBER_TO_ANYBODY = re.compile(r"(?:[0-9]+\.){2,}[0-9]+\Z|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\Z")
_LONG = 40


class ImpossibleValueError(ValueError):
    """A plain scalar in the form of a date or number that does not exist; the message says which."""


class TooManyDigitsError(ValueError):
    """A decimal integer of more digits than the limit."""


def resolve_plain(text: str, integer_digits: int) -> Scalar:
    """The value of a plain scalar: None, a bool, an int, a float, a str, or an AmbiguousScalar.

    Raises ImpossibleValueError (a date such as 2026-99-99, a float beyond what exists) and
    TooManyDigitsError (an integer of more than ``integer_digits`` digits).
    """
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in _MAY_START_A_NUMBER:
        others = _OTHERS_OF_WORDS.get(text.lower()) if len(text) <= 3 else None
        return text if others is None else AmbiguousScalar(text, others)
    return _resolve_number_like(text, integer_digits)


def resolve_key(text: str, integer_digits: int) -> str:
    """A plain scalar as a mapping key: always text, ambiguous where a reader takes it for something else.

    Raises as resolve_plain does.
    """
    value = resolve_plain(text, integer_digits)
    if isinstance(value, str):
        return value
    return AmbiguousScalar(text, describe(value))


def describe(value: bool | int | float | None) -> str:
    """A value in words, as AmbiguousScalar's ``others`` names it: ``the number 80``."""
    if value is None:
        return "no value (null)"
    if isinstance(value, bool):
        return f"the boolean {str(value).lower()}"
    return f"the number {value}"


def _resolve_number_like(text: str, integer_digits: int) -> Scalar:
    if _INTEGER.match(text):
        if len(text.lstrip("+-")) > integer_digits:
            raise TooManyDigitsError
        return int(text)
    if _FLOAT.match(text):
        return _finite(text)
    found = _DATE.match(text)
    if found:
        return _resolve_date(text, found)
    others = _other_number(text)
    return text if others is None else AmbiguousScalar(text, others)


def _finite(text: str) -> float:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise ImpossibleValueError(f"the number {text[:_LONG]} is larger than any that a program can hold")
    return value


def _resolve_date(text: str, found: re.Match[str]) -> Scalar:
    year, month, day, hour, minute, second, zone_hour, zone_minute = (
        None if part is None else int(part) for part in found.groups()
    )
    # Strings in the form of a date are rare in exports, and the module is not free.
    from datetime import date

    assert year is not None
    assert month is not None
    assert day is not None
    try:
        date(year, month, day)
        exists = (
            (hour or 0) < 24
            and (minute or 0) < 60
            and (second or 0) < 60
            and (zone_hour or 0) < 24
            and (zone_minute or 0) < 60
        )
    except ValueError:
        exists = False
    if exists:
        return AmbiguousScalar(text, "a date" if hour is None else "a point in time")
    if hour is None and len(text) < len("2026-01-01"):
        # With one digit for the month or day only some readers look for a date; what is none is text to those.
        return text
    raise ImpossibleValueError(f"{text} has the form of a date, and there is no such date")


def _other_number(text: str) -> str | None:
    """What some reader makes of a text that starts like a number and is none to all of them."""
    if _NO_NUMBER_TO_ANYBODY.match(text):
        return None
    if _NO_NUMBER.match(text):
        return "the number infinity" if text[-1] in "fF" else "a value that is no number"
    bare = text.replace("_", "")
    if _SEXAGESIMAL.match(text):
        return _number_in_words(bare, _sexagesimal)
    for base, pattern in _BASES.items():
        if pattern.match(bare):
            return _number_in_words(bare, partial(int, base=base))
    if _LEADING_ZERO.match(bare):
        return _number_in_words(bare, _octal_or_decimal)
    if _SOME_FLOAT.match(bare):
        return _number_in_words(bare, _float_or_integer)
    return "a number" if _DOT_AND_UNDERSCORE.match(text) else None


def _number_in_words(digits: str, convert: Callable[[str], int | float]) -> str:
    return "a number" if len(digits) > _LONG else describe(convert(digits))


def _sexagesimal(digits: str) -> int | float:
    """``1:20`` is 80: numbers to the base sixty, as YAML 1.1 has them."""
    sign = -1 if digits[0] == "-" else 1
    whole, dot, fraction = digits.lstrip("+-").partition(".")
    value = 0
    for part in whole.split(":"):
        value = value * 60 + int(part)
    return sign * (value + float(f"0.{fraction}")) if dot else sign * value


def _octal_or_decimal(digits: str) -> int:
    """A number with a leading zero: YAML 1.1 takes it for octal where it can be."""
    return int(digits, 10 if set("89") & set(digits) else 8)


def _float_or_integer(digits: str) -> int | float:
    return int(digits) if _INTEGER.match(digits) else float(digits)
