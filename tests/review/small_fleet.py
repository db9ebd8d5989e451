"""A fleet as small as can be that shows everything: one annotated Service of rome with a pod in each of three clusters.

Its objects are plain data that a test changes; ``live`` puts what Liqo makes of them into the providers' exports.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import yaml

from transformer.manifests.reading import read_inputs
from transformer.pipeline import FleetRun, compute_fleet
from transformer.settings import ConsumerSettings, ProviderSettings, Settings

Data = dict[str, Any]
PROVIDERS = ("milan", "turin")
DIRECT = "liqo.io/use-direct-connections"
REMOTE = "liqo.io/remote-cluster-id"


def thing(api_version: str, kind: str, name: str, namespace: str = "", **fields: Any) -> Data:
    """An object; ``labels``, ``annotations`` and ``generation`` are part of its metadata."""
    metadata: Data = {"name": name} | ({"namespace": namespace} if namespace else {})
    metadata |= {part: fields.pop(part) for part in ("labels", "annotations", "generation") if part in fields}
    return {"apiVersion": api_version, "kind": kind, "metadata": metadata, **fields}


def configuration(of: str, pod: tuple[str, str], external: tuple[str, str], local: str) -> Data:
    """How a cluster sees another: its real CIDRs, and those under which it is seen."""
    return thing(
        "networking.liqo.io/v1beta1",
        "Configuration",
        of,
        f"liqo-tenant-{of}",
        labels={REMOTE: of},
        generation=1,
        spec={
            "local": {"cidr": {"pod": [local], "external": ["10.70.0.0/16"]}},
            "remote": {"cidr": {"pod": [pod[0]], "external": [external[0]]}},
        },
        status={
            "conditions": [{"type": "NetworkCIDRsConfigured", "status": "True", "observedGeneration": 1}],
            "remote": {"cidr": {"pod": [pod[1]], "external": [external[1]]}},
        },
    )


def pod(name: str, address: str, node: str) -> Data:
    """An endpoint of a pod of namespace shop."""
    target = {"kind": "Pod", "namespace": "shop", "name": name, "uid": f"uid-{name}"}
    return {"addresses": [address], "conditions": {"ready": True}, "nodeName": node, "targetRef": target}


def _node(name: str, of: str = "") -> Data:
    labels = {"kubernetes.io/hostname": name} | ({"liqo.io/type": "virtual-node", REMOTE: of} if of else {})
    return thing("v1", "Node", name, labels=labels)


def _ip(name: str, address: str, mapped: str) -> Data:
    return thing("ipam.liqo.io/v1alpha1", "IP", name, "shop", spec={"ip": address}, status={"ip": mapped})


def _namespace_map(of: str) -> Data:
    mapping = {"shop": {"remoteNamespace": "shop-rome", "phase": "Accepted"}}
    return thing(
        "offloading.liqo.io/v1beta1", "NamespaceMap", of, f"liqo-tenant-{of}", labels={REMOTE: of},
        status={"currentMapping": mapping},
    )  # fmt: skip


def _foreign_cluster() -> Data:
    networking = {"enabled": True, "conditions": [{"type": "NetworkConnectionStatus", "status": "Established"}]}
    return thing(
        "core.liqo.io/v1beta1", "ForeignCluster", "rome", labels={REMOTE: "rome"}, spec={"clusterID": "rome"},
        status={"conditions": [{"type": "APIServerStatus", "status": "Established"}],
                "modules": {"networking": networking}},
    )  # fmt: skip


def _cluster_id(of: str) -> Data:
    labels = {"app.kubernetes.io/name": "clusterid-configmap"}
    return thing("v1", "ConfigMap", "liqo-clusterid-configmap", "liqo", labels=labels, data={"CLUSTER_ID": of})


def _rome() -> list[Data]:
    endpoints = [
        pod("web-0", "10.200.0.1", "rome-1"),
        pod("web-1", "10.61.0.1", "liqo-milan"),
        pod("web-2", "10.62.0.1", "liqo-turin"),
    ]
    slice = thing(
        "discovery.k8s.io/v1", "EndpointSlice", "web-1", "shop", labels={"kubernetes.io/service-name": "web"},
        addressType="IPv4", endpoints=endpoints, ports=[{"name": "http", "port": 80, "protocol": "TCP"}],
    )  # fmt: skip
    return [
        _cluster_id("rome"),
        _node("rome-1"),
        _node("liqo-milan", "milan"),
        _node("liqo-turin", "turin"),
        _namespace_map("milan"),
        _namespace_map("turin"),
        configuration("milan", ("10.61.0.0/16", "10.61.0.0/16"), ("10.70.0.0/16", "10.72.0.0/16"), "10.200.0.0/16"),
        configuration("turin", ("10.62.0.0/16", "10.62.0.0/16"), ("10.70.0.0/16", "10.74.0.0/16"), "10.200.0.0/16"),
        thing("v1", "Service", "web", "shop", annotations={DIRECT: "true"}),
        slice,
        _ip("milan", "10.61.0.1", "10.70.0.61"),
        _ip("turin", "10.62.0.1", "10.70.0.62"),
    ]


def _milan() -> list[Data]:
    return [
        _cluster_id("milan"),
        _foreign_cluster(),
        configuration("rome", ("10.200.0.0/16", "10.200.0.0/16"), ("10.70.0.0/16", "10.76.0.0/16"), "10.61.0.0/16"),
        configuration("turin", ("10.62.0.0/16", "10.91.0.0/16"), ("10.70.0.0/16", "10.78.0.0/16"), "10.61.0.0/16"),
    ]


def _turin() -> list[Data]:
    return [
        _cluster_id("turin"),
        _foreign_cluster(),
        configuration("rome", ("10.200.0.0/16", "10.79.0.0/16"), ("10.70.0.0/16", "10.80.0.0/16"), "10.62.0.0/16"),
        configuration("milan", ("10.61.0.0/16", "10.81.0.0/16"), ("10.70.0.0/16", "10.82.0.0/16"), "10.62.0.0/16"),
    ]


class SmallFleet:
    """The objects of each cluster, and runs over them."""

    def __init__(self, folder: Path) -> None:
        self.objects: dict[str, list[Data]] = {"rome": _rome(), "milan": _milan(), "turin": _turin()}
        self.folder = folder

    def get(self, cluster: str, kind: str, name: str) -> Data:
        """An object, to be changed."""
        return next(each for each in self.objects[cluster] if (each["kind"], each["metadata"]["name"]) == (kind, name))

    def remove(self, cluster: str, kind: str, name: str = "") -> None:
        """Takes an object, or all of a kind, out of an export."""
        kept = [
            each
            for each in self.objects[cluster]
            if each["kind"] != kind or (name and each["metadata"]["name"] != name)
        ]
        assert len(kept) < len(self.objects[cluster])
        self.objects[cluster] = kept

    def settings(self, profile: str = "direct", **more: Any) -> Settings:
        """The settings of a run over what is there now, which is written to files for it."""
        for cluster, objects in self.objects.items():
            text = yaml.safe_dump_all(objects, sort_keys=False)
            (self.folder / f"{cluster}.yaml").write_text(text, encoding="utf-8")
        consumer = ConsumerSettings("rome", (str(self.folder / "rome.yaml"),), **more)
        exported = [id for id in PROVIDERS if id in self.objects]
        providers = tuple(ProviderSettings(id, (str(self.folder / f"{id}.yaml"),)) for id in exported)
        return Settings(profile=profile, consumer=consumer, providers=providers)

    def run(self, settings: Settings, read: Callable[..., Any] = read_inputs) -> FleetRun:
        """The run."""
        return compute_fleet(settings, read)

    def live(self) -> None:
        """Puts what Liqo makes of the exports into those of the providers."""
        outcome = self.run(self.settings("liqo-1.2")).outcome
        assert outcome.objects
        for each in outcome.objects:
            self.objects[each.provider].append(copy.deepcopy(each.data))
