"""One provider as the consumer's reflection sees it: pod CIDRs, reflection type, keys that are not reflected."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from transformer.findings.catalogue import finding
from transformer.findings.finding import Finding, Location, Related, Severity, quoted
from transformer.manifests.manifest import FieldPath, field_text
from transformer.network.address import Address
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

#: What Liqo's chart sets when nobody says otherwise: hazards, "Not-reflected lists".
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
#: Labels without which a later step breaks (H17).
RESERVED_LABELS = (ORIGIN, SERVICE_NAME, MANAGED_BY)
#: Where a VirtualNode's arguments are.
_CONTAINERS: FieldPath = ("spec", "template", "spec", "template", "spec", "containers")

#: Where a value came from: the object, the path of the field that holds it, and the value.
Source = tuple[Resource, FieldPath, str]


@dataclass(frozen=True, slots=True)
class NotReflectedKeys:
    """Keys taken away from a slice's metadata. ``assumed``: they are Helm's defaults, no export said so."""

    labels: frozenset[str]
    annotations: frozenset[str]
    assumed: bool = False


@dataclass(frozen=True, slots=True)
class Target:
    """What reflection towards one provider (*remote*) is set to."""

    remote: str
    pod_cidrs: tuple[Cidr, ...]
    pod_cidr_facts: tuple[Fact, ...]
    reflection: str
    not_reflected: NotReflectedKeys
    findings: tuple[Finding, ...]

    def holds(self, address: Address) -> bool:
        """Whether the address lies in one of the consumer's own pod CIDRs."""
        return any(cidr.contains(address) for cidr in self.pod_cidrs)


def target_of(view: ConsumerView, remote: str) -> Target:
    """The target for a provider, from the settings and the best source that was exported (docs/rules.md)."""
    virtual_nodes = sorted(
        (each for each in view.export.of(VirtualNode) if each.cluster_id == remote),
        key=lambda each: (each.ref.name, each.ref.namespace),
    )
    templates = sorted(view.export.of(VkOptionsTemplate), key=lambda each: (each.ref.namespace, each.ref.name))
    findings: list[Finding] = list(_differing(view, remote, virtual_nodes))
    pod_cidrs, facts = _pod_cidrs(view, remote, virtual_nodes, findings)
    keys = _not_reflected(view, remote, virtual_nodes, templates, findings)
    for reserved in sorted(keys.labels & set(RESERVED_LABELS)):
        findings.append(
            finding(
                "reserved-key-not-reflected",
                f"the label {reserved} is among the labels that are not reflected; without it " + _BREAKS[reserved],
                cluster=view.id,
                provider=remote,
                object=virtual_nodes[0].ref if virtual_nodes else (templates[0].ref if templates else None),
                location=_keys_location(virtual_nodes, templates),
            )
        )
    return Target(
        remote, pod_cidrs, facts, _reflection(view, remote, virtual_nodes, templates, findings), keys, tuple(findings)
    )


_BREAKS = {
    ORIGIN: "the provider cannot tell whose slice it is",
    SERVICE_NAME: "the provider's Service finds no endpoints",
    MANAGED_BY: "the slice is not known as a reflected one",
}


def _keys_location(nodes: Sequence[VirtualNode], templates: Sequence[VkOptionsTemplate]) -> Location | None:
    if nodes:
        return nodes[0].origin.at(("spec", "offloadingPatch", "labelsNotReflected"))
    return templates[0].origin.at(("spec", "labelsNotReflected")) if templates else None


def _pod_cidrs(
    view: ConsumerView, remote: str, virtual_nodes: Sequence[VirtualNode], findings: list[Finding]
) -> tuple[tuple[Cidr, ...], tuple[Fact, ...]]:
    sources = _exported_pod_cidrs(view, virtual_nodes)
    exported = list(dict.fromkeys(text for _, _, text in sources))
    said = view.settings.pod_cidrs
    if said:
        if exported and set(said) != set(exported):
            resource, path, _ = sources[0]
            findings.append(
                finding(
                    "override",
                    f"the settings give the pod CIDRs {', '.join(said)}; the export says {', '.join(exported)}",
                    cluster=view.id,
                    provider=remote,
                    object=resource.ref,
                    field=field_text(path),
                    location=resource.origin.at(path),
                )
            )
        return tuple(cidr for cidr in map(parse_cidr, said) if cidr is not None), ()
    if not exported:
        findings.append(
            finding(
                "unknown-pod-cidrs",
                f"nothing says which pod CIDRs {view.id} has: no VirtualNode with --local-podcidr, "
                "no Network of type pod-cidr, no Configuration with spec.local",
                cluster=view.id,
                provider=remote,
            )
        )
    cidrs: list[Cidr] = []
    facts: list[Fact] = []
    for resource, path, text in sources:
        cidr = parse_cidr(text)
        facts.append(Fact(resource.ref, field_text(path), text))
        if cidr is not None:
            cidrs.append(cidr)
            continue
        findings.append(
            finding(
                "invalid-cidr",
                f"{quoted(text)} is no CIDR; it is needed to know which addresses are {view.id}'s own pods",
                cluster=view.id,
                provider=remote,
                object=resource.ref,
                field=field_text(path),
                location=resource.origin.at(path),
            )
        )
    return tuple(cidrs), tuple(facts)


def _exported_pod_cidrs(view: ConsumerView, virtual_nodes: Sequence[VirtualNode]) -> list[Source]:
    nodes = virtual_nodes if any(each.local_pod_cidrs for each in virtual_nodes) else view.export.of(VirtualNode)
    found: list[Source] = [(each, _CONTAINERS, text) for each in nodes for text in each.local_pod_cidrs]
    if not found:
        networks = view.export.of(Network)
        found = [(each, ("status", "cidr"), each.pod_cidr) for each in networks if each.pod_cidr is not None]
    if not found:
        found = [
            (each, ("spec", "local", "cidr", "pod", index), text)
            for each in view.export.of(Configuration)
            for index, text in enumerate(each.local_pod)
        ]
    return found


def _not_reflected(
    view: ConsumerView,
    remote: str,
    virtual_nodes: Sequence[VirtualNode],
    templates: Sequence[VkOptionsTemplate],
    findings: list[Finding],
) -> NotReflectedKeys:
    exported = _exported_keys(virtual_nodes, templates)
    said = view.settings.not_reflected
    labels = frozenset(said.labels) if said.labels is not None else exported.labels
    annotations = frozenset(said.annotations) if said.annotations is not None else exported.annotations
    if not exported.assumed and (labels, annotations) != (exported.labels, exported.annotations):
        source = virtual_nodes[0] if virtual_nodes else templates[0]
        findings.append(
            finding(
                "override",
                "the settings and the export differ in the keys that are not reflected: "
                + ", ".join(sorted((labels | annotations) ^ (exported.labels | exported.annotations))),
                cluster=view.id,
                provider=remote,
                object=source.ref,
                location=source.origin.at(()),
            )
        )
    return NotReflectedKeys(labels, annotations, exported.assumed and said.annotations is None)


def _exported_keys(virtual_nodes: Sequence[VirtualNode], templates: Sequence[VkOptionsTemplate]) -> NotReflectedKeys:
    patched = [each for each in virtual_nodes if each.labels_not_reflected is not None]
    if patched:
        return NotReflectedKeys(
            frozenset(key for each in patched for key in each.labels_not_reflected or ()),
            frozenset(key for each in patched for key in each.annotations_not_reflected or ()),
        )
    if templates:
        return NotReflectedKeys(
            frozenset(templates[0].labels_not_reflected), frozenset(templates[0].annotations_not_reflected)
        )
    return NotReflectedKeys(frozenset(), frozenset(DEFAULT_ANNOTATIONS_NOT_REFLECTED), assumed=True)


def _reflection(
    view: ConsumerView,
    remote: str,
    virtual_nodes: Sequence[VirtualNode],
    templates: Sequence[VkOptionsTemplate],
    findings: list[Finding],
) -> str:
    # Of several VirtualNodes the first by name decides, also when it leaves the type to the template.
    holders: list[VirtualNode | VkOptionsTemplate] = [*virtual_nodes[:1], *templates]
    source = next((each for each in holders if each.reflection_type), None)
    exported = source.reflection_type if source is not None else None
    said = view.settings.reflection
    if said is not None and source is not None and said != exported:
        findings.append(
            finding(
                "override",
                f"the settings give the reflection type {said}; the export says {quoted(exported or '')}",
                cluster=view.id,
                provider=remote,
                object=source.ref,
                location=source.origin.at(()),
            )
        )
    if said is None and source is not None and exported not in REFLECTION_TYPES:
        findings.append(
            finding(
                "defaults-assumed",
                f"{source.ref} says the reflection type {quoted(exported or '')}, which is none: {DENY_LIST} it is",
                severity=Severity.WARNING,
                cluster=view.id,
                provider=remote,
                object=source.ref,
                location=source.origin.at(("spec",)),
            )
        )
        return DENY_LIST
    return said or exported or DENY_LIST


def _differing(view: ConsumerView, remote: str, virtual_nodes: Sequence[VirtualNode]) -> list[Finding]:
    if len(virtual_nodes) < 2:
        return []
    first = virtual_nodes[0]
    differing = [
        name
        for name, values in (
            ("pod CIDRs", {frozenset(each.local_pod_cidrs) for each in virtual_nodes}),
            ("reflection types", {each.reflection_type for each in virtual_nodes}),
            ("labels not reflected", {frozenset(each.labels_not_reflected or ()) for each in virtual_nodes}),
            ("annotations not reflected", {frozenset(each.annotations_not_reflected or ()) for each in virtual_nodes}),
        )
        if len(values) > 1
    ]
    if not differing:
        return []
    names = ", ".join(each.ref.name for each in virtual_nodes)
    return [
        finding(
            "virtual-nodes-differ",
            f"the VirtualNodes of {remote} ({names}) differ in their {' and '.join(differing)}: lists are united, "
            f"the reflection type is that of {first.ref.name}",
            cluster=view.id,
            provider=remote,
            object=first.ref,
            location=first.origin.at(("spec",)),
            related=tuple(Related("another one", each.ref, each.origin.at(("spec",))) for each in virtual_nodes[1:]),
        )
    ]
