"""Which cluster is an endpoint's node on? (C09)"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from transformer.findings.catalogue import finding
from transformer.findings.finding import Finding, quoted
from transformer.manifests.manifest import FieldPath, field_text
from transformer.network.address import parse_address
from transformer.outcome import Fact
from transformer.resources.node import NODE_TYPE, Node, VirtualNode
from transformer.resources.resource import REMOTE_CLUSTER_ID, Resource
from transformer.view.answer import Problem
from transformer.view.export import Export
from transformer.view.link import LinkIndex


@dataclass(frozen=True, slots=True)
class Placement:
    """Where an endpoint is. ``cluster`` is None for an endpoint without nodeName, "" for a virtual node
    without an id (H9). ``is_virtual``: the node stands for another cluster. ``dropped`` says why Liqo
    leaves the endpoint out (H10). ``remark`` is a guess or a fault to report; ``is_ambiguous``: it is the
    fault that several clusters could be meant."""

    cluster: str | None
    is_virtual: bool = False
    dropped: str | None = None
    remark: Problem | None = None
    facts: tuple[Fact, ...] = ()
    is_ambiguous: bool = False

    def is_third(self, local: str, remote: str) -> bool:
        """Whether the cluster is neither the consumer nor the provider, and known by a virtual node (C09)."""
        return self.is_virtual and self.cluster not in (local, remote)


_NOWHERE = Placement(None)
#: Where each kind says which cluster it leads to.
_CLUSTER_FIELD: dict[type[Resource], FieldPath] = {Node: ("metadata", "labels"), VirtualNode: ("spec", "clusterID")}


class NodePlacement:
    """Answers for the nodes of one consumer: the explicit map, its Nodes, its VirtualNodes, its Configurations."""

    def __init__(self, export: Export, local: str, explicit: Mapping[str, str], links: LinkIndex) -> None:
        self._local = local
        self._links = links
        self._has_nodes = export.has(Node)
        self._has_virtual_nodes = export.has(VirtualNode)
        self._by_name: dict[str, Placement] = {}
        self.findings: list[Finding] = []
        if self._has_nodes:
            for node in export.of(Node):
                self._by_name[node.ref.name] = self._of_node(node)
        else:
            for virtual_node in export.of(VirtualNode):
                self._add_virtual_node(virtual_node)
        nodes: dict[str, Node | VirtualNode] = {node.ref.name: node for node in export.of(VirtualNode)}
        nodes |= {node.ref.name: node for node in export.of(Node)}
        for name, cluster in sorted(explicit.items()):
            exported = self._by_name.get(name)
            if exported is not None and exported.dropped is None and exported.cluster != cluster:
                self.findings.append(_override(nodes.get(name), name, cluster, exported.cluster, local))
            self._by_name[name] = Placement(cluster, is_virtual=True)

    def of(self, node_name: str | None, addresses: Sequence[str]) -> Placement:
        """The placement of an endpoint with this nodeName and these addresses."""
        if node_name is None:
            return _NOWHERE
        found = self._by_name.get(node_name)
        if found is not None:
            return found
        if self._has_nodes:
            return Placement(None, dropped=f"Node {quoted(node_name)} is not in the export")
        if self._has_virtual_nodes:
            return self._assumed(f"node {quoted(node_name)} has no VirtualNode")
        return self._inferred(node_name, addresses)

    def _of_node(self, node: Node) -> Placement:
        cluster = node.remote_cluster_id
        name = node.ref.name
        if not node.labels:
            return Placement(None, dropped=f"Node {quoted(name)} has no labels at all")
        facts = (Fact(node.ref, f'metadata.labels["{REMOTE_CLUSTER_ID}"]', cluster or "", self._local),)
        if cluster:
            return Placement(cluster, node.is_virtual, facts=facts)
        if not node.is_virtual:
            return Placement(self._local, facts=facts)
        message = (
            f"Node {quoted(name)} is labelled {NODE_TYPE}: virtual-node, but no label {REMOTE_CLUSTER_ID} says of what"
        )
        return _without_id(node, message, ("metadata", "labels"), facts)

    def _add_virtual_node(self, node: VirtualNode) -> None:
        facts = (Fact(node.ref, "spec.clusterID", node.cluster_id, self._local),)
        name = node.ref.name
        if not node.cluster_id:
            message = f"{node.ref} has no spec.clusterID"
            placement = _without_id(node, message, ("spec", "clusterID"), facts)
        else:
            placement = Placement(node.cluster_id, is_virtual=True, facts=facts)
        other = self._by_name.get(name)
        if other is not None and other.cluster != placement.cluster:
            # A Node of that name stands for one of them; without the Nodes it cannot be told for which.
            placement = _ambiguous(
                f"several VirtualNodes are named {quoted(name)}, of {quoted(other.cluster or '')} and "
                f"{quoted(placement.cluster or '')}"
            )
        self._by_name[name] = placement

    def _assumed(self, because: str) -> Placement:
        return Placement(
            self._local,
            remark=Problem(
                "cluster-inferred",
                f"{because}: its endpoints are taken to be on the consumer, {self._local}",
                cause=because,
            ),
        )

    def _inferred(self, node_name: str, addresses: Sequence[str]) -> Placement:
        clusters: set[str] = set()
        for text in addresses:
            address = parse_address(text)
            if address is not None:
                clusters.update(self._links.clusters_seen_at(address))
        if not clusters and self._links.unreadable:
            # Whether one of these CIDRs holds the address is not known; assuming the consumer would be a wrong guess.
            return Placement(None, remark=self._links.unreadable[0].problem(self._local), is_ambiguous=True)
        if not clusters:
            return self._assumed(
                f"no Node was exported, and no Configuration holds the addresses on node {quoted(node_name)}"
            )
        names = ", ".join(sorted(clusters))
        if len(clusters) > 1:
            return _ambiguous(
                f"{', '.join(addresses)} on node {quoted(node_name)} lies in the pod CIDRs of several clusters as "
                f"the consumer sees them: {names}"
            )
        return Placement(
            names,
            is_virtual=True,
            remark=Problem(
                "cluster-inferred",
                f"no Node was exported: node {quoted(node_name)} is taken to be on cluster {names}, "
                f"whose Configuration holds {', '.join(addresses)}",
                cause=node_name,
            ),
        )


def _without_id(node: Node | VirtualNode, message: str, path: FieldPath, facts: tuple[Fact, ...]) -> Placement:
    """H9: a virtual node of no known cluster."""
    remark = Problem(
        "unlabelled-virtual-node",
        message,
        object=node.ref,
        field=field_text(path),
        location=node.origin.at(path),
        cause=node.ref.name,
        shared_cause=node.ref.name,
    )
    return Placement("", is_virtual=True, facts=facts, remark=remark)


def _ambiguous(message: str) -> Placement:
    return Placement(None, remark=Problem("ambiguous-cluster", message), is_ambiguous=True)


def _override(node: Node | VirtualNode | None, name: str, said: str, exported: str | None, local: str) -> Finding:
    return finding(
        "override",
        f"the settings put node {quoted(name)} on cluster {said}; the export puts it on {quoted(exported or '')}",
        cluster=local,
        object=node.ref if node is not None else None,
        location=None if node is None else node.origin.at(_CLUSTER_FIELD[type(node)]),
    )
