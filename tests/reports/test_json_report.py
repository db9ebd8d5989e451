"""The JSON report: its schema, the keys that are left out, the order of all names."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
from hypothesis import given
from hypothesis import strategies as st

from transformer.findings.catalogue import finding
from transformer.findings.change import Cause, Change, ChangeKind
from transformer.findings.finding import Finding, ObjectRef, Position, Related
from transformer.outcome import Summary
from transformer.reports.json import render_json
from transformer.reports.result import RunResult, Style, arrange
from transformer.reports.schema import finding_schema, report_schema


def document(*findings: Finding, summary: Summary | None = None) -> Any:
    parsed = json.loads(render_json(RunResult(arrange(findings), summary or Summary()), Style()))
    jsonschema.validate(parsed, report_schema())
    return parsed


def test_a_full_finding_has_the_keys_of_the_interface_in_their_order() -> None:
    full = finding(
        "outside-pod-cidrs",
        "m",
        remedy="r",
        cluster="rome",
        provider="milan",
        object=ObjectRef("v1", "Node", "", "n1"),
        field="spec.x[1]",
        location=Position("a.yaml", 41, 9),
        slices=("shop/a",),
        related=(Related("there", ObjectRef("v1", "Service", "shop", "web"), Position("b.yaml", 3, 1)), Related("x")),
    )
    (shown,) = document(full)["findings"]
    assert list(shown.items()) == [
        ("code", "outside-pod-cidrs"),
        ("severity", "error"),
        ("message", "m"),
        ("remedy", "r"),
        ("cluster", "rome"),
        ("provider", "milan"),
        ("object", {"apiVersion": "v1", "kind": "Node", "name": "n1"}),
        ("field", "spec.x[1]"),
        ("file", "a.yaml"),
        ("line", 41),
        ("column", 9),
        ("slices", ["shop/a"]),
        (
            "related",
            [
                {
                    "object": {"apiVersion": "v1", "kind": "Service", "namespace": "shop", "name": "web"},
                    "file": "b.yaml",
                    "line": 3,
                    "column": 1,
                    "message": "there",
                },
                {"message": "x"},
            ],
        ),
        ("docs", "docs/findings/outside-pod-cidrs.md"),
    ]
    jsonschema.validate(shown, finding_schema())


def test_absent_keys_are_left_out() -> None:
    (shown,) = document(finding("override", "m", remedy=""))["findings"]
    assert sorted(shown) == ["code", "docs", "message", "severity"]


def test_the_summary_is_sorted_and_whole() -> None:
    summary = Summary(
        read={"rome": {"Service": 2, "Node": 1}, "milan": {}},
        written={"turin": {"EndpointSlice": 0}, "milan": {"EndpointSlice": 1}},
        refused={"b": 1, "a": 0},
        skipped={"b": 2},
        ignored={"rome": {"Pod": 3}},
    )
    text = json.dumps(document(summary=summary)["summary"])
    assert text == json.dumps(
        {
            "read": {"milan": {}, "rome": {"Node": 1, "Service": 2}},
            "written": {"milan": {"EndpointSlice": 1}, "turin": {"EndpointSlice": 0}},
            "refused": {"a": 0, "b": 1},
            "skipped": {"b": 2},
            "ignored": {"rome": {"Pod": 3}},
            "suppressed": 0,
        }
    )


@given(st.text(), st.text())
def test_any_text_survives(message: str, file: str) -> None:
    rendered = render_json(
        RunResult(arrange([finding("override", message, location=Position(file))]), Summary()), Style()
    )
    assert rendered.isascii()
    (shown,) = json.loads(rendered)["findings"]
    assert shown["message"] == message
    assert shown.get("file", "") == file


def test_changes_have_the_keys_of_the_interface_in_their_order() -> None:
    slice, object = ObjectRef("v1", "EndpointSlice", "shop", "web"), ObjectRef("v1", "Node", "", "n1")
    full = Change(
        ChangeKind.ENDPOINT_FIELD,
        "shop/web",
        "milan",
        slice,
        "Pod shop/web-0",
        "zone",
        "",
        "b",
        (
            Cause(object, "metadata.labels", "x", "y", "rome", Position("n.yaml", 3, 1), "newer"),
            Cause(remark="and 2 more"),
        ),
    )
    bare = Change(ChangeKind.SLICE_REMOVED, "", "", slice)
    (shown,) = document(finding("golden-drift", "m", changes=(full, bare)))["findings"]
    jsonschema.validate(shown, finding_schema())
    shown_slice = {"apiVersion": "v1", "kind": "EndpointSlice", "namespace": "shop", "name": "web"}
    assert [list(change.items()) for change in shown["changes"]] == [
        [
            ("kind", "endpoint field"),
            ("service", "shop/web"),
            ("provider", "milan"),
            ("slice", shown_slice),
            ("endpoint", "Pod shop/web-0"),
            ("field", "zone"),
            ("before", ""),
            ("after", "b"),
            (
                "causes",
                [
                    {
                        "object": {"apiVersion": "v1", "kind": "Node", "name": "n1"},
                        "cluster": "rome",
                        "field": "metadata.labels",
                        "before": "x",
                        "after": "y",
                        "remark": "newer",
                        "file": "n.yaml",
                        "line": 3,
                        "column": 1,
                    },
                    {"remark": "and 2 more"},
                ],
            ),
        ],
        [("kind", "slice removed"), ("slice", shown_slice)],
    ]


def test_every_kind_of_change_is_in_the_schema() -> None:
    slice = ObjectRef("v1", "EndpointSlice", "shop", "web")
    shown = document(
        finding("golden-drift", "m", changes=tuple(Change(kind, "shop/web", "milan", slice) for kind in ChangeKind))
    )
    assert [change["kind"] for change in shown["findings"][0]["changes"]] == list(ChangeKind)
