"""Changes as text: grouped by Service and provider, a line each, the remedy once; apart from the rest."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sample_findings import address_change, drift, result_of

from transformer.findings.catalogue import finding
from transformer.findings.change import Cause, Change, ChangeKind
from transformer.findings.finding import Finding, ObjectRef, Position, Related, Severity
from transformer.reports.change_groups import by_service
from transformer.reports.changes_section import render_changes
from transformer.reports.result import RunResult, Style, arrange
from transformer.reports.text import render_rest, render_text

PLAIN = Style(summary=False)
SLICE = ObjectRef("offloading.liqo.io/v1beta1", "ShadowEndpointSlice", "shop-rome", "web-1")


def change(kind: ChangeKind, *, service: str = "shop/web", provider: str = "milan", **more: object) -> Change:
    return Change(kind, service, provider, SLICE, **more)  # type: ignore[arg-type]


def golden(*changes: Change, **more: object) -> Finding:
    return replace(drift(*changes), location=None, remedy="look, then update", **more)  # type: ignore[arg-type]


def changes_of(*findings: Finding, style: Style = PLAIN) -> str:
    return render_changes(result_of(*findings), style)


def test_changes_stand_below_service_and_provider_and_slice() -> None:
    added = change(ChangeKind.ENDPOINT_ADDED, endpoint="Pod shop/web-3", after="10.1.0.3 direct")
    removed = change(ChangeKind.ENDPOINT_REMOVED, endpoint="Pod shop/web-1", before="10.1.0.1 direct")
    turin = change(ChangeKind.READY, provider="turin", endpoint="Pod shop/web-2", before="true", after="false")
    placed = replace(
        drift(turin, code="live-drift"),
        location=Position("exports/turin/slices.yaml", 7, 3),
        related=(Related("made from this", ObjectRef("v1", "Service", "shop", "web"), Position("s.yaml", 1, 1)),),
        remedy="export again\nor wait",
    )
    assert changes_of(placed, golden(added, removed, address_change(2))) == (
        "shop/web on milan\n"
        "  error: EndpointSlice shop/web [golden-drift]\n"
        "    ~ Pod shop/web-2: address 10.81.0.2 -> 10.91.0.2 [Configuration liqo-tenant-turin/turin of rome, "
        "status.remote.cidr.pod[0]: 10.81.0.0/16 to 10.91.0.0/16 (exports/rome/configurations.yaml:66:9)]\n"
        "  error: ShadowEndpointSlice shop-rome/web-1 [golden-drift]\n"
        "    + Pod shop/web-3: endpoint added: 10.1.0.3 direct\n"
        "    - Pod shop/web-1: endpoint removed: 10.1.0.1 direct\n"
        "\n"
        "shop/web on turin\n"
        "  warning: ShadowEndpointSlice shop-rome/web-1 [live-drift] exports/turin/slices.yaml:7:3\n"
        "    ~ Pod shop/web-2: ready true -> false\n"
        "\n"
        "remedy: look, then update\n"
        "remedy: export again\n"
        "  or wait\n"
    )


def test_a_slice_of_no_service_has_a_heading_too() -> None:
    text = changes_of(golden(change(ChangeKind.SLICE_ADDED, service="")))
    assert text.startswith("slices of no Service on milan\n")


def test_each_remedy_is_told_once() -> None:
    findings = [golden(address_change(n, f"shop/web-{n}")) for n in range(5)]
    assert changes_of(*findings).count("remedy:") == 1
    assert changes_of(*findings, replace(findings[0], remedy="else")).count("remedy:") == 2
    assert "remedy" not in changes_of(replace(findings[0], remedy=""))


def test_every_sign_has_its_colour() -> None:
    text = changes_of(
        golden(change(ChangeKind.SLICE_ADDED), change(ChangeKind.SLICE_REMOVED), change(ChangeKind.PORTS)),
        style=Style(color=True),
    )
    assert "\x1b[1mshop/web on milan\x1b[0m\n" in text
    assert "\x1b[1;31merror:\x1b[0m" in text
    assert "    \x1b[32m+ slice added\x1b[0m\n" in text
    assert "    \x1b[31m- slice removed\x1b[0m\n" in text
    assert "    \x1b[33m~ ports none -> none\x1b[0m\n" in text


def test_drift_without_a_line_is_an_ordinary_finding() -> None:
    edited = finding("golden-drift", "edited by hand, no value differs", location=Position("golden/a.yaml", 2, 1))
    assert changes_of(edited) == ""
    assert render_rest(result_of(edited), PLAIN).startswith("golden/a.yaml:2:1: error: edited by hand")


def test_the_text_report_has_the_changes_then_the_rest() -> None:
    result = result_of(golden(address_change(1)), finding("override", "o"), verdict="golden is another")
    changes, rest = render_changes(result, Style()), render_rest(result, Style())
    assert render_text(result, Style()) == f"{changes}\n{rest}"
    assert "info: o [override]" in rest
    assert "1 error, 0 warnings, 1 info" in rest
    assert "golden is another" in rest
    assert "shop/web" not in rest
    assert "override" not in changes


@pytest.mark.parametrize(
    ("shown", "count"), [(Severity.INFO, 2), (Severity.WARNING, 2), (Severity.ERROR, 1), (None, 0)]
)
def test_changes_are_hidden_as_other_findings_are(shown: Severity | None, count: int) -> None:
    warned = golden(address_change(1, "shop/other"), severity=Severity.WARNING)
    assert changes_of(golden(address_change(1)), warned, style=Style(shown=shown)).count(" on milan\n") == count


def test_live_drift_is_shown_where_only_what_decides_is() -> None:
    live = drift(address_change(1), code="live-drift")
    assert live.severity is Severity.WARNING
    assert "[live-drift]" in changes_of(live, style=Style(shown=Severity.ERROR))
    assert changes_of(live, style=Style(shown=None)) == ""


def test_nothing_in_a_change_reaches_the_terminal_as_it_is() -> None:
    bad = "a\nb\x1b[31m\ud800"
    object = ObjectRef(bad, bad, bad, bad)
    one = Change(
        ChangeKind.LABEL, bad, bad, object, bad, bad, bad, bad, (Cause(object, bad, bad, bad, bad, None, bad),)
    )
    text = changes_of(golden(one, related=(Related(bad, object, Position(bad, 1, 1)),)))
    assert text.count("\n") == 5
    assert all(c == "\n" or c.isprintable() for c in text)


@given(st.permutations(range(8)))
def test_groups_do_not_depend_on_the_order_of_findings(order: list[int]) -> None:
    findings = [golden(address_change(n, f"shop/web-{n % 3}", f"p{n % 2}")) for n in range(8)]
    groups = by_service(arrange(findings[n] for n in order))
    assert groups == by_service(arrange(findings))
    assert [(group.service, group.provider) for group in groups] == sorted(
        {(f"shop/web-{n % 3}", f"p{n % 2}") for n in range(8)}
    )
    assert sum(1 for group in groups for _ in group.changes()) == 8


def test_a_run_knows_whether_it_fails() -> None:
    assert not RunResult((), result_of().summary).fails()
    warned = finding("unknown-node", "n", severity=Severity.WARNING)
    assert not result_of(warned).fails()
    assert result_of(warned, fail_on=Severity.WARNING).fails()
    assert result_of(drift(address_change(1), code="live-drift")).fails()
