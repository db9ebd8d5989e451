"""What a run computed, before anything is written or reported."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, NamedTuple

from transformer.findings.finding import Finding, Location, ObjectRef
from transformer.findings.suppression import Suppressed, Suppression, slices_in, suppress, unused

#: How the field of a fact about a whole endpoint begins.
_ENDPOINT = "endpoints["


class Fact(NamedTuple):
    """One value a slice was computed from: a field of an input object in ``cluster``'s export. What a later diff names
    as the cause. The cluster tells apart what has one name everywhere, as Configurations do."""

    object: ObjectRef
    field: str
    value: str
    cluster: str

    @property
    def endpoint(self) -> str | None:
        """The endpoint of a slice that it is about, by its target, else its addresses; None for any other fact."""
        is_about_one = self.field.startswith(_ENDPOINT) and self.field.endswith("]")
        return self.field[len(_ENDPOINT) : -1] if is_about_one else None


def endpoint_field(name: str) -> str:
    """The field of a fact about an endpoint of a slice, which is told by its target, else by its addresses."""
    return f"{_ENDPOINT}{name}]"


@dataclass(frozen=True, slots=True)
class DerivedObject:
    """An object to write for a provider: kind ShadowEndpointSlice or EndpointSlice, ``data`` as plain JSON values.

    ``source`` is the input object it was made from, ``location`` the place of that object's name.
    """

    provider: str
    kind: str
    namespace: str
    name: str
    data: dict[str, Any]
    facts: tuple[Fact, ...] = ()
    source: ObjectRef | None = None
    location: Location | None = None


class Refusal(NamedTuple):
    """An object that is not written, and every code that refused it; the first is the one Liqo stops at. ``facts`` are
    those that came up before."""

    provider: str
    kind: str
    namespace: str
    name: str
    codes: tuple[str, ...]
    facts: tuple[Fact, ...] = ()


@dataclass(slots=True)
class Summary:
    """Counts of a run, as the JSON report prints them. ``writes``: what it computes is meant to be written, and not
    only to be compared."""

    read: dict[str, dict[str, int]] = field(default_factory=dict)
    written: dict[str, dict[str, int]] = field(default_factory=dict)
    refused: dict[str, int] = field(default_factory=dict)
    skipped: dict[str, int] = field(default_factory=dict)
    ignored: dict[str, dict[str, int]] = field(default_factory=dict)
    suppressed: int = 0
    writes: bool = True


@dataclass(frozen=True, slots=True)
class Outcome:
    """Objects sorted by provider, kind, namespace and name; findings unsorted (positions are costly).

    ``stopped`` is true when a finding of effect run stopped the work: then ``objects`` is empty.
    ``providers`` are all the providers the run was about, also those with no object. ``for_another``: the input says
    for which clusters it is, and the one that was asked for is none of them. ``suppressed`` are findings that are in
    ``findings`` no more.
    """

    objects: tuple[DerivedObject, ...]
    refusals: tuple[Refusal, ...]
    findings: tuple[Finding, ...]
    summary: Summary
    providers: tuple[str, ...] = ()
    stopped: bool = False
    for_another: bool = False
    suppressed: Suppressed = field(default_factory=Suppressed)

    def concluded(
        self, suppressions: Sequence[Suppression], later: Iterable[Finding] = (), raisable: Collection[str] = ()
    ) -> Outcome:
        """The outcome with all that there is to report: also what came up ``later``, when the result was written or
        compared, less what is suppressed, and the suppressions that suppressed nothing (unused-suppression).

        To be called once, at the end of a run. ``raisable``: which of the codes that some commands alone raise
        (COMMAND_CODES) this one could have raised.
        """
        kept, more = suppress(later, suppressions, names_beside(self.objects), stopped=self.stopped)
        suppressed = self.suppressed | more
        idle = unused(suppressions, suppressed, raisable, stopped=self.stopped)
        return replace(
            self,
            findings=(*self.findings, *kept, *idle),
            summary=replace(self.summary, suppressed=suppressed.count),
            suppressed=suppressed,
        )


def names_beside(objects: Iterable[DerivedObject]) -> Callable[[Finding], list[str]]:
    """By which other names the slice that a finding is about is known, each ``namespace/name``: a slice by those of the
    objects that were made of it for the finding's provider, and such an object by that of its slice."""

    @cache
    def known() -> tuple[dict[tuple[str | None, object], list[str]], dict[tuple[str | None, str], list[str]]]:
        made: dict[tuple[str | None, object], list[str]] = {}
        made_of: dict[tuple[str | None, str], list[str]] = {}
        for each in objects:
            if each.source is not None:
                name, source = f"{each.namespace}/{each.name}", f"{each.source.namespace}/{each.source.name}"
                made.setdefault((each.provider, each.source), []).append(name)
                made_of.setdefault((each.provider, name), []).append(source)
        return made, made_of

    def names(found: Finding) -> list[str]:
        made, made_of = known()
        # In the provider's own export, names are those of derived objects; the consumer may have another slice there.
        if found.cluster in (None, found.provider):
            return [source for name in slices_in(found) for source in made_of.get((found.provider, name), ())]
        return made.get((found.provider, found.object), [])

    return names
