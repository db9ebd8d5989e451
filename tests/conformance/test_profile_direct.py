"""Profile direct against liqo-1.2: equal where the rules say it must be, else different with a finding that says so."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import pytest
from conformance_case import CASES, got_for, manifests_of, run_case

PLAIN = [case for case in CASES if case.name.startswith("plain-")]
#: What profile direct says where it gives something else than Liqo 1.2 (docs/rules.md, "Profiles"), or refuses
#: what Liqo sends wrong.
DIFFERENCES = {
    "unlike-1.2",
    "outside-pod-cidrs",
    "missing-target-ref",
    "unmapped-address",
    "pending-ip",
    "ambiguous-host-part",
    "lossy-prefix",
}


@dataclass(frozen=True)
class Slice:
    """One slice of a case as its input has it, towards one provider."""

    name: str
    provider: str
    must_be_equal: bool


def slices_of(case: Path) -> Iterator[Slice]:
    """Decides from the input alone, with ipaddress in place of our own arithmetic."""
    said = json.loads((case / "case.json").read_text())
    objects = [each.data for each in manifests_of(case / "consumer.yaml")]
    annotated = {
        each["metadata"]["name"]
        for each in objects
        if each["kind"] == "Service"
        and (each["metadata"].get("annotations") or {}).get("liqo.io/use-direct-connections") == "true"
    }
    nodes = {each["metadata"]["name"]: each["metadata"].get("labels") for each in objects if each["kind"] == "Node"}
    real_pod_cidrs = {
        each["metadata"]["labels"]["liqo.io/remote-cluster-id"]: _identical_pod_cidrs(each)
        for each in objects
        if each["kind"] == "Configuration"
    }
    local = [ip_network(cidr) for cidr in said["localPodCIDRs"]]
    for provider in said["providers"]:
        for each in objects:
            if each["kind"] != "EndpointSlice":
                continue
            name = each["metadata"]["name"]
            service = (each["metadata"].get("labels") or {}).get("kubernetes.io/service-name")
            is_volatile = "endpoints.kubernetes.io/last-change-trigger-time" in (
                each["metadata"].get("annotations") or {}
            )
            endpoints = each.get("endpoints") or [] if service in annotated else []
            equal = all(
                _is_alike(endpoint, nodes, real_pod_cidrs, local, said["consumer"], provider) for endpoint in endpoints
            )
            yield Slice(name, provider, equal and not is_volatile)


def _identical_pod_cidrs(configuration: dict[str, Any]) -> list[Any]:
    """The pod CIDRs of the cluster that the consumer sees as they really are."""
    real = configuration["spec"]["remote"]["cidr"].get("pod") or []
    seen = ((configuration.get("status") or {}).get("remote") or {}).get("cidr", {}).get("pod") or []
    return [ip_network(one) for one, other in zip(real, seen, strict=False) if one == other]


def _is_alike(
    endpoint: dict[str, Any],
    nodes: dict[str, Any],
    real_pod_cidrs: dict[str, list[Any]],
    local: list[Any],
    consumer: str,
    provider: str,
) -> bool:
    labels = nodes.get(endpoint.get("nodeName") or "") or {}
    cluster = labels.get("liqo.io/remote-cluster-id")
    is_third = labels.get("liqo.io/type") == "virtual-node" and cluster not in (consumer, provider)
    if is_third and endpoint.get("targetRef") is None:
        return False
    within = real_pod_cidrs.get(cluster or "", []) if is_third else local
    if not is_third and cluster == provider:
        return True  # left out by both
    return all(any(ip_address(text) in cidr for cidr in within) for text in endpoint["addresses"])


@pytest.mark.rule("C11", "C12", "P06")
@pytest.mark.parametrize("case", PLAIN, ids=lambda case: case.name)
def test_direct_differs_only_where_it_may_and_says_so(case: Path) -> None:
    direct, liqo = run_case(case, "direct"), run_case(case, "liqo-1.2")
    for slice in slices_of(case):
        ours, theirs = got_for(direct, slice.provider), got_for(liqo, slice.provider)
        keys = [(kind, slice.name) for kind in ("ShadowEndpointSlice", "EndpointSlice")]
        is_equal = all(ours.objects.get(key) == theirs.objects.get(key) for key in keys) and ours.refused.get(
            slice.name
        ) == theirs.refused.get(slice.name)
        if slice.must_be_equal:
            assert is_equal, (slice, [(ours.objects.get(key), theirs.objects.get(key)) for key in keys])
        elif not is_equal:
            said = {
                each.code
                for each in direct.findings
                if each.provider in (slice.provider, None)
                and (
                    (each.object is not None and each.object.name == slice.name)
                    or any(named.endswith(f"/{slice.name}") for named in each.slices)
                )
            }
            assert said & DIFFERENCES, (slice, said)


def test_the_plain_cases_hold_both_sorts() -> None:
    sorts = [slice.must_be_equal for case in PLAIN for slice in slices_of(case)]
    assert len(PLAIN) == 80
    assert sorts.count(True) > 100
    assert sorts.count(False) > 100
