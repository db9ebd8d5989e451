"""One item: the text it came as, which goes back untouched, and what the rules can read in it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from transformer.configuration.values import mark_problem
from transformer.findings.catalogue import finding
from transformer.findings.finding import Finding
from transformer.krm.item_origin import ItemOrigin, Place, Within, position_in
from transformer.krm.kustomize_scalars import as_strings, quoted_at, without_merge_tags
from transformer.manifests.documents import read_documents
from transformer.manifests.engines import Engine
from transformer.manifests.faults import Fault
from transformer.manifests.limits import Limits
from transformer.manifests.manifest import Manifest, field_text
from transformer.manifests.objects import ListObject, objects_of
from transformer.resources.kinds import KIND_NAMES, kind_of, nearly_kind
from transformer.resources.orchestration import DERIVED_BY, is_bookkeeping

#: Group, version, kind, namespace and name: what kustomize and kpt know an item by.
ItemId = tuple[str, str, str, str]

_PATH_KEYS = ("internal.config.kubernetes.io/path", "config.kubernetes.io/path")
_INDEX_KEYS = ("internal.config.kubernetes.io/index", "config.kubernetes.io/index")
#: The kinds of derived objects.
_DERIVED_KINDS = ("EndpointSlice", "ShadowEndpointSlice")
#: What kustomize sets on each item for a function, and nobody else. It notes paths, too, on what an earlier function
#: made, but these are of no files.
_KUSTOMIZE_KEY = "kustomize.config.k8s.io/id"
#: What an object without a namespace is in, for kustomize and for kubectl.
_DEFAULT_NAMESPACE = "default"
#: The kinds that the rules read and that are in no namespace.
_CLUSTER_SCOPED = ("Node", "ForeignCluster")
_KIND = re.compile(r"""["']?\bkind["']?\s*:\s*["']?([A-Za-z]+)""")
#: Stands in the one ConfigMap that the rules read, on its label.
_CLUSTER_ID = "clusterid-configmap"
#: What a document in block style says of itself, as far as a text that cannot be read can be asked.
_OUTERMOST = re.compile(r"""(?m)^(apiVersion|kind):[ ]+["']?([A-Za-z0-9./-]+)["']?[ ]*$""")
_PATH = re.compile(r"""\bconfig\.kubernetes\.io/path["']?\s*:\s*["']?([^"',}\n]+)""")


@dataclass(frozen=True, slots=True)
class Item:
    """One item of a list.

    ``text`` is a YAML document without markers that ends in a line end. ``data`` is the object, None where it could
    not be read and need not be: an object of a kind that no rule asks for. ``manifests`` are the objects in it that
    the rules read: itself, or what a List holds; an object without a namespace stands in "default", as it does for
    kustomize. ``from_kustomize``: kustomize handed it over, which reads files and writes none.
    """

    text: str
    data: Mapping[str, Any] | None
    manifests: tuple[Manifest, ...]
    place: Place
    from_kustomize: bool = False

    @property
    def id(self) -> ItemId | None:
        """What kustomize and kpt know it by; None for what is no named object."""
        return id_of(self.data) if self.data is not None else None

    @property
    def mark(self) -> str | None:
        """The mark of the function that made it, KIND/NAME; None for an object of the user's."""
        mark = self.annotations.get(DERIVED_BY)
        if not isinstance(mark, str) or mark_problem(mark) is not None or self.id is None:
            return None
        return mark if self.id[1] in _DERIVED_KINDS else None

    @property
    def annotations(self) -> Mapping[str, Any]:
        """Its annotations, those of kustomize and kpt among them."""
        return annotations_of(self.data)

    @property
    def is_handed_over(self) -> bool:
        """Whether a program handed it over: its lines are nobody's then."""
        return any(is_bookkeeping(key) for key in self.annotations)

    @property
    def has_file(self) -> bool:
        """Whether it stands for a file on disk, which goes when the item does: under kpt."""
        if self.from_kustomize:
            return False
        return any(key in self.annotations for key in _PATH_KEYS) or (
            self.data is None and _PATH.search(self.text) is not None
        )


def id_of(data: Mapping[str, Any]) -> ItemId | None:
    """The identity of an object; None where it lacks a part of it."""
    metadata = data.get("metadata")
    if not isinstance(metadata, dict) or not isinstance(metadata.get("name"), str):
        return None
    api_version, kind = data.get("apiVersion"), data.get("kind")
    if not isinstance(api_version, str) or not isinstance(kind, str):
        return None
    return (api_version, kind, str(metadata.get("namespace") or _DEFAULT_NAMESPACE), metadata["name"])


def read_item(
    text: str, place: Place, engine: Engine, limits: Limits, *, may_be_kustomize: bool = False
) -> tuple[Item, list[Finding]]:
    """An item, and what is wrong with it. ``may_be_kustomize``: its list may come from kustomize.

    Broken YAML is an error whatever it is (invalid-yaml). All else is one only in a kind that the rules read; other
    objects are the user's and go back as they came, with tags, anchors or whatever their readers make of them.
    """
    value, faults = _loaded(text, engine, limits)
    if faults and may_be_kustomize and _KUSTOMIZE_KEY in text:
        readable = without_merge_tags(text)
        value, faults = _loaded(readable, engine, limits)
        if faults and value is not None:
            value, faults = _loaded(quoted_at(readable, faults), engine, limits)
    data = value if isinstance(value, dict) else None
    handed = may_be_kustomize and (_KUSTOMIZE_KEY in text if data is None else _is_kustomizes(data))
    place = Place() if handed else _known(place, data)
    if value is None and any(fault.code == "invalid-yaml" for fault in faults):
        return Item(text, None, (), place, handed), [_fault(each, text, place, handed) for each in faults]
    if handed and data is not None and id_of(data) is not None:
        data = as_strings(data)
    if faults:
        found = faults if _may_be_ours(text, data) else []
        return Item(text, data, (), place, handed), [_fault(each, text, place, handed) for each in found]
    manifests, findings = _objects(data, ItemOrigin(text, data, place, limits)) if data is not None else ((), [])
    return Item(text, data, manifests, place, handed), findings


def _is_kustomizes(data: Mapping[str, Any]) -> bool:
    """Whether it carries kustomize's note of what it is called, and is called so: a file may hold an old note."""
    note, id = annotations_of(data).get(_KUSTOMIZE_KEY), id_of(data)
    if not isinstance(note, str) or id is None:
        return False
    told = dict(line.partition(": ")[::2] for line in note.split("\n"))
    return told.get("kind") == id[1] and told.get("name", "").strip("'\"") == id[3]


def _loaded(text: str, engine: Engine, limits: Limits) -> tuple[Any, list[Fault]]:
    """The value of a text that is one document, and all that is wrong with it."""
    documents = list(read_documents(text, engine, limits))
    faults = [fault for document in documents for fault in document.faults]
    return documents[0].value if len(documents) == 1 else None, faults


def _objects(data: dict[str, Any], origin: ItemOrigin) -> tuple[tuple[Manifest, ...], list[Finding]]:
    """The objects of known kinds in an item, and what is wrong with those that should be some."""
    kind = data.get("kind")
    if not isinstance(kind, str) or (kind != "List" and kind.removesuffix("List") not in KIND_NAMES):
        return _near_ones(data, origin)
    manifests: list[Manifest] = []
    findings: list[Finding] = []
    for found in objects_of(data):
        if isinstance(found, ListObject):
            continue
        if found.problem is not None:
            message, field = found.problem
            if not _is_asked_for(found.value):
                continue
            path = (*found.path, *field)
            findings.append(finding("not-an-object", message, location=origin.at(path), field=field_text(path) or None))
        elif kind_of(found.value) is not None:
            manifests.append(Manifest(_in_a_namespace(found.value), Within(origin, found.path)))
    return tuple(manifests), findings


def _is_asked_for(value: Any) -> bool:
    """Whether what is no sound object is of a kind that the rules would read, as far as that can be told."""
    if not isinstance(value, dict):
        return True
    if not all(isinstance(value.get(key), str) for key in ("apiVersion", "kind")):
        return value.get("kind") != "ConfigMap"
    return (
        kind_of({**value, "metadata": value["metadata"] if isinstance(value.get("metadata"), dict) else {}}) is not None
    )


def _near_ones(data: dict[str, Any], origin: ItemOrigin) -> tuple[tuple[Manifest, ...], list[Finding]]:
    """An object whose kind is nearly one of ours is handed on, for the warning about it; all others are not."""
    is_object = id_of(data) is not None
    return ((Manifest(data, origin),) if is_object and nearly_kind(data) is not None else ()), []


def _in_a_namespace(data: dict[str, Any]) -> dict[str, Any]:
    metadata = data["metadata"]
    if metadata.get("namespace") or data["kind"] in _CLUSTER_SCOPED:
        return data
    return {**data, "metadata": {**metadata, "namespace": _DEFAULT_NAMESPACE}}


def _known(place: Place, data: Mapping[str, Any] | None) -> Place:
    """The place as the item's own annotations have it: kpt's file, or none where a program hands it over."""
    annotations = annotations_of(data)
    file = next((annotations[key] for key in _PATH_KEYS if isinstance(annotations.get(key), str)), None)
    index = next((annotations[key] for key in _INDEX_KEYS if isinstance(annotations.get(key), str)), None)
    if file is None:
        return place if index is None else Place()
    return Place(file, int(index) if index is not None and index.isascii() and index.isdigit() else None)


def annotations_of(data: Mapping[str, Any] | None) -> Mapping[str, Any]:
    """The annotations of an object that nobody has checked; none where they are no mapping."""
    metadata = data.get("metadata") if data is not None else None
    annotations = metadata.get("annotations") if isinstance(metadata, dict) else None
    return annotations if isinstance(annotations, dict) else {}


def _may_be_ours(text: str, data: Mapping[str, Any] | None) -> bool:
    """Whether an item that cannot be read in full may hold an object that the rules read."""
    known = data if data is not None else dict(_OUTERMOST.findall(text))
    kind, api_version = known.get("kind"), known.get("apiVersion")
    if not isinstance(kind, str) or not isinstance(api_version, str):
        # Any kind that it names counts.
        return any(each.removesuffix("List") in KIND_NAMES or each == "List" for each in _KIND.findall(text))
    if kind.removesuffix("List") == "ConfigMap":
        return _CLUSTER_ID in text
    return kind == "List" or kind_of({"apiVersion": api_version, "kind": kind.removesuffix("List")}) is not None


def _fault(fault: Fault, text: str, place: Place, handed: bool) -> Finding:
    file = _PATH.search(text)
    if file is not None and not handed:
        place = Place(file[1].strip())
    return finding(fault.code, fault.message, remedy=fault.remedy, location=position_in(text, fault.offset, place))
