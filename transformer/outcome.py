"""What a run computed, before anything is written or reported."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from transformer.findings.finding import Finding, Location, ObjectRef


class Fact(NamedTuple):
    """One value a slice was computed from: a field of an input object in ``cluster``'s export. What a later diff names
    as the cause. The cluster tells apart what has one name everywhere, as Configurations do."""

    object: ObjectRef
    field: str
    value: str
    cluster: str


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
    """Counts of a run, as the JSON report prints them."""

    read: dict[str, dict[str, int]] = field(default_factory=dict)
    written: dict[str, dict[str, int]] = field(default_factory=dict)
    refused: dict[str, int] = field(default_factory=dict)
    skipped: dict[str, int] = field(default_factory=dict)
    ignored: dict[str, dict[str, int]] = field(default_factory=dict)
    suppressed: int = 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """Objects sorted by provider, kind, namespace and name; findings unsorted (positions are costly).

    ``stopped`` is true when a finding of effect run stopped the work: then ``objects`` is empty.
    ``providers`` are all the providers the run was about, also those with no object. ``for_another``: the input says
    for which clusters it is, and the one that was asked for is none of them.
    """

    objects: tuple[DerivedObject, ...]
    refusals: tuple[Refusal, ...]
    findings: tuple[Finding, ...]
    summary: Summary
    providers: tuple[str, ...] = ()
    stopped: bool = False
    for_another: bool = False
