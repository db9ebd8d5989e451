"""The conformance cases: their settings, what Liqo made of them, and the comparison as data."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from transformer.findings.finding import Finding
from transformer.manifests.manifest import Manifest
from transformer.manifests.reading import read_inputs
from transformer.outcome import Outcome
from transformer.pipeline import run_fleet
from transformer.settings import ConsumerSettings, ProviderSettings, Settings

FIXTURES = Path(__file__).parents[2] / "fixtures"
CASES = sorted((FIXTURES / "conformance").iterdir())
KINDS = {"ShadowEndpointSlice": "shadowendpointslices.yaml", "EndpointSlice": "endpointslices.yaml"}


@dataclass(frozen=True)
class Expected:
    """What Liqo made for one provider: objects by kind and name, and the refused slices with their code."""

    objects: dict[tuple[str, str], dict[str, Any]]
    refused: dict[str, str]


def settings_of(case: Path, profile: str) -> Settings:
    """The run that a case describes. Cases that reflect nothing are none the less cases: hence ``force``."""
    said = json.loads((case / "case.json").read_text())
    return Settings(
        profile=profile,
        consumer=ConsumerSettings(
            said["consumer"],
            (str(case / "consumer.yaml"),),
            pod_cidrs=tuple(said["localPodCIDRs"]),
            reflection=said["policy"],
            namespaces={said["namespace"]: said["remoteNamespace"]},
        ),
        providers=tuple(
            ProviderSettings(each, (str(case / f"provider-{each}.yaml"),), said["deny"][each])
            for each in said["providers"]
        ),
        force=True,
        keep_going=True,
    )


def run_case(case: Path, profile: str) -> Outcome:
    """The outcome of a case."""
    return run_fleet(settings_of(case, profile), read_inputs)


def manifests_of(path: Path) -> list[Manifest]:
    """The objects of a file that must hold no fault."""
    read = list(read_inputs([str(path)]))
    assert not [each for each in read if isinstance(each, Finding)]
    return [each for each in read if isinstance(each, Manifest)]


def expected_of(folder: Path) -> Expected:
    """What Liqo made, from an ``expected/<profile>/<provider>`` folder; an absent refused.json is a broken fixture."""
    objects = {
        (kind, each.data["metadata"]["name"]): pruned(each.data)
        for kind, file in KINDS.items()
        if (folder / file).stat().st_size
        for each in manifests_of(folder / file)
    }
    return Expected(objects, json.loads((folder / "refused.json").read_text()))


def got_for(outcome: Outcome, provider: str) -> Expected:
    """What we made for a provider, in the same form."""
    return Expected(
        {(each.kind, each.name): pruned(each.data) for each in outcome.objects if each.provider == provider},
        {each.name: each.codes[0] for each in outcome.refusals if each.provider == provider},
    )


def pruned(value: Any) -> Any:
    """The value with absent, null, empty list and empty mapping made equal."""
    if isinstance(value, dict):
        fields = {name: pruned(each) for name, each in value.items()}
        return {name: each for name, each in fields.items() if each not in (None, {}, [])}
    return [pruned(each) for each in value] if isinstance(value, list) else value
