"""The main path: read the exports, reflect the consumer's slices for each provider, remap them on it.

Reading is handed in as a function, writing comes after; in between there are only records and findings.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import partial

from transformer.consumer_side import reflect_for
from transformer.exports import Reader, read_consumer, read_consumer_views, read_provider
from transformer.findings.catalogue import finding
from transformer.findings.finding import Finding, ObjectRef, Severity
from transformer.outcome import Outcome
from transformer.provider_side import remap_on
from transformer.settings import ProviderSettings, Settings
from transformer.tally import Tally
from transformer.view.consumer import ConsumerView
from transformer.view.provider import ProviderView
from transformer.view.trail import Trail, Trails


@dataclass(frozen=True, slots=True)
class FleetRun:
    """What came out of a fleet run, and the exports that it was computed from: ``consumer`` is None where the run
    ended before it was read, ``providers`` are those that were exported, by id."""

    outcome: Outcome
    consumer: ConsumerView | None
    providers: Mapping[str, ProviderView]


def run_fleet(settings: Settings, read: Reader) -> Outcome:
    """The outcome of ``compute_fleet`` alone."""
    return compute_fleet(settings, read).outcome


def compute_fleet(settings: Settings, read: Reader) -> FleetRun:
    """The whole chain: the consumer's slices reflected for every provider (or those asked for), then remapped on
    each."""
    tally = Tally(settings)
    consumer = read_consumer(settings, read, tally)
    exported = {
        each.id: read_provider(each, read, tally)
        for each in settings.providers
        if each.exports and _is_wanted(each.id, settings)
    }
    views = {id: view for id, view in exported.items() if view is not None}
    if consumer is None or tally.is_stopped:
        return FleetRun(tally.close(), consumer, views)
    _transform(settings, consumer, views, tally)
    return FleetRun(tally.close(), consumer, views)


def trails_of(run: FleetRun, settings: Settings, wanted: Collection[ObjectRef]) -> tuple[Trail, ...]:
    """How the wanted EndpointSlices of the consumer became what they are in a run that was not stopped: its exports
    are gone through once more, with every step of the rules recorded. By provider, namespace and name."""
    if run.consumer is None:
        return ()
    trails = Trails(wanted)
    _transform(settings, run.consumer, run.providers, Tally(settings), trails)
    return tuple(trails.found)


def run_consumer(settings: Settings, read: Reader) -> Outcome:
    """The consumer side alone: ShadowEndpointSlices for the providers asked for, or all it knows."""
    tally = Tally(settings)
    consumer = read_consumer(settings, read, tally)
    if consumer is None or tally.is_stopped:
        return tally.close()
    given = {each.id: each for each in settings.providers}
    unknown = [id for id in settings.only_providers if _is_unknown(id, consumer)]
    tally.findings += [_unknown(id, consumer) for id in unknown]
    tally.for_another = bool(unknown)
    for id in sorted(settings.only_providers or {*given, *consumer.known_providers}):
        provider = given.get(id, ProviderSettings(id))
        reflect_for(provider, consumer, partial(consumer.shadow, destination=id), settings, tally)
    return tally.close()


def run_provider(settings: Settings, read: Reader) -> Outcome:
    """The provider side alone: EndpointSlices from the ShadowEndpointSlices among the inputs."""
    tally = Tally(settings)
    provider = settings.providers[0]
    view = read_provider(provider, read, tally)
    consumer_views = read_consumer_views(settings, read, tally)
    if view is None or tally.is_stopped:
        return tally.close()
    tally.add_provider(view.id)
    tally.lacks_input = view.lacks_shadows
    tally.for_another = bool(view.shadows) and view.lacks_shadows is not None
    tally.findings += [_unused(id, view) for id in sorted(consumer_views) if id not in view.origins]
    remap_on(provider, view, view.shadows, consumer_views, view.id, settings, tally)
    return tally.close()


def _transform(
    settings: Settings,
    consumer: ConsumerView,
    views: Mapping[str, ProviderView],
    tally: Tally,
    trails: Trails | None = None,
) -> None:
    """The rules of both sides, for one provider after another."""
    for provider in _fleet_providers(settings, consumer, views, tally):
        view = views.get(provider.id)
        shadows = reflect_for(provider, consumer, view.shadow if view else _none_there, settings, tally, trails)
        if view is not None:
            remap_on(provider, view, shadows, {consumer.id: consumer.links}, consumer.id, settings, tally, trails)


def _fleet_providers(
    settings: Settings, consumer: ConsumerView, views: Mapping[str, ProviderView], tally: Tally
) -> list[ProviderSettings]:
    """Those of the settings and those that the consumer knows, by id; where the two differ, a finding."""
    given = {id: ProviderSettings(id) for id in settings.only_providers}
    given |= {each.id: each for each in settings.providers if _is_wanted(each.id, settings)}
    known = [id for id in consumer.known_providers if _is_wanted(id, settings)]
    differing = [
        (id, f"{consumer.id} offloads to {id}, whose export is missing: only its ShadowEndpointSlices are made")
        for id in known
        if id not in views
    ]
    for id, message in differing:
        tally.findings.append(finding("provider-not-exported", message, cluster=consumer.id, provider=id))
    tally.findings += [_unknown(id, consumer) for id in given if id not in known]
    tally.for_another = any(_is_unknown(id, consumer) for id in settings.only_providers)
    return [given.get(id, ProviderSettings(id)) for id in sorted({*given, *known})]


def _unused(consumer: str, provider: ProviderView) -> Finding:
    return finding(
        "missing-configuration",
        f"the consumer's view of {consumer} is of no use: no ShadowEndpointSlice here is from {consumer}"
        + (f"; they are from {', '.join(sorted(provider.origins))}" if provider.origins else ""),
        severity=Severity.WARNING,
        remedy="Give the Configurations of the consumer that the ShadowEndpointSlices come from.",
        provider=provider.id,
    )


def _is_unknown(provider: str, consumer: ConsumerView) -> bool:
    """Whether the consumer's export says to whom it offloads, and not to this one."""
    return bool(consumer.offloads_to) and provider not in consumer.offloads_to


def _unknown(provider: str, consumer: ConsumerView) -> Finding:
    """Most often a misspelt id."""
    known = ", ".join(consumer.known_providers)
    return finding(
        "provider-not-exported",
        f"nothing in the export of {consumer.id} says that it offloads to {provider}"
        + (f"; it offloads to {known}" if known else ""),
        remedy="Correct the id, or export the consumer's Nodes and NamespaceMaps again.",
        cluster=consumer.id,
        provider=provider,
    )


def _is_wanted(provider: str, settings: Settings) -> bool:
    return not settings.only_providers or provider in settings.only_providers


def _none_there(_namespace: str, _name: str) -> None:
    """The lookup of what is there already, on a provider that was not exported."""
