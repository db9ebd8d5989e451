"""Did the function run? What it made carries its mark, and a set without it was built without it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from transformer.findings.catalogue import finding
from transformer.findings.finding import Finding, Location, quoted
from transformer.krm.item import Item


def missing_marks(items: Iterable[Item], requires: Sequence[str], location: Location | None = None) -> list[Finding]:
    """A finding (function-not-run) for each mark, KIND/NAME, that no item carries; without ``requires`` one where
    no item carries any."""
    counts: dict[str, int] = {}
    objects = 0
    for item in items:
        objects += 1
        if item.mark is not None:
            counts[item.mark] = counts.get(item.mark, 0) + 1
    among = "the only object" if objects == 1 else f"any of the {objects} objects"
    if not requires and not counts:
        return [finding("function-not-run", f"no function left its mark on {among}", location=location)]
    found = ", ".join(f"{mark} on {count}" for mark, count in sorted(counts.items())) or "no mark at all"
    return [
        finding(
            "function-not-run",
            f"the mark of {quoted(mark)[1:-1]} is not on {among} (found: {found})",
            location=location,
        )
        for mark in requires
        if mark not in counts
    ]
