"""What reflection towards a provider is set to, from the settings or the best source that the export holds.

The order of sources is in docs/rules.md, "Best sources". What was said explicitly wins, with an override finding
where the export says something else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from transformer.findings.catalogue import finding
from transformer.findings.finding import Finding, Related, Severity, quoted
from transformer.manifests.manifest import FieldPath, field_text
from transformer.network.cidr import Cidr, parse_cidr
from transformer.outcome import Fact
from transformer.resources.configuration import Configuration
from transformer.resources.installation import VkOptionsTemplate
from transformer.resources.ipam import Network
from transformer.resources.node import VirtualNode
from transformer.resources.resource import Resource
from transformer.resources.slice import MANAGED_BY, ORIGIN, SERVICE_NAME
from transformer.view.consumer import ConsumerView

DENY_LIST = "DenyList"
REFLECTION_TYPES = (DENY_LIST, "AllowList")

#: What Liqo's chart sets when nobody says otherwise.
DEFAULT_ANNOTATIONS_NOT_REFLECTED = (
    "cloud.google.com/neg",
    "cloud.google.com/neg-status",
    "kubernetes.digitalocean.com/load-balancer-id",
    "ingress.kubernetes.io/backends",
    "ingress.kubernetes.io/forwarding-rule",
    "ingress.kubernetes.io/target-proxy",
    "ingress.kubernetes.io/url-map",
    "metallb.universe.tf/address-pool",
    "metallb.universe.tf/ip-allocated-from-pool",
    "metallb.universe.tf/loadBalancerIPs",
    "loadbalancer.openstack.org/load-balancer-id",
)
#: Labels without which a later step breaks (H17), and how.
_RESERVED_LABELS = {
    ORIGIN: "the provider cannot tell whose slice it is",
    SERVICE_NAME: "the provider's Service finds no endpoints",
    MANAGED_BY: "the slice is not known as a reflected one",
}
#: Where a VirtualNode's arguments, and the keys it does not reflect, are.
_CONTAINERS: FieldPath = ("spec", "template", "spec", "template", "spec", "containers")
_PATCH: FieldPath = ("spec", "offloadingPatch")

#: Where a value came from: the object, the path of the field that holds it, and the value.
Source = tuple[Resource, FieldPath, str]


@dataclass(frozen=True, slots=True)
class NotReflectedKeys:
    """Keys taken away from a slice's metadata. ``assumed``: they are Helm's defaults, no export said so."""

    labels: frozenset[str]
    annotations: frozenset[str]
    assumed: bool = False


class BestSources:
    """The sources of one consumer for one provider (*remote*). Asking them fills ``findings``."""

    def __init__(self, view: ConsumerView, remote: str) -> None:
        self._view = view
        self._remote = remote
        self._nodes: list[VirtualNode] = sorted(
            (each for each in view.export.of(VirtualNode) if each.cluster_id == remote),
            key=lambda each: (each.ref.name, each.ref.namespace),
        )
        self._templates = view.export.of(VkOptionsTemplate)
        self.findings: list[Finding] = []
        self._compare_nodes()

    def pod_cidrs(self) -> tuple[tuple[Cidr, ...], tuple[Fact, ...]]:
        """The consumer's own pod CIDRs, and where an export says so.

        Findings: unknown-pod-cidrs and invalid-cidr, errors; override.
        """
        sources = self._exported_pod_cidrs()
        exported = list(dict.fromkeys(text for _, _, text in sources))
        said = self._view.settings.pod_cidrs
        if said:
            if exported and set(said) != set(exported):
                message = f"the settings give the pod CIDRs {', '.join(said)}; the export says {', '.join(exported)}"
                self._find("override", message, sources[0][0], sources[0][1])
            return tuple(cidr for cidr in map(parse_cidr, said) if cidr is not None), ()
        if not exported:
            self._find(
                "unknown-pod-cidrs",
                f"nothing says which pod CIDRs {self._view.id} has: no VirtualNode with --local-podcidr, "
                "no Network of type pod-cidr, no Configuration with spec.local",
            )
        cidrs = [parse_cidr(text) for _, _, text in sources]
        for (resource, path, text), cidr in zip(sources, cidrs, strict=True):
            if cidr is None:
                message = (
                    f"{quoted(text)} is no CIDR; it is needed to know {self._view.id}'s own pods by their addresses"
                )
                self._find("invalid-cidr", message, resource, path)
        facts = tuple(Fact(resource.ref, field_text(path), text, self._view.id) for resource, path, text in sources)
        return tuple(cidr for cidr in cidrs if cidr is not None), facts

    def not_reflected(self) -> NotReflectedKeys:
        """The keys that are not reflected. Findings: override; reserved-key-not-reflected, an error (H17)."""
        exported, source, path = self._exported_keys()
        said = self._view.settings.not_reflected
        labels = frozenset(said.labels) if said.labels is not None else exported.labels
        annotations = frozenset(said.annotations) if said.annotations is not None else exported.annotations
        differing = (labels ^ exported.labels) | (annotations ^ exported.annotations)
        if source is not None and differing:
            listed = ", ".join(sorted(differing))
            message = f"the settings and the export differ in the keys that are not reflected: {listed}"
            self._find("override", message, source, path)
        for key in sorted(labels & _RESERVED_LABELS.keys()):
            message = f"the label {key} is among the labels that are not reflected; without it {_RESERVED_LABELS[key]}"
            self._find("reserved-key-not-reflected", message, source, (*path, "labelsNotReflected"))
        return NotReflectedKeys(labels, annotations, exported.assumed and said.annotations is None)

    def reflection(self) -> str:
        """The reflection type. Findings: override; defaults-assumed, a warning, for a type that is none."""
        # Of several VirtualNodes the first by name decides, also when it leaves the type to the template.
        holders: list[VirtualNode | VkOptionsTemplate] = [*self._nodes[:1], *self._templates]
        source = next((each for each in holders if each.reflection_type), None)
        said = self._view.settings.reflection
        if source is None:
            return said or DENY_LIST
        exported = source.reflection_type or DENY_LIST
        if said is not None and said != exported:
            message = f"the settings give the reflection type {said}; the export says {quoted(exported)}"
            self._find("override", message, source, ("spec",))
        elif exported not in REFLECTION_TYPES:
            message = f"{source.ref} says the reflection type {quoted(exported)}, which is none: {DENY_LIST} is assumed"
            self._find("defaults-assumed", message, source, ("spec",), severity=Severity.WARNING)
            exported = DENY_LIST
        return said or exported

    def _exported_pod_cidrs(self) -> list[Source]:
        export = self._view.export
        # Each virtual kubelet of a consumer is told the same pod CIDRs, so another provider's will do.
        nodes = self._nodes if any(each.local_pod_cidrs for each in self._nodes) else export.of(VirtualNode)
        found: list[Source] = [(each, _CONTAINERS, text) for each in nodes for text in each.local_pod_cidrs]
        if not found:
            networks = export.of(Network)
            found = [(each, ("status", "cidr"), each.pod_cidr) for each in networks if each.pod_cidr is not None]
        if not found:
            found = [
                (each, ("spec", "local", "cidr", "pod", index), text)
                for each in export.of(Configuration)
                for index, text in enumerate(each.local_pod)
            ]
        return found

    def _exported_keys(self) -> tuple[NotReflectedKeys, Resource | None, FieldPath]:
        """The keys that the export names, and where."""
        patched = [each for each in self._nodes if each.labels_not_reflected is not None]
        if patched:
            labels = frozenset(key for each in patched for key in each.labels_not_reflected or ())
            annotations = frozenset(key for each in patched for key in each.annotations_not_reflected or ())
            return NotReflectedKeys(labels, annotations), patched[0], _PATCH
        if self._templates:
            first = self._templates[0]
            keys = NotReflectedKeys(frozenset(first.labels_not_reflected), frozenset(first.annotations_not_reflected))
            return keys, first, ("spec",)
        return NotReflectedKeys(frozenset(), frozenset(DEFAULT_ANNOTATIONS_NOT_REFLECTED), assumed=True), None, ()

    def _compare_nodes(self) -> None:
        nodes = self._nodes
        differing = [
            name
            for name, values in (
                ("pod CIDRs", {frozenset(each.local_pod_cidrs) for each in nodes}),
                ("reflection types", {each.reflection_type for each in nodes}),
                ("labels not reflected", {frozenset(each.labels_not_reflected or ()) for each in nodes}),
                ("annotations not reflected", {frozenset(each.annotations_not_reflected or ()) for each in nodes}),
            )
            if len(values) > 1
        ]
        if differing:
            names = ", ".join(each.ref.name for each in nodes)
            self._find(
                "virtual-nodes-differ",
                f"the VirtualNodes of {self._remote} ({names}) differ in their {' and '.join(differing)}: lists are "
                f"united, the reflection type is that of {nodes[0].ref.name}",
                nodes[0],
                ("spec",),
                related=tuple(Related("another one", each.ref, each.origin.at(("spec",))) for each in nodes[1:]),
            )

    def _find(
        self, code: str, message: str, resource: Resource | None = None, path: FieldPath = (), **more: Any
    ) -> None:
        self.findings.append(
            finding(
                code,
                message,
                cluster=self._view.id,
                provider=self._remote,
                object=resource.ref if resource is not None else None,
                field=field_text(path) or None,
                location=resource.origin.at(path) if resource is not None else None,
                **more,
            )
        )
