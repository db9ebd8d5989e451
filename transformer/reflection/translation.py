"""C10: the address by which other clusters reach an endpoint of this one, through the consumer."""

from __future__ import annotations

from transformer.findings.finding import quoted
from transformer.network.address import Address, parse_address
from transformer.outcome import Fact
from transformer.profiles import Profile
from transformer.resources.ipam import IP
from transformer.resources.slice import FQDN
from transformer.view.answer import Answer, Problem, Refused, Unknown, Value
from transformer.view.consumer import ConsumerView
from transformer.view.target import Target


def translate(
    text: str, namespace: str, address_type: str, view: ConsumerView, target: Target, profile: Profile
) -> Answer:
    """The address for an endpoint's address ``text`` of a slice in ``namespace`` (C10).

    Inside a local pod CIDR: the same text. Else the ``status.ip`` of the IP object for it. Refused:
    fqdn-addresses, invalid-address, ambiguous-ip, pending-ip, unmapped-address. Unknown: unknown-address,
    when no IP object was exported at all.
    """
    address = parse_address(text)
    if address is None:
        return _no_address(text, address_type)
    if target.holds(address):
        return Value(text, target.pod_cidr_facts)
    everywhere = view.ips_of(address)
    here = [each for each in everywhere if each.ref.namespace == namespace]
    if here:
        return _external(text, here, (), view.id)
    if everywhere and profile.uses_ip_of_other_namespaces:
        found = everywhere[0]
        remark = Problem(
            "ip-in-other-namespace",
            f"{text} has no IP object in namespace {namespace}; {found.ref} is used, which Liqo 1.2 would not",
        )
        return _external(text, everywhere, (remark,), view.id)
    return _without_ip(text, address, namespace, view)


def _external(text: str, ips: list[IP], remarks: tuple[Problem, ...], cluster: str) -> Answer:
    if len(ips) > 1:
        names = ", ".join(f"{each.ref.namespace}/{each.ref.name}" for each in ips)
        return Refused(
            Problem("ambiguous-ip", f"several IP objects have spec.ip {text}: {names}; Liqo would pick any of them")
        )
    ip = ips[0]
    if ip.external is None:
        return Refused(
            Problem(
                "pending-ip",
                f"{ip.ref} for {text} has no status.ip yet: the address is not mapped",
                object=ip.ref,
                field="status.ip",
                location=ip.origin.at(("status",)),
                shared_cause=f"{ip.ref.namespace}/{ip.ref.name}",
            )
        )
    if parse_address(ip.external) is None:
        path = ("status", "ip")
        return Refused(
            Problem(
                "invalid-address",
                f"status.ip of {ip.ref} is {quoted(ip.external)}, which is no IP address",
                object=ip.ref,
                field="status.ip",
                location=ip.origin.at(path),
                shared_cause=f"{ip.ref.namespace}/{ip.ref.name}",
            )
        )
    facts = (Fact(ip.ref, "spec.ip", ip.local, cluster), Fact(ip.ref, "status.ip", ip.external, cluster))
    return Value(ip.external, facts, remarks)


def _without_ip(text: str, address: Address, namespace: str, view: ConsumerView) -> Answer:
    if not view.has_ips:
        return Unknown(
            Problem(
                "unknown-address",
                f"{text} lies outside the pod CIDRs of {view.id}, and no IP object was exported: "
                "its external address is not known",
            )
        )
    message = f"{text} lies outside the pod CIDRs of {view.id} and has no IP object in namespace {namespace}"
    if address.bits == 128:
        remark = Problem("unsupported-ip-family", f"{text} is IPv6; Liqo's own IP objects hold IPv4 addresses only")
        remedy = "Give the Service IPv4 endpoints, or skip its reflection: Liqo has no IP object for an IPv6 address."
        return Refused(Problem("unmapped-address", message, remedy=remedy), (remark,))
    remedy = (
        "Apply this IP object, wait for its status.ip, and export again:\n"
        "  apiVersion: ipam.liqo.io/v1alpha1\n"
        "  kind: IP\n"
        f"  metadata: {{name: external-{text.replace('.', '-')}, namespace: {namespace}}}\n"
        f"  spec: {{ip: {text}}}"
    )
    return Refused(Problem("unmapped-address", message, remedy=remedy))


def _no_address(text: str, address_type: str) -> Answer:
    if address_type == FQDN:
        return Refused(
            Problem("fqdn-addresses", f"the slice holds names, not addresses: {text} would have to be translated")
        )
    return Refused(Problem("invalid-address", f"{quoted(text)} is no IP address"))
