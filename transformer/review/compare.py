"""Two sides compared: which objects are on one of them only, and what differs in those that are on both.

Equal files are told by their bytes and not parsed. Files that differ in their bytes alone (another order of endpoints,
the style of a newer version) are no difference, unless somebody edited one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePosixPath

from transformer.findings.change import Change, ChangeKind
from transformer.findings.finding import Finding, ObjectRef
from transformer.outcome import Fact
from transformer.output.tree import KUSTOMIZATION
from transformer.resources.slice import SERVICE_NAME
from transformer.review.object_changes import Compared, Data, object_changes, whole_change
from transformer.review.sides import ObjectKey, Side, Version

SHADOW = "ShadowEndpointSlice"
_API_VERSIONS = {SHADOW: "offloading.liqo.io/v1beta1", "EndpointSlice": "discovery.k8s.io/v1"}
_MANIFESTS = (".yaml", ".yml", ".json")
_ON_NODE = "on node "


@dataclass(frozen=True, slots=True)
class Difference:
    """An object that is on one side only, or differs. ``edited`` is the version whose file was changed by hand.
    ``changes`` is empty for a second copy of one that is there, and for one whose file cannot be read before."""

    key: ObjectKey
    before: Version | None
    after: Version | None
    changes: tuple[Change, ...] = ()
    edited: Version | None = None
    is_copy: bool = False
    is_broken: bool = False

    @property
    def ref(self) -> ObjectRef:
        """The object's identity."""
        return ref_of(self.key)


@dataclass(frozen=True, slots=True)
class Comparison:
    """All that differs. ``faults`` are those of files that cannot be read. ``missing`` and ``stray`` are files that
    were not there before, or are not made any more, and of which no difference speaks: a kustomization, somebody's
    notes, a file with objects that are in another one, too. ``edited`` are files that were changed since they were
    written, and in which no object means anything else."""

    differences: tuple[Difference, ...]
    faults: tuple[Finding, ...] = ()
    missing: tuple[str, ...] = ()
    edited: tuple[str, ...] = ()
    stray: tuple[str, ...] = ()


def ref_of(key: ObjectKey) -> ObjectRef:
    """The identity of a derived object."""
    return ObjectRef(_API_VERSIONS.get(key.kind, ""), key.kind, key.namespace, key.name)


def compare(before: Side, after: Side) -> Comparison:
    """What differs, the objects in the order of their keys, the files in that of their paths.

    Raises what ``after`` raises where its bytes cannot be made (UnwritableObjectError).
    """
    changed = [path for path in sorted(before.paths | after.paths) if _differs(path, before, after)]
    files = [path for path in changed if _holds_objects(path)]
    old, faults, broken = _objects(before, [path for path in files if path in before.paths])
    new, _, _ = _objects(after, [path for path in files if path in after.paths])
    found: list[Difference] = []
    for key in sorted({*old, *new}):
        versions = old.get(key, [])
        now = new[key][0] if key in new else after.find(key)
        was = _counterpart(versions, now, before.find(key))
        if now is not None or was in versions:
            found += _difference(key, was, now, before, after, broken)
        found += [Difference(key, each, None, is_copy=True) for each in versions if each is not was]
    # What a difference, or a fault, says already of a file.
    said = broken | {version.path for each in found if (version := each.before or each.after) is not None}
    # Another layout has other files throughout, which says nothing of any of them.
    left = [path for path in changed if path not in said and not (_holds_objects(path) and _relaid(before, after))]
    return Comparison(
        tuple(found),
        tuple(faults),
        missing=tuple(path for path in left if path not in before.paths),
        edited=tuple(path for path in left if _is_edited(path, before, after)),
        stray=tuple(path for path in left if path not in after.paths),
    )


def facts_of(side: Side, key: ObjectKey) -> tuple[Fact, ...]:
    """The facts that an object rests on: its own, and those of the ShadowEndpointSlice that it was made from."""
    return side.facts(key) if key.kind == SHADOW else (*side.facts(key), *side.facts(shadow_key(key)))


def refusal_of(side: Side, key: ObjectKey) -> tuple[str, ...]:
    """The codes that refused an object, or the ShadowEndpointSlice that it would have been made from."""
    return side.refusal(key) or side.refusal(shadow_key(key))


def _difference(
    key: ObjectKey, was: Version | None, now: Version | None, before: Side, after: Side, broken: set[str]
) -> list[Difference]:
    shadows = _shadow(key, was, before), _shadow(key, now, after)
    facts = facts_of(before, key), facts_of(after, key)
    data = [each.data if each is not None else None for each in (now, was)]
    service = service_among((*facts[1], *facts[0]), data, key.namespace)
    compared = Compared(service, key.provider, ref_of(key), *shadows, *map(_nodes, facts))
    if was is not None and now is not None:
        changes = object_changes(compared, was.data, now.data)
        edited = was if before.is_edited(was.path) else now if after.is_edited(now.path) else None
        return [Difference(key, was, now, tuple(changes), edited)] if changes else []
    if now is not None:
        if now.path in broken:
            return [Difference(key, None, now, is_broken=True)]
        codes = refusal_of(before, key)
        change = whole_change(compared, ChangeKind.SLICE_ADDED, now.data, shadows[1])
        if codes:
            change = compared.change(ChangeKind.ACCEPTED, "", "", ", ".join(codes), change.after)
        return [Difference(key, None, now, (change,))]
    assert was is not None
    codes = refusal_of(after, key)
    change = whole_change(compared, ChangeKind.SLICE_REMOVED, was.data, shadows[0])
    if codes:
        change = compared.change(ChangeKind.REFUSED, "", "", change.before, ", ".join(codes))
    return [Difference(key, was, None, (change,))]


def _differs(path: str, before: Side, after: Side) -> bool:
    if path not in before.paths or path not in after.paths:
        return True
    return before.content(path) != after.content(path)


def _is_edited(path: str, before: Side, after: Side) -> bool:
    """Whether a file that differs, and is on both sides, was edited since it was written."""
    if path not in before.paths or path not in after.paths:
        return False
    return before.is_edited(path) if _holds_objects(path) else _is_alone(path, before, after)


def _holds_objects(path: str) -> bool:
    name = PurePosixPath(path)
    return name.suffix in _MANIFESTS and name.name != KUSTOMIZATION


def _is_alone(path: str, before: Side, after: Side) -> bool:
    """Whether a kustomization differs though it lists the same files: those that are missing or stale explain it."""
    folder = path.rpartition("/")[0] + "/"
    return {each for each in before.paths if each.startswith(folder)} == {
        each for each in after.paths if each.startswith(folder)
    }


def _objects(side: Side, paths: Iterable[str]) -> tuple[dict[ObjectKey, list[Version]], list[Finding], set[str]]:
    found: dict[ObjectKey, list[Version]] = {}
    faults: list[Finding] = []
    broken: set[str] = set()
    for path in paths:
        for each in side.objects(path):
            if isinstance(each, Finding):
                faults.append(each)
                broken.add(path)
            else:
                found.setdefault(each[0], []).append(each[1])
    return found, faults, broken


def _counterpart(versions: list[Version], now: Version | None, recorded: Version | None) -> Version | None:
    """Of several versions the one in the file that is written now; else the one in the file that the record names; else
    the first."""
    here = [each for each in versions if now is not None and each.path == now.path]
    return here[0] if here else recorded or (versions[0] if versions else None)


def _relaid(before: Side, after: Side) -> bool:
    """Whether the two sides are known to be of different layouts."""
    runs = before.run, after.run
    return None not in runs and len({run.settings.get("layout") for run in runs if run is not None}) > 1


def shadow_key(key: ObjectKey) -> ObjectKey:
    """The ShadowEndpointSlice that an object was made from, or itself."""
    return key._replace(kind=SHADOW)


def _shadow(key: ObjectKey, version: Version | None, side: Side) -> Data | None:
    found = version if key.kind == SHADOW else side.find(shadow_key(key)) if version is not None else None
    return found.data if found is not None else None


def service_among(facts: Iterable[Fact], versions: Iterable[Data | None], namespace: str) -> str:
    """The Service as the consumer has it, by the facts; else by the label of the first version that has it, in the
    provider's namespace. Empty where there is none."""
    for fact in facts:
        if fact.object.kind == "Service":
            return f"{fact.object.namespace}/{fact.object.name}"
    for data in versions:
        labels = ((data or {}).get("metadata") or {}).get("labels") or {}
        if isinstance(labels, dict) and labels.get(SERVICE_NAME):
            return f"{namespace}/{labels[SERVICE_NAME]}"
    return ""


def _nodes(facts: Iterable[Fact]) -> dict[str, str]:
    """The nodes of the endpoints that the facts tell of."""
    return {fact.endpoint: _node(fact.value) for fact in facts if fact.endpoint is not None}


def _node(value: str) -> str:
    return value.partition(_ON_NODE)[2].partition(" ")[0]
