"""One finding for a cause that many slices share: a missing Configuration stops them all, and is said once."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace

from transformer.findings.finding import Finding, Location, Position, Severity

#: How many slices a message names; the rest is counted. ``Finding.slices`` has them all.
NAMED_SLICES = 10


@dataclass(frozen=True, slots=True)
class ResolvedLocation:
    """A location whose position is known by now, so that nobody looks it up a second time."""

    place: Position
    location: Location

    def position(self) -> Position:
        """The position looked up earlier."""
        return self.place

    def source_line(self) -> str | None:
        """The text of the line, from the location itself."""
        return self.location.source_line()


def position_key(position: Position) -> tuple[str, int, int]:
    """Order of positions: by file, line, column; a place without a line comes before line 1."""
    return (position.file, position.line or 0, position.column or 0)


def merge_shared(findings: Iterable[Finding]) -> list[Finding]:
    """Join the findings that agree in code, severity, cluster, provider and ``shared_cause``.

    The joined finding stands where the first of them by position stood, holds the sorted union of their
    ``slices``, and its message ends by naming them. Findings without a ``shared_cause`` pass unchanged.
    The result does not depend on the order of the input, but for the order of the findings in it.
    """
    groups: dict[Hashable, list[Finding]] = {}
    for number, finding in enumerate(findings):
        shared = (finding.code, finding.severity, finding.cluster, finding.provider, finding.shared_cause)
        groups.setdefault(shared if finding.shared_cause is not None else number, []).append(finding)
    return [group[0] if group[0].shared_cause is None else _joined(group) for group in groups.values()]


def _joined(group: Sequence[Finding]) -> Finding:
    first = group[0]
    if len(group) > 1:
        placed = [(position_key(place := finding.position()), finding, place) for finding in group]
        _, first, place = min(placed, key=lambda entry: (entry[0], entry[1].message))
        if first.location is not None:
            first = replace(first, location=ResolvedLocation(place, first.location))
    slices = tuple(sorted({name for finding in group for name in finding.slices}))
    if not slices:
        return first
    return replace(first, slices=slices, message=f"{first.message}; {_naming(slices, first.severity)}")


def _naming(slices: Sequence[str], severity: Severity) -> str:
    verb = "stops" if severity is Severity.ERROR else "concerns"
    count = "1 slice" if len(slices) == 1 else f"{len(slices)} slices"
    names = ", ".join(slices[:NAMED_SLICES])
    rest = len(slices) - NAMED_SLICES
    return f"this {verb} {count}: {names}" + (f" and {rest} more" if rest > 0 else "")
