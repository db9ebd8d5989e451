"""Node (v1) and VirtualNode (offloading.liqo.io): where a nodeName leads to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from transformer.manifests.manifest import Manifest
from transformer.resources.resource import REMOTE_CLUSTER_ID, Resource, common, dig, kind_schema
from transformer.resources.schema import Schema, list_of, map_of, record, text

NODE: Schema = kind_schema()
VIRTUAL_NODE: Schema = kind_schema(
    spec=record(
        clusterID=text(),
        labels=map_of(text()),
        offloadingPatch=record(labelsNotReflected=list_of(text()), annotationsNotReflected=list_of(text())),
        template=record(spec=record(template=record(spec=record(containers=list_of(record(args=list_of(text()))))))),
    ),
)

NODE_TYPE = "liqo.io/type"
VIRTUAL_NODE_TYPE = "virtual-node"
_POD_CIDR_ARGUMENT = "--local-podcidr="
_REFLECTION_ARGUMENT = "--service-reflection-type="


@dataclass(frozen=True, slots=True)
class Node(Resource):
    """A Node."""

    @property
    def is_virtual(self) -> bool:
        """Whether it stands for another cluster: label ``liqo.io/type: virtual-node``."""
        return self.labels.get(NODE_TYPE) == VIRTUAL_NODE_TYPE


@dataclass(frozen=True, slots=True)
class VirtualNode(Resource):
    """A VirtualNode. Its name is free; the cluster is ``spec.clusterID``.

    ``labels_not_reflected`` and ``annotations_not_reflected`` are None where there is no offloadingPatch.
    """

    cluster_id: str
    local_pod_cidrs: tuple[str, ...]
    reflection_type: str | None
    labels_not_reflected: tuple[str, ...] | None
    annotations_not_reflected: tuple[str, ...] | None


def read_node(manifest: Manifest) -> Node:
    """The record of a manifest that fits NODE."""
    return Node(**common(manifest))


def read_virtual_node(manifest: Manifest) -> VirtualNode:
    """The record of a manifest that fits VIRTUAL_NODE."""
    spec = manifest.data.get("spec") or {}
    patch = spec.get("offloadingPatch")
    arguments = _arguments(spec)
    metadata_labels: Mapping[str, str] = manifest.data["metadata"].get("labels") or {}
    return VirtualNode(
        **common(manifest),
        cluster_id=spec.get("clusterID") or metadata_labels.get(REMOTE_CLUSTER_ID) or "",
        local_pod_cidrs=tuple(_values(arguments, _POD_CIDR_ARGUMENT)),
        reflection_type=next(iter(_values(arguments, _REFLECTION_ARGUMENT)), None),
        labels_not_reflected=None if patch is None else tuple(patch.get("labelsNotReflected") or ()),
        annotations_not_reflected=None if patch is None else tuple(patch.get("annotationsNotReflected") or ()),
    )


def _arguments(spec: Mapping[str, Any]) -> list[str]:
    containers = dig(spec, "template", "spec", "template", "spec", "containers") or []
    return [argument for container in containers for argument in container.get("args") or []]


def _values(arguments: list[str], prefix: str) -> list[str]:
    return [argument[len(prefix) :] for argument in arguments if argument.startswith(prefix)]
