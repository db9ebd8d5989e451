"""The text report: shape of a finding, order, colour, what is hidden, the summary."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transformer.findings.catalogue import finding
from transformer.findings.finding import Finding, ObjectRef, Position, Related, Severity
from transformer.outcome import Summary
from transformer.reports.result import RunResult, Style, arrange
from transformer.reports.summary import render_summary
from transformer.reports.text import render_text

PLAIN = Style(summary=False)


@dataclass(frozen=True)
class At:
    """A location with its text, which counts how often it is asked."""

    file: str
    line: int
    column: int
    text: str | None = None

    def position(self) -> Position:
        return Position(self.file, self.line, self.column)

    def source_line(self) -> str | None:
        return self.text


def rendered(*findings: Finding, style: Style = PLAIN, summary: Summary | None = None) -> str:
    return render_text(RunResult(arrange(findings), summary or Summary()), style)


def test_a_finding_has_position_message_code_source_caret_related_object_and_remedy() -> None:
    full = finding(
        "unmapped-address",
        'no IP object has "10.1.2.3"',
        remedy="apply this:\napiVersion: ipam.liqo.io/v1alpha1\nkind: IP",
        cluster="rome",
        provider="milan",
        object=ObjectRef("discovery.k8s.io/v1", "EndpointSlice", "shop", "web-1"),
        field="endpoints[0].addresses[0]",
        location=At("exports/rome/slices.yaml", 41, 7, "    - 10.1.2.3"),
        related=(
            Related("seen here", ObjectRef("v1", "Node", "", "n1"), At("exports/rome/nodes.yaml", 3, 1)),
            Related("and nowhere else"),
        ),
    )
    assert rendered(full) == (
        'exports/rome/slices.yaml:41:7: error: no IP object has "10.1.2.3" [unmapped-address]\n'
        "   |\n"
        "41 |     - 10.1.2.3\n"
        "   |       ^~~~~~~~\n"
        "  exports/rome/nodes.yaml:3:1: note: seen here (Node n1)\n"
        "  note: and nowhere else\n"
        "  object: EndpointSlice shop/web-1; field: endpoints[0].addresses[0]; cluster: rome; provider: milan\n"
        "  remedy: apply this:\n"
        "    apiVersion: ipam.liqo.io/v1alpha1\n"
        "    kind: IP\n"
    )


def test_a_finding_without_a_file_has_no_position() -> None:
    assert rendered(finding("nothing-reflected", "nothing", remedy="x")) == (
        "error: nothing [nothing-reflected]\n  remedy: x\n"
    )


def test_findings_are_sorted_by_file_line_column_code_provider_object_message() -> None:
    def one(file: str, line: int, column: int, code: str = "override", **more: str) -> Finding:
        return finding(code, more.pop("message", "m"), location=At(file, line, column), **more)  # type: ignore[arg-type]

    ordered = [
        one("a.yaml", 1, 1),
        one("a.yaml", 2, 9),
        one("a.yaml", 10, 1),
        one("a.yaml", 10, 2),
        one("b.yaml", 1, 1, "ignored-kind", provider="z"),
        one("b.yaml", 1, 1, "override", message="a"),
        one("b.yaml", 1, 1, "override", message="b"),
        one("b.yaml", 1, 1, "override", provider="milan"),
        one("b.yaml", 1, 1, "override", provider="turin"),
    ]
    assert [placed.finding for placed in arrange(reversed(ordered))] == ordered


@given(st.permutations(range(6)))
def test_the_order_of_the_input_does_not_show(order: list[int]) -> None:
    findings = [finding("override", f"m{n % 3}", provider=f"p{n}", location=At("f", n % 2, 1)) for n in range(6)]
    assert rendered(*(findings[n] for n in order)) == rendered(*findings)


def test_each_position_is_looked_up_once() -> None:
    asked: list[int] = []

    class Counting(Position):
        def position(self) -> Position:
            asked.append(1)
            return Position("f", 1, 1)

    rendered(*(finding("override", str(n), location=Counting("f")) for n in range(5)))
    assert len(asked) == 5


def test_infos_below_the_bar_are_counted_only() -> None:
    findings = (finding("override", "seen"), finding("unknown-node", "warned"), finding("invalid-address", "bad"))
    text = rendered(*findings, style=Style(shown=Severity.WARNING))
    assert "seen" not in text
    assert "warned" in text
    assert "1 error, 1 warning, 1 info (-v shows them)" in text
    assert "seen" in rendered(*findings, style=Style(shown=Severity.INFO))
    errors = rendered(*findings, style=Style(shown=Severity.ERROR, summary=False))
    assert "bad" in errors
    assert "warned" not in errors
    none = rendered(*findings, style=Style(shown=None))
    assert "bad" not in none
    assert "1 error, 1 warning, 1 info" in none


def test_colour_is_only_there_when_asked_for() -> None:
    one = finding("invalid-address", "bad", location=At("f.yaml", 1, 1, "abc"))
    assert "\x1b" not in rendered(one)
    colored = rendered(one, style=Style(color=True))
    assert "\x1b[1;31merror:\x1b[0m bad" in colored
    assert "\x1b[1;32m^~~\x1b[0m" in colored
    assert "\x1b[1;31mfindings 1 error" in colored


@pytest.mark.parametrize(
    ("line", "column", "shown", "mark"),
    [
        ("a: b", 4, "a: b", "   ^"),
        ("a: bcd # why", 4, "a: bcd # why", "   ^~~"),
        ('a: "b c" # x', 4, 'a: "b c" # x', "   ^~~~~"),
        ("key: 1", 1, "key: 1", "^~~"),
        ("[10.0.0.1, 10.0.0.2]", 12, "[10.0.0.1, 10.0.0.2]", "           ^~~~~~~~"),
        ("\tname: x", 2, " name: x", " ^~~~"),
        ("名: 前x", 4, "名: 前x", "    ^~~"),
        ("a: \x1b[31m", 4, r"a: \x1b[31m", "   ^~~~~~~~"),
        ("abc", 4, "abc", "   ^"),
    ],
)
def test_the_caret_stands_below_its_character(line: str, column: int, shown: str, mark: str) -> None:
    lines = rendered(finding("override", "m", remedy="r", location=At("f", 7, column, line))).split("\n")
    assert lines[2] == f"7 | {shown}"
    assert lines[3] == f"  | {mark}"


def test_a_long_line_is_shown_as_a_window_around_the_column() -> None:
    line = '{"a":' + '"x",' * 500 + '"here"' + ',"y"' * 500 + "}"
    lines = rendered(finding("override", "m", location=At("f", 1, line.index('"here"') + 1, line))).split("\n")
    assert len(lines[2]) < 120
    start = lines[3].index("^")
    assert lines[2][start : start + 6] == '"here"'
    assert lines[3].strip(" |") == "^~~~~~"


@given(st.text(max_size=60), st.text(max_size=60), st.integers(1, 80))
def test_no_control_character_reaches_the_terminal(message: str, line: str, column: int) -> None:
    text = rendered(
        finding("override", message, remedy=message, field=message, location=At(message, 3, column, line)),
        style=Style(),
    )
    assert all(c == "\n" or c.isprintable() for c in text)
    text.encode("utf-8")


def test_the_summary_counts_everything_with_zeros() -> None:
    summary = Summary(
        read={"rome": {"Service": 12, "EndpointSlice": 14}, "milan": {"Configuration": 2}},
        ignored={"rome": {"Pod": 4}, "milan": {}},
        written={"milan": {"EndpointSlice": 3, "ShadowEndpointSlice": 4}, "turin": {}},
        refused={"milan": 1},
        skipped={"milan": 7, "turin": 2},
    )
    lines = render_summary(RunResult(arrange([]), summary, "wrote 7 objects"))
    assert lines == [
        "read     milan  2 (Configuration 2); ignored 0",
        "read     rome   26 (EndpointSlice 14, Service 12); ignored 4 (Pod 4)",
        "written  milan  7 (EndpointSlice 3, ShadowEndpointSlice 4); slices refused 1, skipped 7",
        "written  turin  0; slices refused 0, skipped 2",
        "findings 0 errors, 0 warnings, 0 infos",
        "result   wrote 7 objects",
    ]


def test_the_summary_of_a_run_that_read_nothing_counts_its_findings() -> None:
    assert render_summary(RunResult((), Summary())) == ["findings 0 errors, 0 warnings, 0 infos"]
