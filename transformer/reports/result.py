"""What a report is made from: the findings in their order, the counts, and what became of the output."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from transformer.findings.finding import Finding, ObjectRef, Position, Severity
from transformer.findings.shared import position_key
from transformer.outcome import Summary
from transformer.reports.visible import visible


@dataclass(frozen=True, slots=True)
class Placed:
    """A finding and its position, looked up once."""

    finding: Finding
    position: Position


@dataclass(frozen=True, slots=True)
class RunResult:
    """A finished run as the reports see it. ``findings`` are in order; ``verdict`` is one line on the output:
    what was written and where, or why nothing was."""

    findings: tuple[Placed, ...]
    summary: Summary
    verdict: str = ""

    def counts(self) -> dict[Severity, int]:
        """How many findings of each severity, zeros included, the worst first."""
        counted = dict.fromkeys(Severity, 0)
        for placed in self.findings:
            counted[placed.finding.severity] += 1
        return counted


@dataclass(frozen=True, slots=True)
class Style:
    """How a text for people is to look. ``shown`` is the lowest severity that is shown and not only counted;
    None: no finding is."""

    color: bool = False
    shown: Severity | None = Severity.INFO
    summary: bool = True


#: A report: pure, from the result of a run to a text that ends in a line end (or is empty).
Render = Callable[[RunResult, Style], str]


def arrange(findings: Iterable[Finding]) -> tuple[Placed, ...]:
    """Findings with their positions, in the order of every report: file, line, column, code, provider, object,
    message. Each position is looked up once."""
    return tuple(sorted((Placed(finding, finding.position()) for finding in findings), key=_order))


def place_text(position: Position) -> str:
    """``file:line:column``, as far as they are known; empty where there is no file."""
    numbers = [str(number) for number in (position.line, position.column) if number is not None]
    return ":".join([visible(position.file), *numbers]) if position.file else ""


def _order(placed: Placed) -> tuple[object, ...]:
    finding = placed.finding
    return (
        *position_key(placed.position),
        finding.code,
        finding.provider or "",
        _object_key(finding.object),
        finding.message,
        finding.cluster or "",
        finding.field or "",
        finding.severity,
    )


def _object_key(object: ObjectRef | None) -> tuple[str, str, str, str]:
    if object is None:
        return ("", "", "", "")
    return (object.api_version, object.kind, object.namespace, object.name)
