"""C11 and C12 in words, for who asks for the steps of a slice."""

from __future__ import annotations

from collections.abc import Sequence

from transformer.network.address import Address
from transformer.outcome import Fact
from transformer.view.link import Link
from transformer.view.trail import Trail


def record_raw(
    trail: Trail, text: str, address: Address | None, local: str, cluster: str | None, links: Sequence[Link]
) -> None:
    """C11: an address that leaves as the consumer sees it. ``cluster`` is the third one it is on, if it is on one;
    ``links`` are the consumer's to that cluster."""
    if cluster is None:
        words = "its Service asks for direct connections, so Liqo 1.2 sends every address as it is"
    else:
        words = f"on the link to {cluster}: sent as {local} sees it"
    trail.add(words, rule="C11", before=text, after=text, facts=_holding(address, links))


def record_data(trail: Trail, text: str, cluster: str, is_listed: bool) -> None:
    """C12: whether the direct-connections data lists an address that left raw."""
    words = f"listed in the direct-connections data under {cluster}" if is_listed else "not in the data: no targetRef"
    trail.add(words, rule="C12", before=text, after=text)


def _holding(address: Address | None, links: Sequence[Link]) -> tuple[Fact, ...]:
    """The pod CIDR, as the consumer sees the cluster, in which the address lies."""
    return tuple(
        fact
        for link in links
        for fact, entry in zip(link.seen_facts, link.pod.seen, strict=True)
        if address is not None and entry.cidr is not None and entry.cidr.contains(address)
    )
