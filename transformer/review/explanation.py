"""The chain behind every address of a slice, for one provider: from the endpoint in the consumer's export to what is
written, or to the step that ended it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from transformer.findings.finding import Location, ObjectRef
from transformer.outcome import Fact
from transformer.resources.slice import Endpoint, target_text
from transformer.review.fact_places import FactPlaces
from transformer.view.trail import Step, Stops, Trail


class PlacedFact(NamedTuple):
    """A field that a step read, and where it stands, as far as its object is at hand."""

    fact: Fact
    location: Location | None


class TakenStep(NamedTuple):
    """A step of a rule, with the places of what it read; its endpoint and address are those of the consumer's slice.
    ``on_provider``: it was taken on the provider's side."""

    step: Step
    facts: tuple[PlacedFact, ...]
    on_provider: bool


class Chain(NamedTuple):
    """One address of an endpoint: how it stands in the consumer's export, the steps, and what became of it.

    ``sent`` is how it stands in the ShadowEndpointSlice, ``result`` in the EndpointSlice; None where it is in none.
    ``reason`` is then the step that kept it out, unless only the provider's export is missing.
    """

    address: str
    steps: tuple[TakenStep, ...]
    sent: str | None
    result: str | None
    reason: TakenStep | None

    @property
    def values(self) -> Iterator[str]:
        """Every address on the way, the first and the last one included."""
        yield self.address
        for each in self.steps:
            yield from (value for value in (each.step.before, each.step.after) if value is not None)


class EndpointExplanation(NamedTuple):
    """An endpoint of the consumer's slice, by its number there, with its target and node where it has them. ``steps``
    are those about it as a whole."""

    number: int
    target: str
    node: str
    location: Location
    steps: tuple[TakenStep, ...]
    addresses: tuple[Chain, ...]


class SliceExplanation(NamedTuple):
    """A slice of the consumer towards one provider. ``service`` is ``namespace/name``, empty for a slice of none.

    ``sent`` and ``result`` are the ShadowEndpointSlice and the EndpointSlice that came of it, if they did; ``steps``
    are those about the slice as a whole, ``reason`` the step that ended it, if one did.
    """

    source: ObjectRef
    location: Location
    service: str
    sent: ObjectRef | None
    result: ObjectRef | None
    steps: tuple[TakenStep, ...]
    endpoints: tuple[EndpointExplanation, ...]
    reason: TakenStep | None

    @property
    def all_steps(self) -> Iterator[TakenStep]:
        """The steps about the slice, about its endpoints and about their addresses."""
        yield from self.steps
        for endpoint in self.endpoints:
            yield from endpoint.steps
            for chain in endpoint.addresses:
                yield from chain.steps


def explain_slice(reflected: Trail, remapped: Trail | None, service: str, places: FactPlaces) -> SliceExplanation:
    """The explanation of one slice: ``reflected`` is its trail on the consumer's side, ``remapped`` that of its
    ShadowEndpointSlice on the provider's, where there is one and the provider was exported."""
    source = reflected.slice
    taken = [_taken(each, places, on_provider=False) for each in reflected.steps]
    if remapped is not None:
        numbers = _source_numbers(reflected)
        taken += [_taken(_renumbered(each, numbers), places, on_provider=True) for each in remapped.steps]
    about: dict[tuple[int | None, int | None], list[TakenStep]] = {}
    for each in taken:
        about.setdefault((each.step.endpoint, each.step.place), []).append(each)
    reason = next((each for each in taken if each.step.stops is Stops.SLICE), None)
    made = (reflected.made, None if remapped is None else remapped.made)
    return SliceExplanation(
        source=source.ref,
        location=source.origin.at(("metadata", "name")),
        service=service,
        sent=made[0],
        result=made[1],
        steps=tuple(about.get((None, None), ())),
        endpoints=tuple(
            EndpointExplanation(
                number,
                target_text(endpoint["targetRef"]) if endpoint.get("targetRef") else "",
                endpoint.get("nodeName") or "",
                source.trace.at("endpoints", number),
                tuple(about.get((number, None), ())),
                _chains(number, endpoint, about, reason, made),
            )
            for number, endpoint in enumerate(source.endpoints)
        ),
        reason=reason,
    )


def _chains(
    number: int,
    endpoint: Endpoint,
    about: Mapping[tuple[int | None, int | None], Sequence[TakenStep]],
    refused: TakenStep | None,
    made: tuple[ObjectRef | None, ObjectRef | None],
) -> tuple[Chain, ...]:
    """The chains of an endpoint's addresses. ``refused`` is the step that ended the slice, ``made`` the objects that
    came of it."""
    of_endpoint = _end(about.get((number, None), ()))
    chains = []
    for place, address in enumerate(endpoint["addresses"]):
        steps = tuple(about.get((number, place), ()))
        reason = _end(steps) or of_endpoint or refused
        # What was kept out on the provider's side alone was sent all the same.
        is_sent = made[0] is not None and (reason is None or reason.on_provider)
        sent = _last(address, (each for each in steps if not each.on_provider)) if is_sent else None
        result = _last(address, steps) if made[1] is not None and reason is None else None
        chains.append(Chain(address, steps, sent, result, reason))
    return tuple(chains)


def _taken(step: Step, places: FactPlaces, *, on_provider: bool) -> TakenStep:
    return TakenStep(step, tuple(PlacedFact(fact, places.location(fact)) for fact in step.facts), on_provider)


def _end(steps: Sequence[TakenStep]) -> TakenStep | None:
    """The step that stopped what they are about, or the whole slice because of it, if one did."""
    return next((each for each in steps if each.step.stops is not None), None)


def _last(address: str, steps: Iterable[TakenStep]) -> str:
    """How an address stands behind all of these steps."""
    for each in steps:
        address = each.step.after if each.step.after is not None else address
    return address


#: For each endpoint of a derived slice, its number in the source, and for each of its addresses, the place there.
Numbers = Sequence[tuple[int, Sequence[int]]]


def _source_numbers(reflected: Trail) -> Numbers:
    """What the derived slice holds, in the numbers of its source: all that no step stopped."""
    stopped = {(each.endpoint, each.place) for each in reflected.steps if each.stops is not None}
    return [
        (number, [place for place in range(len(endpoint["addresses"])) if (number, place) not in stopped])
        for number, endpoint in enumerate(reflected.slice.endpoints)
        if (number, None) not in stopped
    ]


def _renumbered(step: Step, numbers: Numbers) -> Step:
    if step.endpoint is None:
        return step
    number, places = numbers[step.endpoint]
    return step._replace(endpoint=number, place=None if step.place is None else places[step.place])
