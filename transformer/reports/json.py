"""The JSON report: one object with every finding and the counts, for programs. Its schema: ``reports/schema.py``."""

from __future__ import annotations

import json
from typing import Any

from transformer.findings.change import Cause, Change
from transformer.findings.finding import Location, ObjectRef, Position, Related
from transformer.findings.page import docs_link
from transformer.outcome import Summary
from transformer.reports.result import Placed, RunResult, Style

#: Version of the report's shape; it rises when a reader of the old shape would break.
VERSION = 1


def render_json(result: RunResult, style: Style) -> str:  # noqa: ARG001 - programs read it: no style applies
    """The whole result as JSON, ASCII alone, so that no terminal's or pipe's encoding can break it."""
    document = {
        "version": VERSION,
        "findings": [finding_as_json(placed) for placed in result.findings],
        "summary": summary_as_json(result.summary),
    }
    return json.dumps(document, indent=2, ensure_ascii=True) + "\n"


def finding_as_json(placed: Placed) -> dict[str, Any]:
    """One finding as plain data, keys in the order of the interface, absent ones left out."""
    finding = placed.finding
    shown: dict[str, Any] = {
        "code": finding.code,
        "severity": str(finding.severity),
        "message": finding.message,
        "remedy": finding.remedy or None,
        "cluster": finding.cluster,
        "provider": finding.provider,
        "object": object_as_json(finding.object),
        "field": finding.field,
        **_position(placed.position),
        "slices": list(finding.slices) or None,
        "related": [_related(related) for related in finding.related] or None,
        "changes": [change_as_json(change) for change in finding.changes] or None,
        "docs": docs_link(finding.code),
    }
    return _present(shown)


def change_as_json(change: Change) -> dict[str, Any]:
    """One change as plain data, absent and empty keys left out; an empty value before or after is a value."""
    return _present(
        {
            "kind": str(change.kind),
            "service": change.service or None,
            "provider": change.provider or None,
            "slice": object_as_json(change.slice),
            "endpoint": change.endpoint or None,
            "field": change.field or None,
            "before": change.before,
            "after": change.after,
            "causes": [_cause(cause) for cause in change.causes] or None,
        }
    )


def object_as_json(object: ObjectRef | None) -> dict[str, str] | None:
    """The identity of an object as plain data; None for none."""
    if object is None:
        return None
    return _present(
        {
            "apiVersion": object.api_version,
            "kind": object.kind,
            "namespace": object.namespace or None,
            "name": object.name,
        }
    )


def summary_as_json(summary: Summary) -> dict[str, Any]:
    """The counts as plain data, names in order, so that equal runs give equal bytes."""
    return {
        "read": _by_name(summary.read),
        "written": _by_name(summary.written),
        "refused": dict(sorted(summary.refused.items())),
        "skipped": dict(sorted(summary.skipped.items())),
        "ignored": _by_name(summary.ignored),
        "suppressed": summary.suppressed,
    }


def _by_name(counts: dict[str, dict[str, int]]) -> dict[str, dict[str, int]]:
    return {name: dict(sorted(kinds.items())) for name, kinds in sorted(counts.items())}


def _position(position: Position) -> dict[str, Any]:
    return {"file": position.file or None, "line": position.line, "column": position.column}


def _related(related: Related) -> dict[str, Any]:
    return _present({"object": object_as_json(related.object), **_place(related.location), "message": related.message})


def _cause(cause: Cause) -> dict[str, Any]:
    return _present(
        {
            "object": object_as_json(cause.object),
            "cluster": cause.cluster or None,
            "field": cause.field or None,
            "before": cause.before,
            "after": cause.after,
            "remark": cause.remark or None,
            **_place(cause.location),
        }
    )


def _place(location: Location | None) -> dict[str, Any]:
    return _position(location.position() if location is not None else Position(""))


def _present(values: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value is not None}
