"""One provider as the consumer's reflection sees it: pod CIDRs, reflection type, keys that are not reflected."""

from __future__ import annotations

from dataclasses import dataclass

from transformer.findings.finding import Finding
from transformer.network.address import Address
from transformer.network.cidr import Cidr
from transformer.outcome import Fact
from transformer.view.best_sources import BestSources, NotReflectedKeys
from transformer.view.consumer import ConsumerView


@dataclass(frozen=True, slots=True)
class Target:
    """What reflection towards one provider (*remote*) is set to, and what came up while it was found out."""

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
    """The target for a provider, from the settings and the best source that was exported."""
    sources = BestSources(view, remote)
    pod_cidrs, facts = sources.pod_cidrs()
    keys, reflection = sources.not_reflected(), sources.reflection()
    return Target(remote, pod_cidrs, facts, reflection, keys, tuple(sources.findings))
