"""A consumer's export as questions: what is annotated, where is an endpoint, what is its external address."""

from __future__ import annotations

from transformer.findings.catalogue import finding
from transformer.findings.finding import Finding, Severity, quoted
from transformer.network.address import Address, parse_address
from transformer.resources.configuration import Configuration
from transformer.resources.ipam import IP
from transformer.resources.namespace import NamespaceMap
from transformer.resources.node import Node, VirtualNode
from transformer.resources.service import Service
from transformer.resources.slice import DESTINATION, EndpointSlice, ShadowEndpointSlice, Slice
from transformer.settings import ConsumerSettings
from transformer.view.export import Export
from transformer.view.link import LinkIndex
from transformer.view.placement import NodePlacement
from transformer.view.services import ServiceIndex

DIRECT_CONNECTIONS = "liqo.io/use-direct-connections"


class ConsumerView:
    """The consumer. ``id`` is its cluster id (*local* in the rules), ``links`` its Configurations."""

    def __init__(self, export: Export, settings: ConsumerSettings, id: str) -> None:
        self.id = id
        self.export = export
        self.settings = settings
        self.links = LinkIndex(export.of(Configuration), id)
        self.placement = NodePlacement(export, id, settings.nodes, self.links)
        self.slices = export.of(EndpointSlice)
        self.services = ServiceIndex(export)
        self._shadows: dict[tuple[str, str], list[ShadowEndpointSlice]] = {}
        for shadow in export.of(ShadowEndpointSlice):
            self._shadows.setdefault((shadow.current.namespace, shadow.current.name), []).append(shadow)
        self.has_services = export.has(Service)
        self.has_ips = export.has(IP)
        self._ips: dict[Address | str, list[IP]] = {}
        for ip in export.of(IP):
            self._ips.setdefault(parse_address(ip.local) or ip.local, []).append(ip)
        self._ip_findings = [_no_address(ip, id) for ip in export.of(IP) if parse_address(ip.local) is None]

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What came up while the view was made of the export."""
        ambiguous = (self.services.ambiguity(slice, self.id) for slice in self.slices)
        return (*self.placement.findings, *self._ip_findings, *(each for each in ambiguous if each is not None))

    def service_of(self, slice: Slice) -> Service | None:
        """The Service a slice belongs to, in its namespace; None where it has no such label, or the Service
        was not exported."""
        return self.services.of(slice)

    def is_annotated(self, slice: Slice) -> bool:
        """Whether its Service asks for direct connections (C11): the value is exactly ``true``."""
        service = self.service_of(slice)
        return service is not None and _asks_for_direct_connections(service)

    @property
    def annotated_namespaces(self) -> frozenset[str]:
        """The namespaces that hold an annotated Service, whether or not it has slices (C04)."""
        return frozenset(
            service.ref.namespace for service in self.export.of(Service) if _asks_for_direct_connections(service)
        )

    def shadow(self, namespace: str, name: str, destination: str) -> ShadowEndpointSlice | None:
        """The ShadowEndpointSlice of that name for a provider in the export, if any (C15). One that is labelled
        for another cluster stands elsewhere."""
        for shadow in self._shadows.get((namespace, name), ()):
            if shadow.labels.get(DESTINATION, destination) == destination:
                return shadow
        return None

    def ips_of(self, address: Address) -> list[IP]:
        """The IP objects whose ``spec.ip`` is this address, in every namespace."""
        return self._ips.get(address, [])

    @property
    def known_providers(self) -> tuple[str, ...]:
        """The clusters this one offloads to; only where nothing says so, those of its Configurations, which may be mere
        network peers. Sorted."""
        return self.offloads_to or tuple(each for each in self.links if each and each != self.id)

    @property
    def offloads_to(self) -> tuple[str, ...]:
        """The ids on virtual Nodes, VirtualNodes and its own NamespaceMaps. Sorted."""
        found = {node.remote_cluster_id for node in self.export.of(Node) if node.is_virtual}
        found |= {node.cluster_id for node in self.export.of(VirtualNode)}
        found |= {each.remote_cluster_id for each in self.export.of(NamespaceMap) if not each.is_replicated}
        ids = {each for each in found if each and each != self.id}
        return tuple(sorted(ids))


def _no_address(ip: IP, cluster: str) -> Finding:
    """A warning: the object serves no address, and which one it was meant for is not known."""
    return finding(
        "invalid-address",
        f"spec.ip of {ip.ref} is {quoted(ip.local)}, which is no IP address: the object serves no endpoint",
        severity=Severity.WARNING,
        cluster=cluster,
        object=ip.ref,
        field="spec.ip",
        location=ip.origin.at(("spec", "ip")),
    )


def _asks_for_direct_connections(service: Service) -> bool:
    return service.annotations.get(DIRECT_CONNECTIONS) == "true"
