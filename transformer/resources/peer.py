"""ForeignCluster (core.liqo.io) and Connection (networking.liqo.io): the state of a peer and of the link to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from transformer.manifests.manifest import Manifest
from transformer.resources.resource import Resource, common, dig, kind_schema
from transformer.resources.schema import Schema, boolean, list_of, record, text

_CONDITIONS: Schema = list_of(record(required=("type",), type=text(), status=text()))

FOREIGN_CLUSTER: Schema = kind_schema(
    spec=record(clusterID=text()),
    status=record(
        conditions=_CONDITIONS,
        modules=record(networking=record(enabled=boolean(), conditions=_CONDITIONS)),
    ),
)
CONNECTION: Schema = kind_schema(status=record(value=text()))

NETWORK_CONNECTION = "NetworkConnectionStatus"
API_SERVER = "APIServerStatus"


@dataclass(frozen=True, slots=True)
class ForeignCluster(Resource):
    """A ForeignCluster. Statuses are None where the condition is absent; ``networking_enabled`` is None where the
    object does not say, which the API server does not allow: its status was lost."""

    networking_enabled: bool | None
    network_status: str | None
    api_server_status: str | None
    created: str


@dataclass(frozen=True, slots=True)
class Connection(Resource):
    """A Connection; ``value`` is Connected, Connecting, Error or None."""

    value: str | None


def read_foreign_cluster(manifest: Manifest) -> ForeignCluster:
    """The record of a manifest that fits FOREIGN_CLUSTER."""
    status = manifest.data.get("status") or {}
    networking = dig(status, "modules", "networking")
    return ForeignCluster(
        **common(manifest),
        networking_enabled=dig(networking, "enabled"),
        network_status=_condition(dig(networking, "conditions"), NETWORK_CONNECTION),
        api_server_status=_condition(status.get("conditions"), API_SERVER),
        created=str(manifest.data["metadata"].get("creationTimestamp") or ""),
    )


def read_connection(manifest: Manifest) -> Connection:
    """The record of a manifest that fits CONNECTION."""
    return Connection(**common(manifest), value=dig(manifest.data, "status", "value"))


def _condition(conditions: Any, kind: str) -> str | None:
    first = next((each for each in conditions or () if each["type"] == kind), None)
    return None if first is None else first.get("status") or ""
