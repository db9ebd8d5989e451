"""Inside kustomize a provider's ShadowEndpointSlices may have been renamed: what is made of them has current names."""

from __future__ import annotations

from typing import Any

import pytest
from provider_run import addresses_of, codes_of, configuration, foreign_cluster, provider_run, shadow

_BOOKKEEPING = "internal.config.kubernetes.io/"


def renamed(thing: dict[str, Any], prefix: str = "prod-") -> dict[str, Any]:
    """The object as kustomize hands it over under a namePrefix."""
    metadata = thing["metadata"]
    notes = {
        f"{_BOOKKEEPING}previousNames": metadata["name"],
        f"{_BOOKKEEPING}previousNamespaces": metadata.get("namespace", "_non_namespaceable_"),
    }
    annotations = {**metadata.get("annotations", {}), **notes}
    return {**thing, "metadata": {**metadata, "name": prefix + metadata["name"], "annotations": annotations}}


def service() -> dict[str, Any]:
    """The Service that the slices belong to, on the provider."""
    return {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "web", "namespace": "shop-rome"}}


def an_export() -> list[dict[str, Any]]:
    """milan: its view of rome, the Service, and a ShadowEndpointSlice of it."""
    made = shadow("10.40.33.7")
    made["metadata"]["labels"]["kubernetes.io/service-name"] = "web"
    return [configuration("rome", ["10.40.32.0/19"], ["10.90.32.0/19"]), foreign_cluster(), service(), made]


@pytest.mark.rule("P09")
def test_renamed_objects_give_the_same_addresses_under_current_names() -> None:
    plain, moved = provider_run(*an_export()), provider_run(*map(renamed, an_export()))
    assert addresses_of(moved) == addresses_of(plain) == [["10.90.33.7"]]
    assert codes_of(moved) == codes_of(plain)
    (made,) = moved.objects
    assert made.data["metadata"]["name"] == "prod-web-1"
    assert made.data["metadata"]["labels"]["kubernetes.io/service-name"] == "prod-web"
    assert "annotations" not in made.data["metadata"]


@pytest.mark.rule("P11")
def test_a_foreign_slice_is_looked_for_under_the_current_name() -> None:
    foreign = {
        "apiVersion": "discovery.k8s.io/v1",
        "kind": "EndpointSlice",
        "metadata": {"name": "prod-web-1", "namespace": "shop-rome"},
        "addressType": "IPv4",
        "endpoints": [],
    }
    outcome = provider_run(foreign, *map(renamed, an_export()))
    assert addresses_of(outcome) is None
    assert "foreign-object" in codes_of(outcome)
