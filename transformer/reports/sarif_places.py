"""Places as SARIF has them: URIs of files, regions, and the objects and fields that stand there."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any
from urllib.parse import quote

from transformer.findings.finding import Finding, Location, ObjectRef, Position
from transformer.reports.change_text import cause_text
from transformer.reports.visible import shortened, visible

#: How many places beside its own a result names; programs show no more.
RELATED = 100


def file_uri(file: str) -> str:
    """A file's name as a valid URI: relative as it stands, or ``file:///`` and an absolute path.

    Every character that could mean something in a URI is percent-encoded, bytes that are no UTF-8 as those bytes.
    """
    names = [name for name in file.split("/") if name not in ("", ".")]
    path = "/".join(quote(_bytes(name), safe="") for name in names)
    return f"file:///{path}" if file.startswith("/") else path or "."


def file_place(position: Position) -> dict[str, Any] | None:
    """A physical location; None for no file and for standard input."""
    if position.file in ("", "-"):
        return None
    place: dict[str, Any] = {"artifactLocation": {"uri": file_uri(position.file)}}
    if position.line is not None:
        place["region"] = {"startLine": position.line}
        if position.column is not None:
            place["region"]["startColumn"] = position.column
    return place


def own_place(finding: Finding, position: Position, about: str) -> dict[str, Any] | None:
    """Where a result stands: at the finding's file, else at the first file that it speaks of, else at ``about``.

    A result without any place is valid, but GitHub refuses a report that has one.
    """
    positions = chain([position], (place for _, place, _ in _places(finding)), [Position(about)])
    return next((place for each in positions if (place := file_place(each)) is not None), None)


def logical_places(object: ObjectRef | None, field: str | None, limit: int) -> list[dict[str, str]]:
    """The Kubernetes object and the field in it."""
    places = []
    whole = shortened(str(object), limit) if object is not None else ""
    if object is not None:
        places.append({"name": shortened(object.name, limit), "fullyQualifiedName": whole, "kind": "object"})
    if field:
        name = shortened(field, limit)
        places.append({"name": name, "fullyQualifiedName": f"{whole} {name}".lstrip(), "kind": "property"})
    return places


def related_places(finding: Finding, limit: int) -> list[dict[str, Any]]:
    """The other places of a finding, each once: those it speaks of, and those of the causes of its changes."""
    found: list[dict[str, Any]] = []
    seen: set[tuple[str, Position]] = set()
    for message, position, object in _places(finding):
        place = file_place(position)
        if place is None or (message, position) in seen or len(found) == RELATED:
            continue
        seen.add((message, position))
        related: dict[str, Any] = {
            "id": len(found) + 1,
            "physicalLocation": place,
            "message": {"text": shortened(message, limit)},
        }
        if object is not None:
            related["logicalLocations"] = logical_places(object, None, limit)
        found.append(related)
    return found


def _places(finding: Finding) -> Iterator[tuple[str, Position, ObjectRef | None]]:
    for related in finding.related:
        yield related.message, _position(related.location), related.object
    for change in finding.changes:
        for cause in change.causes:
            if cause.location is not None:
                yield cause_text(cause), _position(cause.location), cause.object


def _position(location: Location | None) -> Position:
    return location.position() if location is not None else Position("")


def _bytes(name: str) -> bytes:
    """The bytes of a file's name: what the system gave us as no UTF-8 comes out as it went in."""
    try:
        return name.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return visible(name).encode()
