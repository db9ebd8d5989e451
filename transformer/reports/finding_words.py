"""A finding in lines of plain text, made safe, for reports that show it inside another format."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from transformer.findings.change import Change
from transformer.findings.finding import Finding, Related
from transformer.reports.change_text import whole_text
from transformer.reports.result import place_text
from transformer.reports.visible import UNLIMITED, counted, shortened


def change_line(change: Change, limit: int = UNLIMITED) -> str:
    """Sign, change and cause in one line of at most about ``limit`` characters."""
    return f"{change.kind.sign} {shortened(whole_text(change), limit)}"


def change_lines(changes: Iterable[Change], count: int, limit: int = UNLIMITED) -> Iterator[str]:
    """The lines of the first ``count`` changes, and how many more there are."""
    rest = iter(changes)
    for change in islice(rest, count):
        yield change_line(change, limit)
    more = sum(1 for _ in rest)
    if more:
        yield f"and {counted(more, 'more change')}"


def note_text(related: Related, limit: int = UNLIMITED) -> str:
    """``file:3:1: note: seen here (Service shop/web)``."""
    place = shortened(place_text(related.location.position()), limit) if related.location is not None else ""
    object = f" ({shortened(str(related.object), limit)})" if related.object is not None else ""
    return (f"{place}: " if place else "") + f"note: {shortened(related.message, limit)}{object}"


def about_text(finding: Finding, limit: int = UNLIMITED) -> str:
    """Which object and field, of whose export, for whose result."""
    parts = {
        "object": str(finding.object) if finding.object is not None else "",
        "field": finding.field or "",
        "cluster": finding.cluster or "",
        "provider": finding.provider or "",
    }
    return "; ".join(f"{name}: {shortened(value, limit)}" for name, value in parts.items() if value)


def remedy_lines(remedy: str, limit: int = UNLIMITED) -> list[str]:
    """``remedy: `` and the first line of it; the others indented."""
    if not remedy:
        return []
    first, *rest = (shortened(line, limit) for line in remedy.rstrip("\n").split("\n"))
    return [f"remedy: {first}", *(f"  {line}" for line in rest)]


def finding_lines(
    finding: Finding, notes: Iterable[Related], *, changes: int = UNLIMITED, limit: int = UNLIMITED
) -> list[str]:
    """Message, notes, the first ``changes`` changes, and the remedy; long values cut at ``limit`` characters."""
    return [
        shortened(finding.message, limit),
        *(note_text(note, limit) for note in notes),
        *change_lines(finding.changes, changes, limit),
        *remedy_lines(finding.remedy, limit),
    ]
