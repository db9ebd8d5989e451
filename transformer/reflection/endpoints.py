"""C07, C08, C09, C11, C12: the endpoints that a provider gets, and the direct-connections data about them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from transformer.findings.finding import Severity
from transformer.network.address import Address, parse_address
from transformer.outcome import Fact, endpoint_field
from transformer.profiles import Profile
from transformer.reflection.link_remarks import off_link, through_consumer, unchecked_link
from transformer.reflection.link_steps import record_data, record_raw
from transformer.reflection.placement_steps import record_left_out, record_placement, record_translation
from transformer.reflection.translation import translate
from transformer.resources.slice import ORIGIN, Endpoint, EndpointSlice, target_text
from transformer.view.address_checks import duplicate_problem, family_problem
from transformer.view.answer import Answer, Problem, Value
from transformer.view.consumer import ConsumerView
from transformer.view.link import Link
from transformer.view.notes import Notes
from transformer.view.placement import Placement
from transformer.view.target import Target
from transformer.view.trail import Stops

#: What C08 keeps of an endpoint as it is.
_KEPT = ("hostname", "zone", "hints")
#: A path below the slice's template.
Steps = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class ReflectedEndpoints:
    """The endpoints for a provider, the numbers they have in the source, and the data (C12) by cluster id."""

    endpoints: list[dict[str, Any]]
    sources: list[int]
    data: dict[str, list[str]]


class EndpointReflection:
    """The rules for the endpoints of one slice towards one provider."""

    def __init__(
        self,
        slice: EndpointSlice,
        view: ConsumerView,
        target: Target,
        profile: Profile,
        is_annotated: bool,
        notes: Notes,
    ) -> None:
        self._slice = slice
        self._view = view
        self._target = target
        self._profile = profile
        self._is_annotated = is_annotated
        self._notes = notes
        self._trail = notes.trail

    def reflect(self) -> ReflectedEndpoints:
        """All endpoints, in order; what is left out or refused is in the notes."""
        result = ReflectedEndpoints([], [], {})
        for number, endpoint in enumerate(self._slice.endpoints):
            placement = self._view.placement.of(endpoint.get("nodeName"), endpoint["addresses"])
            self._notes.add_facts(self._fact(endpoint), *placement.facts)
            if self._trail is not None:
                record_placement(self._trail, number, endpoint, placement, self._view.id)
            if self._is_left_out(number, placement):
                continue
            addresses, direct = self._addresses(number, endpoint, placement)
            if direct:
                result.data.setdefault(placement.cluster or "", []).extend(direct)
            result.endpoints.append(self._forged(endpoint, addresses))
            result.sources.append(number)
        self._warn_of_shared_addresses(result)
        return result

    def _fact(self, endpoint: Endpoint) -> Fact:
        """The endpoint by its target, or by its addresses where it has none, and what a change of it would be."""
        addresses, target = ", ".join(endpoint["addresses"]), endpoint.get("targetRef")
        ready = (endpoint.get("conditions") or {}).get("ready")
        parts = [
            addresses,
            f"on node {endpoint['nodeName']}" if endpoint.get("nodeName") else "",
            "not ready" if ready is False else "",
        ]
        return Fact(
            self._slice.ref,
            endpoint_field(target_text(target) if target else addresses),
            " ".join(part for part in parts if part),
            self._view.id,
        )

    def _is_left_out(self, number: int, placement: Placement) -> bool:
        if placement.dropped is not None:
            # A slice that came from another consumer names that consumer as node: no node is missing then (H18).
            is_second_hop = ORIGIN in self._slice.labels
            self._notes.add(
                Problem(
                    "second-hop" if is_second_hop else "unknown-node",
                    f"{placement.dropped}: Liqo leaves the endpoint out",
                ),
                "endpoints",
                number,
                "nodeName",
                stops=Stops.ENDPOINT,
            )
            return True
        if placement.remark is not None:
            self._notes.add(self._judged(placement.remark), "endpoints", number, "nodeName")
        # Where the cluster cannot be told there is nothing true to say of the addresses; the remark refuses the slice.
        is_own = placement.cluster is not None and placement.cluster == self._target.remote
        if is_own and self._trail is not None:
            record_left_out(self._trail, self._target.remote)
        return is_own or placement.is_ambiguous

    def _addresses(self, number: int, endpoint: Endpoint, placement: Placement) -> tuple[list[str], list[str]]:
        """The addresses to write, and those of them that the data lists."""
        is_third = self._is_annotated and placement.is_third(self._view.id, self._target.remote)
        third = (placement.cluster or "") if is_third else None
        if self._trail is not None:
            self._trail.begin("C11", number)
        if third is not None:
            self._note_link_to(third, number)
        addresses = [(text, parse_address(text)) for text in endpoint["addresses"]]
        raw = [self._is_annotated and self._is_sent_raw(each, is_third, placement) for _, each in addresses]
        is_listed = is_third and any(raw) and self._is_listed(number, endpoint, placement)
        written: list[str] = []
        listed: list[str] = []
        for place, ((text, address), is_raw) in enumerate(zip(addresses, raw, strict=True)):
            steps = ("endpoints", number, "addresses", place)
            if self._trail is not None:
                self._trail.begin("C11" if is_raw else "C10", number, place)
            self._check_family(text, address, steps)
            if is_raw and not is_listed:
                self._warn_of_raw(text, steps)
            if is_raw and self._trail is not None:
                record_raw(self._trail, text, address, self._view.id, third, self._links_to(third or ""))
                if third is not None:
                    record_data(self._trail, text, third, is_listed)
            result = text if is_raw else self._translated(text, steps, third)
            if result is not None and result != text:
                self._check_family(result, parse_address(result), steps)
            if result is None or (result in written and self._is_dropped_duplicate(result, steps)):
                continue
            written.append(result)
            if is_raw and is_listed:
                listed.append(result)
        return written, listed

    def _judged(self, remark: Problem) -> Problem:
        if remark.code != "unlabelled-virtual-node":
            return remark
        is_refused = self._is_annotated and self._profile.refuses_unlabelled_virtual_nodes
        return remark if is_refused else replace(remark, severity=Severity.WARNING)

    def _is_listed(self, number: int, endpoint: Endpoint, placement: Placement) -> bool:
        """Whether an endpoint on a third cluster is in the data (C12)."""
        if endpoint.get("targetRef") is not None:
            return True
        is_listed = self._profile.data_without_target_ref
        consequence = (
            "it is in the direct-connections data all the same; Liqo 1.2 would leave it out"
            if is_listed
            else "Liqo 1.2 leaves it out of the direct-connections data"
        )
        problem = Problem(
            "missing-target-ref",
            f"the endpoint is on cluster {placement.cluster} and has no targetRef: {consequence}",
            severity=Severity.INFO if is_listed else None,
            cause=placement.cluster,
        )
        self._notes.add(problem, "endpoints", number)
        return is_listed

    def _is_sent_raw(self, address: Address | None, is_third: bool, placement: Placement) -> bool:
        """Whether an address of an annotated slice leaves as the consumer sees it (C11)."""
        if not self._profile.sends_only_third_cluster_raw:
            return True
        if not is_third:
            return False
        if address is None:
            return False  # no address of any link: C10 says what is the matter with it
        links = self._links_to(placement.cluster or "")
        if not links or any(link.sees(address) for link in links):
            return True
        for link in links:
            for unreadable in link.unreadable:  # may be the one that holds the address
                self._notes.add(unreadable.problem(self._view.id))
        return False

    def _note_link_to(self, cluster: str, number: int) -> None:
        """Keeps what is known of the link to a third cluster; where nothing is, that this is a guess."""
        if not self._profile.sends_only_third_cluster_raw:
            return
        links = self._links_to(cluster)
        for link in links:
            self._notes.add_facts(*link.seen_facts)
        if not links and cluster:
            self._notes.add(unchecked_link(self._view.id, cluster), "endpoints", number)

    def _links_to(self, cluster: str) -> list[Link]:
        """The consumer's Configurations of a cluster that say how it sees that cluster."""
        return [link for link in self._view.links.of(cluster) if link.has_status]

    def _translated(self, text: str, steps: Steps, off_link_to: str | None) -> str | None:
        """The address by C10; None when it is refused or unknown, which the notes then say.

        ``off_link_to`` is the third cluster of an address that is not on the link to it (C11).
        """
        answer = self._translate(text)
        result = self._notes.text_of(answer, *steps)
        if result is None:
            return None
        if self._trail is not None and isinstance(answer, Value):
            record_translation(self._trail, text, answer, self._target, self._view.id)
        # Only the profile that translates here gets this far: Liqo sends every address of such a slice raw (H2).
        if off_link_to is not None:
            self._notes.add(off_link(text, result, self._view.id, off_link_to, self._links_to(off_link_to)), *steps)
        elif self._is_annotated and result != text:
            self._notes.add(through_consumer(text, result), *steps)
        return result

    def _translate(self, text: str) -> Answer:
        slice = self._slice
        return translate(text, slice.ref.namespace, slice.address_type, self._view, self._target, self._profile)

    def _warn_of_raw(self, text: str, steps: Steps) -> None:
        """H2: an address that leaves raw, is not in the data, and that C10 would have changed or refused."""
        answer = self._translate(text)
        if isinstance(answer, Value) and answer.text == text:
            return
        otherwise = f"to {answer.text}" if isinstance(answer, Value) else "if it could"
        problem = Problem(
            "untranslated-address",
            f"{text} leaves {self._view.id} untranslated, since its Service asks for direct connections; "
            f"without the annotation Liqo would translate it {otherwise}",
        )
        self._notes.add(problem, *steps)

    def _check_family(self, text: str, address: Address | None, steps: Steps) -> None:
        mismatch = family_problem(address, text, self._slice.address_type)
        if mismatch is not None:
            self._notes.add(mismatch, *steps)

    def _is_dropped_duplicate(self, text: str, steps: Steps) -> bool:
        """Reports an address that the endpoint has already; true when the profile leaves the second out."""
        is_kept = self._profile.keeps_first_duplicate
        problem = duplicate_problem(text, self._target.remote, self._profile)
        self._notes.add(problem, *steps, stops=Stops.ADDRESS if is_kept else None)
        return is_kept

    def _warn_of_shared_addresses(self, result: ReflectedEndpoints) -> None:
        """H8: the provider tells direct addresses by their text alone, so another endpoint that has the text
        of a direct one is mapped with the wrong Configuration."""
        listed = {text: cluster for cluster, addresses in result.data.items() for text in addresses}
        if not listed:
            return
        if self._trail is not None:
            self._trail.begin("C12")
        for source, endpoint in zip(result.sources, result.endpoints, strict=True):
            placement = self._view.placement.of(
                self._slice.endpoints[source].get("nodeName"), self._slice.endpoints[source]["addresses"]
            )
            for place, text in enumerate(endpoint["addresses"]):
                if text in listed and placement.cluster != listed[text]:
                    problem = Problem(
                        "direct-data-mismatch",
                        f"{text} is not on cluster {listed[text]}, but an endpoint there has the same address in the "
                        "direct-connections data: the provider will map both as that cluster's",
                    )
                    self._notes.add(problem, "endpoints", source, "addresses", place)

    def _forged(self, endpoint: Endpoint, addresses: list[str]) -> dict[str, Any]:
        """The endpoint as C08 has it."""
        forged: dict[str, Any] = {"addresses": addresses, "nodeName": self._view.id}
        ready = (endpoint.get("conditions") or {}).get("ready")
        if ready is not None:
            forged["conditions"] = {"ready": ready}
        for name in _KEPT:
            value = endpoint.get(name)
            if value is not None:
                forged[name] = value
        target_ref = endpoint.get("targetRef")
        if target_ref is not None:
            forged["targetRef"] = {**target_ref, "kind": f"Remote{target_ref.get('kind') or ''}"}
        return forged
