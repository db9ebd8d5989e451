"""What profile direct says of an annotated slice's addresses that do not go over the link, or might not (C11)."""

from __future__ import annotations

from collections.abc import Sequence

from transformer.findings.finding import ObjectRef, Related, Severity
from transformer.view.answer import Problem
from transformer.view.link import Link


def through_consumer(text: str, result: str) -> Problem:
    """An address that is on no third cluster: translated here, sent as it is by Liqo 1.2 (H2)."""
    message = f"{text} is reached through the consumer, as {result}; Liqo 1.2 would send {text} itself"
    return Problem("unlike-1.2", message, cause="through the consumer")


def off_link(text: str, result: str, local: str, cluster: str, links: Sequence[Link]) -> Problem:
    """An address on a third cluster that lies in no pod CIDR of it, as ``links`` of the consumer say.

    A warning where they list no pod CIDR at all: then it is the Configuration that is at fault, not the pod.
    """
    seen = [entry.text for link in links for entry in link.pod.seen]
    why = (
        f"it lies in none of the pod CIDRs of {cluster} as {local} sees them, {', '.join(seen)}"
        if seen
        else f"{' and '.join(str(link.ref) for link in links)} lists no pod CIDR in status.remote"
    )
    return Problem(
        "unlike-1.2",
        f"{text} on {cluster} is reached through the consumer, as {result}, not over the link: {why}; Liqo 1.2 would "
        f"send {text} itself",
        severity=None if seen else Severity.WARNING,
        remedy="Right for a pod on its host's network. For any other pod the Configuration is out of date or not "
        "whole: export it again.",
        related=tuple(Related(f"how {local} sees {cluster}", link.ref, link.at("status", "pod")) for link in links),
        cause=f"not on the link to {cluster}",
    )


def unchecked_link(local: str, cluster: str) -> Problem:
    """Without the consumer's Configuration of a third cluster, its pods cannot be told from those on host networks."""
    return Problem(
        "missing-configuration",
        f"{local} exported no Configuration of {cluster} with a status: addresses of endpoints there are taken to be "
        "on the link",
        severity=Severity.INFO,
        remedy="To tell pods on their host's network from others, export the consumer's Configurations, too: "
        "`kubectl get configurations.networking.liqo.io -A -o yaml`.",
        object=ObjectRef("networking.liqo.io/v1beta1", "Configuration", "", cluster),
        cause=cluster,
        shared_cause=f"{local} {cluster}",
    )
