"""Findings as the results of a ResourceList, which kpt shows, and as lines for stderr, which kustomize shows."""

from __future__ import annotations

from typing import Any

from transformer.findings.finding import Finding, Location, Position
from transformer.findings.shared import ResolvedLocation
from transformer.krm.field_names import remedy_of
from transformer.krm.item_origin import ItemLocation
from transformer.reports.result import Placed, place_text
from transformer.reports.visible import visible

PROGRAM = "liqo-transform-krm"
#: Beyond 64 bits the readers of a list disagree on an integer.
_LARGEST = 2**63 - 1


def result_of(placed: Placed, kind: str = "") -> dict[str, Any]:
    """One result: message, severity, object, field with its current and proposed value, file; the code as a tag.
    ``kind`` is that of the function's configuration, for advice about its fields."""
    finding, position = placed.finding, placed.position
    location = _unwrapped(finding.location)
    result: dict[str, Any] = {
        "message": _writable(_advice(finding, kind)),
        "severity": str(finding.severity),
        "tags": _tags(finding, position),
    }
    ref = finding.object
    if ref is not None and ref.api_version and ref.kind and ref.name:
        result["resourceRef"] = {"apiVersion": ref.api_version, "kind": ref.kind, "name": ref.name}
        if ref.namespace:
            result["resourceRef"]["namespace"] = ref.namespace
    if finding.field:
        result["field"] = {"path": finding.field, **_values(finding, location)}
    if position.file and position.file != "-":
        index = location.origin.place.index if isinstance(location, ItemLocation) else None
        result["file"] = {"path": _writable(position.file), **({"index": index} if index is not None else {})}
    return result


def line_of(placed: Placed, function: str, kind: str = "") -> str:
    """One finding on one line: the program, the function's configuration, severity and code, place, object, field
    (unless the message begins with it), what is wrong, and what to do."""
    finding = placed.finding
    field = finding.field or ""
    about = [place_text(placed.position), str(finding.object or ""), "" if finding.message.startswith(field) else field]
    parts = [
        PROGRAM,
        function,
        f"{finding.severity}[{finding.code}]",
        " ".join(each for each in about if each),
        _on_one_line(_advice(finding, kind)),
    ]
    return visible(": ".join(part for part in parts if part)) + "\n"


def _on_one_line(text: str) -> str:
    """The text with the object that it shows on lines of its own, if any, in YAML's other style."""
    first, *rest = text.split("\n")
    return f"{first} {{{', '.join(line.strip() for line in rest).rstrip('.')}}}" if rest else first


def _values(finding: Finding, location: Location | None) -> dict[str, Any]:
    """What the field holds, where that is one value, and what it should most likely hold."""
    values: dict[str, Any] = {}
    if isinstance(location, ItemLocation) and not location.key:
        current = location.value()
        if isinstance(current, str | int):
            values["currentValue"] = current if isinstance(current, str) or abs(current) <= _LARGEST else str(current)
    if finding.proposed is not None:
        values["proposedValue"] = finding.proposed
    return values


def _tags(finding: Finding, position: Position) -> dict[str, str]:
    """Whatever a result has no field for. Tags are strings."""
    tags = {"code": finding.code, "cluster": finding.cluster, "provider": finding.provider}
    numbers = {"line": position.line, "column": position.column}
    return {key: value for key, value in tags.items() if value} | {
        key: str(value) for key, value in numbers.items() if value is not None
    }


def _writable(text: str) -> str:
    """The text, with the bytes of a file's name that are no text escaped: no list can hold them."""
    return text.encode("utf-8", "backslashreplace").decode()


def _unwrapped(location: Location | None) -> Location | None:
    while isinstance(location, ResolvedLocation):
        location = location.location
    return location


def _advice(finding: Finding, kind: str) -> str:
    return f"{_sentence(finding.message)} {_sentence(remedy_of(finding, kind))}"


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."
