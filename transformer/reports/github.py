"""Workflow commands for GitHub Actions: each finding an annotation at its file and line.

GitHub shows ten annotations of a kind and drops the others without a word: here the rest is counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from transformer.findings.catalogue import CATALOGUE
from transformer.findings.finding import Finding, Severity
from transformer.reports.finding_words import about_text, finding_lines
from transformer.reports.result import Placed, RunResult, Style
from transformer.reports.summary import severities
from transformer.reports.visible import counted, shortened, visible

#: Annotations of one kind that GitHub shows of one step.
SHOWN = 10

#: Characters of a message: GitHub drops what is much longer.
LONGEST = 3_900

_LINE = 500
_CHANGES = 20
_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def render_github(result: RunResult, style: Style) -> str:  # noqa: ARG001 - a program reads it: no style applies
    """A command for each of the first ten findings of a severity, then one line for people that counts them all."""
    seen: Counter[Severity] = Counter()
    lines = []
    for placed in result.findings:
        seen[placed.finding.severity] += 1
        if seen[placed.finding.severity] <= SHOWN:
            lines.append(_command(placed))
    left_out = [counted(count - SHOWN, str(severity)) for severity, count in result.counts().items() if count > SHOWN]
    more = f"; not shown: {', '.join(left_out)}" if left_out else ""
    return "\n".join([*lines, f"liqo-transform: {severities(result)}{more}"]) + "\n"


def _command(placed: Placed) -> str:
    finding, position = placed.finding, placed.position
    properties = {"title": f"{finding.code}: {CATALOGUE[finding.code].title}"}
    if position.file not in ("", "-"):
        numbers = {"line": position.line, "col": position.column}
        known = {name: str(number) for name, number in numbers.items() if number is not None}
        properties = {"file": visible(position.file), **known, **properties}
    said = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    return f"::{_COMMANDS[finding.severity]} {said}::{_data(_message(finding))}"


def _message(finding: Finding) -> str:
    """As many whole lines as there is room for."""
    lines = list(_message_lines(finding))
    room = LONGEST - len("and 1,000,000,000 more lines")
    for number, line in enumerate(lines):
        room -= len(line) + 1
        if room < 0:
            return "\n".join([*lines[:number], f"and {counted(len(lines) - number, 'more line')}"])
    return "\n".join(lines)


def _message_lines(finding: Finding) -> Iterator[str]:
    first, *rest = finding_lines(finding, finding.related, changes=_CHANGES, limit=_LINE)
    yield first
    about = about_text(finding, _LINE)
    if about:
        yield shortened(about, _LINE)
    yield from rest


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
