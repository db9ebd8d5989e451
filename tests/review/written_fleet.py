"""A small fleet that a test writes down: rome offloads namespace shop to milan and turin; each cluster is a file."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from transformer.manifests.reading import read_inputs
from transformer.pipeline import FleetRun, compute_fleet
from transformer.settings import ConsumerSettings, ProviderSettings, Settings

Objects = Sequence[dict[str, Any]]
LABEL = "liqo.io/remote-cluster-id"
DIRECT = {"liqo.io/use-direct-connections": "true"}


def an_object(api_version: str, kind: str, name: str, namespace: str = "", **fields: Any) -> dict[str, Any]:
    """An object; ``labels`` and ``annotations`` go into its metadata."""
    metadata: dict[str, Any] = {"name": name, **({"namespace": namespace} if namespace else {})}
    metadata |= {part: fields.pop(part) for part in ("labels", "annotations") if part in fields}
    return {"apiVersion": api_version, "kind": kind, "metadata": metadata, **fields}


def node(name: str, cluster: str) -> dict[str, Any]:
    """A virtual node of a cluster."""
    return an_object("v1", "Node", name, labels={"liqo.io/type": "virtual-node", LABEL: cluster})


def service(name: str = "web", namespace: str = "shop", **annotations: str) -> dict[str, Any]:
    """A Service that asks for direct connections."""
    return an_object("v1", "Service", name, namespace, annotations=annotations or DIRECT)


def slice_of(
    *endpoints: dict[str, Any], name: str = "web-1", service: str = "web", family: str = "IPv4", namespace: str = "shop"
) -> dict[str, Any]:
    """An EndpointSlice."""
    labels = {"kubernetes.io/service-name": service} if service else {}
    return an_object(
        "discovery.k8s.io/v1",
        "EndpointSlice",
        name,
        namespace,
        labels=labels,
        addressType=family,
        endpoints=list(endpoints),
    )


def endpoint(*addresses: str, node: str = "liqo-turin", pod: str = "") -> dict[str, Any]:
    """An endpoint; on no node where that is empty."""
    target = {"targetRef": {"kind": "Pod", "namespace": "shop", "name": pod}} if pod else {}
    return {"addresses": list(addresses), **({"nodeName": node} if node else {}), **target}


def configuration(cluster: str, real: str, seen: str, local: str) -> dict[str, Any]:
    """A Configuration for a cluster."""
    condition = {"type": "NetworkCIDRsConfigured", "status": "True", "observedGeneration": 1}
    made = an_object(
        "networking.liqo.io/v1beta1",
        "Configuration",
        cluster,
        f"liqo-tenant-{cluster}",
        labels={LABEL: cluster},
        spec={"local": {"cidr": {"pod": [local]}}, "remote": {"cidr": {"pod": [real]}}},
        status={"conditions": [condition], "remote": {"cidr": {"pod": [seen]}}},
    )
    made["metadata"]["generation"] = 1
    return made


#: rome remaps turin, whose pods milan sees at 10.91.0.0/16; rome's own are at 10.79.0.0/16 for milan.
ROME: Objects = (
    node("liqo-milan", "milan"),
    node("liqo-turin", "turin"),
    configuration("milan", "10.61.0.0/16", "10.61.0.0/16", "10.200.0.0/16"),
    configuration("turin", "10.62.0.0/16", "10.72.0.0/16", "10.200.0.0/16"),
)
MILAN: Objects = (
    configuration("rome", "10.200.0.0/16", "10.79.0.0/16", "10.61.0.0/16"),
    configuration("turin", "10.62.0.0/16", "10.91.0.0/16", "10.61.0.0/16"),
)


def write_fleet(
    folder: Path, *rome: dict[str, Any], milan: Objects | None = MILAN, turin: Objects | None = None
) -> Settings:
    """The settings of a fleet with these objects beside those of ROME. A provider without objects is not exported."""
    exports = {"rome": [*ROME, *rome], "milan": milan, "turin": turin}
    for id, objects in exports.items():
        if objects is not None:
            items = {"apiVersion": "v1", "kind": "List", "items": list(objects)}
            (folder / f"{id}.json").write_text(json.dumps(items, indent=1))
    return Settings(
        consumer=ConsumerSettings("rome", (str(folder / "rome.json"),), namespaces={"shop": "shop-rome"}),
        providers=tuple(
            ProviderSettings(id, (str(folder / f"{id}.json"),) if exports[id] is not None else ())
            for id in ("milan", "turin")
        ),
        force=True,
    )


def run_of(settings: Settings) -> FleetRun:
    """The run; no fault in what was written down."""
    run = compute_fleet(settings, read_inputs)
    assert not run.outcome.stopped, run.outcome.findings
    return run
