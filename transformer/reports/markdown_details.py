"""The folds of the Markdown report: one for each Service with its changes, one for each code with its findings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from transformer.findings.catalogue import CATALOGUE
from transformer.findings.finding import Severity
from transformer.reports.change_groups import NO_SERVICE, ServiceChanges, distinct_remedies
from transformer.reports.finding_words import change_line, note_text
from transformer.reports.links import page_url
from transformer.reports.markdown_text import VALUE, code, fenced, fold, html_code
from transformer.reports.result import Placed, RunResult, place_text
from transformer.reports.visible import counted, shortened

#: Lines of one remedy that are shown.
_REMEDY = 40


def change_folds(groups: Sequence[ServiceChanges], lines: int, folds: int) -> list[str]:
    """The first ``folds`` Services, each with its first ``lines`` changes; how many more there are."""
    services = [(service, list(found)) for service, found in groupby(groups, key=lambda group: group.service)]
    shown = [line for service, found in services[:folds] for line in _service_fold(service, found, lines)]
    if len(services) > folds:
        shown += [f"And {counted(len(services) - folds, 'more Service')}.", ""]
    return shown


def change_remedies(result: RunResult, most: int) -> list[str]:
    """What to do about changes: each remedy once."""
    remedies = list(distinct_remedies(result.findings).items())
    shown = [line for remedy, name in remedies[:most] for line in ("", *_remedy(remedy, name))]
    if len(remedies) > most:
        shown += ["", f"And {len(remedies) - most} more."]
    return [*shown[1:], ""] if shown else []


def finding_folds(result: RunResult, lines: int) -> list[str]:
    """Each severity and code with its first ``lines`` findings, but for those that have changes."""
    rank = {severity: number for number, severity in enumerate(Severity)}
    found = sorted(
        (placed for placed in result.findings if not placed.finding.changes),
        key=lambda placed: (rank[placed.finding.severity], placed.finding.code),
    )
    groups = groupby(found, key=lambda placed: (placed.finding.severity, placed.finding.code))
    return [line for (severity, name), group in groups for line in _code_fold(severity, name, list(group), lines)]


def _service_fold(service: str, groups: Sequence[ServiceChanges], lines: int) -> list[str]:
    count = sum(1 for group in groups for _ in group.changes())
    name = html_code(service) if service else NO_SERVICE
    title = f"{name}: {counted(count, 'change')} on {counted(len(groups), 'provider')}"
    body = fenced(_change_block(groups, lines), "diff")
    more = [f"And {counted(count - lines, 'more change')}."] if count > lines else []
    return fold(title, [*body, *more])


def _colored(line: str) -> str:
    """A line of a diff as GitHub and GitLab colour it: to them a change is `!`."""
    return f"!{line[1:]}" if line.startswith("~") else line


def _change_block(groups: Sequence[ServiceChanges], lines: int) -> Iterator[str]:
    """The first changes, below the provider and slice that they are about."""
    for group in groups:
        for each in group.slices:
            if lines <= 0:
                return
            finding = each.placed.finding
            where = f"{group.provider}: {each.slice}" if group.provider else str(each.slice)
            yield f"@@ {shortened(where, VALUE)} @@ {finding.severity} {finding.code}"
            for change in each.changes[:lines]:
                yield _colored(change_line(change, 2 * VALUE))
            lines -= len(each.changes)


def _code_fold(severity: Severity, name: str, findings: Sequence[Placed], lines: int) -> list[str]:
    title = f"{severity} {html_code(name)}: {counted(len(findings), 'finding')}"
    usual = CATALOGUE[name].remedy
    body = [f"{CATALOGUE[name].title}. [What it means]({page_url(name)})", ""]
    if any(placed.finding.remedy == usual for placed in findings):
        body += [*_remedy(usual, name), ""]
    for placed in findings[:lines]:
        body += _finding(placed, usual)
    if len(findings) > lines:
        body += ["", f"And {counted(len(findings) - lines, 'more finding')}."]
    return fold(title, body)


def _finding(placed: Placed, usual: str) -> list[str]:
    """An entry of a list: place, message, object; below it notes, and a remedy that is its own."""
    finding = placed.finding
    about = {
        "": str(finding.object) if finding.object is not None else "",
        "field ": finding.field or "",
        "cluster ": finding.cluster or "",
        "provider ": finding.provider or "",
    }
    parts = [
        code(place_text(placed.position)),
        code(finding.message, 2 * VALUE),
        ", ".join(f"{what}{code(value)}" for what, value in about.items() if value),
    ]
    shown = [f"- {' · '.join(part for part in parts if part)}"]
    shown += [f"  - {code(note_text(note, VALUE), 3 * VALUE)}" for note in finding.related]
    if finding.remedy and finding.remedy != usual:
        shown += [f"  {line}".rstrip(" ") for line in ("", *_given_remedy(finding.remedy))]
    return shown


def _remedy(remedy: str, name: str) -> list[str]:
    """The catalogue's own words are Markdown; others may hold anything."""
    return [f"What to do: {remedy}"] if remedy == CATALOGUE[name].remedy else _given_remedy(remedy)


def _given_remedy(remedy: str) -> list[str]:
    lines = remedy.rstrip("\n").split("\n")
    more = [f"and {counted(len(lines) - _REMEDY, 'more line')}"] if len(lines) > _REMEDY else []
    return ["What to do:", "", *fenced([*(shortened(line, VALUE) for line in lines[:_REMEDY]), *more], "text")]
