"""Values of fields as a comparison sees them: when two of them say the same, and how one stands in a line."""

from __future__ import annotations

import json
from typing import Any


def is_same(old: Any, new: Any) -> bool:
    """Whether two values say the same to whoever reads the object: an absent field, null, ``[]`` and ``{}`` do."""
    return meaning_text(old) == meaning_text(new)


def meaning_text(value: Any) -> str:
    """A text that is equal for values that say the same; ``null`` for one that says nothing."""
    # Texts, since True and 1, or 1 and 1.0, are equal to Python and not to the API server.
    return json.dumps(_meaning(value), sort_keys=True)


def value_text(value: Any) -> str | None:
    """A value as it stands in a line: a string as it is, anything else as JSON; None where there is none."""
    return value if value is None or isinstance(value, str) else json.dumps(value, sort_keys=True, ensure_ascii=False)


def _meaning(value: Any) -> Any:
    """The value without what says nothing; None where nothing is left. Items of lists count, empty or not."""
    if isinstance(value, dict):
        kept = {name: meaning for name, each in value.items() if (meaning := _meaning(each)) is not None}
        return kept or None
    if isinstance(value, list):
        return [_meaning(each) for each in value] or None
    return value
