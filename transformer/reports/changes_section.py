"""Changes as text: by Service and provider, below that each slice and a line for every change of it."""

from __future__ import annotations

from collections.abc import Iterator

from transformer.reports.change_groups import NO_SERVICE, ServiceChanges, SliceChanges, by_service, distinct_remedies
from transformer.reports.finding_words import change_line, remedy_lines
from transformer.reports.paint import paint
from transformer.reports.result import Placed, RunResult, Style, place_text, shows
from transformer.reports.visible import visible


def render_changes(result: RunResult, style: Style) -> str:
    """The changes of all findings that ``style`` shows, then each distinct remedy once; empty where there are none."""
    shown = [placed for placed in result.findings if placed.finding.changes and shows(style, placed.finding)]
    blocks = [list(_service_lines(group, style)) for group in by_service(shown)]
    remedies = _remedies(shown)
    if remedies:
        blocks.append(remedies)
    return "\n".join("".join(line + "\n" for line in block) for block in blocks)


def _service_lines(group: ServiceChanges, style: Style) -> Iterator[str]:
    title = visible(group.service) or NO_SERVICE
    yield paint(f"{title} on {visible(group.provider)}" if group.provider else title, "heading", style)
    for each in group.slices:
        yield from _slice_lines(each, style)


def _slice_lines(each: SliceChanges, style: Style) -> Iterator[str]:
    finding, place = each.placed.finding, place_text(each.placed.position)
    yield (
        "  "
        + paint(f"{finding.severity}:", finding.severity, style)
        + f" {visible(str(each.slice))} "
        + paint(f"[{finding.code}]", "dim", style)
        + (f" {place}" if place else "")
    )
    for change in each.changes:
        yield f"    {paint(change_line(change), change.kind.sign, style)}"


def _remedies(shown: list[Placed]) -> list[str]:
    return [line for remedy in distinct_remedies(shown) for line in remedy_lines(remedy)]
