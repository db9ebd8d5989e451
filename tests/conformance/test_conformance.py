"""Profile liqo-1.2 against what Liqo's own code made of 160 cases and two fleets."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conformance_case import CASES, FIXTURES, expected_of, got_for, run_case

from transformer.findings.finding import Severity
from transformer.manifests.reading import read_inputs
from transformer.pipeline import run_fleet
from transformer.settings import ConsumerSettings, ProviderSettings, Settings

PROFILE = "liqo-1.2"


def fleet_settings(root: Path, profile: str, *, keep_going: bool = False) -> Settings:
    return Settings(
        profile=profile,
        consumer=ConsumerSettings("rome", (str(root / "exports/rome"),)),
        providers=tuple(ProviderSettings(each, (str(root / "exports" / each),)) for each in ("milan", "turin")),
        keep_going=keep_going,
    )


def test_there_are_160_cases() -> None:
    assert len(CASES) == 160
    without_slices = [
        case for case in CASES if not any(file.stat().st_size for file in case.glob(f"expected/{PROFILE}/*/*.yaml"))
    ]
    assert len(without_slices) == 30


@pytest.mark.rule("C01", "C03", "C05", "C06", "C07", "C08", "C10", "C11", "C12", "C13", "P01", "P04", "P05", "P09")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case_is_as_liqo_makes_it(case: Path) -> None:
    outcome = run_case(case, PROFILE)
    assert not outcome.stopped
    folders = sorted((case / "expected" / PROFILE).iterdir())
    assert [folder.name for folder in folders] == sorted(json.loads((case / "case.json").read_text())["providers"])
    for folder in folders:
        assert got_for(outcome, folder.name) == expected_of(folder)


@pytest.mark.parametrize("name", ["fleet", "fleet-overlapping"])
def test_fleet_is_as_liqo_makes_it(name: str) -> None:
    outcome = run_fleet(fleet_settings(FIXTURES / name, PROFILE, keep_going=True), read_inputs)
    for provider in ("milan", "turin"):
        expected = expected_of(FIXTURES / name / "expected" / PROFILE / provider)
        assert expected.objects
        assert got_for(outcome, provider) == expected


@pytest.mark.rule("P06")
def test_overlapping_fleet_names_its_twelve_refused_slices_with_both_views() -> None:
    outcome = run_fleet(fleet_settings(FIXTURES / "fleet-overlapping", PROFILE), read_inputs)
    assert len(outcome.refusals) == 12
    assert {each.codes for each in outcome.refusals} == {("outside-pod-cidrs",)}
    errors = [each for each in outcome.findings if each.severity is Severity.ERROR]
    assert {each.code for each in errors} == {"outside-pod-cidrs"}
    named = {(each.provider, each.object.name) for each in errors if each.object is not None}
    assert named == {(each.provider, each.name) for each in outcome.refusals}
    for each in errors:
        assert "as rome sees them" in each.message
        assert f"pod CIDRs that {each.provider} knows of it" in each.message


@pytest.mark.rule("P06")
def test_overlapping_fleet_comes_out_whole_in_direct() -> None:
    outcome = run_fleet(fleet_settings(FIXTURES / "fleet-overlapping", "direct"), read_inputs)
    refusing = run_fleet(fleet_settings(FIXTURES / "fleet-overlapping", PROFILE), read_inputs)
    assert not outcome.refusals
    assert len(outcome.objects) == 44
    warnings = [each for each in outcome.findings if each.severity is Severity.WARNING]
    assert {each.code for each in warnings} == {"outside-pod-cidrs"}
    errors = [each for each in refusing.findings if each.severity is Severity.ERROR]
    assert sorted((each.provider, each.object, each.field) for each in warnings) == sorted(
        (each.provider, each.object, each.field) for each in errors
    )
