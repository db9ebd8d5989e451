"""The JUnit report, for the test views of CI systems: a suite for each provider, a test case for each finding.

What gives exit status 1 is a failure; other findings are passed tests with output. A provider without a finding has one
passed test, so that nothing looks as if it had not run.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from transformer.reports.finding_words import about_text, finding_lines
from transformer.reports.result import Placed, RunResult, Style, decides, place_text
from transformer.reports.summary import render_summary
from transformer.reports.visible import shortened, visible

#: The suite of findings that touch the result of every provider.
ALL = "all providers"

#: Characters of a test's name.
_NAME = 300


def render_junit(result: RunResult, style: Style) -> str:  # noqa: ARG001 - programs read it: no style applies
    """The run as XML. It holds no time and no host's name: equal runs give equal bytes."""
    root = Element("testsuites", {"name": "liqo-transform"})
    for provider, findings in _by_provider(result).items():
        root.append(_suite(provider, findings, result))
    root.attrib |= _numbers(root.iter("testcase"))
    indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(root, encoding="unicode")}\n'


def _by_provider(result: RunResult) -> dict[str, list[Placed]]:
    """The findings of each provider of the run; under the empty name those that touch all."""
    summary = result.summary
    known = {*summary.written, *summary.refused, *summary.skipped}
    known |= {placed.finding.provider for placed in result.findings if placed.finding.provider}
    suites: dict[str, list[Placed]] = {"": [], **{provider: [] for provider in sorted(known)}}
    for placed in result.findings:
        suites[placed.finding.provider or ""].append(placed)
    return suites


def _suite(provider: str, findings: Sequence[Placed], result: RunResult) -> Element:
    name = visible(provider) or ALL
    suite = Element("testsuite", {"name": name})
    names: Counter[str] = Counter()
    for placed in findings:
        suite.append(_case(name, placed, result, names))
    if not findings:
        SubElement(suite, "testcase", {"name": "no findings", "classname": f"liqo-transform.{name}"})
    if not provider:
        SubElement(suite, "system-out").text = "\n".join(render_summary(result))
    suite.attrib |= {**_numbers(suite.iter("testcase")), "skipped": "0"}
    return suite


def _case(suite: str, placed: Placed, result: RunResult, names: Counter[str]) -> Element:
    finding = placed.finding
    message = shortened(finding.message, _NAME)
    object = str(finding.object) if finding.object is not None else ""
    what = finding.message if object in finding.message else f"{object}: {finding.message}"
    name = shortened(what, _NAME) or finding.code
    names[name] += 1
    if names[name] > 1:
        name = f"{name} ({names[name]})"
    case = Element("testcase", {"name": name, "classname": f"liqo-transform.{suite}.{finding.code}"})
    text = _text(placed)
    if decides(finding, result.fail_on):
        SubElement(case, "failure", {"type": finding.code, "message": message}).text = text
    else:
        SubElement(case, "system-out").text = text
    return case


def _text(placed: Placed) -> str:
    """Place and severity, then all that the finding says."""
    finding = placed.finding
    place = place_text(placed.position)
    first, *rest = finding_lines(finding, finding.related)
    about = about_text(finding)
    head = (f"{place}: " if place else "") + f"{finding.severity}: {first} [{finding.code}]"
    return "\n".join([head, *([about] if about else []), *rest])


def _numbers(cases: Iterable[Element]) -> Mapping[str, str]:
    failed = [case.find("failure") is not None for case in cases]
    return {"tests": str(len(failed)), "failures": str(sum(failed)), "errors": "0"}
