"""Explanations cover every address of every slice, in all that there is to run: nothing is left unexplained."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from conformance_case import settings_of
from explained import check_all

from transformer.configuration.reading import Configuration, read_configuration
from transformer.manifests.reading import read_inputs
from transformer.pipeline import compute_fleet
from transformer.review.explaining import explain
from transformer.review.query import parse_query
from transformer.settings import ConsumerSettings, ProviderSettings, Settings

FIXTURES = Path(__file__).parents[2] / "fixtures"
CONFORMANCE = sorted((FIXTURES / "conformance").iterdir())
PROFILES = ["direct", "liqo-1.2"]


def command_of(case: Path) -> list[str]:
    """The words of a golden case's command: a fleet, unless it says something else."""
    file = case / "command"
    return shlex.split(file.read_text()) if file.exists() else ["fleet"]


#: A provider's side alone starts at ShadowEndpointSlices: tests/remapping/test_remapping_trail.py.
CASES = [each for each in sorted((FIXTURES / "cases").iterdir()) if command_of(each)[0] in ("fleet", "consumer")]


def fleet_settings(root: Path, profile: str) -> Settings:
    return Settings(
        profile=profile,
        consumer=ConsumerSettings("rome", (str(root / "exports/rome"),)),
        providers=tuple(ProviderSettings(each, (str(root / "exports" / each),)) for each in ("milan", "turin")),
        force=True,
    )


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("name", ["fleet", "fleet-overlapping", "fleet-live"])
def test_every_address_of_a_fleet_is_explained(name: str, profile: str) -> None:
    settings = fleet_settings(FIXTURES / name, profile)
    run = compute_fleet(settings, read_inputs)
    written = sum(
        len(endpoint["addresses"])
        for each in run.outcome.objects
        for endpoint in (each.data.get("spec") or {}).get("template", each.data).get("endpoints", [])
    )
    assert written > 40
    assert check_all(run, settings) == written


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("case", CONFORMANCE, ids=lambda case: case.name)
def test_every_address_of_a_conformance_case_is_explained(case: Path, profile: str) -> None:
    settings = settings_of(case, profile)
    run = compute_fleet(settings, read_inputs)
    assert not run.outcome.stopped
    check_all(run, settings)


@pytest.fixture
def in_case(case: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(case)
    yield
    os.chdir(before)


def case_settings(case: Path) -> Settings:
    """The fleet of a golden case; a consumer's side alone is a fleet whose providers were not exported."""
    command, *arguments = command_of(case)
    if command == "consumer":
        return _consumer_settings(arguments)
    read = read_configuration("config.yaml")
    assert isinstance(read, Configuration)
    return read.settings


def _consumer_settings(arguments: list[str]) -> Settings:
    said: dict[str, list[str]] = {}
    words = [each for each in arguments if each != "--keep-going"]
    for option, value in zip(words[1::2], words[2::2], strict=True):
        said.setdefault(option, []).append(value)
    optional: dict[str, Any] = {
        "pod_cidrs": tuple(said.get("--pod-cidr", ())),
        "reflection": said.get("--reflection", [None])[0],
        "namespaces": dict(pair.split("=") for pair in said["--map-namespace"]) if "--map-namespace" in said else None,
    }
    return Settings(
        profile=said.get("--profile", ["direct"])[0],
        consumer=ConsumerSettings(said["--consumer"][0], (words[0],), **optional),
        providers=tuple(map(ProviderSettings, said.get("--provider", []))),
    )


@pytest.mark.usefixtures("in_case")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_every_address_of_a_golden_case_is_explained(case: Path) -> None:
    settings = replace(case_settings(case), force=True)
    run = compute_fleet(settings, read_inputs)
    if run.outcome.stopped:
        assert {each.code for each in run.outcome.findings} & {"duplicate-output", "duplicate-object"}
    else:
        check_all(run, settings)


#: A golden case, an address in it, the provider, and the rule and finding that kept it out.
LEFT_OUT = [
    ("c01-api-server-slice", "192.168.50.2", "milan", "C01", "reflection-skipped"),
    ("c02-both-annotations", "10.40.33.7", "milan", "C02", "reflection-conflict"),
    ("c02-slice-before-service", "10.40.60.1", "milan", "C02", "reflection-skipped"),
    ("c03-deny-list", "10.40.33.7", "milan", "C03", "reflection-skipped"),
    ("c04-namespace-offloading", "10.40.37.7", "milan", "C04", "namespace-not-offloaded"),
    ("c04-two-maps", "10.40.33.7", "milan", "C04", "namespace-not-offloaded"),
    ("c07-own-pods-left-out", "172.20.9.4", "milan", "C07", None),
    ("c09-missing-node", "10.40.36.1", "milan", "C09", "unknown-node"),
    ("c09-two-configurations", "10.128.70.5", "milan", "C09", "ambiguous-cluster"),
    ("c10-pending", "100.64.9.128", "milan", "C10", "pending-ip"),
    ("c10-unmapped", "10.40.33.7", "milan", "C10", "unmapped-address"),
    ("c11-duplicate-address", "192.0.2.51", "milan", "C11", "duplicate-address"),
    ("c15-foreign-object", "10.40.33.7", "milan", "C15", "foreign-object"),
    ("p05-suppressed-shared-cause", "10.40.32.6", "milan", "P05", "missing-configuration"),
    ("p06-real-address-near-miss", "10.200.70.5", "milan", "P06", "ambiguous-host-part"),
]


@pytest.mark.rule("C01", "C02", "C03", "C04", "C07", "C09", "C10", "C11", "C15", "P05", "P06")
@pytest.mark.usefixtures("in_case")
@pytest.mark.parametrize(
    ("case", "address", "provider", "rule", "code"),
    [(FIXTURES / "cases" / name, *rest) for name, *rest in LEFT_OUT],
    ids=[f"{name} {address}" for name, address, *_ in LEFT_OUT],
)
def test_what_is_not_there_has_the_rule_that_kept_it_out(
    case: Path, address: str, provider: str, rule: str, code: str | None
) -> None:
    settings = replace(case_settings(case), force=True)
    query = parse_query(address)
    assert query is not None
    explanation = explain(compute_fleet(settings, read_inputs), settings, query)
    assert explanation is not None
    chains = [
        chain
        for each in explanation.providers
        if each.provider == provider
        for slice in each.slices
        for endpoint in slice.endpoints
        for chain in endpoint.addresses
        if chain.reason is not None
    ]
    reasons = [chain.reason.step for chain in chains if chain.reason is not None]
    assert (rule, code) in [(each.rule, each.finding.code if each.finding is not None else None) for each in reasons]
    assert {chain.address for chain in chains} == {address}
