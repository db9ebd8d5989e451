"""The provider side of a run: ShadowEndpointSlices, remapped on one provider."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from transformer.profiles import PROFILES
from transformer.remapping.remap import remap
from transformer.resources.derived import slice_object
from transformer.resources.slice import ShadowEndpointSlice
from transformer.settings import ProviderSettings, Settings
from transformer.tally import Tally
from transformer.view.link import LinkIndex
from transformer.view.provider import ProviderView
from transformer.view.trail import Trails


def remap_on(
    provider: ProviderSettings,
    view: ProviderView,
    shadows: Iterable[ShadowEndpointSlice],
    consumer_views: Mapping[str, LinkIndex],
    cluster: str,
    settings: Settings,
    tally: Tally,
    trails: Trails | None = None,
) -> None:
    """Puts the EndpointSlices of a provider into the tally, with all that came up. ``cluster`` is whose export
    the ShadowEndpointSlices, or the slices they were made from, were read in; ``trails`` takes the steps of those
    that it wants."""
    profile = PROFILES[settings.profile]
    denies_direct = settings.deny_all_direct_connections or provider.deny_direct_connections
    for shadow in shadows:
        trail = trails.begin(shadow, view.id) if trails is not None else None
        result = remap(shadow, view, consumer_views, profile, denies_direct, cluster, trail)
        tally.findings.extend(result.findings)
        if result.slice is not None:
            tally.add_object(view.id, result.slice, slice_object(result.slice), result.facts)
        else:
            namespace, name = shadow.current.namespace, shadow.current.name
            tally.add_nothing(view.id, "EndpointSlice", namespace, name, result.codes, result.facts)
