"""Identities that lie, collide or lack a part: never a crash, never two objects of one name, never a lost one."""

from __future__ import annotations

from typing import Any

import pytest
from function_calls import (
    MARK,
    an_object,
    call,
    from_file,
    from_kustomize,
    function,
    listed,
    names,
    service,
    shadow,
    slice_of,
)

PREVIOUS = "internal.config.kubernetes.io/previous"


def renamed(data: dict[str, Any], prefix: str) -> dict[str, Any]:
    """An object as kustomize hands it over under a namePrefix."""
    metadata = data["metadata"]
    earlier = {f"{PREVIOUS}Names": metadata["name"], f"{PREVIOUS}Namespaces": metadata["namespace"]}
    annotations = {**metadata.get("annotations", {}), **earlier}
    return from_kustomize(
        {**data, "metadata": {**metadata, "name": prefix + metadata["name"], "annotations": annotations}}
    )


@pytest.mark.parametrize("emit", ["All", "Derived"])
def test_every_item_of_a_derived_id_is_updated(emit: str) -> None:
    """Output that was committed twice: one of them with an old address would be applied at random."""
    old = shadow("10.9.9.9", annotations={MARK: "ConsumerTransform/to-milan"})
    ended = call(listed(service(), slice_of(), old, old, config=function(emit=emit)))
    found = [each for each in ended.items if each["kind"] == "ShadowEndpointSlice"]
    assert len(found) == 2
    assert all(each["spec"]["template"]["endpoints"][0]["addresses"] == ["10.40.0.1"] for each in found)


def test_a_derived_object_within_a_list_is_an_error() -> None:
    within = {"apiVersion": "v1", "kind": "List", "items": [shadow("10.9.9.9")]}
    given = listed(service(), slice_of(), within, config=function())
    ended = call(given)
    assert (ended.status, ended.codes[0]) == (1, "duplicate-output")
    assert ended.stdout.startswith(given)


@pytest.mark.parametrize(
    "labels", [{"offloading.liqo.io/origin": ["a"]}, "x", ["a"], {"offloading.liqo.io/origin": None}]
)
def test_labels_that_are_none_are_reported(labels: Any) -> None:
    odd = shadow("10.40.0.1")
    odd["metadata"]["labels"] = labels
    view = an_object("Configuration", "turin", "liqo-tenant-turin", "networking.liqo.io/v1beta1", spec={})
    ended = call(listed(odd, config=function("ProviderTransform", consumerView=[view])))
    assert ended.status in (1, 2)
    assert ended.items == [odd]


def test_a_kind_that_is_none_goes_back() -> None:
    odd: dict[str, Any] = {"apiVersion": "v1", "kind": ["a"], "metadata": {"name": "a", "annotations": {}}}
    odd["metadata"]["annotations"]["kustomize.config.k8s.io/id"] = "x"
    ended = call(listed(service(), slice_of(), odd, config=function()))
    assert (ended.status, ended.items[2]) == (0, odd)


@pytest.mark.parametrize("names", [["a"], {"a": "b"}, 5, "", ",", "a,b,,c"])
def test_odd_earlier_names_are_no_crash(names: Any) -> None:
    odd = service()
    odd["metadata"]["annotations"] = {f"{PREVIOUS}Names": names, f"{PREVIOUS}Namespaces": names}
    assert call(listed(odd, slice_of(), config=function())).status in (0, 1)


def test_a_base_used_twice_keeps_its_services_apart() -> None:
    direct = {"liqo.io/skip-reflection": "true"}
    items = [renamed(each, prefix) for prefix in ("a-", "b-") for each in (service(), slice_of())]
    items[0]["metadata"]["annotations"] |= direct
    ended = call(listed(*items, config=function()))
    made = [each for each in ended.items if each["kind"] == "ShadowEndpointSlice"]
    assert ended.status == 0
    assert [each["metadata"]["name"] for each in made] == ["b-web-1"]
    assert made[0]["metadata"]["labels"]["kubernetes.io/service-name"] == "b-web"


def test_services_that_cannot_be_told_apart_are_an_error() -> None:
    items = [renamed(service(), "a-"), renamed(service(), "b-"), from_kustomize(slice_of())]
    ended = call(listed(*items, config=function()))
    assert (ended.status, ended.codes[0]) == (1, "duplicate-object")
    assert "shop/a-web and shop/b-web" in ended.stderr


def test_equal_objects_in_two_files_are_equal() -> None:
    ended = call(listed(from_file(service(), "a.yaml"), from_file(service(), "z.yaml"), slice_of(), config=function()))
    assert (ended.status, ended.codes) == (0, ["duplicate-object"])
    assert ended.results[0]["severity"] == "info"


def test_what_kpt_notes_for_itself_is_not_reflected() -> None:
    noted = slice_of(annotations={"internal.kpt.dev/upstream-identifier": "discovery.k8s.io|EndpointSlice|shop|web-1"})
    ended = call(listed(service(), noted, config=function()))
    assert names(ended.items)[-1] == "ShadowEndpointSlice/web-1"
    assert set(ended.items[-1]["metadata"]["annotations"]) == {MARK}


def test_the_cluster_id_is_known_by_its_name_where_its_label_was_set_anew() -> None:
    labels = {"app.kubernetes.io/name": "everything"}
    config_map = an_object("ConfigMap", "liqo-clusterid-configmap", "liqo", labels=labels, data={"CLUSTER_ID": "paris"})
    ended = call(listed(from_kustomize(config_map), service(), slice_of(), config=function()))
    assert (ended.status, ended.codes[0]) == (1, "cluster-id-mismatch")
