"""The kinds: what kubectl prints of a live cluster is never a violation, and a fault is told whole."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transformer.findings.finding import Finding, Position
from transformer.manifests.manifest import FieldPath, Manifest
from transformer.manifests.reading import read_inputs
from transformer.resources.kinds import KINDS, kind_of, kind_schemas, read_resource
from transformer.resources.resource import Resource

FIXTURES = Path(__file__).parents[2] / "fixtures"
FLEETS = ("fleet", "fleet-overlapping", "fleet-live")


class Nowhere:
    """The origin of an object that was read from no file."""

    file = "-"

    def at(self, path: FieldPath, *, key: bool = False) -> Position:  # noqa: ARG002 - the protocol's signature
        return Position("-")


def exported(folder: Path) -> list[Manifest]:
    read = list(read_inputs([str(folder)]))
    assert not [each for each in read if isinstance(each, Finding)]
    return [each for each in read if isinstance(each, Manifest)]


@pytest.mark.parametrize("fleet", FLEETS)
def test_what_kubectl_prints_is_never_a_violation(fleet: str) -> None:
    read: Counter[str] = Counter()
    for manifest in exported(FIXTURES / fleet / "exports"):
        kind = kind_of(manifest.data)
        assert kind is not None
        resource = read_resource(manifest, kind, "rome")
        assert isinstance(resource, Resource), resource
        read[kind.name] += 1
    expected = {"EndpointSlice", "Service", "Configuration", "Node", "IP", "ForeignCluster", "Connection"}
    assert expected | {"NamespaceMap", "ConfigMap"} <= set(read)


def test_the_conformance_cases_are_no_violation_either() -> None:
    files = [file for case in sorted((FIXTURES / "conformance").iterdir()) for file in sorted(case.glob("*.yaml"))]
    assert len(files) >= 320
    faults = []
    for file in files:
        for manifest in exported(file):
            kind = kind_of(manifest.data)
            resource = read_resource(manifest, kind, "rome") if kind is not None else None
            if isinstance(resource, list):
                faults += resource
    assert faults == []


def test_there_is_a_schema_for_every_kind_of_the_specification() -> None:
    names = """
        EndpointSlice Service Configuration ShadowEndpointSlice Node VirtualNode IP ForeignCluster Connection
        NamespaceMap NamespaceOffloading VkOptionsTemplate Network ConfigMap
    """
    assert sorted(kind_schemas()) == sorted(names.split())


def manifest_of(api_version: str, kind: str, **fields: object) -> Manifest:
    return Manifest(
        {"apiVersion": api_version, "kind": kind, "metadata": {"name": "x", "namespace": "shop"}, **fields}, Nowhere()
    )


@pytest.mark.parametrize(
    ("api_version", "kind"),
    [("serving.knative.dev/v1", "Service"), ("config.openshift.io/v1", "Network"), ("v1", "ConfigMap"), ("v1", "Pod")],
)
def test_other_groups_and_other_config_maps_are_passed_over(api_version: str, kind: str) -> None:
    assert kind_of(manifest_of(api_version, kind, data={"CLUSTER_ID": "rome"}).data) is None


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
@given(version=st.sampled_from(["v1alpha1", "v1beta1", "v1", "v2"]))
def test_an_unknown_version_of_a_known_kind_is_said(kind: object, version: str) -> None:
    known = next(each for each in KINDS if each is kind)
    api_version = f"{known.group}/{version}" if known.group else version
    manifest = manifest_of(api_version, known.name)
    manifest.data["metadata"]["labels"] = {"app.kubernetes.io/name": "clusterid-configmap"}
    found = kind_of(manifest.data)
    assert found is known
    got = read_resource(manifest, found, "rome")
    codes = {each.code for each in got} if isinstance(got, list) else set()
    assert ("unsupported-version" in codes) == (api_version != known.api_version)


def test_all_faults_of_an_object_are_listed() -> None:
    manifest = manifest_of(
        "discovery.k8s.io/v1",
        "EndpointSlice",
        addressType="IPv5",
        endpoints=[{"addresses": []}, {"nodeName": "n"}, {"addresses": ["10.0.0.1"], "conditions": {"ready": "yes"}}],
        ports=[{"port": "80"}],
    )
    kind = kind_of(manifest.data)
    assert kind is not None
    got = read_resource(manifest, kind, "rome")
    assert isinstance(got, list)
    assert [(each.code, each.field) for each in got] == [
        ("schema-violation", "addressType"),
        ("schema-violation", "endpoints[0].addresses"),
        ("schema-violation", "endpoints[1]"),
        ("schema-violation", "endpoints[2].conditions.ready"),
        ("schema-violation", "ports[0].port"),
    ]


@pytest.mark.parametrize("value", [True, 1, 1.5])
def test_a_bare_value_where_a_string_belongs_is_ambiguous(value: object) -> None:
    manifest = manifest_of("v1", "Service")
    manifest.data["metadata"]["annotations"] = {"liqo.io/use-direct-connections": value}
    kind = kind_of(manifest.data)
    assert kind is not None
    got = read_resource(manifest, kind, "rome")
    assert isinstance(got, list)
    assert [(each.code, each.field) for each in got] == [
        ("ambiguous-scalar", 'metadata.annotations["liqo.io/use-direct-connections"]')
    ]
