"""The tables of the Markdown report. Rows may be left out, numbers never: the last rows count what is not shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from transformer.findings.change import ChangeKind
from transformer.findings.finding import Severity
from transformer.reports.change_groups import NO_SERVICE, ServiceChanges
from transformer.reports.markdown_text import cell, table
from transformer.reports.result import RunResult
from transformer.reports.visible import counted


def changes_table(groups: Sequence[ServiceChanges], rows: int) -> list[str]:
    """How many changes of each kind there are, by Service and provider; the last row has the sums."""
    counts = [Counter(change.kind for change in group.changes()) for group in groups]
    total: Counter[ChangeKind] = sum(counts, Counter())
    kinds = [kind for kind in ChangeKind if total[kind]]

    def numbers(count: Counter[ChangeKind]) -> list[str]:
        return [*(str(count[kind]) for kind in kinds), str(count.total())]

    shown = [
        [cell(group.service) or NO_SERVICE, cell(group.provider), *numbers(count)]
        for group, count in list(zip(groups, counts, strict=True))[:rows]
    ]
    if len(groups) > rows:
        shown.append([f"{len(groups) - rows} more", "", *numbers(sum(counts[rows:], Counter()))])
    return table(
        ["Service", "provider", *map(str, kinds), "all"], [*shown, ["all", "", *numbers(total)]], len(kinds) + 1
    )


def findings_table(result: RunResult) -> list[str]:
    """How many findings there are of each severity and code."""
    return table(
        ["severity", "code", "findings"],
        [[str(severity), f"`{code}`", str(count)] for (severity, code), count in _by_code(result)],
        1,
    )


def totals(result: RunResult) -> str:
    """What was read, written, refused, skipped and suppressed, in one line; empty where nothing was read."""
    summary = result.summary
    if not summary.read and not summary.written:
        return ""
    read = sum(sum(kinds.values()) for kinds in summary.read.values())
    ignored = sum(sum(kinds.values()) for kinds in summary.ignored.values())
    written = sum(sum(kinds.values()) for kinds in summary.written.values())
    return (
        f"Read {counted(read, 'object')} of {counted(len(summary.read), 'cluster')}, ignored {ignored}; "
        f"{'wrote' if summary.writes else 'computed'} {written} for {counted(len(summary.written), 'provider')}, "
        f"refused {sum(summary.refused.values())}, skipped {sum(summary.skipped.values())}; "
        f"findings suppressed: {summary.suppressed}."
    )


def _by_code(result: RunResult) -> Iterator[tuple[tuple[Severity, str], int]]:
    """The worst first, then by code."""
    found = Counter((placed.finding.severity, placed.finding.code) for placed in result.findings)
    rank = {severity: number for number, severity in enumerate(Severity)}
    yield from sorted(found.items(), key=lambda entry: (rank[entry[0][0]], entry[0][1]))
