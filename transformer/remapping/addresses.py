"""P05 and P06: the address by which a provider reaches a pod, through the consumer or over the direct link."""

from __future__ import annotations

from dataclasses import dataclass

from transformer.findings.finding import Related, Severity, quoted
from transformer.network.address import Address, parse_address
from transformer.network.host_part import with_host_part
from transformer.profiles import LIQO_1_2, Profile
from transformer.remapping.cidr_step import entry_problem, lossy_prefix, map_within
from transformer.remapping.configured import has_status, is_configured, single_link
from transformer.remapping.mapping_steps import record_host_part, record_mapped, record_real, record_unmapped
from transformer.view.answer import Answer, Problem, Refused, Value
from transformer.view.link import CidrList, Link, LinkIndex
from transformer.view.trail import Trail


@dataclass(frozen=True, slots=True)
class AddressMapping:
    """How one provider maps the addresses of one consumer's slices.

    ``owner`` is the provider's id, ``links`` its Configurations; ``consumer_links`` are the consumer's,
    where they are at hand (a fleet run, --consumer-view), and ``origin`` is the consumer's id. ``trail`` takes the
    steps where somebody asks for them.
    """

    owner: str
    links: LinkIndex
    origin: str
    consumer_links: LinkIndex | None
    profile: Profile
    trail: Trail | None = None

    def map(self, text: str, is_fqdn: bool) -> Answer:
        """An ordinary address, through the consumer (P05)."""
        if self.trail is not None:
            self.trail.go_on("P05")
        link = single_link(self.links, self.owner, self.origin)
        if isinstance(link, Problem):
            return Refused(link)
        remarks: tuple[Problem, ...] = ()
        for problem in is_configured(link, self.owner, self.profile):
            if problem.code != "legacy-configuration":
                return Refused(problem)
            remarks = (problem,)
        address = parse_address(text)
        if address is None:
            return Refused(_no_address(text, is_fqdn))
        is_legacy = link.configuration.is_legacy
        for cidrs in (link.pod, link.external):
            answer = map_within(
                text, address, link, _first_only(cidrs) if is_legacy else cidrs, self.owner, self.profile
            )
            if isinstance(answer, Refused):
                return answer
            if answer is not None:
                if self.trail is not None:
                    record_mapped(self.trail, text, answer, self.owner, self.origin)
                return Value(answer.text, answer.facts, remarks + answer.remarks)
        if self.trail is not None:
            record_unmapped(self.trail, text, self.owner, self.origin)
        outside = Problem(
            "untranslated-address",
            f"{text} lies in none of the CIDRs that {self.owner} knows of {self.origin}: it is written as it is",
        )
        return Value(text, (), (*remarks, outside))

    def force_map(self, text: str, cluster: str, is_fqdn: bool) -> Answer:
        """An address that the data lists under ``cluster``, over the direct link (P06)."""
        if self.trail is not None:
            self.trail.go_on("P06")
        link = single_link(self.links, self.owner, cluster)
        if isinstance(link, Problem):
            return Refused(link)
        incomplete = has_status(link, self.owner)
        if incomplete is not None:
            return Refused(incomplete)
        address = parse_address(text)
        if address is None:
            return Refused(_no_address(text, is_fqdn))
        view = self._consumer_link(cluster)
        as_written = map_within(text, address, link, link.pod, self.owner, self.profile)
        if self.profile.answers_outside_pod_cidrs:
            if isinstance(view, Problem):
                return Refused(view)
            if view is not None:
                return self._by_real_address(text, address, cluster, link, view)
        if as_written is None:
            if self.profile.answers_outside_pod_cidrs:
                return self._by_host_part(text, address, cluster, link)
            return Refused(self._outside_in_liqo(text, address, cluster, link, view))
        if self.trail is not None and isinstance(as_written, Value):
            record_mapped(self.trail, text, as_written, self.owner, cluster)
        return as_written

    def _consumer_link(self, cluster: str) -> Link | Problem | None:
        """The consumer's Configuration of the cluster; None when it is not at hand or has no status."""
        if self.consumer_links is None or not self.consumer_links.of(cluster):
            return None
        link = single_link(self.consumer_links, self.origin, cluster)
        return link if isinstance(link, Problem) or link.has_status else None

    def _by_real_address(self, text: str, address: Address, cluster: str, link: Link, view: Link) -> Answer:
        """P06 with the consumer's view: back to the pod's real address, and on from there."""
        found = self._real_address(text, address, cluster, link, view)
        if not isinstance(found, Value):
            return found
        if self.trail is not None:
            record_real(self.trail, text, found, self.origin, cluster)
        answer = self._of_real(found.text, link)
        if answer is None:
            return Refused(self._refused(text, cluster, link, found.text))
        if isinstance(answer, Refused):
            return answer
        if self.trail is not None:
            record_mapped(self.trail, found.text, answer, self.owner, cluster)
        remarks = answer.remarks
        in_liqo = map_within(text, address, link, link.pod, self.owner, LIQO_1_2)
        if in_liqo is None:
            remarks = (*remarks, self._answered(text, cluster, link, found.text, answer.text))
        elif not isinstance(in_liqo, Value) or in_liqo.text != answer.text:
            instead = f"give {in_liqo.text}" if isinstance(in_liqo, Value) else f"refuse it ({in_liqo.problem.code})"
            message = (
                f"{text} is {found.text} on {cluster} itself, which {self.owner} reaches as {answer.text}; "
                f"Liqo 1.2 would {instead}"
            )
            remarks = (*remarks, Problem("unlike-1.2", message, severity=Severity.WARNING))
        return Value(answer.text, found.facts + answer.facts, remarks)

    def _of_real(self, real: str, link: Link) -> Value | Refused | None:
        address = parse_address(real)
        return None if address is None else map_within(real, address, link, link.pod, self.owner, self.profile)

    def _outside_in_liqo(
        self, text: str, address: Address, cluster: str, link: Link, view: Link | Problem | None
    ) -> Problem:
        """H1, where the profile refuses: with both views, as far as they are at hand, to show what is the matter."""
        found = self._real_address(text, address, cluster, link, view) if isinstance(view, Link) else None
        if not isinstance(found, Value):
            return self._refused(text, cluster, link)
        answer = self._of_real(found.text, link)
        result = answer.text if isinstance(answer, Value) else None
        return self._refused(text, cluster, link, found.text, result)

    def _real_address(self, text: str, address: Address, cluster: str, link: Link, view: Link) -> Answer:
        """The pod's address in its own cluster, by the consumer's Configuration of that cluster."""
        for index, seen in enumerate(view.pod.seen):
            if seen.cidr is None or not seen.cidr.contains(address):
                continue
            if index >= len(view.pod.real):
                message = (
                    f"{text} lies in entry {index} of status.remote.cidr.pod of {view.ref}, whose spec has "
                    f"{len(view.pod.real)} entries"
                )
                return Refused(entry_problem("unequal-cidr-lists", view, self.origin, "spec", "pod", None, message))
            real = view.pod.real[index]
            facts = view.facts("pod", index)
            if real.text == seen.text:
                return Value(text, facts)
            if real.cidr is None:
                message = f"{quoted(real.text)} is no CIDR"
                return Refused(entry_problem("invalid-cidr", view, self.origin, "spec", "pod", index, message))
            if real.cidr.bits != seen.cidr.bits:
                message = f"entry {index} of {view.ref} maps {real.text} to {seen.text}, which is of another family"
                return Refused(entry_problem("family-mismatch", view, self.origin, "status", "pod", index, message))
            if seen.cidr.prefix_length > real.cidr.prefix_length:
                message = (
                    f"{self.origin} maps {real.text} of {cluster} to {seen.text}, a longer prefix: which pod {text} is "
                    "cannot be told"
                )
                return Refused(entry_problem("ambiguous-host-part", view, self.origin, "status", "pod", index, message))
            return Value(str(with_host_part(address, real.cidr)), facts)
        if view.unreadable:
            return Refused(view.unreadable[0].problem(self.origin))
        return Refused(self._refused(text, cluster, link))

    def _by_host_part(self, text: str, address: Address, cluster: str, link: Link) -> Answer:
        """P06 without the consumer's view: the host part in the cluster's one pod CIDR."""
        seen = link.pod.seen
        if not seen:
            return Refused(self._refused(text, cluster, link))
        several = max(len(seen), len(link.pod.real))
        if several > 1:
            message = (
                f"{text} lies in no pod CIDR of {cluster} that {self.owner} knows, and {link.ref} has {several} of "
                "them: which one it belongs to cannot be told without the consumer's Configurations"
            )
            return Refused(entry_problem("ambiguous-host-part", link, self.owner, "status", "pod", None, message))
        if seen[0].cidr is None:
            message = f"{quoted(seen[0].text)} is no CIDR"
            return Refused(entry_problem("invalid-cidr", link, self.owner, "status", "pod", 0, message))
        if seen[0].cidr.bits != address.bits:
            message = f"{text} would have to go into {seen[0].text}, which is of another family"
            return Refused(entry_problem("family-mismatch", link, self.owner, "status", "pod", 0, message))
        result = str(with_host_part(address, seen[0].cidr))
        remarks: tuple[Problem, ...] = (self._answered(text, cluster, link, None, result),)
        real = link.pod.real[0].cidr if link.pod.real else None
        if real is not None and real.bits == seen[0].cidr.bits and real.prefix_length != seen[0].cidr.prefix_length:
            problem = lossy_prefix(address, link, "pod", 0, real, seen[0].cidr, self.owner, self.profile)
            if problem.severity is Severity.ERROR:
                return Refused(problem)
            remarks = (*remarks, problem)
        answer = Value(result, link.facts("pod", 0) if link.pod.real else (), remarks)
        if self.trail is not None:
            record_host_part(self.trail, text, answer, self.owner, cluster)
        return answer

    def _refused(
        self, text: str, cluster: str, link: Link, real: str | None = None, result: str | None = None
    ) -> Problem:
        """H1: no address, or one that the profile does not give."""
        reached = "has no address for it" if result is None else f"would reach it as {result}"
        message = f"{self._views(text, cluster, link, real)}; {self.owner} {reached}; Liqo 1.2 refuses the slice"
        remedy = None
        if self.profile.answers_outside_pod_cidrs:
            remedy = (
                f"Compare the pod CIDRs of {cluster} in the Configurations of {self.origin} and of {self.owner}: they "
                "do not fit together, so that one is out of date. Export both again."
            )
        known = Related(f"what {self.owner} knows of {cluster}", link.ref, link.at("spec", "pod"))
        return Problem("outside-pod-cidrs", message, remedy=remedy, related=(known,))

    def _answered(self, text: str, cluster: str, link: Link, real: str | None, result: str) -> Problem:
        """The warning for an address that we give and Liqo 1.2 would not."""
        remedy = (
            f"Apply this result where Liqo 1.2 cannot, or give {cluster} a pod CIDR that {self.origin} need not remap."
        )
        if real is None:
            remedy += " The address is a guess by its host part: with --consumer-view it is known."
        views = self._views(text, cluster, link, real)
        message = f"{views}; {self.owner} reaches it as {result}; Liqo 1.2 would refuse the slice"
        return Problem("outside-pod-cidrs", message, severity=Severity.WARNING, remedy=remedy)

    def _views(self, text: str, cluster: str, link: Link, real: str | None) -> str:
        """The address as the consumer and its own cluster see it."""
        known = ", ".join(entry.text for entry in link.pod.real) or "none"
        return (
            f"{self.origin} sees the pod as {text}{self._seen_by_consumer(cluster)}; on {cluster} itself it is "
            f"{real or 'not known'} (pod CIDRs that {self.owner} knows of it: {known})"
        )

    def _seen_by_consumer(self, cluster: str) -> str:
        if self.consumer_links is None:
            return ""
        seen = [entry.text for link in self.consumer_links.of(cluster) for entry in link.pod.seen]
        return f" (pod CIDRs of {cluster} as {self.origin} sees them: {', '.join(seen)})" if seen else ""


def _first_only(cidrs: CidrList) -> CidrList:
    """H31: Liqo 1.1 and older use only the first entry of each list."""
    return CidrList(cidrs.sort, cidrs.real[:1], cidrs.seen[:1])


def _no_address(text: str, is_fqdn: bool) -> Problem:
    if is_fqdn:
        return Problem("fqdn-addresses", f"the slice holds names, not addresses: {text} cannot be mapped")
    return Problem("invalid-address", f"{quoted(text)} is no IP address")
