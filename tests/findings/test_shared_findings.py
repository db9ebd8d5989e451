"""Findings with a shared cause become one that names its slices."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from transformer.findings.catalogue import finding
from transformer.findings.finding import Finding, Location, Position, Severity
from transformer.findings.shared import merge_shared


def stopped(name: str, line: int = 1, **more: str | None) -> Finding:
    options: dict[str, str | None] = {"shared_cause": "Configuration turin", "cluster": "milan", "provider": "milan"}
    return finding(
        "missing-configuration",
        "no Configuration of turin",
        slices=(name,),
        location=Position("f.yaml", line, 1),
        **(options | more),  # type: ignore[arg-type]
    )


def test_one_finding_stands_at_the_first_place_and_names_all_slices() -> None:
    (one,) = merge_shared([stopped("shop/c", 9), stopped("shop/a", 5), stopped("shop/b", 7), stopped("shop/a", 5)])
    assert one.position() == Position("f.yaml", 5, 1)
    assert one.slices == ("shop/a", "shop/b", "shop/c")
    assert one.message == "no Configuration of turin; this stops 3 slices: shop/a, shop/b, shop/c"


def test_a_warning_concerns_slices() -> None:
    findings = [replace(stopped("shop/a"), severity=Severity.WARNING)]
    assert merge_shared(findings)[0].message.endswith("; this concerns 1 slice: shop/a")


def test_at_most_ten_slices_are_named_and_the_rest_is_counted() -> None:
    (one,) = merge_shared([stopped(f"shop/{n:02}") for n in range(12)])
    assert one.message.endswith("this stops 12 slices: " + ", ".join(f"shop/{n:02}" for n in range(10)) + " and 2 more")
    assert len(one.slices) == 12


def test_what_differs_stays_apart() -> None:
    findings = [
        stopped("shop/a"),
        stopped("shop/a", shared_cause="Configuration rome"),
        stopped("shop/a", provider="turin"),
        stopped("shop/a", provider=None),
        stopped("shop/a", cluster="turin"),
        replace(stopped("shop/a"), severity=Severity.WARNING),
    ]
    assert len(merge_shared(findings)) == len(findings)


def test_findings_without_a_shared_cause_pass_unchanged() -> None:
    alone = [stopped("shop/a", shared_cause=None), stopped("shop/a", shared_cause=None)]
    assert merge_shared(alone) == alone


def test_the_source_line_is_kept_and_positions_are_looked_up_once() -> None:
    class Text:
        asked = 0

        def position(self) -> Position:
            Text.asked += 1
            return Position("f.yaml", 3, 1)

        def source_line(self) -> str | None:
            return "spec:"

    location: Location = Text()
    shared = [finding("override", "m", shared_cause="x", location=location, slices=(n,)) for n in "ab"]
    (one,) = merge_shared(shared)
    assert one.location is not None
    assert one.location.source_line() == "spec:"
    one.position()
    assert Text.asked == 2


@given(st.permutations([(name, line) for line, name in enumerate("abcdef")]))
def test_the_order_of_the_input_does_not_matter(order: list[tuple[str, int]]) -> None:
    (one,) = merge_shared([stopped(*each) for each in order])
    (other,) = merge_shared([stopped(name, line) for line, name in enumerate("abcdef")])
    assert (one.message, one.slices, one.position()) == (other.message, other.slices, other.position())
