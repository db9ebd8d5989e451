"""The SARIF report, version 2.1.0, for code scanning: one run, its codes as rules, its findings as results.

It stays below what GitHub takes: where not all results fit, the worst are kept, whole, and the others counted.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from transformer import __version__
from transformer.findings.finding import Severity
from transformer.reports.json import summary_as_json
from transformer.reports.links import PROJECT_URL
from transformer.reports.result import RunResult, Style
from transformer.reports.sarif_results import cut, results
from transformer.reports.sarif_rules import rule
from transformer.reports.visible import counted

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

#: What GitHub takes of a run; results beyond SHOWN are taken and not shown there.
MOST_BYTES = 10_000_000
MOST_RESULTS = 25_000
SHOWN = 5_000

#: Bytes kept free for what is told about results that are left out; and fewer than any result takes.
_RESERVE = 1_000
_SMALLEST = 100


def render_sarif(result: RunResult, style: Style) -> str:  # noqa: ARG001 - programs read it: no style applies
    """The run as one line of ASCII JSON; shorter than MOST_BYTES bytes."""
    codes = sorted({placed.finding.code for placed in result.findings})
    frame = _log(result, codes)
    kept = _kept(result, codes, MOST_BYTES - _RESERVE - len(_dumped(frame)))
    (run,) = frame["runs"]
    run["invocations"] = [_invocation(len(result.findings), len(kept))]
    # What was measured is written as it was measured: no result is put into JSON a second time.
    head, tail = _dumped(frame).split('"results": []')
    return f'{head}"results": [{", ".join(kept)}]{tail}\n'


def _log(result: RunResult, codes: Sequence[str]) -> dict[str, Any]:
    """The whole but for the results."""
    driver = {
        "name": "liqo-transform",
        "version": __version__,
        "informationUri": PROJECT_URL,
        "rules": [rule(code) for code in codes],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [],
        "properties": _properties(result),
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _properties(result: RunResult) -> dict[str, Any]:
    counts = {str(severity): count for severity, count in result.counts().items()}
    properties: dict[str, Any] = cut(
        {"findings": counts, "summary": summary_as_json(result.summary), "verdict": result.verdict}
    )
    return properties


def _kept(result: RunResult, codes: Sequence[str], room: int) -> list[str]:
    """The results that fit into ``room`` bytes, in order: the worst first, each whole or not at all."""
    rank = {severity: number for number, severity in enumerate(Severity)}
    worst_first = sorted(enumerate(result.findings), key=lambda entry: rank[entry[1].finding.severity])
    rules = {code: number for number, code in enumerate(codes)}
    made = results((placed for _, placed in worst_first), rules, result.about)
    kept: list[tuple[int, str]] = []
    for (number, _), each in zip(worst_first, made, strict=True):
        rendered = _dumped(each)
        size = len(rendered) + len(", ")
        if size <= room:
            kept.append((number, rendered))
            room -= size
        if len(kept) == MOST_RESULTS or room < _SMALLEST:
            break
    return [rendered for _, rendered in sorted(kept)]


def _invocation(found: int, kept: int) -> dict[str, Any]:
    """That the run went well; and where not all findings are in the file or shown from it, how many are not."""
    said = []
    if kept < found:
        said.append(
            f"{counted(found, 'finding')}, of which {found - kept} are not in this report: it would be too large"
        )
    if kept > SHOWN:
        said.append(f"{counted(found, 'finding')}, of which GitHub shows {SHOWN}")
    invocation: dict[str, Any] = {"executionSuccessful": True}
    if said:
        invocation["toolExecutionNotifications"] = [
            {"level": "note", "message": {"text": f"{text}. `--report json` has all."}} for text in said
        ]
    return invocation


def _dumped(value: Any) -> str:
    return json.dumps(value, ensure_ascii=True)
