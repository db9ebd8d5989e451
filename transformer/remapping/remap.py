"""The provider side: one ShadowEndpointSlice becomes one EndpointSlice with the addresses that this
provider uses (P01 to P11).

``remap`` is the whole of it, in the order in which Liqo would refuse; every refusal is reported, the
first one first.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from transformer.findings.finding import Finding, ObjectRef, quoted
from transformer.network.address import parse_address
from transformer.outcome import Fact
from transformer.profiles import Profile
from transformer.remapping.addresses import AddressMapping
from transformer.remapping.direct_addresses import direct_addresses
from transformer.remapping.mapping_steps import record_index, record_peer, record_ready, record_way
from transformer.resources.direct_data import DIRECT_DATA
from transformer.resources.slice import (
    ADDRESS_TYPES,
    DESTINATION,
    FQDN,
    ORIGIN,
    SHADOW_MANAGED_BY,
    SHADOW_MANAGER,
    Endpoint,
    EndpointSlice,
    ShadowEndpointSlice,
    traced,
)
from transformer.view.address_checks import duplicate_problem, family_problem
from transformer.view.answer import Problem, Value
from transformer.view.link import LinkIndex
from transformer.view.notes import Notes
from transformer.view.provider import PeerState, ProviderView
from transformer.view.trail import Stops, Trail

SLICE_API_VERSION = "discovery.k8s.io/v1"


@dataclass(frozen=True, slots=True)
class Remapped:
    """The outcome for one ShadowEndpointSlice. ``slice`` is None when it is skipped or refused; ``codes``
    are the refusing codes, the one Liqo stops at first."""

    slice: EndpointSlice | None
    facts: tuple[Fact, ...]
    findings: tuple[Finding, ...]
    codes: tuple[str, ...] = ()


def remap(
    shadow: ShadowEndpointSlice,
    view: ProviderView,
    consumer_views: Mapping[str, LinkIndex],
    profile: Profile,
    denies_direct: bool,
    cluster: str,
    trail: Trail | None = None,
) -> Remapped:
    """The EndpointSlice that the provider makes of ``shadow``.

    ``consumer_views`` are the Configurations of consumers, by their id, where at hand (P06);
    ``denies_direct``: this provider refuses direct connections (P08); ``cluster``: whose export
    the slice was read from, for the findings; ``trail`` takes the steps where somebody asks for them.
    """
    notes = Notes(shadow, cluster, view.id, trail)
    if trail is not None:
        trail.begin("P11")
    if not _is_for(shadow, view, notes):
        return _nothing(notes)
    origin = shadow.labels.get(ORIGIN)
    if origin is None:
        message = f"{shadow.ref} has no label {ORIGIN}: whose slice it is cannot be told"
        notes.add_about_metadata(Problem("missing-origin", message), "labels")
        return _nothing(notes)
    peer = view.peer(origin)
    if trail is not None:
        record_peer(trail, peer, origin)
    if peer.problem is not None:
        notes.add(peer.problem)
    notes.add_facts(*peer.facts)
    if shadow.address_type not in ADDRESS_TYPES:
        message = (
            f"the addressType of {shadow.ref} is {quoted(shadow.address_type)}; an EndpointSlice has "
            f"{', '.join(ADDRESS_TYPES[:-1])} or {ADDRESS_TYPES[-1]}"
        )
        notes.add(Problem("family-mismatch", message), "addressType")
    index = direct_addresses(shadow, notes)
    if index is None:
        return _nothing(notes)
    if trail is not None:
        record_index(trail, index)
    mapping = AddressMapping(view.id, view.links, origin, consumer_views.get(origin), profile, trail)
    endpoints, sources = _Endpoints(shadow, mapping, peer, index, denies_direct, notes).remap()
    if notes.refused:
        return _nothing(notes)
    made = ObjectRef(SLICE_API_VERSION, "EndpointSlice", shadow.current.namespace, shadow.current.name)
    if trail is not None:
        trail.made = made
    slice = EndpointSlice(
        ref=made,
        current=made,
        labels={**view.services.labels_of(shadow), SHADOW_MANAGED_BY: SHADOW_MANAGER},
        annotations={key: value for key, value in shadow.annotations.items() if key != DIRECT_DATA},
        origin=shadow.origin,
        address_type=shadow.address_type,
        endpoints=endpoints,
        ports=shadow.ports,
        trace=traced(shadow, sources),
    )
    return Remapped(slice, notes.facts, notes.findings)


def _nothing(notes: Notes) -> Remapped:
    return Remapped(None, notes.facts, notes.findings, notes.refusal_codes)


def _is_for(shadow: ShadowEndpointSlice, view: ProviderView, notes: Notes) -> bool:
    """Whether the slice is for this provider, and its EndpointSlice ours to write (P11)."""
    destination = shadow.labels.get(DESTINATION)
    if destination is not None and destination != view.id:
        message = f"{shadow.ref} is for cluster {quoted(destination)}, not for {view.id}"
        notes.add_about_metadata(Problem("other-destination", message), "labels", DESTINATION, stops=Stops.SLICE)
        return False
    foreign = view.foreign_slice(shadow.current.namespace, shadow.current.name)
    if foreign is not None:
        message = f"{view.id} already has an {foreign.ref} that no ShadowEndpointSlice manages: it is left alone"
        path = ("metadata", "labels")
        notes.add(
            Problem(
                "foreign-object",
                message,
                object=foreign.ref,
                field="metadata.labels",
                location=foreign.origin.at(path),
                cluster=view.id,
            ),
            stops=Stops.SLICE,
        )
        return False
    return True


class _Endpoints:
    """The endpoints of one slice (P04 to P10)."""

    def __init__(
        self,
        shadow: ShadowEndpointSlice,
        mapping: AddressMapping,
        peer: PeerState,
        index: Mapping[str, str | None],
        denies_direct: bool,
        notes: Notes,
    ) -> None:
        self._shadow = shadow
        self._mapping = mapping
        self._peer = peer
        self._index = index
        self._denies_direct = denies_direct
        self._notes = notes
        self._trail = notes.trail

    def remap(self) -> tuple[list[dict[str, Any]], list[int]]:
        """The endpoints, in order, and the numbers they have in the ShadowEndpointSlice."""
        endpoints: list[dict[str, Any]] = []
        sources: list[int] = []
        for number, endpoint in enumerate(self._shadow.endpoints):
            if self._is_denied(number, endpoint):
                continue
            addresses = self._addresses(number, endpoint)
            endpoints.append(self._with_conditions(number, {**_kept(endpoint), "addresses": addresses}))
            sources.append(number)
        return endpoints, sources

    def _is_denied(self, number: int, endpoint: Endpoint) -> bool:
        """P08."""
        listed = [address for address in endpoint["addresses"] if address in self._index]
        if not self._denies_direct or not listed:
            return False
        clusters = self._index[listed[0]] or "several clusters"
        message = (
            f"{self._mapping.owner} denies direct connections: the endpoint {', '.join(listed)} on {clusters} is left "
            f"out, and there is no way to it through {self._mapping.origin} either"
        )
        self._notes.add(Problem("direct-connection-denied", message), "endpoints", number, stops=Stops.ENDPOINT)
        return True

    def _addresses(self, number: int, endpoint: Endpoint) -> list[str]:
        written: list[str] = []
        for place, text in enumerate(endpoint["addresses"]):
            steps = ("endpoints", number, "addresses", place)
            if self._trail is not None:
                self._trail.begin("P04", number, place)
            result = self._address(text, steps)
            if result is None or (result in written and self._is_dropped_duplicate(result, steps)):
                continue
            written.append(result)
        return written

    def _address(self, text: str, steps: tuple[str | int, ...]) -> str | None:
        """P04: over the link, through the consumer, or as it is where networking is off. None when refused."""
        cluster, origin, trail = self._index.get(text), self._mapping.origin, self._trail
        if cluster is None and text in self._index:
            if trail is not None:
                trail.add("listed under several clusters, so that its way is not known (P03)", stops=Stops.SLICE)
            return None
        is_fqdn = self._shadow.address_type == FQDN
        is_direct = cluster is not None and (cluster != origin or not self._peer.networking_enabled)
        if cluster is not None and is_direct:
            if trail is not None:
                record_way(trail, text, f"the data lists it: over the link to {cluster}")
            answer = self._mapping.force_map(text, cluster, is_fqdn)
        elif self._peer.networking_enabled:
            if trail is not None:
                record_way(trail, text, f"through {origin}, the consumer")
            answer = self._mapping.map(text, is_fqdn)
        else:
            if trail is not None:
                record_way(trail, text, f"networking with {origin} is off: as it is")
            answer = Value(text)
        result = self._notes.text_of(answer, *steps)
        if result is None:
            return None
        mismatch = family_problem(parse_address(result), result, self._shadow.address_type)
        if mismatch is not None:
            self._notes.add(mismatch, *steps)
        return result

    def _is_dropped_duplicate(self, text: str, steps: tuple[str | int, ...]) -> bool:
        """Reports an address that the endpoint has already; true when the profile leaves the second out."""
        if self._trail is not None:
            self._trail.go_on("C11")
        is_kept = self._mapping.profile.keeps_first_duplicate
        problem = duplicate_problem(text, self._mapping.owner, self._mapping.profile)
        self._notes.add(problem, *steps, stops=Stops.ADDRESS if is_kept else None)
        return is_kept

    def _with_conditions(self, number: int, endpoint: dict[str, Any]) -> dict[str, Any]:
        """P10."""
        conditions = {name: value for name, value in (endpoint.get("conditions") or {}).items() if value is not None}
        before = conditions.get("ready")
        if conditions.get("ready", True):
            conditions["ready"] = self._peer.network_ready and self._peer.api_ready
            if not conditions["ready"] and self._peer.not_ready is not None:
                self._notes.add(self._peer.not_ready, "endpoints", number)
        if self._trail is not None:
            record_ready(self._trail, number, before, conditions["ready"])
        endpoint["conditions"] = conditions
        return endpoint


def _kept(endpoint: Endpoint) -> dict[str, Any]:
    """P09: every field of the endpoint but ``hints.forNodes``, which an update in Liqo loses (H19)."""
    kept = {name: value for name, value in endpoint.items() if value is not None}
    hints = kept.pop("hints", None) or {}
    left = {name: value for name, value in hints.items() if name != "forNodes" and value}
    return {**kept, "hints": left} if left else kept
