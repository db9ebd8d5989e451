"""Inside kustomize objects are renamed before the references to them: joins follow the original names."""

from __future__ import annotations

from typing import Any

import pytest
from consumer_run import (
    DIRECT,
    addresses_of,
    an_object,
    codes_of,
    consumer_run,
    data_of,
    ip_object,
    node,
    service,
    slice_of,
)

_BOOKKEEPING = "internal.config.kubernetes.io/"


def renamed(
    thing: dict[str, Any], prefix: str = "prod-", namespace: str | None = None, *between: tuple[str, str]
) -> dict[str, Any]:
    """The object as kustomize hands it over under a namePrefix, and under a namespace; ``between`` are further
    namespaces and names that it had on the way."""
    metadata = thing["metadata"]
    old = metadata.get("namespace", "")
    before = [(old or "_non_namespaceable_", metadata["name"]), *between]
    notes = {
        f"{_BOOKKEEPING}previousNames": ",".join(name for _, name in before),
        f"{_BOOKKEEPING}previousNamespaces": ",".join(each for each, _ in before),
        "kustomize.config.k8s.io/id": "kind: any\n",
        "config.kubernetes.io/local-config": "true",
    }
    moved = {"namespace": namespace or old} if old else {}
    return {
        **thing,
        "metadata": {
            **metadata,
            "name": prefix + metadata["name"],
            "annotations": {**metadata.get("annotations", {}), **notes},
            **moved,
        },
    }


def fleet() -> list[dict[str, Any]]:
    """An annotated Service with a pod on turin and an address behind an IP object, and what it takes to tell."""
    return [
        service(DIRECT),
        node("liqo-turin", "turin"),
        node("worker-1"),
        ip_object("192.0.2.7", "10.70.0.9"),
        an_object(
            "offloading.liqo.io/v1beta1",
            "NamespaceMap",
            "milan",
            "liqo-tenant-milan",
            labels={"liqo.io/remote-cluster-id": "milan"},
            status={"currentMapping": {"shop": {"remoteNamespace": "shop-rome", "phase": "Accepted"}}},
        ),
        slice_of(
            {"addresses": ["10.81.3.4"], "nodeName": "liqo-turin", "targetRef": {"kind": "Pod", "name": "web-1"}},
            {"addresses": ["192.0.2.7"], "nodeName": "worker-1"},
        ),
        an_object(
            "discovery.k8s.io/v1",
            "EndpointSlice",
            "kubernetes",
            "default",
            labels={"kubernetes.io/service-name": "kubernetes"},
            addressType="IPv4",
            endpoints=[{"addresses": ["10.40.32.5"]}],
        ),
    ]


@pytest.mark.rule("C01", "C03", "C04", "C09", "C10", "C11")
@pytest.mark.parametrize("namespace", [None, "other"])
def test_renamed_objects_give_the_same_endpoints_addresses_and_data(namespace: str | None) -> None:
    plain = consumer_run(*fleet(), namespaces=None)
    moved = consumer_run(*(renamed(each, "prod-", namespace) for each in fleet()), namespaces=None)
    assert data_of(plain) is not None
    assert addresses_of(moved) == addresses_of(plain) == [["10.81.3.4"], ["10.70.0.9"]]
    assert data_of(moved) == data_of(plain)
    assert codes_of(moved) == codes_of(plain)


@pytest.mark.rule("C05")
def test_a_derived_slice_has_current_names_and_no_bookkeeping() -> None:
    (made,) = consumer_run(*(renamed(each) for each in fleet()), namespaces=None).objects
    metadata = made.data["metadata"]
    assert (metadata["namespace"], metadata["name"]) == ("shop-rome", "prod-web-1")
    assert metadata["labels"]["kubernetes.io/service-name"] == "prod-web"
    assert set(metadata["annotations"]) == {"liqo.io/direct-connections-data"}


@pytest.mark.rule("C01")
def test_another_slice_now_called_kubernetes_is_reflected() -> None:
    own = slice_of({"addresses": ["10.40.32.9"]}, annotations={f"{_BOOKKEEPING}previousNames": "web-1"})
    own["metadata"]["annotations"][f"{_BOOKKEEPING}previousNamespaces"] = "shop"
    own["metadata"].update(name="kubernetes", namespace="default")
    assert addresses_of(consumer_run(service(), own)) == [["10.40.32.9"]]


def test_a_service_renamed_twice_is_known_by_each_of_its_names() -> None:
    twice = renamed(service(DIRECT), "b-a-", None, ("shop", "a-web"))
    for label in ("web", "a-web", "b-a-web"):
        labelled = slice_of({"addresses": ["10.40.32.9"]}, labels={"kubernetes.io/service-name": label})
        (made,) = consumer_run(twice, labelled).objects
        assert made.data["metadata"]["labels"]["kubernetes.io/service-name"] == "b-a-web"


def test_the_original_name_wins_over_another_services_current_one() -> None:
    taken = renamed(service(name="web"), "prod-")
    current = an_object("v1", "Service", "web", "shop", annotations={f"{_BOOKKEEPING}previousNames": "old"})
    current["metadata"]["annotations"][f"{_BOOKKEEPING}previousNamespaces"] = "shop"
    (made,) = consumer_run(current, taken, slice_of({"addresses": ["10.40.32.9"]})).objects
    assert made.data["metadata"]["labels"]["kubernetes.io/service-name"] == "prod-web"


@pytest.mark.rule("C14")
def test_bookkeeping_does_not_count_against_the_limit_of_annotations() -> None:
    at_the_limit = {"note": "x" * 262_000}
    heavy = slice_of(
        {"addresses": ["10.81.3.4"], "nodeName": "liqo-turin", "targetRef": {"kind": "Pod", "name": "web-1"}},
        annotations=at_the_limit,
    )
    objects = [service(DIRECT), node("liqo-turin", "turin"), heavy]
    plain = codes_of(consumer_run(*objects))
    heavy["metadata"]["annotations"]["kustomize.config.k8s.io/id"] = "y" * 1000
    assert codes_of(consumer_run(*objects)) == plain
    assert "annotation-too-large" not in plain


@pytest.mark.rule("C15")
def test_what_is_there_is_looked_for_under_the_current_name() -> None:
    there = an_object("offloading.liqo.io/v1beta1", "ShadowEndpointSlice", "prod-web-1", "shop-rome", spec={})
    outcome = consumer_run(there, *(renamed(each) for each in fleet()), namespaces=None)
    assert not outcome.objects
    assert "foreign-object" in codes_of(outcome)
