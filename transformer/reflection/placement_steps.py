"""C07, C09 and C10 in words, for who asks for the steps of a slice."""

from __future__ import annotations

from transformer.findings.finding import quoted
from transformer.network.address import Address, parse_address
from transformer.network.cidr import parse_cidr
from transformer.outcome import Fact
from transformer.resources.slice import Endpoint
from transformer.view.answer import Value
from transformer.view.placement import Placement
from transformer.view.target import Target
from transformer.view.trail import Stops, Trail


def record_placement(trail: Trail, number: int, endpoint: Endpoint, placement: Placement, local: str) -> None:
    """C09: the cluster, and what says so. Guesses and faults are findings, recorded by themselves."""
    trail.begin("C09", number)
    if placement.dropped is not None or placement.is_ambiguous:
        return
    node = endpoint.get("nodeName")
    if node is None:
        words = "no nodeName, so on no cluster: reflected"
    elif placement.cluster == "":
        words = f"node {quoted(node)} is virtual, and of no known cluster"
    else:
        whose = ", the consumer itself" if placement.cluster == local else ""
        said = "" if placement.facts or placement.remark is not None else ", as the settings say"
        words = f"on cluster {placement.cluster}{whose}{said}"
    trail.add(words, facts=placement.facts)


def record_left_out(trail: Trail, remote: str) -> None:
    """C07: an endpoint on a node of the provider."""
    trail.add(f"on {remote}, which knows its own pods: left out", rule="C07", stops=Stops.ENDPOINT)


def record_translation(trail: Trail, text: str, answer: Value, target: Target, local: str) -> None:
    """C10: an address that was translated, or needed no translation."""
    address = parse_address(text)
    if address is None or not target.holds(address):
        words = f"outside the pod CIDRs of {local}: known to others by its IP object"
        trail.add(words, rule="C10", before=text, after=answer.text, facts=answer.facts)
        return
    # Where several Configurations give the same pod CIDRs, one is enough.
    facts = tuple(fact for fact in answer.facts if _holds(fact, address))[:1]
    words = f"in a pod CIDR of {local}{'' if facts else ' that the settings give'}: sent as it is"
    trail.add(words, rule="C10", before=text, after=answer.text, facts=facts)


def _holds(fact: Fact, address: Address) -> bool:
    cidr = parse_cidr(fact.value)
    return cidr is not None and cidr.contains(address)
