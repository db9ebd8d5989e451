"""Findings as results of a list, and as lines on stderr."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from function_calls import call, from_file, function, listed, service, slice_of

from transformer.findings.catalogue import CATALOGUE, finding
from transformer.findings.finding import Finding, ObjectRef, Position
from transformer.krm.field_names import remedy_of
from transformer.krm.results import line_of, result_of
from transformer.manifests.emitting import dump
from transformer.reports.result import Placed


def placed(found: Finding) -> Placed:
    """A finding and its position."""
    return Placed(found, found.position())


def test_a_result_says_what_kpt_shows() -> None:
    bad = from_file(slice_of("300.0.0.1"), "shop/slices.yaml", 1)
    ended = call(listed(from_file(service(), "shop/slices.yaml"), bad, config=function()))
    (result,) = ended.results
    assert result.pop("message").startswith('"300.0.0.1" is no IP address')
    assert result == {
        "severity": "error",
        "resourceRef": {
            "apiVersion": "discovery.k8s.io/v1",
            "kind": "EndpointSlice",
            "name": "web-1",
            "namespace": "shop",
        },
        "field": {"path": "endpoints[0].addresses[0]", "currentValue": "300.0.0.1"},
        "file": {"path": "shop/slices.yaml", "index": 1},
        "tags": {"code": "invalid-address", "cluster": "rome", "provider": "milan"},
    }


def test_a_result_proposes_a_value_where_one_is_likely() -> None:
    ended = call(listed(service(annotations={"a": True}), slice_of(), config=function()))
    (result,) = [each for each in ended.results if each["severity"] == "error"]
    assert result["field"] == {"path": "metadata.annotations.a", "currentValue": True, "proposedValue": "true"}


@pytest.mark.parametrize("number", [2**63 - 1, 2**63, -(2**70)])
def test_a_number_beyond_what_readers_share_is_shown_as_text(number: int) -> None:
    text = dump(slice_of()).replace("10.40.0.1", str(number))
    ended = call(listed(text, config=function()))
    assert ended.status == 1
    assert str(ended.results[0]["field"]["currentValue"]) == str(number)
    assert isinstance(ended.results[0]["field"]["currentValue"], int) is (abs(number) < 2**63)


def test_a_result_of_a_field_names_an_object() -> None:
    """kpt shows a field only of an object; for a configuration that is the configuration itself."""
    ended = call(listed(service(), config=function(podCIDRs=["10.0.0.0/40"])))
    (result,) = ended.results
    assert result["field"]["path"].startswith("spec.podCIDRs")
    assert result["resourceRef"]["kind"] == "ConsumerTransform"


def test_bytes_of_a_files_name_that_are_no_text_are_escaped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rome").mkdir()
    Path(os.fsdecode(b"rome/a\xff.yaml")).write_text("a: [\n")
    consumer = {"id": "rome", "exports": ["rome"]}
    ended = call(listed(config=function("FleetTransform", consumer=consumer)))
    assert ended.status == 1
    assert ended.results[0]["file"]["path"] == "rome/a\\udcff.yaml"
    assert "rome/a\\udcff.yaml" in ended.stderr


@pytest.mark.parametrize("nasty", ["a\nb", "a\x1b[31mb", "a\u2028b", "\u202eb", "a\rb", "a\x7f"])
def test_a_finding_is_one_line_without_control_characters(nasty: str) -> None:
    found = finding(
        "invalid-address",
        f"{nasty} is no address",
        object=ObjectRef("v1", "Service", nasty, nasty),
        field=nasty,
        location=Position(nasty, 1, 2),
    )
    line = line_of(placed(found), f"ConsumerTransform/{nasty}")
    assert line.endswith("\n")
    assert line[:-1].isprintable()
    assert line.startswith("liqo-transform-krm: ConsumerTransform/")


def test_each_finding_is_one_line_that_names_tool_configuration_and_object() -> None:
    ended = call(listed(slice_of("300.0.0.1", "10.99.0.1"), slice_of(name="web\x1b[2J"), config=function()))
    lines = ended.stderr.splitlines()
    assert len(lines) == len(ended.results) > 2
    assert all(each.startswith("liqo-transform-krm: ConsumerTransform/to-milan: ") for each in lines)
    assert sum("EndpointSlice shop/web-1 endpoints[0].addresses[0]" in each for each in lines) == 1
    assert "\x1b" not in ended.stderr


def test_a_result_says_no_more_than_is_known() -> None:
    found = finding("nothing-reflected", "nothing came out")
    assert set(result_of(placed(found))) == {"message", "severity", "tags"}
    assert result_of(placed(found))["tags"] == {"code": "nothing-reflected"}


def test_standard_input_is_no_file_of_a_result() -> None:
    found = finding("invalid-yaml", "broken", location=Position("-", 3, 4))
    result = result_of(placed(found))
    assert "file" not in result
    assert result["tags"] == {"code": "invalid-yaml", "line": "3", "column": "4"}


OPTIONS = ("--map-namespace", "--consumer", "--cluster ", "--pod-cidr", "--reflection", "--profile", "--deny-direct")


@pytest.mark.parametrize("code", sorted(CATALOGUE))
def test_advice_speaks_of_fields_and_not_of_options(code: str) -> None:
    advice = remedy_of(finding(code, "so it is"))
    assert not [option for option in OPTIONS if option in advice]


@pytest.mark.parametrize(
    ("advice", "said"),
    [
        ("give `--pod-cidr`.", "give the field `podCIDRs`."),
        ("with --limit file-bytes=NUMBER.", "with the field `limits.fileBytes`."),
        ("use `--profile liqo-1.2`", "use `profile: liqo-1.2`"),
        ("say `--map-namespace LOCAL=REMOTE` too", "say the field `namespaces` too"),
        ("kubectl get pods -A", "kubectl get pods -A"),
    ],
)
def test_options_are_said_as_fields(advice: str, said: str) -> None:
    assert remedy_of(finding("invalid-yaml", "so it is", remedy=advice)) == said
