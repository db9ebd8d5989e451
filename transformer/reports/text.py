"""The text report: what changed, each other finding with its position, source line, caret and remedy, the summary."""

from __future__ import annotations

from collections.abc import Iterator

from transformer.findings.finding import Severity
from transformer.reports.changes_section import render_changes
from transformer.reports.finding_words import about_text, note_text, remedy_lines
from transformer.reports.paint import paint
from transformer.reports.result import Placed, RunResult, Style, place_text, shows
from transformer.reports.snippet import render_snippet
from transformer.reports.summary import render_summary
from transformer.reports.visible import visible


def render_text(result: RunResult, style: Style) -> str:
    """Changes, the other findings, the summary. What ``style`` hides is counted in the summary all the same."""
    return "\n".join(part for part in (render_changes(result, style), render_rest(result, style)) if part)


def render_rest(result: RunResult, style: Style) -> str:
    """All but the changes, which a command may print elsewhere: the findings without any, then the summary."""
    blocks = [
        list(_finding_lines(placed, style))
        for placed in result.findings
        if not placed.finding.changes and shows(style, placed.finding)
    ]
    if style.summary:
        blocks.append(_summary_lines(result, style))
    return "\n".join("".join(line + "\n" for line in block) for block in blocks)


def _summary_lines(result: RunResult, style: Style) -> list[str]:
    worst = next((severity for severity, count in result.counts().items() if count), Severity.INFO)
    lines = render_summary(result, hint="-v shows them" if style.shown is Severity.WARNING else "")
    if worst is Severity.INFO:
        return lines
    return [paint(line, worst, style) if line.startswith("findings") else line for line in lines]


def _finding_lines(placed: Placed, style: Style) -> Iterator[str]:
    finding, place = placed.finding, place_text(placed.position)
    yield (
        (paint(f"{place}:", "place", style) + " " if place else "")
        + paint(f"{finding.severity}:", finding.severity, style)
        + f" {visible(finding.message)} "
        + paint(f"[{finding.code}]", "dim", style)
    )
    yield from _source(placed, style)
    for related in finding.related:
        yield f"  {note_text(related)}"
    about = about_text(finding)
    if about:
        yield f"  {about}"
    for line in remedy_lines(finding.remedy):
        yield f"  {line}"


def _source(placed: Placed, style: Style) -> list[str]:
    location, position = placed.finding.location, placed.position
    if location is None or position.line is None:
        return []
    source = location.source_line()
    if source is None or not source.strip():
        return []
    return render_snippet(position.line, position.column, source, lambda text, role: paint(text, role, style))
