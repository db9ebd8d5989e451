"""Derived objects into the list: in place where they are already, behind the rest where they are new."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from transformer.findings.catalogue import finding
from transformer.findings.finding import Finding, ObjectRef
from transformer.krm.item import Item, ItemId, id_of
from transformer.krm.item_origin import ItemOrigin, Place
from transformer.manifests.limits import Limits
from transformer.manifests.manifest import FieldPath
from transformer.outcome import DerivedObject
from transformer.output.object_text import UnwritableObjectError, object_text
from transformer.resources.orchestration import DERIVED_BY, is_bookkeeping
from transformer.resources.slice import DESTINATION, MANAGED_BY, ORIGIN, REFLECTION


@dataclass(frozen=True, slots=True)
class Placement:
    """How derived objects are put into a list. ``maker`` is KIND/NAME of the function; ``marked``: whether they carry
    it. ``keeps_inputs``: whether what nobody derived stays in the list. ``provider``: whose objects they are.
    ``replaces_any``: an object of the same identity is replaced, since the rules have seen it and let it be."""

    maker: str
    marked: bool
    keeps_inputs: bool
    provider: str
    replaces_any: bool = True


def place_derived(
    items: Sequence[Item], derived: Iterable[DerivedObject], how: Placement
) -> tuple[tuple[Item, ...], list[Finding]]:
    """The items with the derived objects among them, and what is to be said of those that were there.

    An object that is there already keeps its place, and its text where it says the same. New ones follow, in order.
    Findings: foreign-object, stale-derived; duplicate-output and schema-violation (no text can hold it), errors.
    """
    wanted = {id: _marked(each, how) for each in derived if (id := id_of(each.data)) is not None}
    origins = {each.data["metadata"].get("labels", {}).get(ORIGIN) for each in wanted.values()}
    put_in: set[ItemId] = set()
    result: list[Item] = []
    findings: list[Finding] = []

    def put(made: DerivedObject, item: Item | None) -> None:
        try:
            result.append(_new(made) if item is None else _updated(item, made))
        except UnwritableObjectError as fault:
            findings.append(fault.finding)

    for item in items:
        made = wanted.get(item.id) if item.id is not None else None
        if made is not None and item.id is not None:
            put_in.add(item.id)
        findings += [_within(item, id, how) for id in _ids_within(item) if id in wanted]
        if made is not None and _label(item, DESTINATION) not in (None, how.provider):
            findings.append(_doubled(item, how))
            result.append(item)
        elif made is not None and not how.replaces_any and not _is_reflected(item):
            findings.append(_foreign(item))
            result.append(item)
        elif made is not None:
            put(made, item)
        elif how.keeps_inputs or item.mark is not None:
            result.append(item)
            if wanted and item.mark == how.maker and _label(item, DESTINATION) == how.provider:
                findings += [_stale(item, how)] if _label(item, ORIGIN) in origins else []
    for id, made in wanted.items():
        if id not in put_in:
            put(made, None)
    return tuple(result), findings


def _marked(made: DerivedObject, how: Placement) -> DerivedObject:
    return _annotated(made, {DERIVED_BY: how.maker}) if how.marked else made


def _annotated(made: DerivedObject, more: Mapping[str, Any]) -> DerivedObject:
    if not more:
        return made
    metadata = made.data["metadata"]
    annotations = {**metadata.get("annotations", {}), **more}
    return replace(made, data={**made.data, "metadata": {**metadata, "annotations": annotations}})


def _new(made: DerivedObject) -> Item:
    return Item(object_text(made), made.data, (), Place())


def _updated(item: Item, made: DerivedObject) -> Item:
    """The item with what was derived now. What kustomize and kpt noted on it stays: they know it by that."""
    current = _annotated(made, {key: value for key, value in item.annotations.items() if is_bookkeeping(key)})
    return item if item.data == current.data else Item(object_text(current), current.data, (), item.place)


def _label(item: Item, key: str) -> str | None:
    labels = item.data["metadata"].get("labels") if item.data is not None and item.id is not None else None
    value = labels.get(key) if isinstance(labels, dict) else None
    return value if isinstance(value, str) else None


def _is_reflected(item: Item) -> bool:
    """Whether an object is one that Liqo, or this function without its mark, made (C15, P11)."""
    return item.mark is not None or _label(item, MANAGED_BY) == REFLECTION


def _ids_within(item: Item) -> list[ItemId]:
    """The objects that a List holds."""
    if item.data is None or not str(item.data.get("kind")).endswith("List"):
        return []
    return [id for each in item.manifests if (id := id_of(each.data)) is not None]


def _within(item: Item, id: ItemId, how: Placement) -> Finding:
    ref = ObjectRef(*id)
    return _about(
        item,
        "duplicate-output",
        f"{ref} lies in a List, where {how.maker} cannot put what it made in its place",
        remedy="Split the List into documents: `kustomize build` of a folder that lists its file does.",
        provider=how.provider,
        object=ref,
        path=("items",),
    )


def _doubled(item: Item, how: Placement) -> Finding:
    return _about(
        item,
        "duplicate-output",
        f"{_ref(item)} is in the list already, for {_label(item, DESTINATION)}, and {how.maker} makes it for "
        f"{how.provider}, too: one list holds one of them",
        remedy="Make the objects of each provider in a kustomization or package of its own.",
        provider=how.provider,
    )


def _stale(item: Item, how: Placement) -> Finding:
    message = f"{how.maker} made {_ref(item)} earlier, and does not make it now: it stays in the list"
    return _about(item, "stale-derived", message, provider=how.provider)


def _foreign(item: Item) -> Finding:
    message = f"there is already an {_ref(item)} in the list that no function made: it is left alone"
    return _about(item, "foreign-object", message)


def _about(
    item: Item,
    code: str,
    message: str,
    *,
    remedy: str | None = None,
    provider: str | None = None,
    object: ObjectRef | None = None,
    path: FieldPath = ("metadata", "name"),
) -> Finding:
    """A finding about an item, or about another object in it, at a place in it."""
    origin = ItemOrigin(item.text, item.data, item.place, Limits())
    return finding(
        code, message, remedy=remedy, provider=provider, object=object or _ref(item), location=origin.at(path)
    )


def _ref(item: Item) -> ObjectRef:
    return ObjectRef(*(item.id or ("", "", "", "")))
