"""``liqo-transform check --built``: whether a set that ``kustomize build`` printed went through the function."""

from __future__ import annotations

import sys

from transformer.cli.destination import guard
from transformer.cli.run import finish
from transformer.configuration.options import RunOptions
from transformer.findings.finding import Position
from transformer.krm.given import read_documents_of
from transformer.krm.list_reading import UnreadableListError
from transformer.krm.review import marks, missing_marks
from transformer.manifests.limits import Limits


def check_built(built: str, requires: tuple[str, ...], options: RunOptions) -> int:
    """Read the set, look for marks, report (function-not-run); returns the exit status."""
    guard(options, (built,))
    try:
        items, findings = read_documents_of(built, Limits(**options.limits), getattr(sys.stdin, "buffer", None))
    except UnreadableListError as fault:
        return finish(fault.findings, options, verdict="nothing checked", about=built)
    found = marks(items)
    listed = ", ".join(f"{name} on {count}" for name, count in found.items()) or "none"
    unmarked = len(items) - sum(found.values())
    missing = missing_marks(items, requires, Position(built))
    return finish(
        [*findings, *missing],
        options,
        verdict=f"{len(items)} objects; marks of functions: {listed}; without a mark: {unmarked}",
        about=built,
    )
