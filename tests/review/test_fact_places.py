"""Every fact of a run can be shown at its line."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transformer.findings.finding import ObjectRef
from transformer.manifests.manifest import field_text
from transformer.manifests.reading import read_inputs
from transformer.outcome import Fact
from transformer.pipeline import FleetRun, compute_fleet
from transformer.review.fact_places import FactPlaces, field_steps
from transformer.settings import ConsumerSettings, ProviderSettings, Settings

FLEET = Path(__file__).parents[2] / "fixtures" / "fleet" / "exports"
MILAN = ObjectRef("core.liqo.io/v1beta1", "ForeignCluster", "", "rome")


def fleet_of(folder: Path) -> FleetRun:
    """rome's fleet, exported into a folder for each cluster."""
    settings = Settings(
        consumer=ConsumerSettings("rome", (str(folder / "rome"),)),
        providers=tuple(ProviderSettings(id, (str(folder / id),)) for id in ("milan", "turin")),
    )
    return compute_fleet(settings, read_inputs)


@pytest.fixture(scope="module")
def fleet() -> FleetRun:
    return fleet_of(FLEET)


def line_at(places: FactPlaces, fact: Fact) -> str:
    location = places.location(fact)
    assert location is not None
    line = location.source_line()
    assert line is not None
    return line


def test_every_fact_of_the_fleet_has_a_line_that_holds_its_value(fleet: FleetRun) -> None:
    facts = {fact for each in fleet.outcome.objects for fact in each.facts}
    places = FactPlaces(fleet)
    assert len(facts) > 30
    for fact in facts:
        line = line_at(places, fact)
        if fact.field.startswith("endpoints["):
            assert line.lstrip().startswith("- "), (fact, line)
        elif fact.object.kind == "NamespaceMap":
            assert line.strip() == f"{fact.value.removesuffix('-rome')}:"  # an entry of several lines
        elif not fact.field.startswith(("status.conditions[", "status.modules.networking.conditions[")):
            assert fact.value in line, (fact, line)


@pytest.mark.parametrize("kind", ["NetworkConnectionStatus", "APIServerStatus"])
def test_a_condition_is_found_by_its_type(fleet: FleetRun, kind: str) -> None:
    facts = {fact for each in fleet.outcome.objects for fact in each.facts if fact.field.endswith(f"[{kind}]")}
    assert facts
    for fact in facts:
        location = FactPlaces(fleet).location(fact)
        assert location is not None
        position = location.position()
        assert position.line is not None
        rest = Path(position.file).read_text().splitlines()[position.line - 1 :]
        assert rest[0].lstrip().startswith("- ")
        first_type = next(re.sub(r".*type: ", "", line) for line in rest if "type: " in line)
        assert first_type == kind


@pytest.mark.parametrize("indent", [None, 2])
def test_a_condition_is_found_in_json(tmp_path: Path, indent: int | None) -> None:
    conditions = [{"type": "APIServerStatusToo", "status": "Error"}, {"status": "None", "type": "APIServerStatus"}]
    milan = foreign_cluster(conditions)
    run = written(tmp_path, milan, indent)
    location = FactPlaces(run).location(Fact(MILAN, "status.conditions[APIServerStatus]", "None", "milan"))
    assert location is not None
    position, line = location.position(), location.source_line()
    assert line is not None
    assert position.column is not None
    text = (tmp_path / "milan" / "all.json").read_text().splitlines()
    assert position.line is not None
    rest = "\n".join(text[position.line - 1 :])[position.column - 1 :]
    assert json.JSONDecoder().raw_decode(rest)[0] == conditions[1]


def test_a_condition_that_is_not_there_is_shown_at_the_list(tmp_path: Path) -> None:
    run = written(tmp_path, foreign_cluster([{"type": "Other", "status": "True"}]), 2)
    line = line_at(FactPlaces(run), Fact(MILAN, "status.conditions[APIServerStatus]", "", "milan"))
    assert line.lstrip().startswith('"conditions"')


def test_an_endpoint_is_found_by_its_target_or_its_addresses(tmp_path: Path) -> None:
    pod = {"kind": "Pod", "namespace": "shop", "name": "web-0"}
    slice = {
        "apiVersion": "discovery.k8s.io/v1",
        "kind": "EndpointSlice",
        "metadata": {"name": "web-1", "namespace": "shop"},
        "addressType": "IPv4",
        "endpoints": [{"addresses": ["10.0.0.1"], "targetRef": pod}, {"addresses": ["10.0.0.2", "10.0.0.3"]}],
    }
    places = FactPlaces(written(tmp_path, foreign_cluster([]), 1, slice))
    ref = ObjectRef("discovery.k8s.io/v1", "EndpointSlice", "shop", "web-1")
    lines = []
    for told_by in ("Pod shop/web-0", "10.0.0.2, 10.0.0.3"):
        location = places.location(Fact(ref, f"endpoints[{told_by}]", "", "rome"))
        assert location is not None
        lines.append(location.position().line)
    text = json.dumps(slice, indent=1).splitlines()
    # Each begins at the brace in front of its addresses.
    assert lines == [number for number, line in enumerate(text) if '"addresses"' in line]


def test_an_endpoint_that_is_gone_is_shown_at_the_endpoints(fleet: FleetRun) -> None:
    assert fleet.consumer is not None
    slice = next(each for each in fleet.consumer.slices if each.endpoints)
    line = line_at(FactPlaces(fleet), Fact(slice.ref, "endpoints[Pod shop/gone]", "10.0.0.1", "rome"))
    assert line.strip() == "endpoints:"


def test_an_object_that_was_not_exported_has_no_place(fleet: FleetRun) -> None:
    places = FactPlaces(fleet)
    gone = ObjectRef("v1", "Node", "", "gone")
    assert places.location(Fact(gone, "metadata.labels", "", "rome")) is None
    assert places.location(Fact(gone, "metadata.labels", "", "nowhere")) is None


def test_one_name_in_two_exports_is_looked_up_in_the_one_that_the_fact_is_from(fleet: FleetRun) -> None:
    facts = {
        fact
        for each in fleet.outcome.objects
        for fact in each.facts
        if fact.object.kind == "Configuration" and fact.field.startswith("status.")
    }
    places = FactPlaces(fleet)
    assert {fact.cluster for fact in facts} == {"rome", "milan", "turin"}
    for fact in facts:
        location = places.location(fact)
        assert location is not None
        assert f"/{fact.cluster}/" in location.position().file


NAMES = st.one_of(st.sampled_from(["spec", "status", "cidr", "a_b", "übung"]), st.from_regex(r"\A[a-z]{1,5}\Z"))
KEYS = st.from_regex(r"\A[A-Za-z0-9./_-]{1,20}\Z").filter(lambda text: not text.isidentifier())


@given(
    st.lists(st.one_of(NAMES, KEYS, st.integers(0, 10_000)), min_size=1).filter(lambda path: isinstance(path[0], str))
)
def test_the_steps_of_a_field_are_those_that_its_text_was_made_of(path: list[str | int]) -> None:
    assert list(field_steps(field_text(tuple(path)))) == path


def foreign_cluster(conditions: list[dict[str, str]]) -> dict[str, Any]:
    labels = {"liqo.io/remote-cluster-id": "rome"}
    status = {"conditions": conditions, "modules": {"networking": {"enabled": True}}}
    return {
        "apiVersion": MILAN.api_version,
        "kind": MILAN.kind,
        "metadata": {"name": "rome", "labels": labels},
        "status": status,
    }


def written(folder: Path, milan: dict[str, Any], indent: int | None, rome: dict[str, Any] | None = None) -> FleetRun:
    """A fleet whose milan, and rome where it is said, is one object, as JSON."""
    for name, data in (("milan", milan), ("turin", milan), ("rome", rome or milan)):
        (folder / name).mkdir()
        (folder / name / "all.json").write_text(json.dumps(data, indent=indent))
    return fleet_of(folder)
