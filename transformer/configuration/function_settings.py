"""From the plain data of a valid function configuration to what the function does. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from transformer.configuration.fleet_settings import consumer_settings, fleet_settings, profile_of
from transformer.configuration.placed_fault import PlacedFault
from transformer.configuration.values import view_of
from transformer.findings.finding import quoted
from transformer.settings import ProviderSettings, Settings


def function_settings(kind: str, spec: Mapping[str, Any]) -> Settings:
    """The settings of the run that a function of ``kind`` makes; paths as they are written. Those of a ReviewCheck,
    which computes nothing, say nothing."""
    return _SETTINGS[kind](spec)


def contradictions(kind: str, spec: Mapping[str, Any]) -> Iterator[PlacedFault]:
    """What no single field shows: one cluster in two roles."""
    if kind == "ConsumerTransform" and spec.get("consumer") == spec["provider"]:
        yield _both(spec["provider"], "provider")
    if kind == "FleetTransform":
        consumer = spec["consumer"]["id"]
        if spec["provider"] == consumer:
            yield _both(consumer, "provider")
        if consumer in (spec.get("providers") or {}):
            yield _both(consumer, "providers", consumer)


def _both(cluster: str, *place: str) -> PlacedFault:
    return PlacedFault(f"{quoted(cluster)} is both the consumer and a provider", ("spec", *place))


def _consumer(spec: Mapping[str, Any]) -> Settings:
    part = {**spec, "id": spec.get("consumer")}
    return Settings(
        profile=profile_of(spec),
        consumer=consumer_settings(part, _as_written),
        only_providers=(spec["provider"],),
    )


def _provider(spec: Mapping[str, Any]) -> Settings:
    provider = ProviderSettings(
        id=spec.get("cluster") or "",
        deny_direct_connections=bool(spec.get("denyDirectConnections")),
    )
    return Settings(
        profile=profile_of(spec),
        providers=(provider,),
        consumer_views=tuple(view_of(view) for view in spec.get("consumerView") or () if isinstance(view, str)),
    )


def _fleet(spec: Mapping[str, Any]) -> Settings:
    return fleet_settings(spec, _as_written)


def _check(_spec: Mapping[str, Any]) -> Settings:
    return Settings()


def _as_written(path: str) -> str:
    return path


_SETTINGS: Mapping[str, Callable[[Mapping[str, Any]], Settings]] = {
    "ConsumerTransform": _consumer,
    "ProviderTransform": _provider,
    "FleetTransform": _fleet,
    "ReviewCheck": _check,
}
