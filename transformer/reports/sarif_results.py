"""A finding as a result of SARIF, of bounded size."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from transformer.findings.finding import Finding
from transformer.reports.finding_words import finding_lines
from transformer.reports.json import change_as_json, object_as_json
from transformer.reports.result import Placed
from transformer.reports.sarif_places import file_place, logical_places, own_place, related_places
from transformer.reports.sarif_rules import LEVELS
from transformer.reports.visible import shortened

#: Characters of one value or line, and changes of one finding, that a result holds; what is more is counted.
LONGEST = 2_000
CHANGES = 100

#: A place in a message would give the same finding another fingerprint as soon as a line is put in above it.
_PLACE_IN_TEXT = re.compile(r"(?<=\.yaml|\.json):\d+(?::\d+)?|(?<=\.yml):\d+(?::\d+)?|\b(?:line|column) \d+")


def results(findings: Iterable[Placed], rules: Mapping[str, int], about: str) -> Iterator[dict[str, Any]]:
    """The findings as results, in the order given, one at a time; ``rules`` is the number of each code's rule."""
    seen: Counter[str] = Counter()
    for placed in findings:
        print_ = fingerprint(placed.finding)
        seen[print_] += 1
        yield _result(placed, rules, about, f"{print_}:{seen[print_]}")


def fingerprint(finding: Finding) -> str:
    """What stays the same of a finding when lines are put in above it, or a file is renamed."""
    object = finding.object
    parts = (
        finding.code,
        finding.cluster or "",
        finding.provider or "",
        *(object if object is not None else ()),
        finding.field or "",
        _PLACE_IN_TEXT.sub("", finding.message),
    )
    return hashlib.sha256("\0".join(parts).encode("utf-8", "backslashreplace")).hexdigest()[:32]


def _result(placed: Placed, rules: Mapping[str, int], about: str, print_: str) -> dict[str, Any]:
    finding = placed.finding
    shown: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": rules[finding.code],
        "level": LEVELS[finding.severity],
        "message": {"text": _message(finding)},
    }
    place = own_place(finding, placed.position, about)
    if place is not None:
        logical = logical_places(finding.object, finding.field, LONGEST)
        shown["locations"] = [{"physicalLocation": place, **({"logicalLocations": logical} if logical else {})}]
    related = related_places(finding, LONGEST)
    if related:
        shown["relatedLocations"] = related
    shown["partialFingerprints"] = {"liqoTransformFinding/v1": print_}
    shown["properties"] = _properties(finding)
    return shown


def _message(finding: Finding) -> str:
    """Message, notes that have no place of their own, changes, and the remedy."""
    placeless = [
        note for note in finding.related if note.location is None or file_place(note.location.position()) is None
    ]
    lines = finding_lines(finding, placeless, changes=CHANGES, limit=LONGEST)
    # An empty text is no message for the programs that read it.
    return "\n".join(lines) if lines[0] else "\n".join([finding.code, *lines[1:]])


def _properties(finding: Finding) -> dict[str, Any]:
    changes = finding.changes[:CHANGES]
    values = {
        "cluster": finding.cluster,
        "provider": finding.provider,
        "object": object_as_json(finding.object),
        "field": finding.field,
        "remedy": finding.remedy,
        "changes": [change_as_json(change) for change in changes],
        "changesLeftOut": max(0, len(finding.changes) - CHANGES),
    }
    return {key: cut(value) for key, value in values.items() if value}


def cut(value: Any) -> Any:
    """Plain data with every text and name in it made safe and cut to a bearable length."""
    if isinstance(value, str):
        return "\n".join(shortened(line, LONGEST) for line in value.split("\n"))
    if isinstance(value, Mapping):
        return {shortened(key, LONGEST): cut(each) for key, each in value.items()}
    if isinstance(value, list):
        return [cut(each) for each in value]
    return value
