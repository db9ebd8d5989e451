"""The JUnit report: a suite for each provider, failures for what decides, nothing that changes from run to run."""

from __future__ import annotations

from report_validators import junit_suites
from sample_findings import address_change, drift, result_of

from transformer.findings.catalogue import finding
from transformer.findings.finding import Finding, ObjectRef, Position, Severity
from transformer.outcome import Summary
from transformer.reports.junit import render_junit
from transformer.reports.result import Style

ERROR = finding(
    "pending-ip",
    "IP <x> has no address & waits",
    remedy="wait",
    cluster="rome",
    provider="milan",
    object=ObjectRef("ipam.liqo.io/v1alpha1", "IP", "shop", "x"),
    location=Position("exports/rome/ips.yaml", 3, 1),
)


def rendered(*findings: Finding, **more: object) -> str:
    return render_junit(result_of(*findings, **more), Style())


def test_a_run_has_a_suite_for_each_provider_and_one_for_all() -> None:
    summary = Summary(read={"rome": {"IP": 2}}, written={"milan": {}, "turin": {"EndpointSlice": 4}})
    assert rendered(ERROR, finding("ignored-kind", "pods", remedy=""), summary=summary) == (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<testsuites name="liqo-transform" tests="3" failures="1" errors="0">\n'
        '  <testsuite name="all providers" tests="1" failures="0" errors="0" skipped="0">\n'
        '    <testcase name="pods" classname="liqo-transform.all providers.ignored-kind">\n'
        "      <system-out>info: pods [ignored-kind]</system-out>\n"
        "    </testcase>\n"
        "    <system-out>read     rome   2 (IP 2); ignored 0\n"
        "written  milan  0; slices refused 0, skipped 0\n"
        "written  turin  4 (EndpointSlice 4); slices refused 0, skipped 0\n"
        "findings 1 error, 0 warnings, 1 info</system-out>\n"
        "  </testsuite>\n"
        '  <testsuite name="milan" tests="1" failures="1" errors="0" skipped="0">\n'
        '    <testcase name="IP shop/x: IP &lt;x&gt; has no address &amp; waits" '
        'classname="liqo-transform.milan.pending-ip">\n'
        '      <failure type="pending-ip" message="IP &lt;x&gt; has no address &amp; waits">'
        "exports/rome/ips.yaml:3:1: error: IP &lt;x&gt; has no address &amp; waits [pending-ip]\n"
        "object: IP shop/x; cluster: rome; provider: milan\n"
        "remedy: wait</failure>\n"
        "    </testcase>\n"
        "  </testsuite>\n"
        '  <testsuite name="turin" tests="1" failures="0" errors="0" skipped="0">\n'
        '    <testcase name="no findings" classname="liqo-transform.turin" />\n'
        "  </testsuite>\n"
        "</testsuites>\n"
    )


def test_a_run_without_findings_has_a_passed_test_for_each_provider() -> None:
    root = junit_suites(rendered(summary=Summary(written={"milan": {}}, skipped={"turin": 2})))
    assert [suite.get("name") for suite in root] == ["all providers", "milan", "turin"]
    assert [case.get("name") for case in root.iter("testcase")] == ["no findings"] * 3
    assert root.get("failures") == "0"


def test_warnings_are_passed_tests_unless_they_decide() -> None:
    warning = finding("unknown-node", "n", severity=Severity.WARNING)
    assert junit_suites(rendered(warning)).get("failures") == "0"
    assert junit_suites(rendered(warning, fail_on=Severity.WARNING)).get("failures") == "1"
    assert junit_suites(rendered(finding("override", "n"), fail_on=Severity.WARNING)).get("failures") == "0"


def test_live_drift_is_a_failure_although_it_is_a_warning() -> None:
    root = junit_suites(rendered(drift(address_change(1), code="live-drift")))
    (failure,) = root.iter("failure")
    assert failure.get("type") == "live-drift"
    assert failure.text is not None
    assert failure.text.startswith("golden/milan/web.yaml: warning: ")
    assert "\n~ Pod shop/web-1: address 10.81.0.1 -> 10.91.0.1 [" in failure.text


def test_tests_of_one_suite_have_names_of_their_own() -> None:
    root = junit_suites(rendered(ERROR, ERROR, ERROR))
    names = [case.get("name") for case in root.iter("testcase")][1:]
    assert names == [f"IP shop/x: IP <x> has no address & waits{number}" for number in ("", " (2)", " (3)")]


def test_a_message_that_names_its_object_names_it_once() -> None:
    one = finding("override", "Node n1 is odd", object=ObjectRef("v1", "Node", "", "n1"))
    assert 'testcase name="Node n1 is odd"' in rendered(one)


def test_characters_that_xml_forbids_are_shown_as_escapes() -> None:
    root = junit_suites(rendered(finding("override", "a\x00b\x1b[31m\ud800\ufffe\nc", remedy="")))
    (case,) = root.iter("testcase")
    assert case.get("name") == r"a\x00b\x1b[31m\ud800\ufffe\nc"
    assert case.findtext("system-out") == r"info: a\x00b\x1b[31m\ud800\ufffe\nc [override]"
