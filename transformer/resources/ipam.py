"""IP and Network (ipam.liqo.io): external addresses of endpoints, and the cluster's own pod CIDRs."""

from __future__ import annotations

from dataclasses import dataclass

from transformer.manifests.manifest import Manifest
from transformer.resources.resource import Resource, common, dig, kind_schema
from transformer.resources.schema import Schema, record, text

IP_OBJECT: Schema = kind_schema(
    required=("spec",),
    namespaced=True,
    spec=record(required=("ip",), ip=text()),
    status=record(ip=text()),
)
NETWORK: Schema = kind_schema(spec=record(cidr=text()), status=record(cidr=text()))

NETWORK_TYPE = "ipam.liqo.io/network-type"
POD_CIDR_TYPE = "pod-cidr"


@dataclass(frozen=True, slots=True)
class IP(Resource):
    """An IP: ``local`` as this cluster uses it, ``external`` as others see it (None: not mapped yet)."""

    local: str
    external: str | None


@dataclass(frozen=True, slots=True)
class Network(Resource):
    """A Network. ``pod_cidr`` is its ``status.cidr`` when it is this cluster's pod CIDR, else None."""

    pod_cidr: str | None


def read_ip(manifest: Manifest) -> IP:
    """The record of a manifest that fits IP_OBJECT."""
    return IP(
        **common(manifest), local=manifest.data["spec"]["ip"], external=dig(manifest.data, "status", "ip") or None
    )


def read_network(manifest: Manifest) -> Network:
    """The record of a manifest that fits NETWORK."""
    shared = common(manifest)
    is_pod_cidr = shared["labels"].get(NETWORK_TYPE) == POD_CIDR_TYPE
    return Network(**shared, pod_cidr=(dig(manifest.data, "status", "cidr") or None) if is_pod_cidr else None)
