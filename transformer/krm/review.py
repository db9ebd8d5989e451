"""Did the function run? What it made carries its mark, and a set without it was built without it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from transformer.findings.catalogue import finding
from transformer.findings.finding import Finding, Location, quoted
from transformer.krm.item import Item

_EMPTY_REMEDY = (
    "Look at what the build itself said: it failed, the function was skipped (kubectl skips programs without a word; "
    "kustomize needs `--enable-alpha-plugins --enable-exec`), or it made nothing and said why on stderr."
)
_OTHER_REMEDY = (
    "Functions did run, but not this one, or it made nothing. See that it is listed under `transformers` or "
    "`generators`, and that KIND/NAME is what its configuration says; kpt calls a function that is given `key=value` "
    "pairs `function-input`."
)


def marks(items: Iterable[Item]) -> dict[str, int]:
    """The marks among the items, KIND/NAME, sorted, and on how many objects each is."""
    counts: dict[str, int] = {}
    for item in items:
        if item.mark is not None:
            counts[item.mark] = counts.get(item.mark, 0) + 1
    return dict(sorted(counts.items()))


def missing_marks(items: Sequence[Item], requires: Sequence[str], location: Location | None = None) -> list[Finding]:
    """A finding (function-not-run) for each mark, KIND/NAME, that no item carries; without ``requires`` one where
    no item carries any."""
    found = marks(items)
    if not items:
        message = "the set holds no object at all, so no function made one"
        return [finding("function-not-run", message, remedy=_EMPTY_REMEDY, location=location)]
    among = "the only object" if len(items) == 1 else f"any of the {len(items)} objects"
    if not requires and not found:
        return [finding("function-not-run", f"no function left its mark on {among}", location=location)]
    listed = ", ".join(f"{mark} on {count}" for mark, count in found.items()) or "no mark at all"
    return [
        finding(
            "function-not-run",
            f"the mark of {quoted(mark)[1:-1]} is not on {among} (found: {listed})",
            remedy=_OTHER_REMEDY if found else None,
            location=location,
        )
        for mark in requires
        if mark not in found
    ]
