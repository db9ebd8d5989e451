"""Runs of the provider's side, and of the whole chain, over objects that a test writes down, without a file."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from transformer.findings.finding import Finding, Position
from transformer.manifests.manifest import FieldPath, Manifest
from transformer.outcome import Outcome
from transformer.pipeline import run_fleet, run_provider
from transformer.settings import ConsumerSettings, ProviderSettings, Settings

LABEL = "liqo.io/remote-cluster-id"
DATA = "liqo.io/direct-connections-data"
Objects = Sequence[dict[str, Any]]


class Nowhere:
    """The origin of an object that was read from no file."""

    file = "-"

    def at(self, path: FieldPath, *, key: bool = False) -> Position:  # noqa: ARG002 - the protocol's signature
        return Position("-")


def configuration(
    cluster: str, real: Sequence[str], seen: Sequence[str] | None, name: str = "", **metadata: Any
) -> dict[str, Any]:
    """A configured Configuration of ``cluster``: its pod CIDRs and how they are seen (None: no status)."""
    labels = {LABEL: cluster, **metadata.pop("labels", {})}
    status: dict[str, Any] = {
        "conditions": [{"type": "NetworkCIDRsConfigured", "status": "True", "observedGeneration": 1}]
    }
    if seen is not None:
        status["remote"] = {"cidr": {"pod": list(seen)}}
    return {
        "apiVersion": "networking.liqo.io/v1beta1",
        "kind": "Configuration",
        "metadata": {
            "name": name or cluster,
            "namespace": f"liqo-tenant-{cluster}",
            "labels": labels,
            "generation": 1,
            **metadata,
        },
        "spec": {"remote": {"cidr": {"pod": list(real)}}},
        "status": status,
    }


def foreign_cluster(cluster: str = "rome", enabled: bool = True, network: str = "Established") -> dict[str, Any]:
    """A ForeignCluster."""
    conditions = [{"type": "NetworkConnectionStatus", "status": network}]
    return {
        "apiVersion": "core.liqo.io/v1beta1",
        "kind": "ForeignCluster",
        "metadata": {"name": cluster, "labels": {LABEL: cluster}},
        "status": {"modules": {"networking": {"enabled": enabled, "conditions": conditions}}},
    }


def shadow(
    *addresses: str | list[str], data: Mapping[str, Sequence[str]] | str | None = None, family: str = "IPv4"
) -> dict[str, Any]:
    """A ShadowEndpointSlice from rome for milan, an endpoint for each argument, with data by cluster id."""
    metadata: dict[str, Any] = {
        "name": "web-1",
        "namespace": "shop-rome",
        "labels": {"offloading.liqo.io/origin": "rome", "offloading.liqo.io/destination": "milan"},
    }
    if data is not None:
        text = data if isinstance(data, str) else json.dumps({"clusterAddresses": dict(data)})
        metadata["annotations"] = {DATA: text}
    endpoints = [{"addresses": [each] if isinstance(each, str) else each} for each in addresses]
    return {
        "apiVersion": "offloading.liqo.io/v1beta1",
        "kind": "ShadowEndpointSlice",
        "metadata": metadata,
        "spec": {"template": {"addressType": family, "endpoints": endpoints}},
    }


def reader(exports: Mapping[str, Objects]) -> Any:
    """A reader that takes a path for the name of an export."""

    def read(paths: Sequence[str]) -> Iterator[Manifest | Finding]:
        return (Manifest(each, Nowhere()) for path in paths for each in exports[path])

    return read


def provider_run(
    *objects: dict[str, Any], profile: str = "direct", view: Objects | None = None, denies: bool = False
) -> Outcome:
    """milan's side; ``view`` are the Configurations of rome, the consumer, where at hand."""
    settings = Settings(
        profile=profile,
        providers=(ProviderSettings("milan", ("milan",), deny_direct_connections=denies),),
        consumer_views=(("rome", "rome"),) if view is not None else (),
        force=True,
        keep_going=True,
    )
    return run_provider(settings, reader({"milan": objects, "rome": view or ()}))


def fleet_run(rome: Objects, milan: Objects, profile: str = "direct") -> Outcome:
    """rome and milan, namespace shop going to ``shop-rome``; rome's pod CIDRs are those of its Configurations."""
    settings = Settings(
        profile=profile,
        consumer=ConsumerSettings("rome", ("rome",), namespaces={"shop": "shop-rome"}),
        providers=(ProviderSettings("milan", ("milan",)),),
        force=True,
        keep_going=True,
    )
    return run_fleet(settings, reader({"rome": rome, "milan": milan}))


def codes_of(outcome: Outcome) -> set[str]:
    """The codes of the findings, but for what says that nothing came out or that an export is missing."""
    return {each.code for each in outcome.findings} - {"nothing-reflected", "provider-not-exported"}


def refused_of(outcome: Outcome) -> tuple[str, ...] | None:
    """The codes that refuse milan's EndpointSlice, in their order; None when it stands."""
    found = [each.codes for each in outcome.refusals if each.kind == "EndpointSlice" and each.provider == "milan"]
    return found[0] if found else None


def addresses_of(outcome: Outcome) -> list[list[str]] | None:
    """The addresses of milan's EndpointSlice, an endpoint a list; None where there is none."""
    found = [each for each in outcome.objects if each.kind == "EndpointSlice" and each.provider == "milan"]
    return [each["addresses"] for each in found[0].data["endpoints"]] if found else None
