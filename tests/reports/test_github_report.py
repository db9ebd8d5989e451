"""Workflow commands: what each finding becomes, what is escaped, what is counted."""

from __future__ import annotations

import pytest
from report_validators import Command, workflow_commands
from sample_findings import address_change, drift, result_of

from transformer.findings.catalogue import finding
from transformer.findings.finding import Finding, ObjectRef, Position, Severity
from transformer.reports.github import LONGEST, render_github
from transformer.reports.result import Style

WARNED = finding(
    "unknown-node",
    "node n1 is unknown: 100%, really",
    remedy="export it:\nkubectl get nodes",
    cluster="rome",
    object=ObjectRef("v1", "Node", "", "n1"),
    location=Position("exports/a,b:c.yaml", 3, 7),
)


def rendered(*findings: Finding) -> str:
    return render_github(result_of(*findings), Style())


def command(one: Finding) -> Command:
    ((found,), _) = workflow_commands(rendered(one))
    return found


def test_a_finding_is_one_line_with_place_and_title() -> None:
    assert rendered(WARNED) == (
        "::warning file=exports/a%2Cb%3Ac.yaml,line=3,col=7,"
        "title=unknown-node%3A An endpoint's node is missing or has no labels"
        "::node n1 is unknown: 100%25, really%0Aobject: Node n1; cluster: rome"
        "%0Aremedy: export it:%0A  kubectl get nodes\n"
        "liqo-transform: 0 errors, 1 warning, 0 infos\n"
    )


@pytest.mark.parametrize(
    ("severity", "name"), [(Severity.ERROR, "error"), (Severity.WARNING, "warning"), (Severity.INFO, "notice")]
)
def test_each_severity_has_its_command(severity: Severity, name: str) -> None:
    assert command(finding("override", "m", severity=severity)).name == name


@pytest.mark.parametrize("position", [None, Position("-"), Position("-", 3, 1)])
def test_a_finding_about_no_file_has_no_place(position: Position | None) -> None:
    assert list(command(finding("override", "m", location=position)).properties) == ["title"]


def test_a_file_without_lines_has_no_line() -> None:
    assert list(command(finding("override", "m", location=Position("folder"))).properties) == ["file", "title"]


def test_changes_are_lines_of_the_message() -> None:
    lines = command(drift(address_change(1), address_change(2))).data.split("\n")
    assert [line[:43] for line in lines if line.startswith("~")] == [
        "~ Pod shop/web-1: address 10.81.0.1 -> 10.9",
        "~ Pod shop/web-2: address 10.81.0.2 -> 10.9",
    ]


def test_no_line_is_a_command_that_a_message_made() -> None:
    text = rendered(finding("override", "x\n::error::y\r\n::stop-commands::z", location=Position("a\n::error::b")))
    assert [line[:8] for line in text.splitlines()] == ["::notice", "liqo-tra"]


def test_a_message_is_cut_between_lines() -> None:
    long = drift(*(address_change(number) for number in range(5_000)))
    data = command(long).data
    assert len(data) <= LONGEST
    assert data.split("\n")[-1].startswith("and ")
    assert data.split("\n")[-1].endswith(" more lines")
    many_lines = command(finding("override", "m", remedy="line\n" * 100_000)).data
    assert len(many_lines) <= LONGEST
    shown = many_lines.count("line\n")
    assert many_lines.endswith(f"and {100_000 - shown} more lines")


def test_ten_of_a_kind_are_shown_and_the_rest_counted() -> None:
    findings = [finding("override", str(n), severity=Severity.ERROR, location=Position("f", n + 1)) for n in range(12)]
    findings += [finding("override", "w", severity=Severity.WARNING)] * 10
    commands, last = workflow_commands(rendered(*findings))
    assert [each.data.split("\n")[0] for each in commands if each.name == "error"] == [str(n) for n in range(10)]
    assert sum(each.name == "warning" for each in commands) == 10
    assert last == "liqo-transform: 12 errors, 10 warnings, 0 infos; not shown: 2 errors"
