"""The table of kinds: what we know of each, and the way from a manifest to its record.

A new kind: a module with its schema, record and reading function, and a line here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from transformer.findings.catalogue import finding
from transformer.findings.finding import Finding, Severity, quoted
from transformer.manifests.described import described
from transformer.manifests.manifest import FieldPath, Manifest, field_text
from transformer.resources import configuration, installation, ipam, namespace, node, peer, service, slice
from transformer.resources.resource import Resource, ref_of
from transformer.resources.schema import Check, Schema, compile_check, faults
from transformer.resources.spelling import compile_spelling, nearly


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind that the rules read: its API version, schema, and reading function.
    ``is_ours`` tells the objects of the kind that we read from those that we pass over."""

    api_version: str
    name: str
    schema: Schema
    read: Callable[[Manifest], Resource]
    is_ours: Callable[[Any], bool] = lambda _: True

    @property
    def group(self) -> str:
        """The API group; empty for the core group."""
        return _group(self.api_version)


_DISCOVERY = "discovery.k8s.io/v1"
_NETWORKING = "networking.liqo.io/v1beta1"
_OFFLOADING = "offloading.liqo.io/v1beta1"
_IPAM = "ipam.liqo.io/v1alpha1"

KINDS: tuple[Kind, ...] = (
    Kind(_DISCOVERY, "EndpointSlice", slice.ENDPOINT_SLICE, slice.read_endpoint_slice),
    Kind("v1", "Service", service.SERVICE, service.read_service),
    Kind(_NETWORKING, "Configuration", configuration.CONFIGURATION, configuration.read_configuration),
    Kind(_OFFLOADING, "ShadowEndpointSlice", slice.SHADOW_ENDPOINT_SLICE, slice.read_shadow_endpoint_slice),
    Kind("v1", "Node", node.NODE, node.read_node),
    Kind(_OFFLOADING, "VirtualNode", node.VIRTUAL_NODE, node.read_virtual_node),
    Kind(_IPAM, "IP", ipam.IP_OBJECT, ipam.read_ip),
    Kind("core.liqo.io/v1beta1", "ForeignCluster", peer.FOREIGN_CLUSTER, peer.read_foreign_cluster),
    Kind(_NETWORKING, "Connection", peer.CONNECTION, peer.read_connection),
    Kind(_OFFLOADING, "NamespaceMap", namespace.NAMESPACE_MAP, namespace.read_namespace_map),
    Kind(_OFFLOADING, "NamespaceOffloading", namespace.NAMESPACE_OFFLOADING, namespace.read_namespace_offloading),
    Kind(_OFFLOADING, "VkOptionsTemplate", installation.VK_OPTIONS_TEMPLATE, installation.read_vk_options_template),
    Kind(_IPAM, "Network", ipam.NETWORK, ipam.read_network),
    Kind(
        "v1",
        "ConfigMap",
        installation.CLUSTER_ID_CONFIG_MAP,
        installation.read_cluster_id_config_map,
        installation.is_cluster_id_config_map,
    ),
)


def _group(api_version: str) -> str:
    return api_version.rpartition("/")[0]


#: The names of the kinds that the rules read.
KIND_NAMES = frozenset(kind.name for kind in KINDS)
_BY_GROUP_AND_NAME = {(kind.group, kind.name): kind for kind in KINDS}
_CHECKS: dict[str, Check] = {kind.name: compile_check(kind.schema) for kind in KINDS}
_SPELLINGS = {kind.name: compile_spelling(kind.schema) for kind in KINDS}


def kind_of(data: dict[str, Any]) -> Kind | None:
    """The kind of a manifest's data, in whatever version; None for one that we pass over.

    The same kind name in another API group (a Knative Service, an OpenShift Network) is another kind.
    """
    kind = _BY_GROUP_AND_NAME.get((_group(data["apiVersion"]), data["kind"]))
    return kind if kind is not None and kind.is_ours(data) else None


def nearly_kind(data: dict[str, Any]) -> str | None:
    """The kind of the same API group that an object we pass over is nearly named like; None when there is none."""
    group, name = _group(data["apiVersion"]), data["kind"]
    if (group, name) in _BY_GROUP_AND_NAME:
        return None
    return nearly(name, [kind.name for kind in KINDS if kind.group == group])


def misspelt_fields(manifest: Manifest, kind: Kind, cluster: str | None) -> list[Finding]:
    """A warning for each field whose name is almost that of a known one which is missing beside it."""
    look = _SPELLINGS[kind.name]
    return [
        finding(
            "schema-violation",
            f"unknown field {field_text(path)}, which is passed over; is {meant} meant?",
            severity=Severity.WARNING,
            cluster=cluster,
            object=ref_of(manifest.data),
            field=field_text(path),
            location=manifest.origin.at(path, key=True),
        )
        for path, meant in (look(manifest.data, ()) if look is not None else ())
    ]


def read_resource(manifest: Manifest, kind: Kind, cluster: str | None) -> Resource | list[Finding]:
    """The typed record of a manifest, or every fault it has (schema-violation, ambiguous-scalar,
    unsupported-version). ``cluster`` is whose export it is, for the findings."""
    data = manifest.data
    if data["apiVersion"] != kind.api_version:
        return [
            finding(
                "unsupported-version",
                f"{kind.name} {quoted(data['metadata']['name'])} has apiVersion {quoted(data['apiVersion'])}; "
                f"this version reads {kind.api_version}",
                remedy=f"Export it in {kind.api_version}: kubectl get with the kind's full name, "
                f"for instance {kind.name.lower()}s.{kind.api_version.rpartition('/')[2]}.{kind.group or 'core'}.",
                cluster=cluster,
                object=ref_of(data),
                field="apiVersion",
                location=manifest.origin.at(("apiVersion",)),
                proposed=kind.api_version,
            )
        ]
    if _CHECKS[kind.name](data):
        return kind.read(manifest)
    return [_fault(manifest, cluster, *fault) for fault in faults(kind.schema, data)]


def _fault(manifest: Manifest, cluster: str | None, path: FieldPath, keyword: str, wanted: str, got: Any) -> Finding:
    is_ambiguous = "a string" in wanted and keyword in ("type", "anyOf") and isinstance(got, (str, bool, int, float))
    found = _instead(wanted.rpartition(" ")[2], got) if keyword == "required" else described(got)
    where = field_text(path) or "the object"
    return finding(
        "ambiguous-scalar" if is_ambiguous else "schema-violation",
        f"{where}: got {found}, wanted {wanted}",
        cluster=cluster,
        object=ref_of(manifest.data),
        field=field_text(path) or None,
        location=manifest.origin.at(path),
        proposed=_as_text(got) if is_ambiguous else None,
    )


def _as_text(got: Any) -> str:
    """What somebody who left out the quotes meant."""
    return str(got).lower() if isinstance(got, bool) else str(got)


def _instead(missing: str, fields: Any) -> str:
    """What stands in place of a missing field: the field that is most like it, perhaps misspelt."""
    like = nearly(missing, [str(name) for name in fields])
    return f"nothing (is {quoted(like)} meant for it?)" if like else "nothing"


def kind_schemas() -> dict[str, Schema]:
    """The published JSON Schema of each kind, by its name."""
    return {
        kind.name: {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": f"{kind.name} ({kind.api_version}), as far as liqo-transform reads it",
            **kind.schema,
        }
        for kind in KINDS
    }
