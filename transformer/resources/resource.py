"""What all kinds share: identity, labels, annotations and the place they were read from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from transformer.findings.finding import ObjectRef
from transformer.manifests.manifest import Manifest, Origin
from transformer.resources.orchestration import earlier_identities, lasting_annotations
from transformer.resources.schema import Schema, map_of, record, text, whole_number

REMOTE_CLUSTER_ID = "liqo.io/remote-cluster-id"


#: Only what the rules read is checked: an export of a real cluster must never fail for a field we ignore.
def _metadata(*required: str, **fields: Schema) -> Schema:
    return record(
        required=("name", *required),
        name=text(minLength=1),
        labels=map_of(text()),
        annotations=map_of(text()),
        generation=whole_number(),
        **fields,
    )


METADATA: Schema = _metadata(namespace=text())
#: Of kinds whose namespace decides something. kubectl always prints it.
NAMESPACED_METADATA: Schema = _metadata("namespace", namespace=text(minLength=1))


@dataclass(frozen=True, slots=True)
class Resource:
    """An object of a known kind. ``labels`` and ``annotations`` are empty where the object has none.

    ``ref`` is what others call it and what was exported; ``current`` what it is called now. They differ only inside
    kustomize, which renames objects first and mends the references to them last.
    """

    ref: ObjectRef
    current: ObjectRef
    labels: Mapping[str, str]
    annotations: Mapping[str, str]
    origin: Origin

    @property
    def remote_cluster_id(self) -> str | None:
        """The cluster this object is about: label ``liqo.io/remote-cluster-id``."""
        return self.labels.get(REMOTE_CLUSTER_ID)


def kind_schema(required: tuple[str, ...] = (), *, namespaced: bool = False, **fields: Schema) -> Schema:
    """The schema of a kind: apiVersion, kind and metadata, and its own fields. ``namespaced``: the rules ask for its
    namespace, so that it must have one."""
    return record(
        required=("apiVersion", "kind", "metadata", *required),
        apiVersion=text(),
        kind=text(),
        metadata=NAMESPACED_METADATA if namespaced else METADATA,
        **fields,
    )


def ref_of(data: Mapping[str, Any]) -> ObjectRef:
    """The identity of an object that was read."""
    metadata = data["metadata"]
    return ObjectRef(
        str(data["apiVersion"]), str(data["kind"]), str(metadata.get("namespace") or ""), str(metadata["name"])
    )


def common(manifest: Manifest) -> dict[str, Any]:
    """The arguments of ``Resource`` for a manifest that fits its schema."""
    metadata = manifest.data["metadata"]
    annotations = metadata.get("annotations") or {}
    current = ref_of(manifest.data)
    earlier = earlier_identities(annotations)
    return {
        "ref": current._replace(namespace=earlier[0][0], name=earlier[0][1]) if earlier else current,
        "current": current,
        "labels": metadata.get("labels") or {},
        "annotations": lasting_annotations(annotations),
        "origin": manifest.origin,
    }


def dig(data: Any, *path: str) -> Any:
    """The value at a path of optional mappings; None where a step is absent or null."""
    for step in path:
        if data is None:
            return None
        data = data.get(step)
    return data
