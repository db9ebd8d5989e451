"""The text report: each finding with its position, source line, caret and remedy, then the summary."""

from __future__ import annotations

from collections.abc import Iterator

from transformer.findings.finding import Finding, Related, Severity
from transformer.reports.result import Placed, RunResult, Style, place_text
from transformer.reports.snippet import render_snippet
from transformer.reports.summary import render_summary
from transformer.reports.visible import visible, visible_lines

_COLORS = {
    Severity.ERROR: "1;31",
    Severity.WARNING: "1;33",
    Severity.INFO: "1;36",
    "place": "1",
    "dim": "2",
    "caret": "1;32",
}

#: The worst first.
_RANK = {severity: rank for rank, severity in enumerate(Severity)}


def render_text(result: RunResult, style: Style) -> str:
    """Findings, then the summary. What ``style`` hides is counted in the summary all the same."""
    blocks = [
        list(_finding_lines(placed, style))
        for placed in result.findings
        if style.shown is not None and _RANK[placed.finding.severity] <= _RANK[style.shown]
    ]
    if style.summary:
        blocks.append(_summary_lines(result, style))
    return "\n".join("".join(line + "\n" for line in block) for block in blocks)


def _summary_lines(result: RunResult, style: Style) -> list[str]:
    worst = next((severity for severity, count in result.counts().items() if count), Severity.INFO)
    lines = render_summary(result, hint="-v shows them" if style.shown is Severity.WARNING else "")
    if worst is Severity.INFO:
        return lines
    return [_paint(line, worst, style) if line.startswith("findings") else line for line in lines]


def _finding_lines(placed: Placed, style: Style) -> Iterator[str]:
    finding = placed.finding

    def paint(text: str, role: str) -> str:
        return _paint(text, role, style)

    place = place_text(placed.position)
    yield (
        (paint(f"{place}:", "place") + " " if place else "")
        + paint(f"{finding.severity}:", finding.severity)
        + f" {visible(finding.message)} "
        + paint(f"[{finding.code}]", "dim")
    )
    yield from _source(placed, style)
    for related in finding.related:
        yield _related_line(related)
    about = _about(finding)
    if about:
        yield f"  {about}"
    if finding.remedy:
        first, *rest = visible_lines(finding.remedy)
        yield f"  remedy: {first}"
        for line in rest:
            yield f"    {line}"


def _source(placed: Placed, style: Style) -> list[str]:
    location, position = placed.finding.location, placed.position
    if location is None or position.line is None:
        return []
    source = location.source_line()
    if source is None or not source.strip():
        return []
    return render_snippet(position.line, position.column, source, lambda text, role: _paint(text, role, style))


def _related_line(related: Related) -> str:
    place = place_text(related.location.position()) if related.location is not None else ""
    object = f" ({visible(str(related.object))})" if related.object is not None else ""
    return (f"  {place}: " if place else "  ") + f"note: {visible(related.message)}{object}"


def _about(finding: Finding) -> str:
    """Which object and field, of whose export, for whose result."""
    parts: list[str] = []
    if finding.object is not None:
        parts.append(f"object: {visible(str(finding.object))}")
    if finding.field:
        parts.append(f"field: {visible(finding.field)}")
    if finding.cluster:
        parts.append(f"cluster: {visible(finding.cluster)}")
    if finding.provider:
        parts.append(f"provider: {visible(finding.provider)}")
    return "; ".join(parts)


def _paint(text: str, role: str, style: Style) -> str:
    return f"\x1b[{_COLORS[role]}m{text}\x1b[0m" if style.color and text else text
