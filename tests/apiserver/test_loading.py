"""What is put into an API server means there what it meant in the export."""

from __future__ import annotations

import json

import pytest

from apiserver.cluster import Cluster
from apiserver.loading import Object, load


@pytest.mark.parametrize(("generation", "observed", "expected"), [(3, 3, 1), (3, 2, 2), (1, 1, 1)])
def test_a_condition_about_the_generation_is_about_the_live_one(
    clusters: dict[str, Cluster], generation: int, observed: int, expected: int
) -> None:
    condition = {"type": "NetworkCIDRsConfigured", "status": "True", "observedGeneration": observed}
    item: Object = {
        "apiVersion": "networking.liqo.io/v1beta1",
        "kind": "Configuration",
        "metadata": {"name": "observed", "namespace": "default", "generation": generation, "uid": "of-another-time"},
        "spec": {"remote": {"cidr": {"pod": ["10.61.0.0/16"]}}},
        "status": {"conditions": [condition], "remote": {"cidr": {"pod": ["10.71.0.0/16"]}}},
    }
    rome = clusters["rome"]
    name = ("configurations.networking.liqo.io", "observed", "-n", "default")
    try:
        load(rome, [item])
        live = json.loads(rome.done("get", *name, "-o", "json"))
    finally:
        rome.done("delete", *name)
    assert live["metadata"]["generation"] == 1
    assert live["status"] == {**item["status"], "conditions": [{**condition, "observedGeneration": expected}]}
