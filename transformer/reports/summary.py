"""The summary of every run: read, ignored, written, withheld, refused, skipped; zeros are shown, since silence
proves nothing."""

from __future__ import annotations

from collections.abc import Mapping

from transformer.findings.finding import Severity
from transformer.reports.result import RunResult
from transformer.reports.visible import counted, visible, width


def render_summary(result: RunResult, *, hint: str = "") -> list[str]:
    """Lines of three columns: what, cluster or provider, counts by kind; then findings and the verdict.

    ``hint`` stands behind the number of infos where there are any: how to see them.
    """
    summary = result.summary
    rows: list[tuple[str, str, str]] = []
    for cluster in sorted({*summary.read, *summary.ignored}):
        read, ignored = _kinds(summary.read.get(cluster, {})), _kinds(summary.ignored.get(cluster, {}))
        rows.append(("read", cluster, f"{read}; ignored {ignored}"))
    for provider in sorted({*summary.written, *summary.refused, *summary.skipped}):
        written = _kinds(summary.written.get(provider, {}))
        refused, skipped = summary.refused.get(provider, 0), summary.skipped.get(provider, 0)
        rows.append(
            (
                "written" if summary.writes else "computed",
                provider,
                f"{written}; slices refused {refused}, skipped {skipped}",
            )
        )
    rows = [(what, visible(name), counts) for what, name, counts in rows]
    name_width = max((width(name) for _, name, _ in rows), default=0)
    lines = [f"{what:<9}{name}{' ' * (name_width - width(name))}  {counts}" for what, name, counts in rows]
    lines.append(f"{'findings':<9}{severities(result, hint)}")
    if result.verdict:
        lines.append(f"{'result':<9}{visible(result.verdict)}")
    return lines


def _kinds(counts: Mapping[str, int]) -> str:
    """``14 (EndpointSlice 2, Service 12)``; a lone ``0`` where there is nothing."""
    total = sum(counts.values())
    if not counts:
        return str(total)
    return f"{total} ({', '.join(f'{visible(kind)} {count}' for kind, count in sorted(counts.items()))})"


def severities(result: RunResult, hint: str = "") -> str:
    """How many findings of each severity, and how many were suppressed; ``hint`` stands behind the infos, if any."""
    counts = result.counts()
    parts = [counted(counts[Severity.ERROR], "error"), counted(counts[Severity.WARNING], "warning")]
    infos = counted(counts[Severity.INFO], "info")
    parts.append(f"{infos} ({hint})" if hint and counts[Severity.INFO] else infos)
    if result.summary.suppressed:
        parts.append(f"{result.summary.suppressed} suppressed")
    return ", ".join(parts)
