"""The SARIF report: places, rules, fingerprints, and what is left out where not all fits."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from report_validators import sarif_run
from sample_findings import address_change, drift, nasty_text, result_of

from transformer import __version__
from transformer.findings.catalogue import CATALOGUE, finding
from transformer.findings.change import Cause, Change, ChangeKind
from transformer.findings.finding import Finding, ObjectRef, Position, Related, Severity
from transformer.outcome import Summary
from transformer.reports.result import Style
from transformer.reports.sarif import render_sarif
from transformer.reports.sarif_places import file_uri
from transformer.reports.sarif_results import CHANGES, fingerprint
from transformer.reports.sarif_rules import rule

FULL = finding(
    "unmapped-address",
    'no IP object has "10.1.2.3"',
    remedy="apply this:\napiVersion: ipam.liqo.io/v1alpha1\nkind: IP",
    cluster="rome",
    provider="milan",
    object=ObjectRef("discovery.k8s.io/v1", "EndpointSlice", "shop", "web-1"),
    field="endpoints[0].addresses[0]",
    location=Position("exports/rome/slices.yaml", 41, 7),
    related=(
        Related("seen here", ObjectRef("v1", "Node", "", "n1"), Position("exports/rome/nodes.yaml", 3, 1)),
        Related("and nowhere else"),
    ),
)


def run_of(*findings: Finding, **more: Any) -> dict[str, Any]:
    return sarif_run(render_sarif(result_of(*findings, **more), Style()))


def result_for(finding: Finding, **more: Any) -> dict[str, Any]:
    (result,) = run_of(finding, **more)["results"]
    return dict(result)


def test_a_finding_has_place_object_related_places_and_remedy() -> None:
    assert result_for(FULL) == {
        "ruleId": "unmapped-address",
        "ruleIndex": 0,
        "level": "error",
        "message": {
            "text": 'no IP object has "10.1.2.3"\nnote: and nowhere else\n'
            "remedy: apply this:\n  apiVersion: ipam.liqo.io/v1alpha1\n  kind: IP"
        },
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": "exports/rome/slices.yaml"},
                    "region": {"startLine": 41, "startColumn": 7},
                },
                "logicalLocations": [
                    {"name": "web-1", "fullyQualifiedName": "EndpointSlice shop/web-1", "kind": "object"},
                    {
                        "name": "endpoints[0].addresses[0]",
                        "fullyQualifiedName": "EndpointSlice shop/web-1 endpoints[0].addresses[0]",
                        "kind": "property",
                    },
                ],
            }
        ],
        "relatedLocations": [
            {
                "id": 1,
                "physicalLocation": {
                    "artifactLocation": {"uri": "exports/rome/nodes.yaml"},
                    "region": {"startLine": 3, "startColumn": 1},
                },
                "message": {"text": "seen here"},
                "logicalLocations": [{"name": "n1", "fullyQualifiedName": "Node n1", "kind": "object"}],
            }
        ],
        "partialFingerprints": {"liqoTransformFinding/v1": f"{fingerprint(FULL)}:1"},
        "properties": {
            "cluster": "rome",
            "provider": "milan",
            "object": {
                "apiVersion": "discovery.k8s.io/v1",
                "kind": "EndpointSlice",
                "namespace": "shop",
                "name": "web-1",
            },
            "field": "endpoints[0].addresses[0]",
            "remedy": "apply this:\napiVersion: ipam.liqo.io/v1alpha1\nkind: IP",
        },
    }


def test_changes_stand_in_the_message_and_their_causes_are_related_places() -> None:
    result = result_for(drift(address_change(1), address_change(2)))
    message = result["message"]["text"].split("\n")
    assert message[1] == (
        "~ Pod shop/web-1: address 10.81.0.1 -> 10.91.0.1 [Configuration liqo-tenant-turin/turin of rome, "
        "status.remote.cidr.pod[0]: 10.81.0.0/16 to 10.91.0.0/16 (exports/rome/configurations.yaml:66:9)]"
    )
    (related,) = result["relatedLocations"]
    assert related["physicalLocation"]["region"] == {"startLine": 66, "startColumn": 9}
    assert "10.81.0.0/16 to 10.91.0.0/16" in related["message"]["text"]
    assert [change["after"] for change in result["properties"]["changes"]] == ["10.91.0.1", "10.91.0.2"]


def test_a_finding_about_no_file_stands_where_its_related_objects_causes_or_the_configuration_do() -> None:
    nowhere = finding("nothing-reflected", "nothing")
    assert "locations" not in result_for(nowhere)
    assert "locations" not in result_for(replace(nowhere, location=Position("-", 3, 1)))
    related = replace(nowhere, related=(Related("x"), Related("y", None, Position("b.yaml", 2, 1))))
    caused = replace(drift(address_change(1)), location=None)
    for each, more, uri in (
        (related, {"about": "fleet.yaml"}, "b.yaml"),
        (caused, {"about": "fleet.yaml"}, "exports/rome/configurations.yaml"),
        (nowhere, {"about": "fleet.yaml"}, "fleet.yaml"),
    ):
        (location,) = result_for(each, **more)["locations"]
        assert location["physicalLocation"]["artifactLocation"]["uri"] == uri


@pytest.mark.parametrize(
    ("file", "uri"),
    [
        ("exports/rome/a.yaml", "exports/rome/a.yaml"),
        ("./exports//a.yaml", "exports/a.yaml"),
        ("../a.yaml", "../a.yaml"),
        ("/work/a b.yaml", "file:///work/a%20b.yaml"),
        ("//srv/a.yaml", "file:///srv/a.yaml"),
        ("/", "file:///"),
        (".", "."),
        ("a%20b.yaml", "a%2520b.yaml"),
        ("a#b?c.yaml", "a%23b%3Fc.yaml"),
        ("http://x", "http%3A/x"),
        ("é\n\N{PILE OF POO}.yaml", "%C3%A9%0A%F0%9F%92%A9.yaml"),
        ("\udcff.yaml", "%FF.yaml"),
        ("\ud800.yaml", "%5Cud800.yaml"),
    ],
)
def test_file_names_become_valid_uris(file: str, uri: str) -> None:
    assert file_uri(file) == uri


@given(nasty_text, nasty_text)
def test_two_files_that_can_be_have_two_uris(one: str, other: str) -> None:
    names = [f"a/{each}" for each in (one, other) if "/" not in each and each not in ("", ".")]
    names = [each for each in names if not any("\ud800" <= c < "\udc80" or "\udcff" < c <= "\udfff" for c in each)]
    assert len({file_uri(each) for each in names}) == len(set(names))


def test_only_codes_that_occur_are_rules_and_each_has_help() -> None:
    run = run_of(FULL, finding("ignored-kind", "x"), finding("ignored-kind", "y"))
    driver = run["tool"]["driver"]
    assert driver["name"] == "liqo-transform"
    assert driver["version"] == __version__
    assert [each["id"] for each in driver["rules"]] == ["ignored-kind", "unmapped-address"]
    assert [each["defaultConfiguration"]["level"] for each in driver["rules"]] == ["note", "error"]
    assert sorted(result["ruleId"] for result in run["results"]) == ["ignored-kind", "ignored-kind", "unmapped-address"]


@pytest.mark.parametrize("code", CATALOGUE)
def test_the_rule_of_every_code_is_within_what_github_takes(code: str) -> None:
    made = rule(code)
    assert len(made["name"]) <= 255
    assert made["name"].replace(".", "").isalnum()
    for part in ("shortDescription", "fullDescription"):
        assert 0 < len(made[part]["text"]) <= 1024
    assert CATALOGUE[code].remedy in made["help"]["text"]
    assert f"# {code}\n" in made["help"]["markdown"]
    assert made["helpUri"].endswith(f"/docs/findings/{code}.md")
    assert len(made.get("properties", {}).get("tags", [])) <= 20


def test_an_empty_run_has_results_and_counts() -> None:
    summary = Summary(read={"rome": {"Service": 2}}, suppressed=3)
    run = run_of(summary=summary, verdict="wrote 2 objects")
    assert run["results"] == []
    assert run["tool"]["driver"]["rules"] == []
    assert run["invocations"] == [{"executionSuccessful": True}]
    assert run["properties"]["findings"] == {"error": 0, "warning": 0, "info": 0}
    assert run["properties"]["summary"]["read"] == {"rome": {"Service": 2}}
    assert run["properties"]["summary"]["suppressed"] == 3
    assert run["properties"]["verdict"] == "wrote 2 objects"


def test_a_fingerprint_stays_when_lines_move_and_files_are_renamed() -> None:
    def one(message: str, line: int, file: str = "a.yaml", **more: Any) -> str:
        placed = replace(FULL, message=message, location=Position(file, line, 1), **more)
        return str(result_for(placed)["partialFingerprints"]["liqoTransformFinding/v1"])

    first = one("x (first in exports/a.yaml:3:7, line 4)", 3)
    assert one("x (first in exports/a.yaml:30:70, line 40)", 30) == first
    assert one("x (first in exports/a.yaml:3:7, line 4)", 3, "b.yaml") == first
    changed = (
        one("y", 3),
        one("x", 3, provider="turin"),
        one("x", 3, field="f"),
        one("x", 3, cluster="paris"),
        one("x", 3, object=None),
        one("x", 3, code="pending-ip"),
        one("x", 3),
        one("x fd00:1:2", 3),
        one("x fd00:1:3", 3),
    )
    assert len({*changed, first}) == len(changed) + 1


def test_equal_findings_have_fingerprints_of_their_own() -> None:
    results = run_of(*(replace(FULL, location=Position("a.yaml", line, 1)) for line in (3, 5)))["results"]
    assert [each["partialFingerprints"]["liqoTransformFinding/v1"] for each in results] == [
        f"{fingerprint(FULL)}:1",
        f"{fingerprint(FULL)}:2",
    ]


def test_changes_beyond_the_bound_are_counted() -> None:
    result = result_for(drift(*(address_change(number) for number in range(CHANGES + 5))))
    assert len(result["properties"]["changes"]) == CHANGES
    assert result["properties"]["changesLeftOut"] == 5
    assert "\nand 5 more changes\n" in result["message"]["text"]


def test_a_log_of_large_findings_keeps_the_worst_whole_and_counts_the_others() -> None:
    findings = [
        finding("override", "m" * 1_900, severity=list(Severity)[number % 3], remedy="r" * 1_900, field=str(number))
        for number in range(4_500)
    ]
    text = render_sarif(result_of(*findings), Style())
    assert 9_900_000 < len(text.encode()) < 10_000_000
    (run,) = json.loads(text)["runs"]
    levels = [result["level"] for result in run["results"]]
    assert levels.count("error") == 1_500
    assert 0 < levels.count("warning") < 1_500
    assert levels.count("note") == 0
    (said,) = run["invocations"][0]["toolExecutionNotifications"]
    assert f"4500 findings, of which {4_500 - len(levels)} are not in this report" in said["message"]["text"]
    sarif_run(json.dumps({**json.loads(text), "runs": [{**run, "results": run["results"][-20:]}]}) + "\n")


def test_a_finding_that_is_too_large_leaves_room_for_the_others() -> None:
    cause = Cause(remark="c" * 1_900)
    wide = Change(ChangeKind.PORTS, "s" * 1_900, "p", ObjectRef("v", "k", "n", "n"), "e", "f", "b", "a", (cause,) * 60)
    run = run_of(drift(*[wide] * 100), FULL)
    assert [result["ruleId"] for result in run["results"]] == ["unmapped-address"]
    assert "1 are not" in run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"]


def test_no_more_results_than_github_takes() -> None:
    findings = [finding("override", str(number), remedy="") for number in range(25_010)]
    (run,) = json.loads(render_sarif(result_of(*findings), Style()))["runs"]
    assert len(run["results"]) == 25_000
    left_out, shown = run["invocations"][0]["toolExecutionNotifications"]
    assert "25010 findings, of which 10 are not in this report" in left_out["message"]["text"]
    assert "25010 findings, of which GitHub shows 5000" in shown["message"]["text"]
