"""The two sides of a comparison, made of a few objects: a folder that was written, and a result that was computed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from transformer.findings.change import Cause
from transformer.findings.finding import Finding, ObjectRef, Position
from transformer.manifests.reading import read_inputs
from transformer.outcome import DerivedObject, Fact, Outcome, Refusal, Summary
from transformer.output.state import RunRecord, with_state
from transformer.output.tree import layout_stream, layout_tree
from transformer.review.reasons import Reasons
from transformer.review.sides import ComputedSide, FolderSide

RUN = RunRecord("1.0.0", "fleet", "direct", {"consumer": {"id": "rome"}, "layout": "tree"})
SOURCE = ObjectRef("discovery.k8s.io/v1", "EndpointSlice", "shop", "web-1")
PLACE = Position("exports/rome/slices.yaml", 7, 11)


def derived(data: dict[str, Any], *facts: Fact, provider: str = "milan", name: str = "web-1") -> DerivedObject:
    """A derived object of the data, made from the consumer's slice of its name."""
    data = {**data, "metadata": {**data["metadata"], "name": name}}
    source = SOURCE._replace(name=name)
    return DerivedObject(provider, data["kind"], data["metadata"]["namespace"], name, data, facts, source, PLACE)


def outcome_of(objects: Iterable[DerivedObject], refusals: Iterable[Refusal] = ()) -> Outcome:
    """A finished run with these objects, in their order, for milan and turin."""
    ordered = sorted(objects, key=lambda each: (each.provider, each.kind, each.namespace, each.name))
    return Outcome(tuple(ordered), tuple(refusals), (), Summary(), ("milan", "turin"))


def written(
    folder: Path, objects: Iterable[DerivedObject], refusals: Sequence[Refusal] = (), run: RunRecord = RUN
) -> Path:
    """A folder that holds the objects and their record, in the layout that the run names."""
    layout = layout_stream if run.settings.get("layout") == "stream" else layout_tree
    for path, content in with_state(layout(outcome_of(objects)).files, run, refusals):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)
    return folder


def side_of(folder: Path) -> FolderSide:
    """The folder as a side."""
    return FolderSide(str(folder), read_inputs)


def computed(objects: Iterable[DerivedObject], refusals: Sequence[Refusal] = (), run: RunRecord = RUN) -> ComputedSide:
    """A result as a side."""
    outcome = outcome_of(objects, refusals)
    layout = layout_stream if run.settings.get("layout") == "stream" else layout_tree
    return ComputedSide(outcome, layout(outcome).files, run)


def reasons(before: FolderSide, after: FolderSide | ComputedSide, *said: Cause) -> Reasons:
    """The reasons for what differs, where every fact stands at one place and the run says ``said`` of what is gone."""
    return Reasons(before, after, lambda _: PLACE, lambda *_: said)


def codes(findings: Iterable[Finding]) -> list[str]:
    """Their codes, in order."""
    return [each.code for each in findings]
