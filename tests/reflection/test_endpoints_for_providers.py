"""C07 to C12 together: any mix of endpoints, against a small model of the rules in the test."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import pytest
from consumer_run import DIRECT, addresses_of, codes_of, consumer_run, data_of, ip_object, node, service, slice_of
from hypothesis import given
from hypothesis import strategies as st

NODES = [node("rome-worker-1"), node("liqo-milan", "milan"), node("liqo-turin", "turin"), node("liqo-lyon", "lyon")]
#: Node name to cluster; the last is not in the export, and has Liqo drop the endpoint.
CLUSTERS = {
    None: None,
    "rome-worker-1": "rome",
    "liqo-milan": "milan",
    "liqo-turin": "turin",
    "liqo-lyon": "lyon",
    "gone-1": "gone",
}


@dataclass(frozen=True)
class Pod:
    """An endpoint with one address: within rome's pod CIDR, or outside it and with an IP object."""

    number: int
    node: str | None
    is_inside: bool
    has_target: bool

    @property
    def address(self) -> str:
        return f"10.40.33.{self.number}" if self.is_inside else f"192.0.2.{self.number}"

    @property
    def translated(self) -> str:
        return self.address if self.is_inside else f"10.96.1.{self.number}"

    @property
    def endpoint(self) -> dict[str, Any]:
        endpoint: dict[str, Any] = {"addresses": [self.address]}
        if self.node is not None:
            endpoint["nodeName"] = self.node
        if self.has_target:
            endpoint["targetRef"] = {"kind": "Pod", "name": f"web-{self.number}"}
        return endpoint


PODS = st.lists(st.tuples(st.sampled_from(list(CLUSTERS)), st.booleans(), st.booleans()), max_size=6).map(
    lambda drawn: [Pod(number, *each) for number, each in enumerate(drawn, start=1)]
)


def model(pods: list[Pod], remote: str, annotated: bool, profile: str) -> tuple[list[list[str]], dict[str, list[str]]]:
    """Addresses and data for one provider."""
    addresses: list[list[str]] = []
    data: dict[str, list[str]] = {}
    for pod in pods:
        cluster = CLUSTERS[pod.node]
        if cluster in (remote, "gone"):
            continue
        is_third = annotated and cluster not in (None, "rome")
        is_raw = annotated if profile == "liqo-1.2" else is_third
        addresses.append([pod.address if is_raw else pod.translated])
        if is_third and (pod.has_target or profile == "direct"):
            data.setdefault(str(cluster), []).append(pod.address)
    return addresses, data


@pytest.mark.rule("C07", "C08", "C09", "C10", "C11", "C12", "C13")
@pytest.mark.parametrize("profile", ["direct", "liqo-1.2"])
@given(pods=PODS, annotated=st.booleans())
def test_endpoints_and_data_for_two_providers(profile: str, pods: list[Pod], annotated: bool) -> None:
    ips = [ip_object(pod.address, pod.translated) for pod in pods if not pod.is_inside]
    outcome = consumer_run(
        *NODES,
        *ips,
        service(DIRECT if annotated else None),
        slice_of(*(pod.endpoint for pod in pods)),
        profile=profile,
        providers=("milan", "turin"),
    )
    for remote in ("milan", "turin"):
        addresses, data = model(pods, remote, annotated, profile)
        assert addresses_of(outcome, remote) == addresses
        expected = {"clusterAddresses": dict(sorted(data.items()))} if data else None
        written = data_of(outcome, remote)
        assert (json.loads(written) if written is not None else None) == expected
    gone = sum(pod.node == "gone-1" for pod in pods)
    # Said once where it is the same for both providers.
    assert codes_of(outcome).count("unknown-node") == gone


@pytest.mark.rule("C10")
@given(bad=st.integers(0, 3))
def test_one_failing_address_fails_its_slice_and_no_other(bad: int) -> None:
    endpoints = [{"addresses": [f"10.40.33.{number}"]} for number in range(4)]
    endpoints[bad] = {"addresses": ["10.40.33.9", "192.0.2.9"]}
    other = slice_of({"addresses": ["10.40.34.1"]})
    other["metadata"]["name"] = "web-2"
    outcome = consumer_run(*NODES, service(), slice_of(*endpoints), other, ip_object("192.0.2.1", "10.96.1.1"))
    assert [(each.name, each.codes) for each in outcome.refusals] == [("web-1", ("unmapped-address",))]
    assert [each.name for each in outcome.objects] == ["web-2"]


@pytest.mark.rule("C11")
@pytest.mark.parametrize("value", ["True", "TRUE", "yes", "1", " true", "true ", ""])
def test_no_value_but_true_asks_for_direct_connections(value: str) -> None:
    pod = Pod(1, "liqo-turin", False, True)
    outcome = consumer_run(
        *NODES,
        ip_object(pod.address, pod.translated),
        service({"liqo.io/use-direct-connections": value}),
        slice_of(pod.endpoint),
    )
    assert data_of(outcome) is None
    assert addresses_of(outcome) == [[pod.translated]]
    assert codes_of(outcome) == ["direct-connections-off"]


@pytest.mark.rule("C15")
@pytest.mark.parametrize("lacking", ["offloading.liqo.io/origin", "endpointslice.kubernetes.io/managed-by"])
def test_an_object_that_lacks_one_of_our_labels_is_left_alone(lacking: str) -> None:
    labels = {
        "offloading.liqo.io/origin": "rome",
        "offloading.liqo.io/destination": "milan",
        "endpointslice.kubernetes.io/managed-by": "endpointslice.reflection.liqo.io",
    }
    slice = slice_of({"addresses": ["10.40.33.7"]})
    existing = {
        "apiVersion": "offloading.liqo.io/v1beta1",
        "kind": "ShadowEndpointSlice",
        "metadata": {"name": "web-1", "namespace": "shop-rome", "labels": labels},
    }
    assert codes_of(consumer_run(*NODES, service(), slice, existing)) == []
    del labels[lacking]
    outcome = consumer_run(*NODES, service(), slice, existing)
    assert codes_of(outcome) == ["foreign-object"]
    assert outcome.objects == ()
