"""VkOptionsTemplate (offloading.liqo.io) and the cluster-id ConfigMap: what an installation is set to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from transformer.manifests.manifest import Manifest
from transformer.resources.orchestration import earlier_identities, is_bookkeeping
from transformer.resources.resource import Resource, common, dig, kind_schema
from transformer.resources.schema import Schema, list_of, map_of, record, text

VK_OPTIONS_TEMPLATE: Schema = kind_schema(
    spec=record(
        labelsNotReflected=list_of(text()),
        annotationsNotReflected=list_of(text()),
        reflectorsConfig=map_of(record(type=text())),
    ),
)
#: What Liqo accepts as a cluster id; it becomes a label's value and part of names.
CLUSTER_ID = r"^[a-z0-9]([-a-z0-9]*[a-z0-9])?$(?!\n)"

CLUSTER_ID_CONFIG_MAP: Schema = kind_schema(
    required=("data",),
    data={**map_of(text()), "required": ["CLUSTER_ID"], "properties": {"CLUSTER_ID": text(pattern=CLUSTER_ID)}},
)

#: The label of the cluster-id ConfigMap that names Liqo's release: ``v1.2.0``.
LIQO_VERSION = "app.kubernetes.io/version"

_CONFIG_MAP_LABEL = "app.kubernetes.io/name"
_CONFIG_MAP_VALUE = "clusterid-configmap"
_CONFIG_MAP_NAME = "liqo-clusterid-configmap"


@dataclass(frozen=True, slots=True)
class VkOptionsTemplate(Resource):
    """A VkOptionsTemplate; ``reflection_type`` is that of Services (the slices follow it)."""

    labels_not_reflected: tuple[str, ...]
    annotations_not_reflected: tuple[str, ...]
    reflection_type: str | None


@dataclass(frozen=True, slots=True)
class ClusterIdConfigMap(Resource):
    """The ConfigMap that names the cluster."""

    cluster_id: str


def is_cluster_id_config_map(data: Mapping[str, Any]) -> bool:
    """Whether a v1 ConfigMap is the one with the cluster's id; any other is passed over.

    Inside kustomize its label may have been set anew by the kustomization; then it is known by the name that Liqo's
    chart gives it.
    """
    metadata = data["metadata"]
    labels, annotations = metadata.get("labels"), metadata.get("annotations")
    if isinstance(labels, dict) and labels.get(_CONFIG_MAP_LABEL) == _CONFIG_MAP_VALUE:
        return True
    if not isinstance(annotations, dict) or not any(is_bookkeeping(str(key)) for key in annotations):
        return False
    earlier = earlier_identities(annotations)
    name = earlier[0][1] if earlier else metadata.get("name")
    return name == _CONFIG_MAP_NAME and "CLUSTER_ID" in (data.get("data") or {})


def read_vk_options_template(manifest: Manifest) -> VkOptionsTemplate:
    """The record of a manifest that fits VK_OPTIONS_TEMPLATE."""
    spec = manifest.data.get("spec") or {}
    return VkOptionsTemplate(
        **common(manifest),
        labels_not_reflected=tuple(spec.get("labelsNotReflected") or ()),
        annotations_not_reflected=tuple(spec.get("annotationsNotReflected") or ()),
        reflection_type=dig(spec, "reflectorsConfig", "service", "type") or None,
    )


def read_cluster_id_config_map(manifest: Manifest) -> ClusterIdConfigMap:
    """The record of a manifest that fits CLUSTER_ID_CONFIG_MAP."""
    return ClusterIdConfigMap(**common(manifest), cluster_id=manifest.data["data"]["CLUSTER_ID"])
