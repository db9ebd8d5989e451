"""A value that was read, in words: what messages say somebody wrote."""

from __future__ import annotations

from typing import Any

from transformer.findings.finding import quoted
from transformer.manifests.manifest import AmbiguousScalar


def described(value: Any) -> str:
    """A value as it may stand behind "got" or "not": ``the number 5``, ``a list``, ``null``."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return f"the boolean {str(value).lower()}"
    if isinstance(value, int | float):
        return f"the number {quoted(value)[1:-1]}"
    if isinstance(value, AmbiguousScalar):
        return f"the unquoted scalar {quoted(value)}, which other readers take for {value.others}"
    if isinstance(value, str):
        return f"the string {quoted(value)}" if value else "an empty string"
    kind = "list" if isinstance(value, list) else "mapping"
    return f"a {kind}" if value else f"an empty {kind}"
