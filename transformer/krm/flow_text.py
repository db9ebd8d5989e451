"""A value as text on one line, for what cannot go back as the text it came as."""

from __future__ import annotations

import json
import re
from typing import Any

from transformer.manifests.manifest import AmbiguousScalar

#: What json leaves as it is, though readers of YAML refuse it, fold it or do not show it.
_HIDDEN = re.compile(r"[\x7f-\xa0\xad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\ufff0-\ufffc\ufffe\uffff]")


def flow_text(value: Any) -> str:
    """A value as JSON on one line; scalars that readers of YAML disagree on as they stood."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{flow_text(key)}: {flow_text(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(flow_text, value)) + "]"
    if isinstance(value, AmbiguousScalar):
        return str(value)
    return _HIDDEN.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(value, ensure_ascii=False))
