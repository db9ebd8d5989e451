"""Derived objects into the list: in place where they are already, behind the rest where they are new."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from transformer.findings.catalogue import finding
from transformer.findings.finding import Finding, ObjectRef
from transformer.krm.item import Item, id_of
from transformer.krm.item_origin import ItemOrigin, Place
from transformer.manifests.limits import Limits
from transformer.outcome import DerivedObject
from transformer.output.object_text import UnwritableObjectError, object_text
from transformer.resources.orchestration import DERIVED_BY, is_bookkeeping
from transformer.resources.slice import DESTINATION


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
    """The items with the derived objects among them, and what was left alone or taken out.

    An object that is there already keeps its place, and its text where it says the same. New ones follow, in order.
    Findings: foreign-object, stale-derived; duplicate-output and schema-violation (no text can hold it), errors.
    """
    wanted = {id: _marked(each, how) for each in derived if (id := id_of(each.data)) is not None}
    result: list[Item] = []
    findings: list[Finding] = []

    def put(made: DerivedObject, item: Item | None) -> None:
        try:
            result.append(_new(made) if item is None else _updated(item, made))
        except UnwritableObjectError as fault:
            findings.append(fault.finding)

    made_any = bool(wanted)
    for item in items:
        made = wanted.pop(item.id, None) if item.id is not None else None
        if made is not None and _destination(item) not in (None, how.provider):
            findings.append(_doubled(item, how))
            result.append(item)
        elif made is not None and not how.replaces_any and item.mark is None:
            findings.append(_foreign(item))
            result.append(item)
        elif made is not None:
            put(made, item)
        elif made_any and _is_stale(item, how):
            findings.append(_stale(item, how))
            if item.has_file:
                result.append(item)
        elif how.keeps_inputs or item.mark is not None:
            result.append(item)
    for made in wanted.values():
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


def _is_stale(item: Item, how: Placement) -> bool:
    """Whether an earlier run of this function made the item, for the same provider."""
    return item.mark == how.maker and _destination(item) == how.provider


def _destination(item: Item) -> str | None:
    """The provider that a slice is labelled for."""
    labels = item.data["metadata"].get("labels") if item.data is not None and item.id is not None else None
    destination = labels.get(DESTINATION) if isinstance(labels, dict) else None
    return destination if isinstance(destination, str) else None


def _doubled(item: Item, how: Placement) -> Finding:
    ref = _ref(item)
    return finding(
        "duplicate-output",
        f"{ref} is in the list already, for {_destination(item)}, and {how.maker} makes it for {how.provider}, too: "
        "one list holds one of them",
        remedy="Make the objects of each provider in a kustomization or package of its own.",
        provider=how.provider,
        object=ref,
        location=ItemOrigin(item.text, item.data, item.place, Limits()).at(("metadata", "name")),
    )


def _stale(item: Item, how: Placement) -> Finding:
    outcome = "it stays, since its file would go with it" if item.has_file else "it is taken out of the list"
    ref = _ref(item)
    return finding(
        "stale-derived",
        f"an earlier run of {how.maker} made {ref}, and this one does not: {outcome}",
        provider=how.provider,
        object=ref,
        location=ItemOrigin(item.text, item.data, item.place, Limits()).at(("metadata", "name")),
    )


def _foreign(item: Item) -> Finding:
    ref = _ref(item)
    return finding(
        "foreign-object",
        f"there is already an {ref} in the list that no function made: it is left alone",
        object=ref,
        location=ItemOrigin(item.text, item.data, item.place, Limits()).at(("metadata", "name")),
    )


def _ref(item: Item) -> ObjectRef:
    api_version, kind, namespace, name = item.id or ("", "", "", "")
    return ObjectRef(api_version, kind, namespace, name)
