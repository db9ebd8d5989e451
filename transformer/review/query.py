"""What an explanation is asked for: an address, or the name of a slice, of a Service or of an endpoint's target."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import NamedTuple

from transformer.consumer_side import namespaces_of
from transformer.findings.finding import ObjectRef
from transformer.network.address import Address, parse_address
from transformer.pipeline import FleetRun
from transformer.resources.direct_data import DIRECT_DATA
from transformer.resources.service import Service
from transformer.resources.slice import EndpointSlice, target_text
from transformer.settings import ProviderSettings, Settings
from transformer.view.consumer import ConsumerView

#: A namespace and a name.
Name = tuple[str, str]


class AddressQuery(NamedTuple):
    """An address, however it is spelt: ``address`` is None for a text that is none, as endpoints of names have."""

    text: str
    address: Address | None

    def means(self, text: str) -> bool:
        """Whether it is this address."""
        return text == self.text or (self.address is not None and parse_address(text) == self.address)


class NameQuery(NamedTuple):
    """A namespace and a name: of a slice or a Service, as the consumer or as a provider calls them, or of a pod."""

    namespace: str
    name: str

    @property
    def text(self) -> str:
        """As it is written."""
        return f"{self.namespace}/{self.name}"

    def is_target(self, target: str) -> bool:
        """Whether it names what an endpoint leads to (``Pod shop/web-0``)."""
        return target.partition(" ")[2] == self.text


Query = AddressQuery | NameQuery


def parse_query(text: str) -> Query | None:
    """The query of a text; None for one that is neither an address nor ``namespace/name``."""
    address = parse_address(text)
    if address is not None:
        return AddressQuery(text, address)
    namespace, slash, name = text.partition("/")
    if not slash:
        return AddressQuery(text, None) if text else None
    return NameQuery(namespace, name) if namespace and name and "/" not in name else None


class Meant(NamedTuple):
    """The consumer's EndpointSlices that a query is about, and its Services of that name, each with whether it has
    slices."""

    slices: tuple[ObjectRef, ...] = ()
    services: tuple[tuple[Service, bool], ...] = ()


class Names:
    """The slices and Services of a fleet by all the names they have: the consumer's, and those on the providers."""

    def __init__(self, run: FleetRun, consumer: ConsumerView, settings: Settings) -> None:
        self._consumer = consumer
        self._remote = _remote_namespaces(run, consumer, settings)
        self._of_service: dict[Name, list[EndpointSlice]] = {}
        for slice in consumer.slices:
            if slice.service_name is not None:
                self._of_service.setdefault((slice.ref.namespace, slice.service_name), []).append(slice)

    def meant(self, query: NameQuery) -> Meant:
        """What has this name."""
        slices = [
            each
            for each in self._consumer.slices
            if (each.ref.name == query.name and each.ref.namespace == query.namespace)
            or (each.current.name == query.name and query.namespace in self._remote.get(each.ref.namespace, ()))
        ]
        services = []
        for namespace in self._namespaces(query.namespace):
            slices += self._of_service.get((namespace, query.name), [])
            services += [
                (each, (namespace, each.ref.name) in self._of_service)
                for each in self._consumer.export.of(Service)
                if (each.ref.namespace, each.ref.name) == (namespace, query.name)
            ]
        return Meant(tuple(dict.fromkeys(each.ref for each in slices)), tuple(services))

    def _namespaces(self, name: str) -> list[str]:
        """The consumer's namespaces that are called so there or on a provider."""
        return [name, *(local for local, remote in self._remote.items() if name in remote and local != name)]


def nearest(run: FleetRun, query: NameQuery) -> list[str]:
    """Names of the consumer that may have been meant: the same in another namespace, then the likest; at most three."""
    if run.consumer is None:
        return []
    known = {(each.ref.namespace, each.ref.name) for each in run.consumer.slices}
    known |= {(each.ref.namespace, each.service_name) for each in run.consumer.slices if each.service_name}
    known |= {(each.ref.namespace, each.ref.name) for each in run.consumer.export.of(Service)}
    same = sorted(f"{namespace}/{name}" for namespace, name in known if name == query.name)
    close = get_close_matches(query.text, sorted(f"{namespace}/{name}" for namespace, name in known), n=3)
    return list(dict.fromkeys([*same, *close]))[:3]


def slices_with(run: FleetRun, query: AddressQuery) -> tuple[ObjectRef, ...]:
    """The consumer's slices in which an address stands, or in what was made of which it does."""
    found: dict[ObjectRef, None] = {}
    for slice in run.consumer.slices if run.consumer is not None else ():
        if any(map(query.means, _addresses(slice.endpoints))):
            found[slice.ref] = None
    for each in run.outcome.objects:
        endpoints = (each.data.get("spec") or {}).get("template", each.data).get("endpoints") or ()
        if each.source is not None and any(map(query.means, _addresses(endpoints))):
            found[each.source] = None
    return tuple(found)


def slices_to(run: FleetRun, query: NameQuery) -> tuple[ObjectRef, ...]:
    """The consumer's slices with an endpoint that leads to what has this name."""
    return tuple(
        slice.ref
        for slice in (run.consumer.slices if run.consumer is not None else ())
        if any(query.is_target(target_text(each["targetRef"])) for each in slice.endpoints if each.get("targetRef"))
    )


def slices_over_links(run: FleetRun) -> tuple[ObjectRef, ...]:
    """The consumer's slices with addresses on the way of which more stands than what is written anywhere: those that
    go over a link have an address in their own cluster, too (P06)."""
    annotated = (each for each in run.outcome.objects if DIRECT_DATA in each.data["metadata"].get("annotations", {}))
    return tuple(dict.fromkeys(each.source for each in annotated if each.source is not None))


def _addresses(endpoints: Iterable[Mapping[str, object]]) -> Iterator[str]:
    for endpoint in endpoints:
        addresses = endpoint["addresses"]
        yield from addresses if isinstance(addresses, list) else ()


def _remote_namespaces(run: FleetRun, consumer: ConsumerView, settings: Settings) -> dict[str, set[str]]:
    """The names on the providers of each namespace that holds a slice or a Service."""
    given = {each.id: each for each in settings.providers}
    local = {each.ref.namespace for each in (*consumer.slices, *consumer.export.of(Service))}
    found: dict[str, set[str]] = {}
    for id in run.outcome.providers:
        namespaces = namespaces_of(given.get(id, ProviderSettings(id)), consumer)
        for namespace in local:
            remote = namespaces.of(namespace).remote
            if remote is not None:
                found.setdefault(namespace, set()).add(remote)
    return found
