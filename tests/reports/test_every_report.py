"""What holds for every report: valid whatever is in it, the same for any order, within its limits, complete."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from report_validators import junit_suites, markdown_tokens, sarif_run, workflow_commands
from sample_findings import each_nasty_finding, many, nasty_results, result_of

from transformer.findings.finding import Severity
from transformer.outcome import Summary
from transformer.reports.result import RunResult, Style
from transformer.reports.schema import report_schema
from transformer.reports.table import REPORTS, report


def text_lines(text: str) -> None:
    assert all(c == "\n" or c.isprintable() for c in text)


def json_document(text: str) -> None:
    assert text.isascii()
    json.loads(text)


#: The validator of each format.
VALIDATORS: dict[str, Callable[[str], Any]] = {
    "text": text_lines,
    "json": json_document,
    "sarif": sarif_run,
    "junit": junit_suites,
    "github": workflow_commands,
    "markdown": markdown_tokens,
}


def test_every_report_has_a_validator() -> None:
    assert list(VALIDATORS) == list(REPORTS)


@pytest.mark.parametrize("name", REPORTS)
def test_an_empty_run_is_a_valid_report_that_says_something(name: str) -> None:
    text = report(name)(RunResult((), Summary()), Style())
    assert text.endswith("\n")
    assert text.strip()
    VALIDATORS[name](text)


@pytest.mark.parametrize("name", REPORTS)
@given(result=nasty_results)
def test_no_text_breaks_a_report(name: str, result: RunResult) -> None:
    text = report(name)(result, Style())
    VALIDATORS[name](text)
    text.encode("utf-8")


@pytest.mark.parametrize("name", REPORTS)
def test_each_text_known_to_break_writers_breaks_no_report(name: str) -> None:
    findings = list(each_nasty_finding())
    for finding in findings:
        VALIDATORS[name](report(name)(result_of(finding), Style()))
    VALIDATORS[name](report(name)(result_of(*findings), Style()))


@pytest.mark.parametrize("name", REPORTS)
def test_the_order_of_the_findings_does_not_show(name: str) -> None:
    findings = [*many(40), *each_nasty_finding(), *each_nasty_finding()]
    first = report(name)(result_of(*findings), Style())
    assert report(name)(result_of(*findings), Style()) == first
    for seed in range(5):
        random.Random(seed).shuffle(findings)
        assert report(name)(result_of(*findings), Style()) == first


@pytest.mark.parametrize("name", REPORTS)
def test_two_thousand_findings_are_a_valid_report(name: str) -> None:
    VALIDATORS[name](report(name)(result_of(*many(2000)), Style()))


def test_two_thousand_findings_are_within_the_limits_of_each_format() -> None:
    result = result_of(*many(2000))
    counts = result.counts()
    assert sum(counts.values()) == 2000

    markdown = report("markdown")(result, Style())
    assert len(markdown) < 65_000
    assert len(markdown.encode()) < 65_000

    commands, last = workflow_commands(report("github")(result, Style()))
    shown = [command.name for command in commands]
    assert {name: shown.count(name) for name in shown} == {"error": 10, "warning": 10, "notice": 10}
    hidden = ", ".join(f"{counts[severity] - 10} {severity}s" for severity in Severity)
    assert last.endswith(f"not shown: {hidden}")

    sarif = report("sarif")(result, Style())
    assert len(sarif.encode()) < 10_000_000
    assert len(json.loads(sarif)["runs"][0]["results"]) == 2000

    assert junit_suites(report("junit")(result, Style())).get("tests") == str(2000 + 1)


def test_what_gives_exit_status_1_is_a_failure_in_junit_and_in_markdown() -> None:
    findings = many(12)
    for bar, failing in ((Severity.ERROR, 6), (Severity.WARNING, 9), (Severity.INFO, 12)):
        result = result_of(*findings, fail_on=bar)
        assert junit_suites(report("junit")(result, Style())).get("failures") == str(failing)
        assert report("markdown")(result, Style()).startswith("## liqo-transform: failed\n")


def test_the_json_report_of_drift_fits_its_schema() -> None:
    document = json.loads(report("json")(result_of(*many(8)), Style()))
    jsonschema.validate(document, report_schema())
    assert sum(len(finding.get("changes", [])) for finding in document["findings"]) == 4
