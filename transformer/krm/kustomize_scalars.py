"""Strings as kustomize prints them: without quotes where its own reader needs none, though others refuse such a scalar
or take it for something else (``<<``, ``2001-13-45``, ``1.5e400``, ``=``)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from transformer.manifests.faults import Fault
from transformer.manifests.manifest import AmbiguousScalar

_MERGE = re.compile(r"(?m)(?<=[:-] )!!merge <<$|(?<= )!!merge <<(?=:)")
_LINE = re.compile(r"[^\n]*")


def without_merge_tags(text: str) -> str:
    """The text with the string ``<<`` in quotes; kustomize prints it with a tag."""
    return _MERGE.sub('"<<"', text) if "!!merge" in text else text


def quoted_at(text: str, faults: Iterable[Fault]) -> str:
    """The text with the scalars in quotes that ``faults`` are about, each of which ends with its line."""
    for offset in sorted({fault.offset for fault in faults}, reverse=True):
        found = _LINE.match(text, offset)
        if found is not None and found.group()[:1] not in ("", "'", '"'):
            text = f"{text[:offset]}{json.dumps(found.group().rstrip(), ensure_ascii=False)}{text[found.end() :]}"
    return text


def as_strings(value: Any) -> Any:
    """The value with its ambiguous scalars as the strings that they are to kustomize; itself where it has none."""
    return _copied(value) if _holds_ambiguous(value) else value


def _holds_ambiguous(value: Any) -> bool:
    pending = [value]
    while pending:
        each = pending.pop()
        kind = type(each)
        if kind is dict:
            pending.extend(each)
            pending.extend(each.values())
        elif kind is list:
            pending.extend(each)
        elif kind is AmbiguousScalar:
            return True
    return False


def _copied(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _copied(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_copied(each) for each in value]
    return str(value) if isinstance(value, AmbiguousScalar) else value
