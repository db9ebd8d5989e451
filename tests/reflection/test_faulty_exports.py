"""Exports that are possible and yet at odds with themselves: nothing is lost or sent wrong without a finding."""

from __future__ import annotations

from typing import Any

import pytest
from consumer_run import DIRECT, addresses_of, an_object, codes_of, consumer_run, ip_object, node, service, slice_of

from transformer.findings.finding import Severity

OFFLOADING = "offloading.liqo.io/v1beta1"
ON_TURIN = {"addresses": ["10.128.70.5"], "nodeName": "liqo-turin", "targetRef": {"kind": "Pod", "name": "web"}}
NODES = (node("rome-worker-1"), node("liqo-milan", "milan"), node("liqo-turin", "turin"))


def virtual_node(name: str, namespace: str, cluster: str, *arguments: str) -> dict[str, Any]:
    containers = [{"args": list(arguments)}]
    return an_object(
        OFFLOADING,
        "VirtualNode",
        name,
        namespace,
        spec={"clusterID": cluster, "template": {"spec": {"template": {"spec": {"containers": containers}}}}},
    )


def turin_seen_as(*pod: str) -> dict[str, Any]:
    return an_object(
        "networking.liqo.io/v1beta1",
        "Configuration",
        "turin",
        "liqo-tenant-turin",
        labels={"liqo.io/remote-cluster-id": "turin"},
        status={"remote": {"cidr": {"pod": list(pod)}}},
    )


@pytest.mark.rule("C09")
@pytest.mark.parametrize("namespaces", [("a", "b"), ("b", "a")])
def test_two_virtual_nodes_of_one_name_for_two_clusters(namespaces: tuple[str, str]) -> None:
    milan, turin = (virtual_node("edge", place, id) for place, id in zip(namespaces, ("milan", "turin"), strict=True))
    outcome = consumer_run(milan, turin, service(), slice_of({"addresses": ["10.2.0.1"], "nodeName": "edge"}))
    assert codes_of(outcome) == ["ambiguous-cluster"]
    assert addresses_of(outcome) is None


@pytest.mark.rule("C09")
@pytest.mark.parametrize("namespaces", [("a", "b"), ("b", "a")])
def test_two_virtual_nodes_of_one_name_for_one_cluster(namespaces: tuple[str, str]) -> None:
    nodes = [virtual_node("edge", place, "milan") for place in namespaces]
    outcome = consumer_run(*nodes, service(), slice_of({"addresses": ["10.2.0.1"], "nodeName": "edge"}))
    assert codes_of(outcome) == []
    assert addresses_of(outcome) == []


@pytest.mark.rule("C09")
@pytest.mark.parametrize(
    "place", [node("liqo-turin", ""), virtual_node("liqo-turin", "t", "")], ids=["Node", "VirtualNode"]
)
def test_an_empty_cluster_id_is_no_cluster_id(place: dict[str, Any]) -> None:
    outcome = consumer_run(place, service(DIRECT), slice_of(ON_TURIN))
    assert codes_of(outcome) == ["unlabelled-virtual-node"]
    assert addresses_of(outcome) is None


@pytest.mark.rule("C09")
def test_a_configuration_of_no_cluster_places_no_endpoint() -> None:
    nameless = turin_seen_as("10.128.64.0/20")
    nameless["metadata"]["labels"] = {"liqo.io/remote-cluster-id": ""}
    outcome = consumer_run(nameless, service(DIRECT), slice_of(ON_TURIN))
    assert codes_of(outcome) == ["cluster-inferred", "unknown-address"]


@pytest.mark.rule("C09")
def test_a_cidr_that_is_none_may_hold_the_address() -> None:
    outcome = consumer_run(turin_seen_as("10.128.64.0"), service(DIRECT), slice_of(ON_TURIN))
    assert codes_of(outcome) == ["invalid-cidr"]
    assert addresses_of(outcome) is None


@pytest.mark.rule("C10")
@pytest.mark.parametrize(("external", "code"), [("pending", "invalid-address"), ("2001:db8::1", "family-mismatch")])
def test_an_external_address_that_fits_no_slice(external: str, code: str) -> None:
    outcome = consumer_run(*NODES, ip_object("192.0.2.7", external), service(), slice_of({"addresses": ["192.0.2.7"]}))
    assert codes_of(outcome) == [code]
    assert addresses_of(outcome) is None


@pytest.mark.rule("C11")
@pytest.mark.parametrize("configurations", [[], [turin_seen_as("10.128.64.0/20")]], ids=["unchecked", "checked"])
def test_what_is_no_address_is_not_sent_raw(configurations: list[dict[str, Any]]) -> None:
    endpoint = {**ON_TURIN, "addresses": ["fe80::1%eth0"]}
    outcome = consumer_run(*NODES, *configurations, service(DIRECT), slice_of(endpoint, family="IPv6"))
    assert "invalid-address" in codes_of(outcome)
    assert addresses_of(outcome) is None


@pytest.mark.rule("C11")
def test_a_cidr_that_is_none_on_the_way_to_a_third_cluster() -> None:
    outcome = consumer_run(*NODES, turin_seen_as("10.128.64.0"), service(DIRECT), slice_of(ON_TURIN))
    assert "invalid-cidr" in codes_of(outcome)
    assert addresses_of(outcome) is None


@pytest.mark.rule("C11")
def test_a_configuration_without_pod_cidrs_is_at_fault_not_the_pod() -> None:
    ip = ip_object("10.128.70.5", "10.96.0.5")
    outcome = consumer_run(*NODES, turin_seen_as(), ip, service(DIRECT), slice_of(ON_TURIN))
    (warning,) = [each for each in outcome.findings if each.severity is Severity.WARNING]
    assert warning.code == "unlike-1.2"
    assert "lists no pod CIDR" in warning.message
    assert addresses_of(outcome) == [["10.96.0.5"]]


@pytest.mark.rule("C12")
def test_an_address_off_the_link_is_not_said_to_be_in_the_data() -> None:
    endpoint = {"addresses": ["192.0.2.7"], "nodeName": "liqo-turin"}
    ip = ip_object("192.0.2.7", "10.96.0.7")
    outcome = consumer_run(*NODES, turin_seen_as("10.128.64.0/20"), ip, service(DIRECT), slice_of(endpoint))
    assert codes_of(outcome) == ["unlike-1.2"]


@pytest.mark.rule("C04")
def test_two_offloadings_of_one_namespace() -> None:
    offloadings = [
        an_object(OFFLOADING, "NamespaceOffloading", name, "shop", spec={"namespaceMappingStrategy": strategy})
        for name, strategy in (("offloading", "EnforceSameName"), ("other", "DefaultName"))
    ]
    outcome = consumer_run(*NODES, *offloadings, service(), slice_of(), namespaces=None)
    (finding,) = [each for each in outcome.findings if each.code == "namespace-not-offloaded"]
    assert "several NamespaceOffloadings" in finding.message


def test_the_first_virtual_node_decides_the_type_also_when_it_says_none() -> None:
    nodes = [virtual_node("a", "t", "milan"), virtual_node("b", "t", "milan", "--service-reflection-type=AllowList")]
    outcome = consumer_run(*nodes, service(), slice_of({"addresses": ["10.40.32.1"]}))
    assert codes_of(outcome) == ["virtual-nodes-differ"]
    assert addresses_of(outcome) == [["10.40.32.1"]]


def test_a_reflection_type_that_is_none_is_told() -> None:
    milan = virtual_node("a", "t", "milan", "--service-reflection-type=allowlist")
    outcome = consumer_run(milan, service(), slice_of({"addresses": ["10.40.32.1"]}))
    (finding,) = [each for each in outcome.findings if each.code == "defaults-assumed"]
    assert finding.severity is Severity.WARNING
    assert addresses_of(outcome) == [["10.40.32.1"]]


def test_pod_cidrs_that_cannot_be_read_stop_the_run() -> None:
    milan = virtual_node("a", "t", "milan", "--local-podcidr=10.40.32.0")
    outcome = consumer_run(milan, service(), slice_of({"addresses": ["10.40.32.1"]}), pod_cidrs=())
    assert codes_of(outcome) == ["invalid-cidr"]
    assert outcome.stopped


@pytest.mark.parametrize("id", ["Rome X", "../../x", "ré", " ", "rome\n", "-rome"])
def test_a_cluster_id_of_the_export_must_be_one(id: str) -> None:
    config_map = an_object(
        "v1",
        "ConfigMap",
        "id",
        "liqo",
        labels={"app.kubernetes.io/name": "clusterid-configmap"},
        data={"CLUSTER_ID": id},
    )
    outcome = consumer_run(*NODES, config_map, service(), slice_of({"addresses": ["10.40.32.1"]}), consumer=None)
    assert "schema-violation" in codes_of(outcome)
    assert outcome.stopped


def test_an_ip_object_of_no_address_is_told() -> None:
    outcome = consumer_run(*NODES, ip_object("10.62.2.387", "10.96.0.7"), service(), slice_of())
    (finding,) = [each for each in outcome.findings if each.code == "invalid-address"]
    assert finding.severity is Severity.WARNING


@pytest.mark.rule("C02", "C03")
@pytest.mark.parametrize(("value", "severity"), [("no", Severity.WARNING), ("true", Severity.INFO)])
def test_a_skip_that_was_hardly_meant_is_a_warning(value: str, severity: Severity) -> None:
    outcome = consumer_run(*NODES, service({"liqo.io/skip-reflection": value}), slice_of())
    (finding,) = [each for each in outcome.findings if each.code == "reflection-skipped"]
    assert finding.severity is severity


def test_a_slice_without_namespace_is_a_violation() -> None:
    slice = slice_of()
    del slice["metadata"]["namespace"]
    assert codes_of(consumer_run(*NODES, service(), slice)) == ["schema-violation"]
