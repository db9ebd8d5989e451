"""The causes of each line of a comparison, the surest first: facts that have another value, an edit, settings, facts of
one side alone, the source slice, our version. What is gone is explained by the run that does not make it any more."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from transformer.findings.change import Cause, Change, ChangeKind
from transformer.findings.finding import Location, ObjectRef
from transformer.manifests.manifest import FieldPath
from transformer.network.address import Address
from transformer.outcome import Fact
from transformer.review.causes import (
    ChangedFacts,
    FactChange,
    FactPlace,
    fact_causes,
    fact_changes,
    gone_causes,
    one_sided_causes,
    other_causes,
    setting_causes,
    source_addresses,
    version_causes,
)
from transformer.review.compare import SHADOW, Difference, facts_of, shadow_key
from transformer.review.endpoint_changes import name_of
from transformer.review.endpoint_state import endpoint_states, has_endpoints
from transformer.review.sides import FolderSide, ObjectKey, Side, Version

#: What is known of a source slice that has no result for a provider: source, provider, refusal codes.
Why = Callable[[ObjectRef, str, tuple[str, ...]], tuple[Cause, ...]]

#: The EndpointSlice that an object was made from, and whose export holds it.
Source = tuple[ObjectRef, str]

#: What is as the source slice has it, where no fact says otherwise.
_OF_SOURCE = frozenset(
    {
        ChangeKind.SLICE_ADDED,
        ChangeKind.READY,
        ChangeKind.LABEL,
        ChangeKind.ANNOTATION,
        ChangeKind.PORTS,
        ChangeKind.FIELD,
        ChangeKind.ENDPOINT_FIELD,
    }
)
_GONE = frozenset({ChangeKind.SLICE_REMOVED, ChangeKind.REFUSED})


@dataclass(frozen=True, slots=True)
class Reasons:
    """Finds the causes of the changes between two sides. ``place`` says where a fact stands now, ``why`` why a slice
    has no result now; where the exports are not at hand (``knows_inputs``), both know nothing."""

    before: FolderSide
    after: Side
    place: FactPlace
    why: Why
    knows_inputs: bool = True

    def explained(self, difference: Difference) -> tuple[Change, ...]:
        """The changes of a difference, each with its causes."""
        key = difference.key
        changed = ChangedFacts(self._changed_facts(key))
        facts = (*facts_of(self.after, key), *facts_of(self.before, key))
        source = _source(difference, facts)
        addresses = source_addresses(facts)
        return tuple(
            each._replace(
                causes=self._causes(each, difference, changed.about(each), source, addresses.get(each.endpoint, []))
            )
            for each in difference.changes
        )

    def _causes(
        self,
        change: Change,
        difference: Difference,
        changed: list[FactChange],
        source: Source | None,
        addresses: list[Address],
    ) -> tuple[Cause, ...]:
        by_hand = self._by_hand(change, difference)
        runs = self.before.run, self.after.run
        if change.kind in _GONE:
            said = self._of_result(change, source)
            sure = by_hand or (
                *gone_causes(changed, self.place),
                *(each for each in said if each.object is not None),
            )
            found = sure or fact_causes(change, changed, self.place) or setting_causes(*runs) or said
            return found or one_sided_causes(change, changed, self.place) or version_causes(*runs)
        found = fact_causes(change, changed, self.place, addresses) or by_hand or setting_causes(*runs)
        if not found and change.endpoint:
            found = other_causes(changed, self.place)
        found = found or one_sided_causes(change, changed, self.place, addresses)
        if found:
            return found
        if change.kind in _OF_SOURCE and source is not None:
            # Of the source no facts are kept: a newer version may be the cause as well.
            location = _place_of_source(source, difference.after)
            return (Cause(source[0], cluster=source[1], location=location), *version_causes(*runs))
        return other_causes(changed, self.place) or version_causes(*runs)

    def _changed_facts(self, key: ObjectKey) -> list[FactChange]:
        """The facts that differ, of the object and of its ShadowEndpointSlice, as far as both sides came to compute
        it: what only one side did says nothing of what changed."""
        keys = [
            one
            for one in dict.fromkeys((shadow_key(key), key))
            if _has_come_up(self.before, one) and _has_come_up(self.after, one)
        ]
        before, after = ([fact for one in keys for fact in side.facts(one)] for side in (self.before, self.after))
        return [each._replace(is_gone=self._is_gone(each)) for each in fact_changes(before, after)]

    def _is_gone(self, changed: FactChange) -> bool:
        """Whether the object of a fact is not there any more: where nothing asks for it now, it may be."""
        is_read = changed.after is not None or changed.fact.endpoint is not None
        return self.knows_inputs and not is_read and self.place(changed.fact) is None

    def _by_hand(self, change: Change, difference: Difference) -> tuple[Cause, ...]:
        """What somebody did to a folder."""
        if difference.edited is not None:
            return (Cause(remark="the file was edited", location=place_of(change, difference.edited)),)
        if difference.before is not None and difference.after is not None:
            return ()
        for side, version in ((self.before, difference.before), (self.after, difference.after)):
            is_listed = side.lists(difference.key)
            if version is None and is_listed:
                return (Cause(remark="it was deleted from the folder"),)
            if version is not None and side.run is not None and not is_listed:
                return (Cause(remark="no run wrote it", location=version.at(("metadata", "name"))),)
        return ()

    def _of_result(self, change: Change, source: Source | None) -> tuple[Cause, ...]:
        """What the run says of the slice that it did not make."""
        codes = tuple((change.after or "").split(", ")) if change.kind is ChangeKind.REFUSED else ()
        return self.why(source[0], change.provider, codes) if source is not None else ()


def place_of(change: Change, version: Version) -> Location | None:
    """Where what changed stands in a version: the endpoint, the labels or annotations, else the object's name."""
    if change.endpoint and has_endpoints(version.data):
        names = [name_of(each) for each in endpoint_states(version.data, None)]
        if change.endpoint in names:
            return version.at((*template_path(version), "endpoints", names.index(change.endpoint), "addresses", 0))
    if change.kind in (ChangeKind.LABEL, ChangeKind.ANNOTATION):
        part = "labels" if change.kind is ChangeKind.LABEL else "annotations"
        return version.at(("metadata", part))
    if change.kind is ChangeKind.PORTS:
        return version.at((*template_path(version), "ports"))
    return version.at(("metadata", "name"))


def template_path(version: Version) -> FieldPath:
    """The path to what holds the endpoints."""
    return ("spec", "template") if version.data.get("kind") == SHADOW else ()


def _has_come_up(side: Side, key: ObjectKey) -> bool:
    """Whether a side was about to compute an object, as far as its record says."""
    return bool(side.facts(key) or side.refusal(key))


def _place_of_source(source: Source, after: Version | None) -> Location | None:
    return after.location if after is not None and after.source == source[0] else None


def _source(difference: Difference, facts: tuple[Fact, ...]) -> Source | None:
    """The EndpointSlice that the object was made from, and whose it is: by the facts of its endpoints; of one without
    endpoints, by that of its Service, which is in the same namespace."""
    for fact in facts:
        if fact.object.kind == "EndpointSlice":
            return fact.object, fact.cluster
    for fact in facts:
        if fact.object.kind == "Service":
            ref = ObjectRef("discovery.k8s.io/v1", "EndpointSlice", fact.object.namespace, difference.key.name)
            return ref, fact.cluster
    after = difference.after
    return (after.source, "") if after is not None and after.source is not None else None
