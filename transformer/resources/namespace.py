"""NamespaceMap and NamespaceOffloading (offloading.liqo.io): where a namespace goes on a provider."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from transformer.manifests.manifest import Manifest
from transformer.resources.resource import Resource, common, dig, kind_schema
from transformer.resources.schema import Schema, list_of, map_of, record, text

NAMESPACE_MAP: Schema = kind_schema(
    spec=record(desiredMapping=map_of(text())),
    status=record(currentMapping=map_of(record(remoteNamespace=text(), phase=text()))),
)
NAMESPACE_OFFLOADING: Schema = kind_schema(
    namespaced=True,
    spec=record(namespaceMappingStrategy=text(), remoteNamespaceName=text()),
    status=record(
        remoteNamespaceName=text(),
        remoteNamespacesConditions=map_of(list_of(record(required=("type",), type=text(), status=text()))),
    ),
)

REPLICATED = "liqo.io/replicated"
ACCEPTED = "Accepted"


@dataclass(frozen=True, slots=True)
class MappedNamespace:
    """An entry of ``status.currentMapping``: the remote namespace's name, and its phase."""

    remote: str
    phase: str


@dataclass(frozen=True, slots=True)
class NamespaceMap(Resource):
    """A NamespaceMap; ``desired`` are the names of ``spec.desiredMapping``, used only to explain."""

    mapped: Mapping[str, MappedNamespace]
    desired: Mapping[str, str]

    @property
    def is_replicated(self) -> bool:
        """Whether it belongs to a cluster that offloads to us."""
        return self.labels.get(REPLICATED) == "true"


@dataclass(frozen=True, slots=True)
class NamespaceOffloading(Resource):
    """A NamespaceOffloading. ``required`` holds, by provider, the status of its OffloadingRequired
    condition ("" where the provider is listed without one)."""

    strategy: str
    remote_name: str | None
    required: Mapping[str, str]


def read_namespace_map(manifest: Manifest) -> NamespaceMap:
    """The record of a manifest that fits NAMESPACE_MAP."""
    current = dig(manifest.data, "status", "currentMapping") or {}
    return NamespaceMap(
        **common(manifest),
        mapped={
            name: MappedNamespace(entry.get("remoteNamespace") or "", entry.get("phase") or "")
            for name, entry in current.items()
        },
        desired=dig(manifest.data, "spec", "desiredMapping") or {},
    )


def read_namespace_offloading(manifest: Manifest) -> NamespaceOffloading:
    """The record of a manifest that fits NAMESPACE_OFFLOADING."""
    conditions = dig(manifest.data, "status", "remoteNamespacesConditions") or {}
    return NamespaceOffloading(
        **common(manifest),
        strategy=dig(manifest.data, "spec", "namespaceMappingStrategy") or "DefaultName",
        remote_name=dig(manifest.data, "spec", "remoteNamespaceName")
        or dig(manifest.data, "status", "remoteNamespaceName")
        or None,
        required={
            provider: next((each.get("status") or "" for each in entries if each["type"] == "OffloadingRequired"), "")
            for provider, entries in conditions.items()
        },
    )
