"""What a report is made from: the findings in their order, the counts, and what became of the output."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from transformer.findings.change import Change
from transformer.findings.finding import Finding, ObjectRef, Position, Severity
from transformer.findings.shared import position_key
from transformer.outcome import Summary
from transformer.reports.visible import visible

#: Codes that give exit status 1 whatever their severity: ``check --live`` is run to learn of them.
DECIDING = frozenset({"live-drift"})


@dataclass(frozen=True, slots=True)
class Placed:
    """A finding and its position, looked up once."""

    finding: Finding
    position: Position


@dataclass(frozen=True, slots=True)
class RunResult:
    """A finished run as the reports see it. ``findings`` are in order; ``verdict`` is one line on the output:
    what was written and where, or why nothing was. ``fail_on`` is the lowest severity that gives exit status 1.

    ``about`` is the file that describes the run, a configuration file for instance: where a finding about no file is
    shown by programs that refuse one without. Empty: there is none.
    """

    findings: tuple[Placed, ...]
    summary: Summary
    verdict: str = ""
    fail_on: Severity = Severity.ERROR
    about: str = ""

    def counts(self) -> dict[Severity, int]:
        """How many findings of each severity, zeros included, the worst first."""
        counted = dict.fromkeys(Severity, 0)
        for placed in self.findings:
            counted[placed.finding.severity] += 1
        return counted

    def fails(self) -> bool:
        """Whether a finding gives exit status 1."""
        return any(decides(placed.finding, self.fail_on) for placed in self.findings)


@dataclass(frozen=True, slots=True)
class Style:
    """How a text for people is to look. ``shown`` is the lowest severity that is shown and not only counted;
    None: no finding is. Findings that give exit status 1 by their code alone are shown as errors are."""

    color: bool = False
    shown: Severity | None = Severity.INFO
    summary: bool = True


#: A report: pure, from the result of a run to a text that ends in a line end (or is empty).
Render = Callable[[RunResult, Style], str]


def arrange(findings: Iterable[Finding]) -> tuple[Placed, ...]:
    """Findings with their positions, in the order of every report: file, line, column, code, provider, object,
    message. Each position is looked up once."""
    return tuple(sorted((Placed(finding, finding.position()) for finding in findings), key=_order))


def decides(finding: Finding, bar: Severity) -> bool:
    """Whether a finding gives exit status 1 where ``bar`` is the lowest severity that does."""
    return finding.severity.reaches(bar) or finding.code in DECIDING


def shows(style: Style, finding: Finding) -> bool:
    """Whether the style shows a finding and does not only count it."""
    return style.shown is not None and decides(finding, style.shown)


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
        finding.remedy,
        finding.slices,
        tuple((related.message, _object_key(related.object)) for related in finding.related),
        tuple(_change_key(change) for change in finding.changes),
    )


def _change_key(change: Change) -> tuple[object, ...]:
    values = (change.before, change.after)
    return (
        change.service,
        change.provider,
        change.slice,
        change.endpoint,
        change.kind,
        change.field,
        *((value is not None, value or "") for value in values),
    )


def _object_key(object: ObjectRef | None) -> tuple[str, str, str, str]:
    if object is None:
        return ("", "", "", "")
    return (object.api_version, object.kind, object.namespace, object.name)
