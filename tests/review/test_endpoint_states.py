"""The endpoints of an object as a comparison sees them, and the route that each takes."""

from __future__ import annotations

from typing import Any

import pytest
from slice_data import DATA, Data, direct_data, endpoint, plain, shadow

from transformer.review.endpoint_changes import described, name_of
from transformer.review.endpoint_state import endpoint_states, has_endpoints, listed_addresses, template_of


def routes(data: Data, sent: Data | None) -> list[str]:
    return [each.route for each in endpoint_states(data, sent)]


def test_both_kinds_have_the_same_endpoints() -> None:
    conditions = {"ready": True, "serving": False}
    pods = (endpoint("10.1.0.1", "web-0", conditions=conditions), endpoint("10.1.0.2", zone="z1"))
    first, second = endpoint_states(plain(*pods), None)
    assert endpoint_states(shadow(*pods), None) == [first, second]
    assert (first.target, first.addresses, first.route, first.ready) == ("Pod shop/web-0", ("10.1.0.1",), "", True)
    assert first.fields["conditions.serving"] is False
    assert (second.target, second.ready, second.fields) == ("", None, {"nodeName": "rome", "zone": "z1"})


def test_the_route_is_found_by_the_target_whatever_the_order() -> None:
    sent = shadow(endpoint("10.62.0.1", "web-0"), endpoint("10.70.0.1", "web-1"), direct={"turin": ["10.62.0.1"]})
    got = plain(endpoint("10.76.0.1", "web-1"), endpoint("10.91.0.1", "web-0"))
    assert routes(got, sent) == ["through rome", "direct to turin"]
    assert routes(sent, sent) == ["direct to turin", "through rome"]


def test_the_route_of_an_endpoint_without_target_is_found_by_its_number_among_as_many() -> None:
    sent = shadow(endpoint("10.62.0.1"), endpoint("10.70.0.1"), direct={"turin": ["10.62.0.1"]})
    assert routes(plain(endpoint("10.91.0.1"), endpoint("10.76.0.1")), sent) == ["direct to turin", "through rome"]
    assert routes(plain(endpoint("10.76.0.1")), sent) == [""]


def test_the_route_of_one_of_two_endpoints_of_a_pod_is_found_by_its_number_or_not_at_all() -> None:
    sent = shadow(endpoint("10.62.0.1", "web-0"), endpoint("10.70.0.1", "web-0"), direct={"turin": ["10.62.0.1"]})
    both = plain(endpoint("10.91.0.1", "web-0"), endpoint("10.76.0.1", "web-0"))
    assert routes(both, sent) == ["direct to turin", "through rome"]
    assert routes(plain(endpoint("10.91.0.1", "web-0")), sent) == [""]


def test_an_endpoint_that_was_not_sent_has_no_route() -> None:
    assert routes(plain(endpoint("10.1.0.1", "web-9")), shadow(endpoint("10.1.0.1", "web-0"))) == [""]
    assert routes(plain(endpoint("10.1.0.1", "web-0")), shadow(endpoints="broken")) == [""]
    assert routes(plain(endpoint("10.1.0.1", "web-0")), None) == [""]


def test_addresses_of_two_clusters_in_one_endpoint() -> None:
    sent = shadow({"addresses": ["10.62.0.1", "10.63.0.1"]}, direct={"turin": ["10.62.0.1"], "oslo": ["10.63.0.1"]})
    assert routes(sent, sent) == ["direct to oslo and turin"]


def test_names_and_descriptions() -> None:
    sent = shadow(
        endpoint("10.62.0.1", "web-0", conditions={"ready": False}),
        {"addresses": ["10.70.0.1", "10.70.0.2"]},
        direct={"turin": ["10.62.0.1"]},
    )
    pod, nameless = endpoint_states(sent, sent)
    assert (name_of(pod), described(pod)) == ("Pod shop/web-0", "10.62.0.1, direct to turin, not ready")
    assert (name_of(nameless), described(nameless)) == ("10.70.0.1, 10.70.0.2", "through rome")


@pytest.mark.parametrize(
    "endpoints",
    [
        "10.1.0.1",
        "",
        0,
        False,
        {},
        {"addresses": ["10.1.0.1"]},
        ["10.1.0.1"],
        [None],
        [{}],
        [{"addresses": "10.1.0.1"}],
        [{"addresses": [1]}],
        [{"addresses": [["10.1.0.1"]]}],
        [{"addresses": ["10.1.0.1"], "targetRef": "web-0"}],
        [{"addresses": ["10.1.0.1"], "targetRef": {"name": 0}}],
        [{"addresses": ["10.1.0.1"], "conditions": [True]}],
    ],
)
def test_endpoints_of_another_shape(endpoints: Any) -> None:
    assert not has_endpoints(plain(endpoints=endpoints))
    assert not has_endpoints(shadow(endpoints=endpoints))


@pytest.mark.parametrize("endpoints", [None, [], [{"addresses": []}], [{"addresses": ["a"], "conditions": None}]])
def test_endpoints_of_the_right_shape(endpoints: Any) -> None:
    assert has_endpoints(plain(endpoints=endpoints))
    assert has_endpoints(shadow(endpoints=endpoints))


@pytest.mark.parametrize("spec", [None, [], "x", {}, {"template": None}, {"template": ["x"]}])
def test_a_shadow_endpoint_slice_without_a_template_has_no_endpoints(spec: Any) -> None:
    data = {**shadow(endpoint("10.1.0.1")), "spec": spec}
    assert template_of(data) == {}
    assert endpoint_states(data, data) == []


def test_what_the_data_lists() -> None:
    assert listed_addresses({}) == {}
    clusters = {"turin": ["10.62.0.1", "10.62.0.1"], "oslo": ["10.63.0.1"]}
    assert listed_addresses({DATA: direct_data(clusters)}) == {"10.62.0.1": "turin", "10.63.0.1": "oslo"}


@pytest.mark.parametrize(
    "annotations",
    [None, {DATA: 1}, {DATA: ""}, {DATA: "{"}, {DATA: direct_data({"a": ["10.1.0.1"], "b": ["10.1.0.1"]})}],
)
def test_data_that_does_not_tell_a_cluster_for_each_address(annotations: Any) -> None:
    assert listed_addresses(annotations) is None
