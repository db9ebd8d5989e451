"""From a comparison to findings: what is missing in the folder before, what differs, what is not made any more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from transformer.findings.catalogue import finding
from transformer.findings.change import Change
from transformer.findings.finding import Finding, Location, Position, Related
from transformer.output.state import STATE_FILE
from transformer.output.tree import KUSTOMIZATION
from transformer.review.causes import setting_changes
from transformer.review.compare import Comparison, Difference, compare
from transformer.review.reasons import Reasons, place_of
from transformer.review.sides import FolderSide, Side


def golden_findings(reasons: Reasons) -> list[Finding]:
    """Everything in which the folder before and the side after differ: golden-empty alone where there is nothing to
    compare with; else golden-settings, golden-missing, golden-drift, golden-stale, and the faults of its files."""
    before, after = reasons.before, reasons.after
    if not before.paths:
        message = f"there is nothing to compare with: {before.place().file} is empty or not there"
        return [finding("golden-empty", message, location=before.place())]
    comparison = compare(before, after)
    return [
        *_settings(before, after),
        *comparison.faults,
        *(_finding(each, reasons) for each in comparison.differences),
        *_of_files(comparison, before),
    ]


def _settings(before: FolderSide, after: Side) -> Iterator[Finding]:
    place = before.place(STATE_FILE)
    if before.run is None:
        message = f"{before.place().file} has no {STATE_FILE} that we wrote: what it was made with is not known"
        yield finding("golden-settings", message, location=place)
        return
    if after.run is None:
        return
    changed = setting_changes(before.run, after.run)
    if changed:
        listed = "; ".join(f"{name}: {_shown(old)}, now {_shown(new)}" for name, old, new in changed)
        yield finding(
            "golden-settings", f"{before.place().file} was made with other settings: {listed}", location=place
        )


def _shown(value: str | None) -> str:
    return "not set" if value is None else value


def _finding(difference: Difference, reasons: Reasons) -> Finding:
    changes = reasons.explained(difference)
    before, after = difference.before, difference.after
    path = before.path if before is not None else after.path if after is not None else ""
    file = reasons.before.place(path).file
    provider = difference.key.provider
    whose = f"{difference.ref} for {provider}" if provider else str(difference.ref)
    if before is None and not difference.is_broken:
        code, message = "golden-missing", f"{whose} is not in the folder: {file} is expected"
    elif difference.is_broken:
        code, message = "golden-drift", f"{whose} is expected in {file}, which cannot be read"
    elif difference.is_copy:
        code, message = "golden-stale", f"{whose} is in {file}, too: a second copy, or a file that is not made any more"
    elif after is None:
        code, message = "golden-stale", f"{whose} is in {file} and is not made any more"
    else:
        code, message = "golden-drift", f"{whose} differs in {file}: {counted(changes)}"
    return finding(
        code,
        message,
        provider=provider or None,
        object=difference.ref,
        location=_location(changes, difference),
        related=_related(difference, changes),
        changes=changes,
    )


def counted(changes: Iterable[Change]) -> str:
    """How many changes of each kind: ``2 addresses, 1 ready``."""
    counts = Counter(change.kind for change in changes)
    return ", ".join(kind.counted(count) for kind, count in counts.items())


def _location(changes: tuple[Change, ...], difference: Difference) -> Location | None:
    """The place of the first cause that has one: the line that a pull request changes. Else the object's own."""
    for change in changes:
        for cause in change.causes:
            if cause.location is not None:
                return cause.location
    if difference.before is not None:
        return place_of(changes[0], difference.before) if changes else difference.before.at(("metadata", "name"))
    return difference.after.at(("metadata", "name")) if difference.after is not None else None


def _related(difference: Difference, changes: tuple[Change, ...]) -> tuple[Related, ...]:
    """The object in the folder before, and the input object that it is made from now."""
    found = []
    if difference.before is not None and changes:
        found.append(Related("what the folder holds", difference.ref, place_of(changes[0], difference.before)))
    if difference.after is not None and difference.after.location is not None:
        found.append(Related("what it is made from", difference.after.source, difference.after.location))
    return tuple(found)


def _of_files(comparison: Comparison, before: FolderSide) -> Iterator[Finding]:
    for path in comparison.missing:
        yield _of_file("golden-missing", path, "is not there", before)
    for path in comparison.edited:
        is_listing = path.endswith(KUSTOMIZATION)
        what = "it is not what this run writes" if is_listing else "what its objects mean is the same"
        yield _of_file("golden-drift", path, f"was edited after it was written: {what}", before)
    for path in comparison.stray:
        if before.wrote(path):
            yield _of_file("golden-stale", path, "is not made by this run any more", before)
        else:
            remedy = f"Move it out of {before.place().file}: `update` does not replace a folder with files of others."
            yield _of_file("golden-stale", path, "was not written by liqo-transform", before, remedy)


def _of_file(code: str, path: str, what: str, before: FolderSide, remedy: str | None = None) -> Finding:
    place: Position = before.place(path)
    provider = path.partition("/")[0] if "/" in path else None
    return finding(code, f"{place.file} {what}", remedy=remedy, provider=provider, location=place)
