"""An explanation as text and as JSON: whole, aligned, safe to print, the same every time."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from explained import check_all
from written_fleet import DIRECT, MILAN, endpoint, run_of, service, slice_of, write_fleet

from transformer.reports.result import Style
from transformer.review.explaining import explain
from transformer.review.explanation_json import explanation_as_json
from transformer.review.explanation_text import render_explanation
from transformer.review.query import parse_query
from transformer.review.rule_titles import TITLES
from transformer.settings import Settings

#: Without the places.
CHAIN = """\
      C09  on cluster turin
           Node liqo-turin of rome, metadata.labels["liqo.io/remote-cluster-id"]: turin
      10.72.0.7               C11  on the link to turin: sent as rome sees it
                                   Configuration turin of rome, status.remote.cidr.pod[0]: 10.72.0.0/16
      10.72.0.7               C12  listed in the direct-connections data under turin
      10.72.0.7               P04  the data lists it: over the link to turin
      10.72.0.7 -> 10.62.0.7  P06  as turin itself has it, which rome remaps
                                   Configuration turin of rome, spec.remote.cidr.pod[0]: 10.62.0.0/16
                                   Configuration turin of rome, status.remote.cidr.pod[0]: 10.72.0.0/16
      10.62.0.7 -> 10.91.0.7  P06  as milan sees turin
                                   Configuration turin of milan, spec.remote.cidr.pod[0]: 10.62.0.0/16
                                   Configuration turin of milan, status.remote.cidr.pod[0]: 10.91.0.0/16
"""
RULES = Path(__file__).parents[2] / "docs" / "rules.md"


def text_of(settings: Settings, query: str, *, color: bool = False) -> str:
    asked = parse_query(query)
    assert asked is not None
    explanation = explain(run_of(settings), settings, asked)
    assert explanation is not None
    return render_explanation(explanation, Style(color))


def json_of(settings: Settings, query: str) -> dict[str, Any]:
    asked = parse_query(query)
    assert asked is not None
    explanation = explain(run_of(settings), settings, asked)
    assert explanation is not None
    text = explanation_as_json(explanation)
    assert text.isascii()
    document: dict[str, Any] = json.loads(text)
    return document


@pytest.fixture
def fleet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """One pod on turin and one on milan; turin was not exported."""
    monkeypatch.chdir(tmp_path)
    endpoints = (endpoint("10.72.0.7", pod="web-0"), endpoint("10.61.0.5", node="liqo-milan", pod="web-1"))
    return write_fleet(Path(), service(), slice_of(*endpoints))


@pytest.mark.rule("P06")
def test_the_chain_of_an_address_shows_both_hops_with_what_they_read(fleet: Settings) -> None:
    # Where each stands is looked at by the next test; it would make these lines too long.
    text = re.sub(r" \([^ ]+:\d+:\d+\)", "", text_of(fleet, "10.72.0.7")).replace("liqo-tenant-turin/", "")
    _, _, chain = text.partition("    endpoint 0, Pod shop/web-0 on node liqo-turin\n")
    lines = chain.partition("\nprovider turin")[0].splitlines()
    assert lines[:12] == CHAIN.splitlines()
    assert lines[12].startswith("      10.91.0.7               P06  rome sees the pod as 10.72.0.7 (pod CIDRs of turin")
    assert lines[12].endswith("Liqo 1.2 would refuse the slice [outside-pod-cidrs]")
    assert lines[13].strip() == "EndpointSlice shop/web-1 of rome, endpoints[0].addresses[0]"
    assert lines[14:16] == ["      P10  ready, as the way to it is (P01)", "      = 10.72.0.7 is written as 10.91.0.7"]


def test_every_place_that_is_named_holds_what_is_said_of_it(fleet: Settings) -> None:
    lines = text_of(fleet, "shop/web").splitlines()
    named = [re.fullmatch(r".*: ([^ ]+) \((.+):(\d+):(\d+)\)", line) for line in lines]
    found = [(match[1], match[2], int(match[3]), int(match[4])) for match in named if match is not None]
    assert len(found) > 5
    for value, file, line, column in found:
        assert Path(file).read_text().splitlines()[line - 1][column - 1 :].strip('",').startswith(value)


def test_what_is_left_out_refused_or_only_sent_says_so(fleet: Settings) -> None:
    text = text_of(fleet, "shop/web")
    assert "= 10.61.0.5 is left out (C07)" in text
    assert "provider turin, of which no export was given: what it is sent is all that is known" in text
    assert "= 10.61.0.5 is sent as 10.61.0.5" in text
    refused = text_of(
        write_fleet(Path(), service(), slice_of(endpoint("10.72.0.7"), endpoint("10.9.9.9"))), "10.72.0.7"
    )
    assert "EndpointSlice shop/web-1 of Service shop/web" in refused
    assert "not written, by the consumer (C10)" in refused
    assert "= 10.72.0.7 is not written, as nothing of its slice is (C10, because of endpoint 1)" in refused


@pytest.mark.rule("C11")
def test_an_address_that_becomes_another_one_is_dropped_on_either_side(tmp_path: Path) -> None:
    on_turin = endpoint("10.72.0.7", "10.72.0.7", "10.72.0.8", "10.72.0.9")
    on_rome = endpoint("10.200.0.1", "::ffff:10.200.0.1", "10.200.0.2", node="")
    settings = write_fleet(tmp_path, service(), slice_of(on_turin, on_rome))
    run = run_of(settings)
    check_all(run, settings)
    ends = [line.strip() for line in text_of(settings, "shop/web").splitlines() if line.strip().startswith("= ")]
    assert ends[:7] == [
        "= 10.72.0.7 is written as 10.91.0.7",
        "= 10.72.0.7 is dropped (C11)",
        "= 10.72.0.8 is written as 10.91.0.8",
        "= 10.72.0.9 is written as 10.91.0.9",
        "= 10.200.0.1 is written as 10.79.0.1",
        "= ::ffff:10.200.0.1 is dropped (C11)",
        "= 10.200.0.2 is written as 10.79.0.2",
    ]


def test_what_would_make_it_surer_stands_below_each_provider(fleet: Settings) -> None:
    milan, turin = text_of(fleet, "shop/web").split("provider turin")
    surer = milan.partition("would be surer with what was not exported:\n")[2].splitlines()
    assert surer[0] == "    Export the ForeignClusters with `kubectl get foreignclusters -o yaml`. [assumed-ready]"
    assert "[provider-not-exported]" not in milan
    assert "[provider-not-exported]" in turin


def test_a_service_without_slices_says_that_nobody_gets_one(fleet: Settings) -> None:
    write_fleet(Path(), service())
    assert text_of(fleet, "shop/web") == (
        "Service shop/web (rome.json:119:13): no EndpointSlice was exported for it, so nobody gets one\n"
    )


def test_the_rules_at_work_are_told_in_a_few_words_each(fleet: Settings) -> None:
    heading = "rules (docs/rules.md of liqo-transformer has them all)\n"
    legend = text_of(fleet, "10.72.0.7").partition(heading)[2].splitlines()
    assert " ".join(line.split()[0] for line in legend) == "C03 C04 C07 C09 C11 C12 P01 P03 P04 P06 P10"
    assert all(line == f"  {line.split()[0]}  {TITLES[line.split()[0]]}" for line in legend)


def test_there_is_a_title_for_each_rule_of_the_document() -> None:
    ids = re.findall(r"^\| ([CP]\d\d) \|", RULES.read_text(), re.MULTILINE)
    assert list(TITLES) == ids


def test_nothing_of_a_hostile_export_reaches_the_terminal(tmp_path: Path) -> None:
    hostile = "web\x1b[31m\n\u202e\x00 (x:1:1)"
    settings = write_fleet(
        tmp_path,
        service(note=hostile, **DIRECT),
        slice_of(endpoint("10.72.0.7", pod=hostile), endpoint("10.72.0.8", node=hostile, pod="web-2")),
    )
    text = text_of(settings, "shop/web")
    assert "web\\x1b[31m\\n\\u202e\\x00 (x:1:1)" in text
    assert all(character.isprintable() for character in text.replace("\n", ""))


def test_colour_says_nothing_that_the_text_does_not(fleet: Settings) -> None:
    plain, painted = text_of(fleet, "shop/web"), text_of(fleet, "shop/web", color=True)
    assert "\x1b[" in painted
    assert re.sub(r"\x1b\[[0-9;]*m", "", painted) == plain


def test_the_order_of_the_export_changes_nothing_but_the_places(tmp_path: Path) -> None:
    objects = [service(), slice_of(endpoint("10.72.0.7")), slice_of(endpoint("10.72.0.8"), name="web-2")]

    def unplaced(*ordered: dict[str, Any]) -> str:
        settings = write_fleet(tmp_path, *ordered, milan=MILAN)
        return re.sub(r"\.json:\d+:\d+", "", text_of(settings, "shop/web"))

    assert unplaced(*objects) == unplaced(*reversed(objects))


def test_json_holds_the_chain_for_programs(fleet: Settings) -> None:
    document = json_of(fleet, "10.72.0.7")
    assert document["query"] == "10.72.0.7"
    assert document["rules"] == TITLES
    milan, _ = document["providers"]
    assert (milan["provider"], milan["exported"]) == ("milan", True)
    assert [each["code"] for each in milan["surer"]] == ["assumed-ready"]
    [slice] = milan["slices"]
    assert slice["result"] == {
        "apiVersion": "discovery.k8s.io/v1",
        "kind": "EndpointSlice",
        "namespace": "shop-rome",
        "name": "web-1",
    }
    [found] = slice["endpoints"]
    assert (found["number"], found["target"], found["node"]) == (0, "Pod shop/web-0", "liqo-turin")
    [chain] = found["addresses"]
    assert (chain["address"], chain["sent"], chain["result"]) == ("10.72.0.7", "10.72.0.7", "10.91.0.7")
    assert "reason" not in chain
    hops = [(each["rule"], each["before"], each["after"]) for each in chain["steps"] if "before" in each]
    assert hops[-2:] == [("P06", "10.72.0.7", "10.62.0.7"), ("P06", "10.62.0.7", "10.91.0.7")]
    fact = next(each for each in chain["steps"] if each.get("after") == "10.91.0.7")["facts"][1]
    assert fact["field"] == "status.remote.cidr.pod[0]"
    assert (fact["cluster"], fact["value"]) == ("milan", "10.91.0.0/16")
    assert (fact["file"], fact["line"], fact["column"]) == ("milan.json", 87, 8)


def test_json_says_why_something_is_not_there(fleet: Settings) -> None:
    document = json_of(fleet, "10.61.0.5")
    [chain] = document["providers"][0]["slices"][0]["endpoints"][0]["addresses"]
    assert chain["reason"] == {
        "rule": "C07",
        "stops": "endpoint",
        "message": "on milan, which knows its own pods: left out",
    }
    assert "result" not in chain
