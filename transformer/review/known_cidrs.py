"""In which CIDRs that the exports know does an address lie? What is left to say of an address that no slice has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from transformer.network.address import Address
from transformer.network.cidr import parse_cidr
from transformer.outcome import Fact
from transformer.pipeline import FleetRun
from transformer.view.link import CidrList, Link, LinkIndex


class KnownCidr(NamedTuple):
    """A CIDR that an export names: what it is, in words, and the field that says so."""

    words: str
    fact: Fact


def cidrs_holding(run: FleetRun, address: Address) -> list[KnownCidr]:
    """Those that hold the address, the consumer's Configurations first, then each provider's; what several of them say
    of one CIDR is told once."""
    indexes = [run.consumer.links] if run.consumer is not None else []
    indexes += [view.links for _, view in sorted(run.providers.items())]
    holding = (each for index in indexes for each in _known(index) if _holds(each, address))
    return list({(each.words, each.fact.value): each for each in reversed(list(holding))}.values())[::-1]


def _known(index: LinkIndex) -> Iterator[KnownCidr]:
    for cluster in index:
        for link in index.of(cluster):
            for position, text in enumerate(link.configuration.local_pod):
                fact = Fact(link.ref, f"spec.local.cidr.pod[{position}]", text, link.owner)
                yield KnownCidr(f"a pod CIDR of {link.owner} itself", fact)
            for cidrs in (link.pod, link.external):
                yield from _of_link(link, cidrs, cluster)


def _of_link(link: Link, cidrs: CidrList, cluster: str) -> Iterator[KnownCidr]:
    what = "a pod CIDR" if cidrs.sort == "pod" else "an external CIDR"
    sides: Iterable[tuple[str, str, tuple[str, ...]]] = (
        ("spec", f"{what} of {cluster}", tuple(entry.text for entry in cidrs.real)),
        ("status", f"{what} of {cluster} as {link.owner} sees it", tuple(entry.text for entry in cidrs.seen)),
    )
    for side, words, texts in sides:
        for position, text in enumerate(texts):
            yield KnownCidr(words, Fact(link.ref, f"{side}.remote.cidr.{cidrs.sort}[{position}]", text, link.owner))


def _holds(known: KnownCidr, address: Address) -> bool:
    cidr = parse_cidr(known.fact.value)
    return cidr is not None and cidr.contains(address)
