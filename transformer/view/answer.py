"""The three outcomes for an address: a value, a refusal, or unknown. Never a fourth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from transformer.findings.finding import Location, ObjectRef, Related, Severity
from transformer.outcome import Fact


@dataclass(frozen=True, slots=True)
class Problem:
    """A finding that does not know yet which slice and address it concerns.

    ``object``, ``field`` and ``location`` are set when it is about another object than the slice (a
    Configuration that is not ready); ``cause`` joins repeated ones within a slice, ``shared_cause``
    those of many slices.
    """

    code: str
    message: str
    severity: Severity | None = None
    remedy: str | None = None
    object: ObjectRef | None = None
    field: str | None = None
    location: Location | None = None
    related: tuple[Related, ...] = ()
    cause: str | None = None
    shared_cause: str | None = None
    #: What the field should most likely hold.
    proposed: str | None = None
    #: Whose export it is about, where that is not the slice's own.
    cluster: str | None = None


class Value(NamedTuple):
    """The address to write, what it was computed from, and remarks (warnings, infos) on it."""

    text: str
    facts: tuple[Fact, ...] = ()
    remarks: tuple[Problem, ...] = ()


class Refused(NamedTuple):
    """Liqo would refuse this address, and with it the whole slice. ``remarks`` stand beside the problem."""

    problem: Problem
    remarks: tuple[Problem, ...] = ()


class Unknown(NamedTuple):
    """The export lacks the objects that decide: what Liqo would do is not known."""

    problem: Problem


Answer = Value | Refused | Unknown
