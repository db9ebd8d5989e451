"""Suppression: findings that the user accepts, each with a reason, are left out of every report and counted."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

from transformer.findings.catalogue import CATALOGUE, finding
from transformer.findings.finding import Effect, Finding, Location, ObjectRef, Severity, quoted
from transformer.findings.shared import merge_shared

UNUSED = "unused-suppression"

#: The codes that come up when a result is written to a folder.
WRITING_CODES = frozenset({"output-not-ours", "unwritable-output"})
#: The codes that some commands alone can raise. What suppresses one of them is of use elsewhere.
COMMAND_CODES = WRITING_CODES | {
    "golden-missing",
    "golden-drift",
    "golden-stale",
    "golden-empty",
    "golden-settings",
    "live-drift",
    "function-not-run",
    "would-delete-inputs",
    "stale-derived",
    "shard-missing",
    "shard-overlap",
    "shard-mismatch",
}


@dataclass(frozen=True, slots=True)
class Suppression:
    """An entry of ``findings.ignore``: a code, a pattern of objects (None: any), and why the finding is accepted.

    ``location`` and ``path`` (``findings.ignore[0]``) are where it stands in the configuration; two entries that say
    the same are equal wherever they stand.
    """

    code: str
    object: str | None
    reason: str
    location: Location | None = field(default=None, compare=False)
    path: str | None = field(default=None, compare=False)

    def matches(self, names: Iterable[str]) -> bool:
        """Whether it is meant for an object of any of these names, each ``namespace/name`` or ``name``."""
        return self.object is None or any(fits(self.object, name) for name in names)


@dataclass(frozen=True, slots=True)
class Suppressed:
    """The findings that were suppressed; the suppressions that had something to suppress (``used``), and those that
    met an error which stops the run and stays (``resisted``)."""

    findings: tuple[Finding, ...] = ()
    used: frozenset[Suppression] = frozenset()
    resisted: frozenset[Suppression] = frozenset()

    @property
    def count(self) -> int:
        """How many findings a report would have shown: those of one shared cause are one."""
        return len(merge_shared(self.findings))

    def __or__(self, other: Suppressed) -> Suppressed:
        """What both hold."""
        return Suppressed(self.findings + other.findings, self.used | other.used, self.resisted | other.resisted)


#: By which other names the object that a finding is about is known.
OtherNames = Callable[[Finding], Iterable[str]]


def fits(pattern: str, name: str) -> bool:
    """Whether an object's name is one that a pattern means. ``*``, ``?`` and ``[...]`` stand for characters within
    the namespace or within the name: none of them is a slash, so ``*`` alone means objects without a namespace."""
    wanted, given = pattern.split("/"), name.split("/")
    return len(wanted) == len(given) and all(map(fnmatchcase, given, wanted))


def slices_in(found: Finding) -> list[str]:
    """The slices that a finding is about, each ``namespace/name``: its object where that is one, and those it names."""
    ref = found.object
    is_slice = ref is not None and ref.kind in ("EndpointSlice", "ShadowEndpointSlice")
    return [*(_names_of(ref) if is_slice else ()), *found.slices]


def suppress(
    findings: Iterable[Finding],
    suppressions: Sequence[Suppression],
    other_names: OtherNames = lambda _: (),
    *,
    stopped: bool = False,
) -> tuple[list[Finding], Suppressed]:
    """The findings that are left, in their order, and what became of the others.

    To be called before findings are joined: each slice of a shared cause is suppressed or stays by itself. An error
    of effect run always stays. ``stopped``: a run that gives nothing keeps all its errors, so that it says why.
    """
    by_code: dict[str, list[Suppression]] = defaultdict(list)
    for each in suppressions:
        by_code[each.code].append(each)
    kept: list[Finding] = []
    gone: list[Finding] = []
    used: set[Suppression] = set()
    resisted: set[Suppression] = set()
    for found in findings:
        names = [*_names_of(found.object), *found.slices, *other_names(found)] if found.code in by_code else []
        matching = [each for each in by_code.get(found.code, ()) if each.matches(names)]
        if matching and _stops(found):
            resisted.update(matching)
            kept.append(found)
        elif not matching or (stopped and found.severity is Severity.ERROR):
            kept.append(found)
        else:
            gone.append(found)
            used.update(matching)
    return kept, Suppressed(tuple(gone), frozenset(used), frozenset(resisted))


def unused(
    suppressions: Iterable[Suppression],
    suppressed: Suppressed,
    raisable: Collection[str] = (),
    *,
    stopped: bool = False,
) -> list[Finding]:
    """A finding (unused-suppression) for each suppression that suppressed nothing.

    ``raisable`` are those of COMMAND_CODES that the command could have raised. Of a run that was ``stopped`` only
    those are told that met an error which cannot be suppressed: what else would have come up is not known.
    """
    found: list[Finding] = []
    for each in suppressions:
        could_come_up = not stopped and (each.code not in COMMAND_CODES or each.code in raisable)
        if each in suppressed.used or not (could_come_up or each in suppressed.resisted):
            continue
        about = f"the suppression of {each.code} for {quoted(each.object) if each.object is not None else 'any object'}"
        what = "matches only errors that stop the whole run" if each in suppressed.resisted else "matches nothing"
        message = f"{about} {what} (its reason: {quoted(each.reason)})"
        found.append(finding(UNUSED, message, field=each.path, location=each.location))
    return found


def _names_of(ref: ObjectRef | None) -> list[str]:
    return [] if ref is None else [f"{ref.namespace}/{ref.name}" if ref.namespace else ref.name]


def _stops(found: Finding) -> bool:
    return found.severity is Severity.ERROR and CATALOGUE[found.code].effect is Effect.RUN
