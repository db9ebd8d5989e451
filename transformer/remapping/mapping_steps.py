"""The provider's rules in words, for who asks for the steps of a slice."""

from __future__ import annotations

from collections.abc import Mapping

from transformer.view.answer import Value
from transformer.view.provider import PeerState
from transformer.view.trail import Trail


def record_peer(trail: Trail, peer: PeerState, origin: str) -> None:
    """P01: what the provider's ForeignCluster says. That it says nothing is a finding, recorded by itself."""
    trail.begin("P01")
    if peer.problem is not None:
        return
    networking = "on" if peer.networking_enabled else "off"
    ready = "ready" if peer.network_ready and peer.api_ready else "not ready"
    trail.add(f"networking with {origin} is {networking}, its endpoints are {ready}", facts=peer.facts)


def record_index(trail: Trail, index: Mapping[str, str | None]) -> None:
    """P03: which clusters the direct-connections data lists addresses of."""
    trail.begin("P03")
    listed: dict[str, int] = {}
    for cluster in index.values():
        if cluster is not None:
            listed[cluster] = listed.get(cluster, 0) + 1
    counts = ", ".join(f"{count} on {cluster}" for cluster, count in sorted(listed.items()))
    trail.add(f"the direct-connections data lists addresses: {counts}" if counts else "no direct-connections data")


def record_way(trail: Trail, text: str, words: str) -> None:
    """P04: which way an address goes."""
    trail.add(words, before=text, after=text)


def record_mapped(trail: Trail, text: str, answer: Value, owner: str, cluster: str) -> None:
    """P05, P06: an address in the place that ``owner`` gives to the pod CIDRs of ``cluster``."""
    words = f"as {owner} sees {cluster}" + (", which it does not remap" if answer.text == text else "")
    trail.add(words, before=text, after=answer.text, facts=answer.facts)


def record_unmapped(trail: Trail, text: str, owner: str, origin: str) -> None:
    """P05: an address that no entry holds."""
    trail.add(f"in none of the CIDRs that {owner} knows of {origin}: as it is", before=text, after=text)


def record_real(trail: Trail, text: str, found: Value, origin: str, cluster: str) -> None:
    """P06: the pod's address in its own cluster."""
    remaps = "does not remap" if found.text == text else "remaps"
    words = f"as {cluster} itself has it, which {origin} {remaps}"
    trail.add(words, before=text, after=found.text, facts=found.facts)


def record_host_part(trail: Trail, text: str, answer: Value, owner: str, cluster: str) -> None:
    """P06 without the consumer's view: a guess."""
    words = f"its host part in the one pod CIDR by which {owner} sees {cluster}: a guess"
    trail.add(words, before=text, after=answer.text, facts=answer.facts)


def record_ready(trail: Trail, number: int, before: bool | None, ready: bool | None) -> None:
    """P10: whether the endpoint is written as ready. ``before`` is what the ShadowEndpointSlice says, if anything."""
    trail.begin("P10", number)
    if before is False:
        trail.add("not ready, as in its source")
    else:
        trail.add("ready, as the way to it is (P01)" if ready else "not ready, since the way to it is not (P01)")
