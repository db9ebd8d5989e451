"""Shapes of plain data: whether a value certainly is what a field takes, told without pydantic.

pydantic takes longer to import than a function has to start. So a configuration is first held against these shapes;
only what does not fit goes to the models, which decide and explain. Where in doubt a shape says no: None, a subclass
of ``str`` (an ambiguous scalar is one) and half a surrogate pair fit nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol, TypeGuard

from transformer.configuration.values import is_whole


class Shape(Protocol):
    """What a field takes."""

    def fits(self, value: object) -> bool:
        """Whether the models certainly accept ``value``, too."""
        ...


def _is_text(value: object) -> TypeGuard[str]:
    return type(value) is str and is_whole(value)


class Text(NamedTuple):
    """A string that passes a check."""

    accepts: Callable[[str], bool]

    def fits(self, value: object) -> bool:
        """Whether it is such a string."""
        return _is_text(value) and self.accepts(value)


class Flag(NamedTuple):
    """True or false."""

    def fits(self, value: object) -> bool:
        """Whether it is one of them."""
        return value is True or value is False


class Number(NamedTuple):
    """A whole number from 1 on."""

    largest: int

    def fits(self, value: object) -> bool:
        """Whether it is one in bounds."""
        return type(value) is int and 1 <= value <= self.largest


class Sequence(NamedTuple):
    """A list of at least so many items of one shape."""

    item: Shape
    least: int = 0

    def fits(self, value: object) -> bool:
        """Whether it is such a list."""
        return type(value) is list and len(value) >= self.least and all(map(self.item.fits, value))


class Table(NamedTuple):
    """A mapping of names that the user chooses to values of one shape."""

    accepts_key: Callable[[str], bool]
    value: Shape

    def fits(self, value: object) -> bool:
        """Whether it is such a mapping."""
        return type(value) is dict and all(
            _is_text(name) and self.accepts_key(name) and self.value.fits(each) for name, each in value.items()
        )


class Record(NamedTuple):
    """A mapping of fixed fields; an ``is_open`` one may have others, whatever they hold."""

    fields: Mapping[str, Shape]
    required: frozenset[str] = frozenset()
    is_open: bool = False

    def fits(self, value: object) -> bool:
        """Whether it is such a mapping."""
        if type(value) is not dict or not self.required <= value.keys():
            return False
        if not all(_is_text(name) and (self.is_open or name in self.fields) for name in value):
            return False
        return all(shape.fits(value[name]) for name, shape in self.fields.items() if name in value)


class TextOrObject(NamedTuple):
    """A string or a mapping; ``problem`` says what is wrong with one, None if nothing is."""

    problem: Callable[[object], str | None]

    def fits(self, value: object) -> bool:
        """Whether it is a sound one of them."""
        return type(value) in (str, dict) and self.problem(value) is None
