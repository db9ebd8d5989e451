"""The API servers serve Liqo's kinds as Liqo's own CustomResourceDefinitions do, as far as these tests need it."""

from __future__ import annotations

import json
from typing import Any

import pytest
import yaml

from apiserver.cluster import Cluster
from apiserver.crds import LIQO_KINDS
from apiserver.fleet import FLEET
from transformer.resources.kinds import Kind

#: Group and version, name in paths, kind, whether namespaced, whether the status is a subresource.
SERVED = {
    ("core.liqo.io/v1beta1", "foreignclusters", "ForeignCluster", False, True),
    ("ipam.liqo.io/v1alpha1", "ips", "IP", True, True),
    ("ipam.liqo.io/v1alpha1", "networks", "Network", True, True),
    ("networking.liqo.io/v1beta1", "configurations", "Configuration", True, True),
    ("networking.liqo.io/v1beta1", "connections", "Connection", True, True),
    ("offloading.liqo.io/v1beta1", "namespacemaps", "NamespaceMap", True, True),
    ("offloading.liqo.io/v1beta1", "namespaceoffloadings", "NamespaceOffloading", True, True),
    ("offloading.liqo.io/v1beta1", "shadowendpointslices", "ShadowEndpointSlice", True, False),
    # Liqo's has a status, which no rule reads.
    ("offloading.liqo.io/v1beta1", "virtualnodes", "VirtualNode", True, False),
    ("offloading.liqo.io/v1beta1", "vkoptionstemplates", "VkOptionsTemplate", True, False),
}


#: A spec of each kind, with fields that our schemas know and, beside them, fields that Liqo knows and we do not.
SPECS: dict[str, dict[str, Any]] = {
    "Configuration": {"remote": {"cidr": {"pod": ["10.61.0.0/16"], "external": ["10.70.0.0/16"], "mesh": "x"}}},
    "Connection": {"type": "Server", "gatewayRef": {"kind": "GatewayServer", "name": "milan"}},
    "ForeignCluster": {"clusterID": "milan"},
    "IP": {"ip": "10.61.1.103", "masquerade": True},
    "NamespaceMap": {"desiredMapping": {"boutique": "boutique-rome"}},
    "NamespaceOffloading": {"namespaceMappingStrategy": "DefaultName", "podOffloadingStrategy": "LocalAndRemote"},
    "Network": {"cidr": "10.61.0.0/16", "notRemapped": True},
    "ShadowEndpointSlice": {
        "template": {
            "addressType": "IPv4",
            "endpoints": [{"addresses": ["10.61.1.103"], "conditions": {"ready": True}, "nodeName": "rome"}],
            "ports": [{"name": "", "port": 7070, "protocol": "TCP"}],
        }
    },
    "VirtualNode": {
        "clusterID": "milan",
        "createNode": True,
        "offloadingPatch": {"labelsNotReflected": ["team"], "nodeSelector": {"disk": "fast"}},
        "template": {"spec": {"template": {"spec": {"containers": [{"name": "vk", "args": ["--nodename=milan"]}]}}}},
    },
    "VkOptionsTemplate": {"createNode": True, "reflectorsConfig": {"service": {"type": "AllowList", "workers": 3}}},
}


def test_each_kind_is_served_by_its_own_names_and_scope(clusters: dict[str, Cluster]) -> None:
    served = set()
    for group in {kind.api_version for kind in LIQO_KINDS}:
        resources = json.loads(clusters["rome"].done("get", f"--raw=/apis/{group}"))["resources"]
        names = {each["name"] for each in resources}
        served |= {
            (group, each["name"], each["kind"], each["namespaced"], f"{each['name']}/status" in names)
            for each in resources
            if "/" not in each["name"]
        }
    assert served == SERVED


@pytest.mark.parametrize("kind", LIQO_KINDS, ids=lambda kind: str(kind.name))
def test_an_object_of_each_kind_is_taken_whole(clusters: dict[str, Cluster], kind: Kind) -> None:
    head = {"apiVersion": kind.api_version, "kind": kind.name, "metadata": {"name": "an-example"}}
    text = json.dumps({**head, "spec": SPECS[kind.name]})
    create = ("create", "-n", "default", "--dry-run=server", "-o", "json", "-f", "-")
    assert json.loads(clusters["rome"].done(*create, stdin=text))["spec"] == SPECS[kind.name]


def test_a_value_of_another_type_is_refused(clusters: dict[str, Cluster]) -> None:
    item = yaml.safe_load((FLEET / "rome" / "configurations.yaml").read_text())["items"][0]
    item["metadata"] = {"name": "wrong", "namespace": "default"}
    item["spec"]["remote"]["cidr"]["pod"] = "10.61.0.0/16"
    refused = clusters["rome"].kubectl("create", "--dry-run=server", "-f", "-", stdin=json.dumps(item))
    assert refused.returncode == 1
    assert 'spec.remote.cidr.pod: Invalid value: "string"' in refused.stderr
