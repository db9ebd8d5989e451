"""The Markdown report, for a comment on a pull request or the summary of a job.

GitHub takes 65,536 characters. A report that would be longer shows fewer lines of each fold, then the tables alone,
then the totals alone; it is never cut in the middle, and every number in it is of the whole.
"""

from __future__ import annotations

from typing import NamedTuple

from transformer.reports.change_groups import ServiceChanges, by_service
from transformer.reports.markdown_details import change_folds, change_remedies, finding_folds
from transformer.reports.markdown_tables import changes_table, findings_table, totals
from transformer.reports.markdown_text import code
from transformer.reports.result import RunResult, Style
from transformer.reports.summary import severities
from transformer.reports.visible import UNLIMITED, counted

#: Characters, and bytes of UTF-8: a report is shorter.
LIMIT = 65_000

_VERDICT = 1_000


class Detail(NamedTuple):
    """How much is shown: lines of one fold (0: no folds), folds of Services, rows of the table by Service (0: no
    tables)."""

    lines: int
    folds: int
    rows: int


#: From all to as good as nothing; the first that fits is taken.
DETAILS = (
    Detail(UNLIMITED, UNLIMITED, UNLIMITED),
    Detail(100, UNLIMITED, UNLIMITED),
    Detail(50, 200, UNLIMITED),
    Detail(20, 100, 200),
    Detail(10, 50, 200),
    Detail(5, 50, 100),
    Detail(3, 20, 100),
    Detail(1, 10, 100),
    Detail(0, 0, UNLIMITED),
    Detail(0, 0, 100),
    Detail(0, 0, 20),
    Detail(0, 0, 0),
)


def render_markdown(result: RunResult, style: Style) -> str:  # noqa: ARG001 - colour is the reader's affair
    """The report with as much detail as fits."""
    groups = by_service(result.findings)
    texts = (_rendered(result, groups, detail) for detail in DETAILS)
    # The last one holds numbers and one shortened line: it always fits.
    return next(text for text in texts if fits(text))


def fits(text: str) -> bool:
    """Whether a text is short enough, however its length is counted."""
    return len(text.encode("utf-8")) < LIMIT


def _rendered(result: RunResult, groups: list[ServiceChanges], detail: Detail) -> str:
    lines = [f"## liqo-transform: {'failed' if result.fails() else 'passed'}", "", severities(result) + "."]
    if result.verdict:
        lines += ["", code(result.verdict, _VERDICT)]
    lines += ["", *filter(None, [totals(result)]), ""]
    if groups:
        lines += _changes(result, groups, detail)
    if result.findings and detail.rows:
        lines += ["### Findings", "", *findings_table(result), ""]
        if detail.lines:
            lines += finding_folds(result, detail.lines)
    if detail != DETAILS[0]:
        lines += ["Not every line fits in here; all numbers are of the whole. `--report json` has all."]
    return "\n".join(lines).rstrip("\n") + "\n"


def _changes(result: RunResult, groups: list[ServiceChanges], detail: Detail) -> list[str]:
    services = len({group.service for group in groups})
    count = sum(1 for group in groups for _ in group.changes())
    shown = ["### Changes", "", f"{counted(count, 'change')} of {counted(services, 'Service')}.", ""]
    if detail.rows:
        shown += [*changes_table(groups, detail.rows), ""]
    if detail.lines:
        shown += change_folds(groups, detail.lines, detail.folds)
        shown += change_remedies(result, detail.lines)
    return shown
