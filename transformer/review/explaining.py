"""From a query to its explanation: which slices it is about, how they came about, what would make it surer."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from transformer.findings.finding import Finding, Location, ObjectRef
from transformer.pipeline import FleetRun, trails_of
from transformer.resources.slice import Slice
from transformer.review.explanation import SliceExplanation, explain_slice
from transformer.review.fact_places import FactPlaces
from transformer.review.query import (
    AddressQuery,
    Meant,
    NameQuery,
    Names,
    Query,
    slices_over_links,
    slices_to,
    slices_with,
)
from transformer.settings import Settings
from transformer.view.consumer import ConsumerView
from transformer.view.trail import Trail

#: Findings that say of something that it was not exported, and that it would decide: their remedies make a result
#: surer.
NOT_EXPORTED = frozenset(
    {
        "assumed-ready",
        "cluster-inferred",
        "defaults-assumed",
        "legacy-configuration",
        "missing-configuration",
        "missing-foreign-cluster",
        "missing-service",
        "namespace-assumed",
        "provider-not-exported",
        "unknown-address",
        "unknown-node",
    }
)


class NamedService(NamedTuple):
    """A Service that the query names. ``has_slices``: whether there is anything to explain."""

    name: str
    location: Location
    has_slices: bool


class ProviderExplanation(NamedTuple):
    """What one provider gets. ``surer`` are the findings whose remedies would make it surer, each remedy once."""

    provider: str
    is_exported: bool
    slices: tuple[SliceExplanation, ...]
    surer: tuple[Finding, ...]


class Explanation(NamedTuple):
    """The answer to a query: the Services that it names, and the slices that it is about, by provider."""

    query: str
    services: tuple[NamedService, ...]
    providers: tuple[ProviderExplanation, ...]


def explain(run: FleetRun, settings: Settings, query: Query) -> Explanation | None:
    """The explanation of a query in a run that was not stopped; None where nothing in the run is meant by it."""
    if run.consumer is None:
        return None
    if isinstance(query, AddressQuery):
        providers = _providers(run, run.consumer, settings, slices_with(run, query), query)
        # On the way over a link there is an address that stands in no object: the pod's in its own cluster.
        providers = providers or _providers(run, run.consumer, settings, slices_over_links(run), query)
        return Explanation(query.text, (), providers) if providers else None
    meant = Names(run, run.consumer, settings).meant(query)
    if meant == Meant():
        providers = _providers(run, run.consumer, settings, slices_to(run, query), query, is_target=True)
        return Explanation(query.text, (), providers) if providers else None
    services = tuple(
        NamedService(f"{service.ref.namespace}/{service.ref.name}", service.origin.at(("metadata", "name")), has)
        for service, has in meant.services
    )
    providers = _providers(run, run.consumer, settings, meant.slices, query)
    return Explanation(query.text, services, providers) if providers or services else None


def _with_address(slices: Iterable[SliceExplanation], query: AddressQuery) -> Iterable[SliceExplanation]:
    for slice in slices:
        endpoints = [
            each._replace(addresses=tuple(chain for chain in each.addresses if any(map(query.means, chain.values))))
            for each in slice.endpoints
        ]
        found = tuple(each for each in endpoints if each.addresses)
        if found:
            yield slice._replace(endpoints=found)


def _to_target(slices: Iterable[SliceExplanation], query: NameQuery) -> Iterable[SliceExplanation]:
    for slice in slices:
        found = tuple(each for each in slice.endpoints if query.is_target(each.target))
        if found:
            yield slice._replace(endpoints=found)


def _providers(
    run: FleetRun,
    consumer: ConsumerView,
    settings: Settings,
    slices: Collection[ObjectRef],
    query: Query,
    *,
    is_target: bool = False,
) -> tuple[ProviderExplanation, ...]:
    """What each provider gets of these slices; of an address, as far as it stands on the way; of the target of
    endpoints, of these alone."""
    trails = trails_of(run, settings, slices) if slices else ()
    remapped = {_identity(each): each for each in trails if not each.is_of_consumer}
    places = FactPlaces(run)
    by_provider: dict[str, list[SliceExplanation]] = {}
    for each in trails:
        if each.is_of_consumer:
            service = _service_name(each.slice, consumer)
            explained = explain_slice(each, remapped.get(_identity(each)), service, places)
            by_provider.setdefault(each.provider, []).append(explained)
    explanations = []
    for provider, found in sorted(by_provider.items()):
        kept: tuple[SliceExplanation, ...] = tuple(found)
        if isinstance(query, AddressQuery):
            kept = tuple(_with_address(found, query))
        elif is_target:
            kept = tuple(_to_target(found, query))
        if kept:
            surer = _surer(run, provider, kept)
            explanations.append(ProviderExplanation(provider, provider in run.providers, kept, surer))
    return tuple(explanations)


def _service_name(slice: Slice, consumer: ConsumerView) -> str:
    """The slice's Service, as it was exported; by the slice's label where it was not."""
    service = consumer.service_of(slice)
    name = slice.service_name if service is None else service.ref.name
    return f"{slice.ref.namespace}/{name}" if name else ""


def _identity(trail: Trail) -> tuple[str, ObjectRef, str]:
    """What the two trails of one slice have in common: the name that it has now stays the same."""
    return trail.provider, trail.slice.trace.ref, trail.slice.current.name


def _surer(run: FleetRun, provider: str, slices: Iterable[SliceExplanation]) -> tuple[Finding, ...]:
    in_steps = [each.step.finding for slice in slices for each in slice.all_steps]
    of_run = [each for each in run.outcome.findings if each.code == "provider-not-exported"]
    found = [each for each in (*of_run, *in_steps) if each is not None and each.code in NOT_EXPORTED]
    mine = [each for each in found if each.provider in (None, provider)]
    return tuple({(each.code, each.remedy): each for each in reversed(mine)}.values())[::-1]
