"""The consumer side of a run: all of a consumer's slices, reflected for one provider."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from transformer.findings.catalogue import finding
from transformer.findings.finding import Finding, Related, Severity
from transformer.profiles import PROFILES
from transformer.reflection.namespaces import Namespaces
from transformer.reflection.reflect import reflect
from transformer.resources.derived import shadow_object
from transformer.resources.slice import EndpointSlice, ShadowEndpointSlice
from transformer.settings import ProviderSettings, Settings
from transformer.tally import Tally
from transformer.view.consumer import ConsumerView
from transformer.view.target import target_of
from transformer.view.trail import Trails

#: The ShadowEndpointSlice already there under a namespace and name, if any (C15).
ShadowLookup = Callable[[str, str], ShadowEndpointSlice | None]


def reflect_for(
    provider: ProviderSettings,
    consumer: ConsumerView,
    existing: ShadowLookup,
    settings: Settings,
    tally: Tally,
    trails: Trails | None = None,
) -> list[ShadowEndpointSlice]:
    """The ShadowEndpointSlices for a provider, also kept in the tally with all that came up. ``trails`` takes the
    steps of the slices that it wants."""
    tally.add_provider(provider.id)
    target = target_of(consumer, provider.id)
    tally.findings.extend(target.findings)
    if any(each.severity is Severity.ERROR for each in target.findings):
        tally.stop()
        return []
    profile = PROFILES[settings.profile]
    namespaces = namespaces_of(provider, consumer)
    made: list[ShadowEndpointSlice] = []
    sources: dict[tuple[str, str], EndpointSlice] = {}
    for namespace, slices in _by_namespace(consumer.slices):
        is_annotated = any(consumer.is_annotated(slice) for slice in slices)
        found = namespaces.findings(namespace, [slice.ref for slice in slices], is_annotated)
        tally.findings.extend(found)
        destination = namespaces.of(namespace)
        begun = [trails.begin(slice, provider.id) if trails is not None else None for slice in slices]
        for trail in begun:
            if trail is not None:
                namespaces.record(trail, namespace, found)
        if destination.remote is None:
            tally.skip(provider.id, len(slices))
            continue
        for slice, trail in zip(slices, begun, strict=True):
            key = (destination.remote, slice.current.name)
            result = reflect(slice, consumer, target, destination, existing(*key), profile, trail)
            tally.findings.extend(result.findings)
            tally.dropped_annotations += result.dropped_annotations
            if result.shadow is None:
                tally.add_nothing(provider.id, "ShadowEndpointSlice", *key, result.codes, result.facts)
                if not result.codes:
                    continue
            # A refused slice leads to its remote object, too: the other one would take its place.
            if key in sources:
                doubled = _doubled(slice, sources[key], key[0], provider.id, consumer.id)
                tally.findings.append(doubled)
                if trail is not None:
                    trail.add_finding(doubled)
                continue
            sources[key] = slice
            if result.shadow is not None:
                made.append(result.shadow)
                tally.add_object(provider.id, result.shadow, shadow_object(result.shadow), result.facts)
    return made


def namespaces_of(provider: ProviderSettings, consumer: ConsumerView) -> Namespaces:
    """Where the consumer's namespaces go on a provider: its own settings win over the consumer's (C04)."""
    explicit = provider.namespaces if provider.namespaces is not None else consumer.settings.namespaces
    return Namespaces(consumer, provider.id, explicit)


def _by_namespace(slices: Iterable[EndpointSlice]) -> list[tuple[str, list[EndpointSlice]]]:
    groups: dict[str, list[EndpointSlice]] = {}
    for slice in slices:
        groups.setdefault(slice.ref.namespace, []).append(slice)
    return sorted(groups.items())


def _doubled(slice: EndpointSlice, other: EndpointSlice, namespace: str, provider: str, cluster: str) -> Finding:
    """C04: two namespaces that lead to one remote object."""
    path = ("metadata", "namespace")
    return finding(
        "duplicate-output",
        f"{slice.ref} and {other.ref} both lead to ShadowEndpointSlice {namespace}/{slice.current.name} on {provider}",
        cluster=cluster,
        provider=provider,
        object=slice.ref,
        field="metadata.namespace",
        location=slice.origin.at(path),
        related=(Related("the other one", other.ref, other.origin.at(path)),),
    )
