"""``kubectl kustomize`` takes what is laid out for a provider, in both layouts. Needs kubectl, and fails without it."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from transformer.outcome import DerivedObject, Outcome, Summary
from transformer.output.replace import replace_folder
from transformer.output.state import RunRecord, with_state
from transformer.output.tree import Layout, layout_stream, layout_tree


def derived(provider: str, kind: str, namespace: str, name: str) -> DerivedObject:
    body: dict[str, Any] = {
        "addressType": "IPv4",
        "endpoints": [{"addresses": ["10.0.0.1"], "conditions": {"ready": True}, "zone": "1e3"}],
        "ports": [{"name": "", "port": 80, "protocol": "TCP"}],
    }
    metadata = {
        "annotations": {"liqo.io/direct-connections-data": '{"clusterAddresses":{"turin":["10.0.0.1"]}}'},
        "labels": {"kubernetes.io/service-name": "web", "on": "off"},
        "name": name,
        "namespace": namespace,
    }
    if kind == "ShadowEndpointSlice":
        data = {"apiVersion": "offloading.liqo.io/v1beta1", "kind": kind, "metadata": metadata}
        data["spec"] = {"template": body}
    else:
        data = {"apiVersion": "discovery.k8s.io/v1", "kind": kind, "metadata": metadata, **body}
    return DerivedObject(provider, kind, namespace, name, data)


OBJECTS = tuple(
    derived("milan", kind, namespace, name)
    for kind in ("EndpointSlice", "ShadowEndpointSlice")
    for namespace in ("shop", "store")
    for name in ("1e3", "a" * 253, "kustomization", "web-abc12")
)
OUTCOME = Outcome(OBJECTS, (), (), Summary(), ("milan", "turin"))


def built(folder: Path) -> list[Any]:
    command = ["kubectl", "kustomize", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return list(yaml.safe_load_all(done.stdout))


@pytest.mark.parametrize("layout", [layout_tree, layout_stream])
def test_kustomize_builds_the_objects_of_a_provider(tmp_path: Path, layout: Callable[[Outcome], Layout]) -> None:
    written = with_state(layout(OUTCOME).files, RunRecord("1", "fleet", "direct"), ())
    assert replace_folder(tmp_path / "out", written, command="fleet") == []

    def key(data: dict[str, Any]) -> tuple[str, str, str]:
        return data["kind"], data["metadata"]["namespace"], data["metadata"]["name"]

    objects = built(tmp_path / "out" / "milan")
    assert sorted(objects, key=key) == [item.data for item in OBJECTS]
    # A provider without objects is a kustomization too, so that an overlay over it goes on working.
    assert built(tmp_path / "out" / "turin") == []
