"""JSON Schemas of the JSON report and of a finding in it."""

from __future__ import annotations

from typing import Any

from transformer.findings.change import ChangeKind
from transformer.findings.finding import Severity

DIALECT = "https://json-schema.org/draft/2020-12/schema"

_NAME = {"type": "string", "minLength": 1}
_COUNT = {"type": "integer", "minimum": 0}
_COUNTS = {"type": "object", "additionalProperties": _COUNT}
_COUNTS_BY_KIND = {"type": "object", "additionalProperties": _COUNTS}

_OBJECT = {
    "description": "A Kubernetes object. A cluster-scoped one has no namespace.",
    "type": "object",
    "properties": {"apiVersion": _NAME, "kind": _NAME, "namespace": _NAME, "name": {"type": "string"}},
    "required": ["apiVersion", "kind", "name"],
    "additionalProperties": False,
}

_PLACE: dict[str, Any] = {
    "file": {**_NAME, "description": "The input file as it was named, - for standard input."},
    "line": {"type": "integer", "minimum": 1, "description": "Counted from 1."},
    "column": {"type": "integer", "minimum": 1, "description": "Counted from 1, in characters."},
}

_CAUSE: dict[str, Any] = {
    "description": "Why: a field of an input object that has another value now, or, without an object, a setting.",
    "type": "object",
    "properties": {
        "object": _OBJECT,
        "cluster": {**_NAME, "description": "Whose export holds the object."},
        "field": _NAME,
        "before": {"type": "string", "description": "Absent where there was no value."},
        "after": {"type": "string", "description": "Absent where there is no value."},
        "remark": _NAME,
        **_PLACE,
    },
    "additionalProperties": False,
}

_CHANGE: dict[str, Any] = {
    "description": "One line of a diff.",
    "type": "object",
    "properties": {
        "kind": {"enum": [str(kind) for kind in ChangeKind]},
        "service": {**_NAME, "description": "namespace/name as the consumer has it; absent for a slice of no Service."},
        "provider": {**_NAME, "description": "Whose result changed."},
        "slice": {**_OBJECT, "description": "The derived object."},
        "endpoint": {**_NAME, "description": "Its target or address; absent for the slice as a whole."},
        "field": {**_NAME, "description": "The path of a field that has no kind of its own."},
        "before": {"type": "string", "description": "In words; absent where there was none."},
        "after": {"type": "string", "description": "In words; absent where there is none."},
        "causes": {"type": "array", "items": _CAUSE, "minItems": 1},
    },
    "required": ["kind", "slice"],
    "additionalProperties": False,
}


def finding_schema() -> dict[str, Any]:
    """The schema of one finding, ``schemas/finding.schema.json``."""
    return {"$schema": DIALECT, "title": "A finding of liqo-transform", **_finding()}


def report_schema() -> dict[str, Any]:
    """The schema of the whole JSON report, ``schemas/report.schema.json``."""
    return {
        "$schema": DIALECT,
        "title": "The JSON report of liqo-transform",
        "type": "object",
        "properties": {
            "version": {"const": 1, "description": "Version of this shape."},
            "findings": {
                "description": "In the order file, line, column, code, provider, object, message.",
                "type": "array",
                "items": _finding(),
            },
            "summary": _summary(),
        },
        "required": ["version", "findings", "summary"],
        "additionalProperties": False,
    }


def _finding() -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {
            "code": {"type": "string", "pattern": r"^[a-z0-9][a-z0-9.-]*$", "description": "A name, never reused."},
            "severity": {"enum": [str(severity) for severity in Severity]},
            "message": {"type": "string"},
            "remedy": {"type": "string", "description": "What to do."},
            "cluster": {**_NAME, "description": "Whose export the finding is about."},
            "provider": {**_NAME, "description": "Whose result it touches; absent when all."},
            "object": _OBJECT,
            "field": {**_NAME, "description": "The path of a field in the object."},
            **_PLACE,
            "slices": {
                "description": "Every slice (namespace/name) that one shared cause stops or concerns.",
                "type": "array",
                "items": _NAME,
                "minItems": 1,
            },
            "related": {
                "description": "Other objects and places that the finding speaks of.",
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {"object": _OBJECT, **_PLACE, "message": {"type": "string"}},
                    "required": ["message"],
                    "additionalProperties": False,
                },
                "minItems": 1,
            },
            "changes": {
                "description": "The lines of a finding about two versions of one derived object.",
                "type": "array",
                "items": _CHANGE,
                "minItems": 1,
            },
            "docs": {**_NAME, "description": "The page of the code."},
        },
        "required": ["code", "severity", "message", "docs"],
        "additionalProperties": False,
    }


def _summary() -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {
            "read": {**_COUNTS_BY_KIND, "description": "Objects read, by cluster and kind."},
            "written": {
                **_COUNTS_BY_KIND,
                "description": "Objects written, by provider and kind: zeros when an error withheld them all. "
                "In a dry run, what would have been written.",
            },
            "refused": {**_COUNTS, "description": "Objects refused, by provider."},
            "skipped": {**_COUNTS, "description": "Objects left out by rule, by provider."},
            "ignored": {**_COUNTS_BY_KIND, "description": "Objects of kinds passed over, by cluster and kind."},
            "suppressed": {**_COUNT, "description": "Findings suppressed with a reason."},
        },
        "required": ["read", "written", "refused", "skipped", "ignored", "suppressed"],
        "additionalProperties": False,
    }
