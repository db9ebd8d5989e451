"""Function configurations as ConfigMaps: the same as the kind itself, faults at the key of data."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from function_documents import FULL, SMALLEST, config_map, faults, function, valid
from hypothesis import given
from hypothesis import strategies as st
from spelled_places import Origin

from transformer.configuration.function_kinds import KINDS
from transformer.configuration.functions import FunctionConfiguration, read_function_configuration
from transformer.findings.catalogue import CATALOGUE
from transformer.manifests.manifest import AmbiguousScalar


def folded(kind: str, spec: dict[str, Any]) -> dict[str, str]:
    """A spec as the data of a ConfigMap."""
    data = {"kind": kind}

    def fold(value: object, key: str) -> None:
        if isinstance(value, dict):
            for name, each in value.items():
                fold(each, f"{key}.{name}" if key else name)
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            for index, each in reversed(list(enumerate(value))):
                fold(each, f"{key}.{index}")
        elif isinstance(value, list):
            data[key] = " , ".join(value)
        else:
            data[key] = str(value).lower() if isinstance(value, bool) else str(value)

    fold(spec, "")
    return data


@pytest.mark.parametrize("kind", KINDS)
def test_a_config_map_says_what_the_kind_says(kind: str) -> None:
    for spec in (SMALLEST[kind], FULL[kind]):
        # Neither an object among strings nor a mapping with nothing in it can be folded.
        spec = {**spec, "consumerView": ["rome=a", "b"]} if "consumerView" in spec else spec
        spec = {**spec, "providers": {"turin": FULL[kind]["providers"]["turin"]}} if "providers" in spec else spec
        expected = valid(function(kind, spec))
        assert valid(config_map(folded(kind, spec))) == replace(expected, name="function-input")


@given(
    st.dictionaries(st.from_regex(r"[a-z]([a-z.-]{0,20}[a-z])?", fullmatch=True), st.sampled_from(["milan", "turin"])),
    st.lists(st.from_regex(r"[a-zA-Z0-9/=.-]{1,9}", fullmatch=True), max_size=4),
)
def test_names_with_dots_and_lists_of_any_length_come_back(nodes: dict[str, str], keys: list[str]) -> None:
    spec = {"provider": "milan", "notReflected": {"annotations": keys}} | ({"nodes": nodes} if nodes else {})
    expected = valid(function("ConsumerTransform", spec))
    assert valid(config_map(folded("ConsumerTransform", spec))).settings == expected.settings


CONSUMER = {"kind": "ConsumerTransform", "provider": "milan"}
IGNORING = {**CONSUMER, "findings.ignore.0.code": "pending-ip", "findings.ignore.0.reason": "known"}
FLEET = {"kind": "FleetTransform", "provider": "milan", "consumer.id": "rome", "consumer.exports": "exports/rome"}


@pytest.mark.parametrize(
    ("data", "place", "message"),
    [
        (
            None,
            "value of data",
            "data must be a mapping, not null; it holds kind (ConsumerTransform, ProviderTransform, FleetTransform, "
            "ReviewCheck) and the function's fields as strings",
        ),
        ({"provider": "milan"}, "key of data", None),
        ({"kind": "Reviewcheck"}, "value of data.kind", None),
        ({"kind": "ConsumerTransform"}, "key of data", "provider is missing in data"),
        (
            {"kind": "ConsumerTransform", "provdier": "milan"},
            "key of data.provdier",
            'unknown field "provdier"; did you mean provider?',
        ),
        (
            {**CONSUMER, "consumer.id": "rome"},
            "key of data.consumer.id",
            'unknown field "consumer.id"; did you mean consumer?',
        ),
        (
            {**CONSUMER, "findings.ignore": "pending-ip, lossy-prefix"},
            "value of data.findings.ignore",
            "data.findings.ignore is given part by part: findings.ignore.0.code and so on",
        ),
        (
            {**CONSUMER, "findings.ignore.0": "pending-ip"},
            "value of data.findings.ignore.0",
            "data.findings.ignore.0 is given part by part: findings.ignore.0.code and so on",
        ),
        *[
            (
                {**CONSUMER, f"findings.ignore.{number}.code": "pending-ip", f"findings.ignore.{number}.reason": "x"},
                f"key of data.findings.ignore.{number}.code",
                f"data.findings.ignore.{number}.code: entries are numbered from 0 on, findings.ignore.0.code and so on",
            )
            for number in ("1", "00", "x", "", "²", "-1", "9" * 5000)
        ],
        ({**IGNORING, "findings.ignore.2.code": "pending-ip"}, "key of data.findings.ignore.2.code", None),
        ({**CONSUMER, "findings.ignore.code": "pending-ip"}, "key of data.findings.ignore.code", None),
        (
            {**CONSUMER, "findings.ignore.0.code": "pending-ip"},
            "key of data",
            "findings.ignore.0.reason is missing in data",
        ),
        (
            {**IGNORING, "findings.ignore.0.code": "pending"},
            "value of data.findings.ignore.0.code",
            'data.findings.ignore.0.code: unknown code "pending"; did you mean pending-ip?',
        ),
        ({**IGNORING, "findings.ignore.0.reason": " "}, "value of data.findings.ignore.0.reason", None),
        ({**IGNORING, "findings.ignore.0.object": "a/b/c"}, "value of data.findings.ignore.0.object", None),
        (
            {**IGNORING, "findings.ignore.0.objects": "a/b"},
            "key of data.findings.ignore.0.objects",
            'unknown field "objects"; did you mean object?',
        ),
        ({**IGNORING, "findings.ignore.0.code.x": "y"}, "key of data.findings.ignore.0.code.x", None),
        ({**CONSUMER, "colour.red": "x", "colour.blue": "y"}, "key of data.colour.red", None),
        (
            {**CONSUMER, "podCIDRs": "10.0.0.0/8, rome"},
            "value of data.podCIDRs",
            'data.podCIDRs: "rome" is no CIDR; one is an address and a prefix length, like 10.244.0.0/16',
        ),
        ({**CONSUMER, "podCIDRs": " "}, "value of data.podCIDRs", "data.podCIDRs must not be empty"),
        ({**CONSUMER, "notReflected.labels": "a,,b"}, "value of data.notReflected.labels", None),
        (
            {**CONSUMER, "mark": "yes"},
            "value of data.mark",
            'data.mark must be true or false, not the string "yes"',
        ),
        (
            {**CONSUMER, "mark": True},
            "value of data.mark",
            "data.mark must be a string, not the boolean true: put it in quotes",
        ),
        (
            {**CONSUMER, "limits.depth": "many"},
            "value of data.limits.depth",
            'data.limits.depth must be a whole number, not the string "many"',
        ),
        ({**CONSUMER, "limits.depth": "²"}, "value of data.limits.depth", None),
        ({**CONSUMER, "limits.depth": "9" * 5000}, "value of data.limits.depth", None),
        (
            {**CONSUMER, "limits.depth": "513"},
            "value of data.limits.depth",
            "data.limits.depth must be 512 or less, not the number 513",
        ),
        ({**CONSUMER, "namespaces.Shop": "x"}, "key of data.namespaces.Shop", None),
        ({**CONSUMER, "namespaces.shop": "X"}, "value of data.namespaces.shop", None),
        ({**CONSUMER, "namespaces.": "x"}, "key of data.namespaces.", None),
        (
            {**CONSUMER, "namespaces": "shop=x"},
            "value of data.namespaces",
            "data.namespaces is given part by part: namespaces.NAME and so on",
        ),
        ({**CONSUMER, "consumer": "milan"}, "value of data.provider", '"milan" is both the consumer and a provider'),
        ({**CONSUMER, "emit": AmbiguousScalar("on")}, "value of data.emit", None),
        (
            {**FLEET, "consumer": "rome"},
            "value of data.consumer",
            "data.consumer is given part by part: consumer.id and so on",
        ),
        (
            {"kind": "FleetTransform", "provider": "milan", "consumer": "rome", "consumer.exports": "x"},
            "value of data.consumer",
            None,
        ),
        (
            {"kind": "FleetTransform", "provider": "milan", "consumer.id": "rome"},
            "key of data",
            "consumer.exports is missing in data",
        ),
        (
            {**FLEET, "providers.milan": "exports/milan"},
            "value of data.providers.milan",
            "data.providers.milan is given part by part: providers.milan.exports and so on",
        ),
        (
            {**FLEET, "namespaces.shop": "x"},
            "key of data.namespaces.shop",
            'unknown field "namespaces" here; it belongs in data.consumer or data.providers',
        ),
        (
            {**FLEET, "providers.milan.export": "x"},
            "key of data.providers.milan.export",
            'unknown field "export"; did you mean exports?',
        ),
        ({**FLEET, "providers.rome.exports": "x"}, "value of data.providers.rome", None),
        (
            {"kind": "ReviewCheck"},
            "key of data",
            "emit is missing in data (Nothing is for a kustomize validator, All for kpt)",
        ),
    ],
)
def test_a_fault_is_named_at_its_key(data: object, place: str, message: str | None) -> None:
    ((found_place, found_message),) = faults(config_map(data))
    assert found_place == place
    if message is not None:
        assert found_message == message


def test_the_config_map_itself_is_checked() -> None:
    sound = config_map(CONSUMER)
    assert faults({**sound, "binaryData": {}}) == [
        ("key of binaryData", 'unknown field "binaryData"; known: apiVersion, data, kind, metadata')
    ]
    assert faults({**sound, "metadata": {}}) == [("key of metadata", "name is missing in metadata")]
    assert [place for place, _ in faults({**sound, "metadata": {"name": AmbiguousScalar("on")}})] == [
        "value of metadata.name"
    ]
    assert faults({key: value for key, value in sound.items() if key != "data"})[0][1].startswith("data is missing;")


def test_entries_given_by_numbers_come_in_their_order() -> None:
    codes = sorted(CATALOGUE.keys() - {"unused-suppression"})[:12]
    data = {**CONSUMER}
    for index in reversed(range(12)):
        data |= {f"findings.ignore.{index}.code": codes[index], f"findings.ignore.{index}.reason": "known"}
    found = valid(config_map(data)).settings.ignore
    assert [each.code for each in found] == codes
    assert [each.path for each in found] == [f"data.findings.ignore.{index}.code" for index in range(12)]


PARTS = ["findings", "ignore", "0", "1", "00", "code", "object", "reason", "failOn", "providers", "namespaces", "", "x"]
#: Also what no string is: a mapping or a list in the place of one.
GIVEN: st.SearchStrategy[Any] = st.sampled_from(
    ["pending-ip", "a, b", "", "0", 7, None, [], ["x"], {}, {"ignore": {"0": {}}}, {"x": {}, 0: 1}]
)


@given(
    st.sampled_from(KINDS),
    st.dictionaries(st.lists(st.sampled_from(PARTS), min_size=1, max_size=4).map(".".join), GIVEN, max_size=5),
)
def test_whatever_is_given_is_read_or_refused(kind: str, data: dict[str, Any]) -> None:
    found = read_function_configuration(config_map({"kind": kind, **data}), Origin())
    assert isinstance(found, FunctionConfiguration) or all(each.code == "invalid-configuration" for each in found)
