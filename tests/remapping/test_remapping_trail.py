"""The steps that a provider's rules record, over the golden cases of a provider's side alone."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from transformer.exports import read_consumer_views, read_provider
from transformer.manifests.reading import read_inputs
from transformer.outcome import Outcome
from transformer.provider_side import remap_on
from transformer.resources.slice import ShadowEndpointSlice
from transformer.settings import ProviderSettings, Settings
from transformer.tally import Tally
from transformer.view.trail import Step, Stops, Trail, Trails

FOLDER = Path(__file__).parents[2] / "fixtures" / "cases"
CASES = [
    each
    for each in sorted(FOLDER.iterdir())
    if (each / "command").exists() and (each / "command").read_text().startswith("provider ")
]


@pytest.fixture
def in_case(case: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(case)
    yield
    os.chdir(before)


def trails_of(case: Path) -> tuple[list[Trail], Outcome]:
    """milan's trails of a case, and what came out of it."""
    _, file, *options = shlex.split((case / "command").read_text())
    view = options[options.index("--consumer-view") + 1] if "--consumer-view" in options else None
    provider = ProviderSettings("milan", (file,), "--deny-direct-connections" in options)
    settings = Settings(
        profile=options[options.index("--profile") + 1] if "--profile" in options else "direct",
        providers=(provider,),
        consumer_views=(tuple(view.split("=")),) if view is not None else (),  # type: ignore[arg-type]
        force=True,
    )
    tally = Tally(settings)
    exported = read_provider(provider, read_inputs, tally)
    assert exported is not None
    trails = Trails([each.ref for each in exported.shadows])
    tally.add_provider("milan")
    views = read_consumer_views(settings, read_inputs, tally)
    remap_on(provider, exported, exported.shadows, views, "milan", settings, tally, trails)
    return trails.found, tally.close()


def replayed(trail: Trail) -> list[list[str]]:
    """The addresses that the steps lead to, an endpoint a list, without what they stopped."""
    found = []
    stopped = {(each.endpoint, each.place) for each in trail.steps if each.stops is not None}
    for number, endpoint in enumerate(trail.slice.endpoints):
        if (number, None) in stopped:
            continue
        kept = [(place, text) for place, text in enumerate(endpoint["addresses"]) if (number, place) not in stopped]
        found.append([_followed(text, trail.steps, number, place) for place, text in kept])
    return found


def _followed(address: str, steps: list[Step], number: int, place: int) -> str:
    for each in steps:
        if (each.endpoint, each.place) == (number, place) and each.before is not None:
            assert each.before == address
            assert each.after is not None
            address = each.after
    return address


@pytest.mark.rule("P01", "P02", "P03", "P04", "P05", "P06", "P07", "P08", "P11")
@pytest.mark.usefixtures("in_case")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_steps_lead_to_what_is_written_or_to_what_refused_it(case: Path) -> None:
    trails, outcome = trails_of(case)
    assert len(trails) == len(outcome.objects) + len(outcome.refusals) + sum(outcome.summary.skipped.values())
    written = {(each.namespace, each.name): each.data["endpoints"] for each in outcome.objects}
    refused = {(each.namespace, each.name): each.codes[0] for each in outcome.refusals}
    for trail in trails:
        assert isinstance(trail.slice, ShadowEndpointSlice)
        name = (trail.slice.current.namespace, trail.slice.current.name)
        stops = [each for each in trail.steps if each.stops is Stops.SLICE]
        if name in written:
            assert trail.made is not None
            assert not stops
            assert replayed(trail) == [each["addresses"] for each in written[name]]
        else:
            assert trail.made is None
            assert stops[0].finding is not None
            assert stops[0].finding.code == refused.get(name, "foreign-object")


@pytest.mark.usefixtures("in_case")
@pytest.mark.parametrize(
    ("case", "rule", "code"),
    [
        (FOLDER / "p01-no-foreign-cluster-for-origin", "P01", "missing-foreign-cluster"),
        (FOLDER / "p02-broken-data", "P02", "broken-direct-data"),
        (FOLDER / "p03-two-ids", "P03", "ambiguous-direct-address"),
        (FOLDER / "p05-stale-condition", "P05", "configuration-not-ready"),
        (FOLDER / "p06-host-part-near-miss", "P06", "outside-pod-cidrs"),
        (FOLDER / "p07-short-status-list", "P07", "unequal-cidr-lists"),
        (FOLDER / "p07-families", "P07", "family-mismatch"),
        (FOLDER / "p08-denied", "P08", "direct-connection-denied"),
        (FOLDER / "p10-not-ready", "P10", "endpoints-not-ready"),
        (FOLDER / "p11-foreign-slice", "P11", "foreign-object"),
    ],
    ids=lambda value: value.name if isinstance(value, Path) else "",
)
def test_a_finding_is_a_step_of_the_rule_that_it_comes_of(case: Path, rule: str, code: str) -> None:
    trails, _ = trails_of(case)
    steps = [step for trail in trails for step in trail.steps if step.finding is not None]
    assert (rule, code) in [(each.rule, each.finding.code) for each in steps if each.finding is not None]


@pytest.mark.rule("P03")
@pytest.mark.usefixtures("in_case")
@pytest.mark.parametrize("case", [FOLDER / "p03-two-ids"], ids=[""])
def test_an_address_whose_way_is_not_known_says_so_itself(case: Path) -> None:
    [trail], _ = trails_of(case)
    steps = [each for each in trail.steps if each.place is not None and each.stops is Stops.SLICE]
    assert [(each.rule, each.words) for each in steps] == [
        ("P04", "listed under several clusters, so that its way is not known (P03)")
    ]


def test_a_run_without_trails_records_none() -> None:
    trails = Trails([])
    settings = Settings(providers=(ProviderSettings("milan", (str(FOLDER / "p08-denied/input/milan.yaml"),)),))
    tally = Tally(settings)
    exported = read_provider(settings.providers[0], read_inputs, tally)
    assert exported is not None
    tally.add_provider("milan")
    remap_on(settings.providers[0], exported, exported.shadows, {}, "milan", settings, tally, trails)
    assert exported.shadows
    assert trails.found == []
