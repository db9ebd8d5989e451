"""The way to a pod on a third cluster, through both exports, worked out here with ``ipaddress`` alone."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_network
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from provider_run import LABEL, addresses_of, codes_of, configuration, fleet_run, foreign_cluster, refused_of

Network = IPv4Network | IPv6Network
Address = IPv4Address | IPv6Address

ROME_POD, ROME_EXTERNAL = "10.40.32.0/19", "10.96.0.0/22"


def moved(address: Address, network: Network) -> Address:
    """The address with the network bits of ``network``: what remapping does, in the words of the specification."""
    mask = int(network.netmask)
    all_ones = 2**network.max_prefixlen - 1
    return type(address)(int(network.network_address) | (int(address) & (all_ones ^ mask)))


def objects_of_rome(
    address: str,
    seen: tuple[list[str], list[str]],
    has_target: bool = True,
    ip: str | None = None,
    family: str = "IPv4",
) -> list[dict[str, Any]]:
    """rome: an annotated Service with one endpoint on turin, and how rome sees turin (real and seen pod CIDRs)."""
    endpoint: dict[str, Any] = {"addresses": [address], "nodeName": "liqo-turin"}
    if has_target:
        endpoint["targetRef"] = {"kind": "Pod", "name": "web", "namespace": "shop"}
    of_milan = configuration("milan", ["172.20.0.0/18"], ["172.20.0.0/18"])
    of_milan["spec"]["local"] = {"cidr": {"pod": [ROME_POD]}}
    labels = {"liqo.io/type": "virtual-node"}
    objects: list[dict[str, Any]] = [
        {
            "apiVersion": "v1",
            "kind": "Service",
            "metadata": {
                "name": "web",
                "namespace": "shop",
                "annotations": {"liqo.io/use-direct-connections": "true"},
            },
        },
        {
            "apiVersion": "discovery.k8s.io/v1",
            "kind": "EndpointSlice",
            "metadata": {"name": "web-1", "namespace": "shop", "labels": {"kubernetes.io/service-name": "web"}},
            "addressType": family,
            "endpoints": [endpoint],
        },
        {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "liqo-milan", "labels": {**labels, LABEL: "milan"}}},
        {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "liqo-turin", "labels": {**labels, LABEL: "turin"}}},
        of_milan,
        configuration("turin", *seen),
    ]
    if ip is not None:
        objects.append(
            {
                "apiVersion": "ipam.liqo.io/v1alpha1",
                "kind": "IP",
                "metadata": {"name": "web", "namespace": "shop"},
                "spec": {"ip": address},
                "status": {"ip": ip},
            }
        )
    return objects


def objects_of_milan(real: list[str], seen: list[str]) -> list[dict[str, Any]]:
    """milan: how it sees rome and turin."""
    rome = configuration("rome", [ROME_POD], ["10.61.32.0/19"])
    rome["spec"]["remote"]["cidr"]["external"] = [ROME_EXTERNAL]
    rome["status"]["remote"]["cidr"]["external"] = ["10.97.4.0/22"]
    return [foreign_cluster(), rome, configuration("turin", real, seen)]


@st.composite
def shorter_prefixes(draw: st.DrawFn) -> tuple[Address, Network, Network, Network]:
    """A pod, its cluster's pod CIDR, how rome sees that (no longer a prefix), how milan does (as long)."""
    bits, kind = draw(st.sampled_from([(32, IPv4Address), (128, IPv6Address)]))
    length = draw(st.integers(bits // 4, bits - 4))
    shorter = draw(st.integers(bits // 4, length))

    def network(prefix: int, top: int) -> Network:
        value = (top << (bits - 8)) | draw(st.integers(0, 2 ** (bits - 8) - 1))
        return ip_network(f"{kind(value)}/{prefix}", strict=False)

    # Three first bytes, so that no two of the networks overlap, nor rome's own.
    real, seen_by_rome, seen_by_milan = network(length, 0x2A), network(shorter, 0x2B), network(length, 0x2C)
    pod = real[draw(st.integers(0, real.num_addresses - 1))]
    return pod, real, seen_by_rome, seen_by_milan


@pytest.mark.rule("P06")
@given(shorter_prefixes())
def test_a_pod_behind_a_shorter_prefix_is_reached_at_its_real_address(
    drawn: tuple[Address, Network, Network, Network],
) -> None:
    pod, real, by_rome, by_milan = drawn
    as_rome_sees_it = moved(pod, by_rome)
    family = f"IPv{pod.version}"
    outcome = fleet_run(
        objects_of_rome(str(as_rome_sees_it), ([str(real)], [str(by_rome)]), family=family),
        objects_of_milan([str(real)], [str(by_milan)]),
    )
    # Seen through a shorter prefix, the host bits are all there: moved back and on, it is the pod itself.
    assert addresses_of(outcome) == [[str(moved(pod, by_milan))]]
    assert codes_of(outcome) == {"outside-pod-cidrs"}


@pytest.mark.rule("P06")
def test_the_worked_example_of_a_shorter_prefix() -> None:
    # turin's pod 10.128.70.5 of 10.128.64.0/20; rome sees turin as 10.200.64.0/18, so the pod as 10.200.70.5.
    # Back: 10.128.64.0/20 with the last 12 bits of 10.200.70.5, 6.5: 10.128.70.5. On: 10.68.16.0/20 gives 10.68.22.5.
    outcome = fleet_run(
        objects_of_rome("10.200.70.5", (["10.128.64.0/20"], ["10.200.64.0/18"])),
        objects_of_milan(["10.128.64.0/20"], ["10.68.16.0/20"]),
    )
    assert addresses_of(outcome) == [["10.68.22.5"]]


@pytest.mark.rule("P06")
@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("10.200.70.5", "10.68.22.5"),  # the first pod CIDR: really 10.128.70.5
        ("10.77.5.8", "10.69.1.8"),  # the second: really 10.9.0.8
        ("10.200.79.255", "10.68.31.255"),  # the last address of the first
    ],
)
def test_a_cluster_with_two_pod_cidrs(address: str, expected: str) -> None:
    real = ["10.128.64.0/20", "10.9.0.0/24"]
    outcome = fleet_run(
        objects_of_rome(address, (real, ["10.200.64.0/20", "10.77.5.0/24"])),
        objects_of_milan(real, ["10.68.16.0/20", "10.69.1.0/24"]),
    )
    assert addresses_of(outcome) == [[expected]]
    assert codes_of(outcome) == {"outside-pod-cidrs"}


@pytest.mark.rule("P06")
@pytest.mark.parametrize("seen", ["10.200.64.0/21", "10.200.70.0/24", "10.200.70.5/32"])
def test_a_longer_prefix_is_refused_and_the_shadow_stands(seen: str) -> None:
    outcome = fleet_run(
        objects_of_rome("10.200.70.5", (["10.128.64.0/20"], [seen])),
        objects_of_milan(["10.128.64.0/20"], ["10.68.16.0/20"]),
    )
    assert refused_of(outcome) == ("ambiguous-host-part",)
    assert [each.kind for each in outcome.objects if each.provider == "milan"] == ["ShadowEndpointSlice"]


@pytest.mark.rule("C11")
def test_a_pod_on_its_host_s_network_goes_through_the_consumer() -> None:
    # 192.0.2.77 is in no pod CIDR of turin as rome sees it. Its IP object says 10.96.0.77, an external address of rome,
    # which milan sees in 10.97.4.0/22: the last 10 bits of 10.96.0.77 are 0.77, so 10.97.4.77.
    real = ["10.128.64.0/20"]
    outcome = fleet_run(
        objects_of_rome("192.0.2.77", (real, real), ip="10.96.0.77"), objects_of_milan(real, ["10.68.16.0/20"])
    )
    assert addresses_of(outcome) == [["10.97.4.77"]]
    assert codes_of(outcome) == {"unlike-1.2"}
    outcome = fleet_run(
        objects_of_rome("192.0.2.77", (real, real), ip="10.96.0.77"),
        objects_of_milan(real, ["10.68.16.0/20"]),
        profile="liqo-1.2",
    )
    assert refused_of(outcome) == ("outside-pod-cidrs",)


@pytest.mark.rule("C12")
def test_without_a_target_ref_the_link_in_direct_and_the_wrong_configuration_in_liqo() -> None:
    real, seen = ["10.128.64.0/20"], ["10.68.16.0/20"]
    rome = objects_of_rome("10.128.70.5", (real, real), has_target=False)
    outcome = fleet_run(rome, objects_of_milan(real, seen))
    assert addresses_of(outcome) == [["10.68.22.5"]]
    assert codes_of(outcome) == {"missing-target-ref"}
    outcome = fleet_run(rome, objects_of_milan(real, seen), profile="liqo-1.2")
    assert addresses_of(outcome) == [["10.128.70.5"]]
    assert codes_of(outcome) == {"missing-target-ref", "untranslated-address"}
    # Where rome's pod CIDR on milan happens to hold the raw address, Liqo maps it as a pod of rome.
    of_milan = objects_of_milan(real, seen)
    of_milan[1] = configuration("rome", ["10.128.0.0/17"], ["10.61.0.0/17"])
    assert addresses_of(fleet_run(rome, of_milan, profile="liqo-1.2")) == [["10.61.70.5"]]
