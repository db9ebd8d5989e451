"""How one slice became another, or why it did not: the steps that the rules took, recorded for who asks for them.

The rules themselves record their steps, where they are handed a trail; an ordinary run hands none, and pays one
comparison with None.
"""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum
from typing import NamedTuple

from transformer.findings.catalogue import CATALOGUE
from transformer.findings.finding import Finding, ObjectRef, Severity
from transformer.outcome import Fact
from transformer.resources.slice import EndpointSlice, Slice


class Stops(StrEnum):
    """What goes no further than a step: the address or the endpoint it is about, or the whole slice."""

    ADDRESS = "address"
    ENDPOINT = "endpoint"
    SLICE = "slice"


class Step(NamedTuple):
    """One step of a rule. ``endpoint`` and ``place`` count from 0 in the slice that the rule was given; a step without
    them is about the slice, one without ``place`` about the endpoint.

    ``before`` and ``after`` are the address in front of the step and behind it; None for a step that is about none.
    ``facts`` are the fields it read. ``finding`` is what was found there: a remark, a guess, or what stops the slice.
    """

    rule: str
    words: str
    endpoint: int | None = None
    place: int | None = None
    before: str | None = None
    after: str | None = None
    facts: tuple[Fact, ...] = ()
    stops: Stops | None = None
    finding: Finding | None = None


class Trail:
    """The steps of one slice towards one provider, in their order: of an EndpointSlice on the consumer's side, of a
    ShadowEndpointSlice on the provider's. ``made`` is the object that came of it, if one did."""

    def __init__(self, slice: Slice, provider: str) -> None:
        self.slice = slice
        self.provider = provider
        self.steps: list[Step] = []
        self.made: ObjectRef | None = None
        self._rule = ""
        self._endpoint: int | None = None
        self._place: int | None = None

    @property
    def is_of_consumer(self) -> bool:
        """Whether the rules are those of the consumer's side."""
        return isinstance(self.slice, EndpointSlice)

    def begin(self, rule: str, endpoint: int | None = None, place: int | None = None) -> None:
        """Says which rule is at work, and on which endpoint and address: what the next steps are of."""
        self._rule, self._endpoint, self._place = rule, endpoint, place

    def go_on(self, rule: str) -> None:
        """Says that another rule is at work on the same address."""
        self._rule = rule

    def add(
        self,
        words: str,
        *,
        rule: str | None = None,
        before: str | None = None,
        after: str | None = None,
        facts: tuple[Fact, ...] = (),
        stops: Stops | None = None,
    ) -> None:
        """Records a step of the rule at work, or of another one on the same address."""
        place = (self._endpoint, self._place)
        self.steps.append(Step(rule or self._rule, words, *place, before, after, facts, stops))

    def add_finding(self, found: Finding, path: tuple[str | int, ...] = (), stops: Stops | None = None) -> None:
        """Records what was found at a path below the slice's template. An error stops the slice."""
        if found.severity is Severity.ERROR:
            stops = Stops.SLICE
        self.steps.append(Step(self._rule_of(found.code), found.message, *_about(path), stops=stops, finding=found))

    def _rule_of(self, code: str) -> str:
        """The rule at work where the code may come of it, else the one of this side that it comes of."""
        rules = CATALOGUE[code].rules
        side = "C" if self.is_of_consumer else "P"
        of_side = [rule for rule in rules if rule.startswith(side)]
        return self._rule if self._rule in rules or not of_side else of_side[0]


class Trails:
    """The trails of a run, for the slices ``wanted``: EndpointSlices of the consumer, by what they were exported as."""

    def __init__(self, wanted: Collection[ObjectRef]) -> None:
        self._wanted = frozenset(wanted)
        self.found: list[Trail] = []

    def begin(self, slice: Slice, provider: str) -> Trail | None:
        """A new trail for a slice that is wanted, or that was made of one; None for any other."""
        if slice.trace.ref not in self._wanted:
            return None
        trail = Trail(slice, provider)
        self.found.append(trail)
        return trail


def _about(path: tuple[str | int, ...]) -> tuple[int | None, int | None]:
    """The endpoint and the address that a path below a slice's template leads to."""
    if len(path) < 2 or path[0] != "endpoints" or not isinstance(path[1], int):
        return None, None
    place = path[3] if len(path) > 3 and path[2] == "addresses" else None
    return path[1], place if isinstance(place, int) else None
