"""The Kubernetes objects of a document: itself, or the items of a List, and of Lists in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from transformer.findings.finding import quoted
from transformer.manifests.described import described
from transformer.manifests.manifest import FieldPath

_REQUIRED = "an object has apiVersion, kind and metadata.name"


@dataclass(frozen=True, slots=True)
class Found:
    """A value that should be an object, by its path in the document.

    ``problem`` is None for a sound one; else why it is none, and the field it is about.
    """

    value: Any
    path: FieldPath
    problem: tuple[str, FieldPath] | None


@dataclass(frozen=True, slots=True)
class ListObject:
    """A List that was met. An empty one is what kubectl prints when there is nothing: an export all the same."""

    kind: str


def objects_of(value: Any) -> Iterator[Found | ListObject]:
    """The objects in a document's value, and the Lists that held them, in the order of the text.

    An item of a typed list (EndpointSliceList) that does not say what it is has the list's apiVersion and the
    list's kind without "List".
    """
    pending: list[tuple[Any, FieldPath]] = [(value, ())]
    while pending:
        candidate, path = pending.pop()
        if not _is_list(candidate):
            yield Found(candidate, path, _problem(candidate))
            continue
        yield ListObject(candidate["kind"])
        items = candidate["items"] if candidate["items"] is not None else []
        if not isinstance(items, list):
            yield Found(candidate, path, (f"the items of a {candidate['kind']} must be a list", ("items",)))
            continue
        inherited = _inherited(candidate)
        inside = [(_inherit(item, inherited), (*path, "items", number)) for number, item in enumerate(items)]
        pending.extend(reversed(inside))


def _is_list(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and "items" in value
        and isinstance(value.get("kind"), str)
        and value["kind"].endswith("List")
    )


def _inherited(typed_list: dict[str, Any]) -> dict[str, Any]:
    kind = typed_list["kind"].removesuffix("List")
    version = typed_list.get("apiVersion")
    return {"apiVersion": version, "kind": kind} if kind and isinstance(version, str) else {}


def _inherit(item: Any, inherited: dict[str, Any]) -> Any:
    if not isinstance(item, dict):
        return item
    missing = {key: value for key, value in inherited.items() if key not in item}
    return {**missing, **item} if missing else item


def _problem(value: Any) -> tuple[str, FieldPath] | None:
    if not isinstance(value, dict):
        # Whatever file this is, its content is not ours to show.
        what = "a string" if isinstance(value, str) else described(value)
        return f"this is {what}, not a Kubernetes object; {_REQUIRED}", ()
    for key in ("apiVersion", "kind"):
        if key == "kind" and "kind" not in value and isinstance(value.get("items"), list):
            cut = (
                "this list has items but no kind, which kubectl prints last: it seems to be cut off, so export it again"
            )
            return f"{cut} (a kind added by hand would hide what is missing)", ()
        if key not in value:
            return f"this is no Kubernetes object: it has no {key}; {_REQUIRED}", ()
        if not isinstance(value[key], str) or not value[key]:
            return f"this is no Kubernetes object: {key} must be text, not {described(value[key])}", (key,)
    called = f"this {quoted(value['kind'])} is no Kubernetes object"
    if "metadata" not in value:
        return f"{called}: it has no metadata; {_REQUIRED}", ()
    metadata = value["metadata"]
    if not isinstance(metadata, dict):
        return f"{called}: metadata must be a mapping, not {described(metadata)}", ("metadata",)
    if "name" not in metadata:
        return f"{called}: it has no metadata.name; {_REQUIRED}", ("metadata",)
    if not isinstance(metadata["name"], str) or not metadata["name"]:
        return f"{called}: metadata.name must be text, not {described(metadata['name'])}", ("metadata", "name")
    return None
