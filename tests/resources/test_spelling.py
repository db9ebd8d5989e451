"""Names that are almost known: told, and never where a real export has them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from transformer.findings.finding import Severity
from transformer.manifests.manifest import Manifest
from transformer.manifests.reading import read_inputs
from transformer.resources.kinds import kind_of, misspelt_fields, nearly_kind
from transformer.resources.spelling import nearly

FIXTURES = Path(__file__).parents[2] / "fixtures"

SLICE = """\
apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata:
  name: web-1
  namespace: shop
addressType: IPv4
endpoints:
- addresses: [10.0.0.1]
  conditions: {ready: true}
  nodeName: turin
ports:
- port: 80
"""


def messages(tmp_path: Path, text: str) -> list[str]:
    (tmp_path / "x.yaml").write_text(text)
    (manifest,) = read_inputs([str(tmp_path / "x.yaml")])
    assert isinstance(manifest, Manifest)
    kind = kind_of(manifest.data)
    assert kind is not None
    found = misspelt_fields(manifest, kind, "rome")
    assert all((each.code, each.severity) == ("schema-violation", Severity.WARNING) for each in found)
    return [each.message for each in found]


@pytest.mark.parametrize(
    ("written", "instead", "meant", "path"),
    [
        ("nodeName:", "nodename:", "nodeName", "endpoints[0].nodename"),
        ("ready:", "raedy:", "ready", "endpoints[0].conditions.raedy"),
        ("ports:", "port:", "ports", "port"),
        ("endpoints:", "endpoint:", "endpoints", "endpoint"),
    ],
)
def test_a_misspelt_field_is_told(tmp_path: Path, written: str, instead: str, meant: str, path: str) -> None:
    assert SLICE.count(f"{written}") == 1 or written == "ports:"
    text = SLICE.replace(written, instead)
    assert messages(tmp_path, text) == [f"unknown field {path}, which is passed over; is {meant} meant?"]


def test_a_field_that_stands_beside_its_like_is_no_mistake(tmp_path: Path) -> None:
    assert messages(tmp_path, SLICE + "port: 1\n") == []


def test_no_field_and_no_kind_of_a_real_export_is_taken_for_a_mistake() -> None:
    seen = 0
    files = [*FIXTURES.glob("fleet*/exports/*/*.yaml"), *FIXTURES.glob("conformance/*/*.yaml")]
    for manifest in read_inputs(sorted(map(str, files))):
        assert isinstance(manifest, Manifest)
        seen += 1
        kind = kind_of(manifest.data)
        assert nearly_kind(manifest.data) is None
        assert kind is None or misspelt_fields(manifest, kind, None) == []
    assert seen > 4000


@pytest.mark.parametrize(
    ("api_version", "kind", "meant"),
    [
        ("discovery.k8s.io/v1", "EndpointSlices", "EndpointSlice"),
        ("discovery.k8s.io/v1", "endpointslice", "EndpointSlice"),
        ("offloading.liqo.io/v1beta1", "NamespaceMaps", "NamespaceMap"),
        ("v1", "service", "Service"),
        ("v1", "ServiceAccount", None),
        ("v1", "Pod", None),
        ("serving.knative.dev/v1", "Services", None),
        ("offloading.liqo.io/v1beta1", "ShadowPod", None),
    ],
)
def test_a_kind_that_is_nearly_one(api_version: str, kind: str, meant: str | None) -> None:
    data: dict[str, Any] = {"apiVersion": api_version, "kind": kind, "metadata": {"name": "x"}}
    assert nearly_kind(data) == meant


def test_nearness() -> None:
    known = ["addresses", "nodeName"]
    assert [nearly(name, known) for name in ("adresses", "ADDRESSES", "nodename", "zone", "")] == [
        "addresses",
        "addresses",
        "nodeName",
        None,
        None,
    ]
