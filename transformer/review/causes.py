"""Why something changed: the facts that both sides were computed from, compared, and those that concern the change.

A fact that one side alone has says only that this side did not ask for it, and is named where nothing else is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from transformer.findings.change import Cause, Change, ChangeKind
from transformer.findings.finding import Location, ObjectRef
from transformer.network.address import Address, parse_address
from transformer.network.cidr import parse_cidr
from transformer.outcome import Fact
from transformer.output.state import RunRecord

#: Where a fact stands in the exports; None where they are not at hand, or hold something else by now.
FactPlace = Callable[[Fact], Location | None]

#: How many causes one line names; the rest is counted.
NAMED = 3
#: How many endpoints without a target are looked at for one that changed: more than are ever named.
MANY = 10
_ADDRESS_KINDS = frozenset(
    {
        ChangeKind.ADDRESS,
        ChangeKind.PATH,
        ChangeKind.ENDPOINT_ADDED,
        ChangeKind.ENDPOINT_REMOVED,
        ChangeKind.ENDPOINT_MOVED,
    }
)
_WHOLE_KINDS = frozenset({ChangeKind.SLICE_ADDED, ChangeKind.SLICE_REMOVED, ChangeKind.REFUSED, ChangeKind.ACCEPTED})


class FactChange(NamedTuple):
    """A fact whose value is another now; None on the side that does not have it. ``is_gone``: its object is not among
    the inputs any more."""

    fact: Fact
    before: str | None
    after: str | None
    is_gone: bool = False

    @property
    def is_telling(self) -> bool:
        """Whether something changed in the inputs; else one side alone asked for it: a consequence as often as a
        cause."""
        is_of_both = self.before is not None and self.after is not None
        return is_of_both or self.is_gone or self.fact.endpoint is not None


def fact_changes(before: Iterable[Fact], after: Iterable[Fact]) -> list[FactChange]:
    """The facts that differ between two sides, in the order of cluster, object and field."""
    old, new = _by_field(before), _by_field(after)
    changed = [key for key in {**old, **new} if _value(old, key) != _value(new, key)]
    return [FactChange(new.get(key) or old[key], _value(old, key), _value(new, key)) for key in sorted(changed)]


def fact_causes(
    change: Change, changed: Iterable[FactChange], place: FactPlace, sources: Sequence[Address] = ()
) -> tuple[Cause, ...]:
    """The facts that concern a change and have another value, or whose object is gone; also an endpoint that is new or
    gone. ``sources`` are the addresses that its endpoint has in the slice it was made from."""
    found = [each for each in changed if each.is_telling and concerns(each, change, sources)]
    return limited([_cause(each, place) for each in found])


def one_sided_causes(
    change: Change, changed: Iterable[FactChange], place: FactPlace, sources: Sequence[Address] = ()
) -> tuple[Cause, ...]:
    """The facts that concern a change and that one side alone asked for; of a Service's and others, the Service's: the
    others are what it led to."""
    found = [each for each in changed if not each.is_telling and concerns(each, change, sources)]
    of_service = [each for each in found if each.fact.object.kind == "Service"]
    return limited([_cause(each, place) for each in of_service or found])


def gone_causes(changed: Iterable[FactChange], place: FactPlace) -> tuple[Cause, ...]:
    """The objects that are not among the inputs any more, each once."""
    first: dict[tuple[str, ObjectRef], FactChange] = {}
    for each in changed:
        if each.is_gone:
            first.setdefault((each.fact.cluster, each.fact.object), each)
    return limited([_cause(each, place) for each in first.values()])


def source_addresses(facts: Iterable[Fact]) -> dict[str, list[Address]]:
    """The addresses that each endpoint has in the slice that it was made from, by the facts about it."""
    found: dict[str, list[Address]] = {}
    for fact in facts:
        if fact.endpoint is not None:
            found.setdefault(fact.endpoint, []).extend(_parsed(fact.value))
    return found


class ChangedFacts:
    """The changed facts of an object, those about its endpoints by their names: a slice may have thousands of both."""

    def __init__(self, changed: Iterable[FactChange]) -> None:
        self._others: list[FactChange] = []
        self._endpoints: dict[str, list[FactChange]] = {}
        for each in changed:
            name = each.fact.endpoint
            if name is None:
                self._others.append(each)
            else:
                self._endpoints.setdefault(name, []).append(each)
        #: Endpoints without a target are known by their addresses, which are others in what is made of them.
        self._nameless = [each for name, found in self._endpoints.items() if _is_nameless(name) for each in found]

    def about(self, change: Change) -> list[FactChange]:
        """Those that may concern a change: all but the ones about other endpoints."""
        named = self._endpoints.get(change.endpoint, [])
        return [*(named or (self._nameless[:MANY] if _is_nameless(change.endpoint) else ())), *self._others]


def other_causes(changed: Iterable[FactChange], place: FactPlace) -> tuple[Cause, ...]:
    """All facts that have another value, for a change that none of them clearly concerns."""
    both = [each for each in changed if each.before is not None and each.after is not None]
    return limited([_cause(each, place) for each in both])


def concerns(changed: FactChange, change: Change, sources: Sequence[Address] = ()) -> bool:
    """Whether a fact has to do with a change: what it speaks of, and the addresses that it holds. ``sources`` are those
    of the endpoint in the slice that it was made from."""
    fact, kind = changed.fact, change.kind
    if fact.endpoint is not None:
        is_nameless = _is_nameless(fact.endpoint) and _is_nameless(change.endpoint)
        return change.endpoint != "" and (fact.endpoint == change.endpoint or is_nameless)
    if kind is ChangeKind.READY:
        return fact.object.kind == "ForeignCluster"
    if kind in _ADDRESS_KINDS:
        if fact.object.kind == "Service":
            return True
        addresses = [*_parsed(f"{change.endpoint} {change.before or ''} {change.after or ''}"), *sources]
        return any(_holds(value, addresses) for value in (changed.before, changed.after) if value)
    return kind in _WHOLE_KINDS and fact.object.kind in ("NamespaceMap", "NamespaceOffloading", "IP", "Configuration")


def setting_causes(before: RunRecord | None, after: RunRecord | None) -> tuple[Cause, ...]:
    """What the runs themselves differ in: profile, settings, command."""
    if before is None or after is None:
        return ()
    return limited([Cause(field=field, before=old, after=new) for field, old, new in setting_changes(before, after)])


def version_causes(before: RunRecord | None, after: RunRecord | None) -> tuple[Cause, ...]:
    """Our version, where it is another: only where nothing else is known it is the likeliest cause."""
    if before is None or after is None or before.version == after.version:
        return ()
    return (Cause(field="version of liqo-transform", before=before.version, after=after.version),)


def setting_changes(before: RunRecord, after: RunRecord) -> list[tuple[str, str | None, str | None]]:
    """The settings that differ, under the configuration file's names: field, before, after. The command counts."""
    old = {"command": before.command, "profile": before.profile, **_flat(before.settings, "")}
    new = {"command": after.command, "profile": after.profile, **_flat(after.settings, "")}
    names = sorted({*old, *new})
    # An empty mapping that has something in it now is told of by what it has.
    filled = {name for name in names if any(other.startswith(f"{name}.") for other in names)}
    return [
        (name, old.get(name), new.get(name)) for name in names if name not in filled and old.get(name) != new.get(name)
    ]


def limited(causes: list[Cause]) -> tuple[Cause, ...]:
    """The first of the causes, and how many more there are."""
    if len(causes) <= NAMED:
        return tuple(causes)
    return (*causes[:NAMED], Cause(remark=f"and {len(causes) - NAMED} more"))


def _is_nameless(endpoint: str) -> bool:
    """Whether an endpoint has no target, and is told by its addresses."""
    return parse_address(endpoint.partition(", ")[0]) is not None


def _cause(changed: FactChange, place: FactPlace) -> Cause:
    fact = changed.fact
    # What is not there any more has no place.
    location = place(fact) if changed.after is not None else None
    remark = "not among the inputs any more" if changed.is_gone else ""
    return Cause(fact.object, fact.field, changed.before, changed.after, fact.cluster, location, remark)


def _by_field(facts: Iterable[Fact]) -> dict[tuple[str, ObjectRef, str], Fact]:
    return {(fact.cluster, fact.object, fact.field): fact for fact in facts}


def _value(facts: Mapping[tuple[str, ObjectRef, str], Fact], key: tuple[str, ObjectRef, str]) -> str | None:
    return facts[key].value if key in facts else None


def _parsed(words: str) -> list[Address]:
    """The addresses in words: ``direct to milan (10.81.14.214)``."""
    parsed = (parse_address(word.strip("(),;")) for word in words.split())
    return [address for address in parsed if address is not None]


def _holds(value: str, addresses: Iterable[Address]) -> bool:
    cidr, single = parse_cidr(value), parse_address(value)
    return any(address == single or (cidr is not None and cidr.contains(address)) for address in addresses)


def _flat(value: object, path: str) -> dict[str, str]:
    """The leaves of a record's settings by their path."""
    if isinstance(value, dict) and value:
        return {
            name: leaf
            for key, each in value.items()
            for name, leaf in _flat(each, f"{path}.{key}" if path else str(key)).items()
        }
    if isinstance(value, list):
        return {path: ", ".join(map(str, value))}
    return {path: str(value).lower() if isinstance(value, bool) else str(value)}
