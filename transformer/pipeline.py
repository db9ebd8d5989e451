"""The main path: read the exports, view them, reflect for each provider, remap on each provider.

Everything here is in terms of records and findings; reading is handed in, writing comes after.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from transformer.findings.catalogue import finding
from transformer.findings.finding import Finding, Related, Severity
from transformer.manifests.manifest import Manifest
from transformer.outcome import Outcome
from transformer.profiles import PROFILES
from transformer.reflection.namespaces import Namespaces
from transformer.reflection.reflect import reflect
from transformer.remapping.remap import remap
from transformer.resources.configuration import Configuration
from transformer.resources.derived import shadow_object, slice_object
from transformer.resources.slice import EndpointSlice, ShadowEndpointSlice
from transformer.settings import ConsumerSettings, ProviderSettings, Settings
from transformer.tally import Tally
from transformer.view.consumer import ConsumerView
from transformer.view.export import Export, collect
from transformer.view.link import LinkIndex
from transformer.view.provider import ProviderView
from transformer.view.target import target_of

#: Reads inputs (files, folders, ``-``) into manifests, and findings for what cannot be read.
Reader = Callable[[Sequence[str]], Iterator[Manifest | Finding]]
#: The ShadowEndpointSlice already there under a namespace and name, if any.
ShadowLookup = Callable[[str, str], ShadowEndpointSlice | None]


def run_fleet(settings: Settings, read: Reader) -> Outcome:
    """The whole chain: the consumer's slices reflected for every provider, then remapped on each."""
    tally = Tally(settings)
    consumer = _read_consumer(settings, read, tally)
    exports = {each.id: _read_export(each.exports, each.id, read, tally) for each in settings.providers if each.exports}
    if consumer is None or tally.is_stopped:
        return tally.close()
    providers = _fleet_providers(settings, consumer, exports, tally)
    consumer_views = {consumer.id: consumer.links}
    for provider in providers:
        export = exports.get(provider.id)
        view = ProviderView(export, provider.id) if export is not None else None
        for shadow in _reflect_all(settings, consumer, provider, view.shadow if view else _none_there, tally):
            if view is not None:
                _remap(settings, shadow, provider, view, consumer_views, consumer.id, tally)
    return tally.close()


def run_consumer(settings: Settings, read: Reader) -> Outcome:
    """The consumer side alone: ShadowEndpointSlices for the providers asked for, or all it knows."""
    tally = Tally(settings)
    consumer = _read_consumer(settings, read, tally)
    if consumer is None or tally.is_stopped:
        return tally.close()
    given = {each.id: each for each in settings.providers}
    for id in sorted(settings.only_providers or {*given, *consumer.known_providers}):
        provider = given.get(id, ProviderSettings(id))
        tally.providers.append(id)
        _reflect_all(settings, consumer, provider, partial(consumer.shadow, destination=id), tally)
    return tally.close()


def run_provider(settings: Settings, read: Reader) -> Outcome:
    """The provider side alone: EndpointSlices from the ShadowEndpointSlices among the inputs."""
    tally = Tally(settings)
    provider = settings.providers[0]
    export, id = collect(read(provider.exports), provider.id or None).named(provider.id or None)
    tally.count_export(id or "", export)
    consumer_views = _read_consumer_views(settings, read, tally)
    if id is None:
        tally.findings.append(_missing_id("--cluster", provider.exports))
        return tally.close()
    if tally.is_stopped:
        return tally.close()
    provider = replace(provider, id=id)
    tally.providers.append(id)
    tally.add_provider(id)
    view = ProviderView(export, id)
    for shadow in view.shadows:
        _remap(settings, shadow, provider, view, consumer_views, id, tally)
    return tally.close()


def _read_export(paths: Sequence[str], cluster: str, read: Reader, tally: Tally) -> Export:
    export, _ = collect(read(paths), cluster).named(cluster)
    tally.count_export(cluster, export)
    return export


def _read_consumer(settings: Settings, read: Reader, tally: Tally) -> ConsumerView | None:
    consumer = settings.consumer or ConsumerSettings(None, ())
    export, id = collect(read(consumer.exports), consumer.id).named(consumer.id)
    tally.count_export(id or "", export)
    if id is None:
        tally.findings.append(_missing_id("--consumer", consumer.exports))
        return None
    view = ConsumerView(export, consumer, id)
    tally.findings.extend(view.placement.findings)
    return view


def _read_consumer_views(settings: Settings, read: Reader, tally: Tally) -> dict[str, LinkIndex]:
    views: dict[str, LinkIndex] = {}
    for given, path in settings.consumer_views:
        export, id = collect(read([path]), given or None).named(given or None)
        tally.count_export(id or path, export)
        if id is None:
            tally.findings.append(_missing_id("--consumer-view", [path]))
        else:
            views[id] = LinkIndex(export.of(Configuration))
    return views


def _missing_id(option: str, paths: Sequence[str]) -> Finding:
    return finding(
        "invalid-configuration",
        f"whose export {', '.join(paths)} is cannot be told: it holds no cluster-id ConfigMap",
        remedy="write ID=PATH" if option == "--consumer-view" else f"give the cluster's id with {option}",
    )


def _fleet_providers(
    settings: Settings, consumer: ConsumerView, exports: Mapping[str, Export], tally: Tally
) -> list[ProviderSettings]:
    """Those of the settings and those that the consumer knows, by id; where the two differ, a finding."""
    given = {each.id: each for each in settings.providers}
    known = consumer.known_providers
    for id in known:
        if id not in exports:
            message = f"{consumer.id} offloads to {id}, whose export is missing: only its ShadowEndpointSlices are made"
            tally.findings.append(finding("provider-not-exported", message, cluster=consumer.id, provider=id))
    for id in given:
        if id not in known:
            message = f"nothing in the export of {consumer.id} says that it offloads to {id}"
            tally.findings.append(finding("provider-not-exported", message, cluster=consumer.id, provider=id))
    providers = [given.get(id, ProviderSettings(id)) for id in sorted({*given, *known})]
    tally.providers.extend(each.id for each in providers)
    return providers


def _reflect_all(
    settings: Settings, consumer: ConsumerView, provider: ProviderSettings, existing: ShadowLookup, tally: Tally
) -> list[ShadowEndpointSlice]:
    """The consumer side for one provider, where ``existing`` finds what is there already (C15).
    Returns the shadows made."""
    tally.add_provider(provider.id)
    target = target_of(consumer, provider.id)
    tally.findings.extend(target.findings)
    if any(each.severity is Severity.ERROR for each in target.findings):
        return []
    profile = PROFILES[settings.profile]
    explicit = provider.namespaces if provider.namespaces is not None else consumer.settings.namespaces
    namespaces = Namespaces(consumer, provider.id, explicit)
    made: list[ShadowEndpointSlice] = []
    sources: dict[tuple[str, str], EndpointSlice] = {}
    for namespace, slices in _by_namespace(consumer.slices):
        is_annotated = any(consumer.is_annotated(slice) for slice in slices)
        tally.findings.extend(namespaces.findings(namespace, len(slices), is_annotated))
        destination = namespaces.of(namespace)
        if destination.remote is None:
            tally.skip(provider.id, len(slices))
            continue
        for slice in slices:
            there = existing(destination.remote, slice.ref.name)
            result = reflect(slice, consumer, target, destination, there, profile)
            tally.findings.extend(result.findings)
            tally.dropped_annotations += result.dropped_annotations
            key = (destination.remote, slice.ref.name)
            if result.shadow is None:
                tally.add_nothing(provider.id, "ShadowEndpointSlice", *key, result.codes)
                if not result.codes:
                    continue
            # A refused slice leads to its remote object, too: the other one would take its place.
            if key in sources:
                tally.findings.append(_doubled(slice, sources[key], key[0], provider.id, consumer.id))
                continue
            sources[key] = slice
            if result.shadow is None:
                continue
            made.append(result.shadow)
            tally.add_object(provider.id, result.shadow, shadow_object(result.shadow), result.facts)
    return made


def _none_there(_namespace: str, _name: str) -> None:
    """The lookup in the export of a provider that has none."""


def _by_namespace(slices: Iterable[EndpointSlice]) -> list[tuple[str, list[EndpointSlice]]]:
    groups: dict[str, list[EndpointSlice]] = {}
    for slice in slices:
        groups.setdefault(slice.ref.namespace, []).append(slice)
    return sorted(groups.items())


def _doubled(slice: EndpointSlice, other: EndpointSlice, namespace: str, provider: str, cluster: str) -> Finding:
    return finding(
        "duplicate-output",
        f"{slice.ref} and {other.ref} both lead to ShadowEndpointSlice {namespace}/{slice.ref.name} on {provider}",
        cluster=cluster,
        provider=provider,
        object=slice.ref,
        field="metadata.namespace",
        location=slice.trace.origin.at(("metadata", "namespace")),
        related=(Related("the other one", other.trace.ref, other.trace.origin.at(("metadata", "namespace"))),),
    )


def _remap(
    settings: Settings,
    shadow: ShadowEndpointSlice,
    provider: ProviderSettings,
    view: ProviderView,
    consumer_views: Mapping[str, LinkIndex],
    cluster: str,
    tally: Tally,
) -> None:
    denies = settings.deny_all_direct_connections or provider.deny_direct_connections
    result = remap(shadow, view, consumer_views, PROFILES[settings.profile], denies, cluster)
    tally.findings.extend(result.findings)
    if result.slice is None:
        tally.add_nothing(provider.id, "EndpointSlice", shadow.ref.namespace, shadow.ref.name, result.codes)
        return
    tally.add_object(provider.id, result.slice, slice_object(result.slice), result.facts)
