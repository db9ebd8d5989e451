"""Suppression: what an entry of the ignore list takes away, what stays, and which entries were of no use."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transformer.findings.catalogue import CATALOGUE, finding
from transformer.findings.finding import Effect, Finding, ObjectRef, Position, Severity
from transformer.findings.shared import merge_shared
from transformer.findings.suppression import COMMAND_CODES, Suppressed, Suppression, fits, suppress, unused


def ref(name: str, kind: str = "EndpointSlice") -> ObjectRef:
    """The object of a name, ``namespace/name`` or ``name``."""
    namespace, _, own = name.rpartition("/")
    return ObjectRef("v1", kind, namespace, own)


def about(name: str, code: str = "pending-ip", severity: Severity | None = None) -> Finding:
    return finding(code, f"something about {name}", object=ref(name), severity=severity)


def shared(*names: str) -> list[Finding]:
    """What a missing Configuration brings up, once a slice."""
    return [
        finding("missing-configuration", "none", object=ref("turin", "Configuration"), shared_cause="t", slices=(name,))
        for name in names
    ]


def entry(code: str = "pending-ip", object: str | None = None, reason: str = "known") -> Suppression:
    return Suppression(code, object, reason, Position("f.yaml", 3, 5), "findings.ignore[0].code")


@pytest.mark.parametrize(
    ("pattern", "name", "does_fit"),
    [
        ("shop/web", "shop/web", True),
        ("shop/web", "shop/web-1", False),
        ("shop/web", "eshop/web", False),
        ("shop/*", "shop/web", True),
        ("*/web", "shop/web", True),
        ("*/*", "shop/web", True),
        ("shop*", "shop/web", False),
        ("*web", "shop/web", False),
        ("*", "shop/web", False),
        ("*", "liqo-milan", True),
        ("shop/*", "liqo-milan", False),
        ("liqo-?ilan", "liqo-milan", True),
        ("shop/web-[0-4]", "shop/web-3", True),
        ("shop/web-[!0-4]", "shop/web-3", False),
        ("shop/web-[", "shop/web-[", True),
        ("shop/Web", "shop/web", False),
        ("shop/*", "shop/a/b", False),
        ("shop/web", "shop/web\n", False),
        ("shop/w.b", "shop/web", False),
    ],
)
def test_a_pattern_means_names_within_their_parts(pattern: str, name: str, does_fit: bool) -> None:
    assert fits(pattern, name) == does_fit


def test_without_an_object_every_finding_of_the_code_is_meant() -> None:
    findings = [about("shop/a"), about("b"), finding("pending-ip", "about nothing"), about("shop/a", "ambiguous-ip")]
    kept, suppressed = suppress(findings, [entry()])
    assert kept == findings[3:]
    assert suppressed.findings == tuple(findings[:3])
    assert suppressed.used == {entry()}


def test_an_object_is_that_of_the_finding_a_slice_that_it_names_or_another_name_of_it() -> None:
    by_object, by_slice, by_neither = about("shop/web"), *shared("shop/web", "shop/other")
    entries = [entry(object="shop/web"), entry("missing-configuration", "shop/web")]
    kept, suppressed = suppress([by_object, by_slice, by_neither], entries)
    assert (kept, suppressed.findings) == ([by_neither], (by_object, by_slice))
    assert suppress(shared("shop/web"), [entry("missing-configuration", "turin")])[0] == []
    kept, suppressed = suppress([by_object], [entry(object="shop-rome/web")], lambda _: ["shop-rome/web"])
    assert (kept, suppressed.findings) == ([], (by_object,))


def test_each_slice_of_a_shared_cause_is_judged_alone() -> None:
    kept, suppressed = suppress(shared("shop/a", "shop/b", "shop/c"), [entry("missing-configuration", "shop/b")])
    (left,) = merge_shared(kept)
    assert left.slices == ("shop/a", "shop/c")
    assert suppressed.count == 1


def test_those_of_one_shared_cause_are_counted_once_as_a_report_shows_them() -> None:
    findings = [*shared("shop/a", "shop/b"), about("shop/a"), about("shop/b")]
    assert suppress(findings, [entry("missing-configuration"), entry()])[1].count == 3
    assert Suppressed().count == 0


@pytest.mark.parametrize("code", [each.name for each in CATALOGUE.values() if each.effect is Effect.RUN])
def test_an_error_that_stops_the_run_stays_and_a_milder_finding_of_its_code_does_not(code: str) -> None:
    for severity in Severity:
        found = about("shop/web", code, severity)
        kept, suppressed = suppress([found], [entry(code)])
        if severity is Severity.ERROR:
            assert (kept, suppressed) == ([found], Suppressed(resisted=frozenset({entry(code)})))
        else:
            assert (kept, suppressed) == ([], Suppressed((found,), frozenset({entry(code)})))


def test_a_run_that_is_stopped_keeps_all_errors() -> None:
    error, warning = about("shop/a"), about("shop/b", severity=Severity.WARNING)
    kept, suppressed = suppress([error, warning], [entry()], stopped=True)
    assert (kept, suppressed.findings, suppressed.resisted) == ([error], (warning,), frozenset())


FINDINGS = st.lists(
    st.one_of(
        st.builds(
            about,
            st.sampled_from(["shop/web-1", "shop/web-2", "eshop/web-1", "liqo-milan"]),
            st.sampled_from(["pending-ip", "lossy-prefix", "duplicate-object", "unknown-node"]),
            st.sampled_from([None, *Severity]),
        ),
        st.sampled_from(shared("shop/web-1", "shop/web-2", "eshop/web-1")),
    ),
    max_size=8,
)
SUPPRESSIONS = st.lists(
    st.builds(
        Suppression,
        st.sampled_from(["pending-ip", "lossy-prefix", "duplicate-object", "missing-configuration", "override"]),
        st.sampled_from([None, "shop/*", "*/web-1", "shop/web-2", "liqo-*", "turin"]),
        st.sampled_from(["known", "accepted"]),
    ),
    max_size=5,
)


@given(FINDINGS, SUPPRESSIONS, st.booleans())
def test_what_is_kept_and_what_is_suppressed_are_all_in_their_order(
    findings: list[Finding], suppressions: list[Suppression], stopped: bool
) -> None:
    kept, suppressed = suppress(findings, suppressions, stopped=stopped)
    assert Counter([*kept, *suppressed.findings]) == Counter(findings)
    for part in (kept, list(suppressed.findings)):
        rest = iter(findings)
        assert all(each in rest for each in part)


@given(FINDINGS, SUPPRESSIONS, st.data())
def test_the_order_of_findings_and_of_suppressions_changes_nothing(
    findings: list[Finding], suppressions: list[Suppression], data: st.DataObject
) -> None:
    kept, suppressed = suppress(findings, suppressions)
    others, again = suppress(data.draw(st.permutations(findings)), data.draw(st.permutations(suppressions)))
    assert Counter(others) == Counter(kept)
    assert Counter(again.findings) == Counter(suppressed.findings)
    assert (again.used, again.resisted, again.count) == (suppressed.used, suppressed.resisted, suppressed.count)


@given(FINDINGS, FINDINGS, SUPPRESSIONS)
def test_in_two_parts_it_is_the_same_as_at_once(
    first: list[Finding], second: list[Finding], suppressions: list[Suppression]
) -> None:
    kept, suppressed = suppress([*first, *second], suppressions)
    (before, one), (after, two) = suppress(first, suppressions), suppress(second, suppressions)
    assert (kept, suppressed) == ([*before, *after], one | two)


@given(FINDINGS, SUPPRESSIONS)
def test_a_suppression_is_unused_when_it_is_not_used(findings: list[Finding], suppressions: list[Suppression]) -> None:
    _, suppressed = suppress(findings, suppressions)
    said = unused(suppressions, suppressed)
    assert len(said) == len([each for each in suppressions if each not in suppressed.used])


def test_an_unused_suppression_names_code_object_reason_and_place() -> None:
    (found,) = unused([entry("lossy-prefix", "shop/web", "until May")], Suppressed())
    assert (found.code, found.severity) == ("unused-suppression", Severity.WARNING)
    assert (found.position(), found.field) == (Position("f.yaml", 3, 5), "findings.ignore[0].code")
    assert found.message == ('the suppression of lossy-prefix for "shop/web" matches nothing (its reason: "until May")')
    (found,) = unused([entry()], Suppressed())
    assert found.message == 'the suppression of pending-ip for any object matches nothing (its reason: "known")'


def test_one_that_met_only_what_stops_the_run_says_so() -> None:
    stopping = about("shop/web", "duplicate-object")
    _, suppressed = suppress([stopping], [entry("duplicate-object")])
    for stopped in (False, True):
        (found,) = unused([entry("duplicate-object")], suppressed, stopped=stopped)
        assert "matches only errors that stop the whole run (its" in found.message
    equal = about("shop/web", "duplicate-object", Severity.INFO)
    _, suppressed = suppress([stopping, equal], [entry("duplicate-object")])
    assert unused([entry("duplicate-object")], suppressed) == []


def test_what_a_stopped_run_did_not_bring_up_is_not_known() -> None:
    assert unused([entry()], Suppressed(), stopped=True) == []


@pytest.mark.parametrize("code", sorted(COMMAND_CODES))
def test_a_code_that_the_command_cannot_raise_is_not_unused(code: str) -> None:
    assert unused([entry(code)], Suppressed()) == []
    assert len(unused([entry(code)], Suppressed(), {code})) == 1


def test_two_entries_that_say_the_same_are_both_used() -> None:
    entries = [entry(), Suppression("pending-ip", None, "known", Position("f.yaml", 9, 9), "findings.ignore[1].code")]
    _, suppressed = suppress([about("shop/web")], entries)
    assert unused(entries, suppressed) == []
    assert len(unused(entries, Suppressed())) == 2
