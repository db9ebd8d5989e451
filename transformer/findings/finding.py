"""The finding: one deviation, guess, dropped endpoint or refusal, as data.

Everything that reads, computes or writes returns findings; only reports print
them. A finding knows *where* it is through a location that is resolved to a
line and column only when a report asks, because looking positions up costs
more than computing the slices.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from transformer.findings.change import Change


class Severity(StrEnum):
    """How bad a finding is; only ``error`` withholds an object."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"

    def reaches(self, bar: Severity) -> bool:
        """Whether it is as bad as ``bar``, or worse."""
        order = list(Severity)
        return order.index(self) <= order.index(bar)


class Effect(StrEnum):
    """What a finding takes away: the whole run, one slice, one endpoint, one input object, or nothing."""

    RUN = "run"
    SLICE = "slice"
    ENDPOINT = "endpoint"
    OBJECT = "object"
    NONE = "none"


class Position(NamedTuple):
    """A place in an input file. Line and column count from 1; None where the file has none (a folder, a binary)."""

    file: str
    line: int | None = None
    column: int | None = None

    def position(self) -> Position:
        """Itself: a position is the simplest location."""
        return self

    def source_line(self) -> str | None:
        """None: a bare position does not hold the text."""
        return None


class Location(Protocol):
    """Something that can be resolved to a position in an input file, at a cost."""

    def position(self) -> Position:
        """File, line and column."""
        ...

    def source_line(self) -> str | None:
        """The text of that line without its line end, for reports that show it; None when it is not at hand."""
        ...


class ObjectRef(NamedTuple):
    """The identity of a Kubernetes object. ``namespace`` is empty for cluster-scoped kinds."""

    api_version: str
    kind: str
    namespace: str
    name: str

    def __str__(self) -> str:
        path = f"{self.namespace}/{self.name}" if self.namespace else self.name
        return f"{self.kind} {path}"


class Related(NamedTuple):
    """Another object or place that a finding speaks of (the first of two duplicates, for instance)."""

    message: str
    object: ObjectRef | None = None
    location: Location | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding. Make it with ``catalogue.finding``, which fills severity and remedy from the catalogue.

    ``field`` is a path in the object's own spelling (``endpoints[1].addresses[0]``).
    ``cluster`` is whose export it is about, ``provider`` whose result it touches (None: all).
    ``shared_cause`` joins findings of many slices into one: findings with the same code,
    cluster, provider, severity and shared_cause are reported once, naming their ``slices``.
    ``proposed`` is what the field should most likely hold, where that can be told.
    ``changes`` are the lines of a finding about two versions of one derived object (golden-drift, live-drift).
    """

    code: str
    severity: Severity
    message: str
    remedy: str
    cluster: str | None = None
    provider: str | None = None
    object: ObjectRef | None = None
    field: str | None = None
    location: Location | None = None
    related: tuple[Related, ...] = ()
    shared_cause: str | None = None
    slices: tuple[str, ...] = ()
    proposed: str | None = None
    changes: tuple[Change, ...] = ()

    def position(self) -> Position:
        """Where it is; an empty file name when it is about no file."""
        return self.location.position() if self.location is not None else Position("")


def quoted(value: object, limit: int = 80) -> str:
    """A value from a manifest as it may stand in a message: in double quotes, control
    characters escaped, cut at ``limit`` characters."""
    text = str(value)
    shown = text if len(text) <= limit else text[:limit] + "…"
    escaped = "".join(
        c
        if c.isprintable() and c not in '"\\'
        else c.encode("unicode_escape", "surrogatepass").decode("ascii")
        if c not in '"\\'
        else "\\" + c
        for c in shown
    )
    return f'"{escaped}"'
