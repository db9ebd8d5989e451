"""Configurations, ready to be asked: how does this cluster see another one?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from transformer.findings.finding import Location, ObjectRef, quoted
from transformer.network.address import Address
from transformer.network.cidr import Cidr, parse_cidr
from transformer.network.cidr_table import CidrTable
from transformer.outcome import Fact
from transformer.resources.configuration import Configuration
from transformer.view.answer import Problem


@dataclass(frozen=True, slots=True)
class CidrEntry:
    """A CIDR as written in a list of a Configuration; ``cidr`` is None where it is none."""

    text: str
    cidr: Cidr | None


@dataclass(frozen=True, slots=True)
class CidrList:
    """The two lists for one sort of CIDR (``pod`` or ``external``), matched by index: the other cluster's
    real CIDRs, and those by which this cluster sees them (empty where status.remote is absent)."""

    sort: str
    real: tuple[CidrEntry, ...]
    seen: tuple[CidrEntry, ...]


@dataclass(frozen=True, slots=True)
class Link:
    """One Configuration, in ``owner``'s export: how that cluster sees another one."""

    owner: str
    configuration: Configuration
    pod: CidrList
    external: CidrList

    @property
    def has_status(self) -> bool:
        """Whether ``status.remote`` exists."""
        return self.configuration.seen_pod is not None

    @property
    def ref(self) -> ObjectRef:
        """The Configuration's identity."""
        return self.configuration.ref

    def at(self, side: str, sort: str, index: int | None = None) -> Location:
        """The place of an entry of ``spec`` or ``status``."""
        path: tuple[str | int, ...] = (side, "remote", "cidr", sort)
        return self.configuration.origin.at(path if index is None else (*path, index))

    @property
    def unreadable(self) -> tuple[UnreadableCidr, ...]:
        """The pod CIDRs, as this cluster sees the other one, that are none."""
        return tuple(UnreadableCidr(self, index) for index, entry in enumerate(self.pod.seen) if entry.cidr is None)

    def sees(self, address: Address) -> bool:
        """Whether the address lies in a pod CIDR as this cluster sees it."""
        return any(entry.cidr is not None and entry.cidr.contains(address) for entry in self.pod.seen)

    @property
    def seen_facts(self) -> tuple[Fact, ...]:
        """All pod CIDRs by which this cluster sees the other one."""
        return tuple(
            Fact(self.ref, f"status.remote.cidr.pod[{index}]", entry.text, self.owner)
            for index, entry in enumerate(self.pod.seen)
        )

    def facts(self, sort: str, index: int) -> tuple[Fact, ...]:
        """What a result through entry ``index`` rests on: both CIDRs of the entry."""
        cidrs = self.pod if sort == "pod" else self.external
        return (
            Fact(self.ref, f"spec.remote.cidr.{sort}[{index}]", cidrs.real[index].text, self.owner),
            Fact(self.ref, f"status.remote.cidr.{sort}[{index}]", cidrs.seen[index].text, self.owner),
        )


@dataclass(frozen=True, slots=True)
class UnreadableCidr:
    """An entry of ``status.remote.cidr.pod`` that does not parse."""

    link: Link
    index: int

    def problem(self, owner: str) -> Problem:
        """The problem for an address that it may hold; ``owner`` is whose Configuration it is."""
        field = f"status.remote.cidr.pod[{self.index}]"
        key = f"{owner} {self.link.ref.namespace}/{self.link.ref.name} {field}"
        return Problem(
            "invalid-cidr",
            f"{quoted(self.link.pod.seen[self.index].text)} is no CIDR",
            object=self.link.ref,
            field=field,
            location=self.link.at("status", "pod", self.index),
            cause=key,
            shared_cause=key,
            cluster=owner,
        )


class LinkIndex:
    """The Configurations of ``owner`` by the cluster they are about. Ones without that label are about none."""

    def __init__(self, configurations: Iterable[Configuration], owner: str) -> None:
        self._links: dict[str, list[Link]] = {}
        for configuration in configurations:
            cluster = configuration.remote_cluster_id
            if cluster is not None:
                self._links.setdefault(cluster, []).append(_link(owner, configuration))
        seen = [(link, cluster) for cluster, links in self._links.items() if cluster for link in links]
        self._seen = CidrTable(
            (entry.cidr, cluster) for link, cluster in seen for entry in link.pod.seen if entry.cidr is not None
        )
        #: Pod CIDRs, as this cluster sees others, that are none: what lies in them is not known.
        self.unreadable = tuple(each for link, _ in seen for each in link.unreadable)

    def of(self, cluster: str) -> tuple[Link, ...]:
        """The Configurations of a cluster: none, one, or several, which is a fault."""
        return tuple(self._links.get(cluster, ()))

    def clusters_seen_at(self, address: Address) -> list[str]:
        """The clusters in whose pod CIDRs, as seen from here, the address lies; sorted."""
        return sorted(set(self._seen.all(address)))

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._links))


def _link(owner: str, configuration: Configuration) -> Link:
    return Link(
        owner,
        configuration,
        CidrList("pod", _entries(configuration.real_pod), _entries(configuration.seen_pod or ())),
        CidrList("external", _entries(configuration.real_external), _entries(configuration.seen_external or ())),
    )


def _entries(texts: tuple[str, ...]) -> tuple[CidrEntry, ...]:
    return tuple(CidrEntry(text, parse_cidr(text)) for text in texts)
