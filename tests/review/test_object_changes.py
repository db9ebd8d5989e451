"""What differs between two versions of one derived object: every kind of line, and that nothing differs in silence."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from slice_data import DATA, Data, compared, direct_data, edits, endpoint, meaning, objects, of_itself, plain, shadow

from transformer.findings.change import Change, ChangeKind
from transformer.review.object_changes import object_changes, whole_change

#: What a line says: kind, endpoint, field, before, after.
Line = tuple[ChangeKind, str, str, str | None, str | None]


def lines(changes: list[Change]) -> list[Line]:
    return [(each.kind, each.endpoint, each.field, each.before, each.after) for each in changes]


def between(before: Data, after: Data) -> list[Line]:
    return lines(object_changes(of_itself(before, after), before, after))


def test_a_line_says_whose_slice_it_is_of() -> None:
    before, after = plain(endpoint("10.1.0.1", "web-0")), plain(endpoint("10.1.0.2", "web-0"))
    (change,) = object_changes(compared(), before, after)
    assert (change.service, change.provider, str(change.slice)) == (
        "shop/web",
        "milan",
        "EndpointSlice shop-rome/web-1",
    )
    assert (change.causes, change.is_live) == ((), False)


def test_an_endpoint_that_is_new_or_gone() -> None:
    one, two = endpoint("10.1.0.1", "web-0"), endpoint("10.1.0.2", "web-1", conditions={"ready": False})
    added = (ChangeKind.ENDPOINT_ADDED, "Pod shop/web-1", "", None, "10.1.0.2, not ready")
    removed = (ChangeKind.ENDPOINT_REMOVED, "Pod shop/web-1", "", "10.1.0.2, not ready", None)
    assert between(plain(one), plain(one, two)) == [added]
    assert between(plain(one, two), plain(one)) == [removed]


def test_an_endpoint_without_target_is_known_by_its_addresses() -> None:
    one, two = endpoint("10.1.0.1"), endpoint("10.1.0.2")
    assert between(plain(one), plain(one, two)) == [(ChangeKind.ENDPOINT_ADDED, "10.1.0.2", "", None, "")]
    assert between(plain(one, two), plain(two)) == [(ChangeKind.ENDPOINT_REMOVED, "10.1.0.1", "", "", None)]


def test_renumbered_endpoints_without_target_are_one_line_each() -> None:
    before = plain(endpoint("10.1.0.1"), endpoint("10.1.0.2"))
    after = plain(endpoint("10.9.0.1"), endpoint("10.9.0.2"))
    assert between(before, after) == [
        (ChangeKind.ADDRESS, "10.1.0.1", "", "10.1.0.1", "10.9.0.1"),
        (ChangeKind.ADDRESS, "10.1.0.2", "", "10.1.0.2", "10.9.0.2"),
    ]


def test_a_pod_under_another_address() -> None:
    before, after = plain(endpoint("10.1.0.1", "web-0")), plain(endpoint("10.9.0.1", "web-0"))
    assert between(before, after) == [(ChangeKind.ADDRESS, "Pod shop/web-0", "", "10.1.0.1", "10.9.0.1")]


def test_the_order_of_an_endpoints_addresses_counts() -> None:
    before, after = plain({"addresses": ["10.1.0.1", "10.1.0.2"]}), plain({"addresses": ["10.1.0.2", "10.1.0.1"]})
    assert between(before, after) == [
        (ChangeKind.ADDRESS, "10.1.0.1, 10.1.0.2", "", "10.1.0.1, 10.1.0.2", "10.1.0.2, 10.1.0.1")
    ]


def test_a_pod_on_another_node_is_one_line() -> None:
    uid = {"kind": "RemotePod", "namespace": "shop", "name": "web-0"}
    before = plain(endpoint("10.1.0.1", targetRef={**uid, "uid": "u1"}))
    after = plain(endpoint("10.1.0.2", targetRef={**uid, "uid": "u2"}))
    of = compared(nodes_before={"Pod shop/web-0": "rome-1"}, nodes_after={"Pod shop/web-0": "rome-2"})
    assert lines(object_changes(of, before, after)) == [
        (ChangeKind.ENDPOINT_MOVED, "Pod shop/web-0", "", "10.1.0.1 on node rome-1", "10.1.0.2 on node rome-2")
    ]


def test_a_pod_on_another_cluster_is_one_line() -> None:
    before = shadow(endpoint("10.62.0.1", "web-0"), direct={"turin": ["10.62.0.1"]})
    after = shadow(endpoint("10.63.0.1", "web-0"), direct={"oslo": ["10.63.0.1"]})
    assert between(before, after) == [
        (ChangeKind.ENDPOINT_MOVED, "Pod shop/web-0", "", "10.62.0.1, direct to turin", "10.63.0.1, direct to oslo")
    ]


def test_another_path_is_told_by_the_shadow_endpoint_slices() -> None:
    shadows = (
        shadow(endpoint("10.62.0.1", "web-0"), direct={"turin": ["10.62.0.1"]}),
        shadow(endpoint("10.70.0.1", "web-0")),
    )
    before, after = plain(endpoint("10.91.0.1", "web-0")), plain(endpoint("10.76.0.1", "web-0"))
    path = (ChangeKind.PATH, "Pod shop/web-0", "", "direct to turin (10.91.0.1)", "through rome (10.76.0.1)")
    assert lines(object_changes(compared(*shadows), before, after)) == [path]
    assert between(*shadows) == [
        (ChangeKind.PATH, "Pod shop/web-0", "", "direct to turin (10.62.0.1)", "through rome (10.70.0.1)")
    ]
    assert lines(object_changes(compared(), before, after)) == [
        (ChangeKind.ADDRESS, "Pod shop/web-0", "", "10.91.0.1", "10.76.0.1")
    ]


def test_another_path_under_the_same_address() -> None:
    before = shadow(endpoint("10.62.0.1", "web-0"), direct={"turin": ["10.62.0.1"]})
    after = shadow(endpoint("10.62.0.1", "web-0"))
    assert between(before, after) == [
        (ChangeKind.PATH, "Pod shop/web-0", "", "direct to turin (10.62.0.1)", "through rome (10.62.0.1)")
    ]


def test_a_path_of_an_unknown_consumer_is_one_through_the_consumer() -> None:
    before = shadow(endpoint("10.62.0.1", "web-0"), direct={"turin": ["10.62.0.1"]})
    after = shadow(endpoint("10.62.0.1", "web-0"))
    for each in (before, after):
        del each["metadata"]["labels"]
    assert between(before, after) == [
        (ChangeKind.PATH, "Pod shop/web-0", "", "direct to turin (10.62.0.1)", "through the consumer (10.62.0.1)")
    ]


@pytest.mark.parametrize(
    ("ready", "words"), [(True, ("true", "false")), (None, (None, "false")), ("yes", ("yes", "false"))]
)
def test_readiness(ready: Any, words: tuple[str | None, str | None]) -> None:
    before = plain(endpoint("10.1.0.1", "web-0", conditions={"ready": ready}))
    after = plain(endpoint("10.1.0.1", "web-0", conditions={"ready": False}))
    assert between(before, after) == [(ChangeKind.READY, "Pod shop/web-0", "", *words)]


def test_other_fields_of_an_endpoint() -> None:
    before = plain(endpoint("10.1.0.1", "web-0", zone="z1", hints={"forZones": [{"name": "z1"}]}))
    after = plain(endpoint("10.1.0.1", "web-0", zone="z2", conditions={"serving": True}))
    assert between(before, after) == [
        (ChangeKind.ENDPOINT_FIELD, "Pod shop/web-0", "conditions.serving", None, "true"),
        (ChangeKind.ENDPOINT_FIELD, "Pod shop/web-0", "hints", '{"forZones": [{"name": "z1"}]}', None),
        (ChangeKind.ENDPOINT_FIELD, "Pod shop/web-0", "zone", "z1", "z2"),
    ]


@pytest.mark.parametrize("field", ["kind", "uid", "resourceVersion", "apiVersion", "fieldPath"])
def test_no_part_of_a_target_changes_in_silence(field: str) -> None:
    target = {"kind": "RemotePod", "namespace": "shop", "name": "web-0", field: "RemotePod"}
    before, after = plain(endpoint("10.1.0.1", targetRef=target)), plain(endpoint("10.1.0.1", targetRef=target))
    after["endpoints"][0]["targetRef"] = {**target, field: "Pod"}
    assert between(before, after) == [
        (ChangeKind.ENDPOINT_FIELD, "Pod shop/web-0", f"targetRef.{field}", "RemotePod", "Pod")
    ]


def test_labels_and_annotations() -> None:
    before, after = plain(), plain()
    before["metadata"]["labels"] = {"gone": "x", "tier": "a", "same": "s"}
    after["metadata"]["labels"] = {"tier": "b", "same": "s"}
    after["metadata"]["annotations"] = {"b.example/c": ""}
    assert between(before, after) == [
        (ChangeKind.LABEL, "", "metadata.labels.gone", "x", None),
        (ChangeKind.LABEL, "", "metadata.labels.tier", "a", "b"),
        (ChangeKind.ANNOTATION, "", 'metadata.annotations["b.example/c"]', None, ""),
    ]


def test_ports() -> None:
    before = plain(ports=[{"name": "http", "port": 80}, {"port": 53, "protocol": "UDP"}])
    after = plain(ports=[{"name": "http", "port": 8080, "appProtocol": "h2c"}, {"name": "all"}])
    assert between(before, after) == [
        (ChangeKind.PORTS, "", "", "53/UDP, http 80/TCP", "all any/TCP, http 8080/TCP (h2c)")
    ]
    assert between(before, plain(ports=None)) == [(ChangeKind.PORTS, "", "", "53/UDP, http 80/TCP", None)]


def test_ports_that_read_alike_are_told_apart() -> None:
    before, after = plain(ports=[{"name": "", "port": 80}]), plain(ports=[{"port": 80}])
    assert between(before, after) == [(ChangeKind.PORTS, "", "", '[{"name": "", "port": 80}]', '[{"port": 80}]')]


def test_all_other_fields() -> None:
    before, after = shadow(), shadow(addressType="IPv6")
    after["spec"]["extra"] = {"a": {"b": 1}}
    assert between(before, after) == [
        (ChangeKind.FIELD, "", "spec.extra", None, '{"a": {"b": 1}}'),
        (ChangeKind.FIELD, "", "spec.template.addressType", "IPv4", "IPv6"),
    ]


def test_endpoints_of_another_shape_are_a_field() -> None:
    before, after = plain(endpoint("10.1.0.1")), plain(endpoints="10.1.0.1")
    assert between(before, after) == [
        (ChangeKind.FIELD, "", "endpoints", '[{"addresses": ["10.1.0.1"], "nodeName": "rome"}]', "10.1.0.1")
    ]


def test_a_pod_that_moved_and_is_not_ready_is_two_lines() -> None:
    before = shadow(endpoint("10.62.0.1", "web-0"), direct={"turin": ["10.62.0.1"]})
    after = shadow(endpoint("10.70.0.1", "web-0", conditions={"ready": False}))
    assert [each[0] for each in between(before, after)] == [ChangeKind.PATH, ChangeKind.READY]


def test_data_that_the_paths_tell_of_is_not_said_twice() -> None:
    before = shadow(endpoint("10.62.0.1", "web-0"), endpoint("10.62.0.2", "web-1"), direct={"turin": ["10.62.0.1"]})
    after = shadow(endpoint("10.62.0.1", "web-0"), endpoint("10.62.0.2", "web-1"), direct={"turin": ["10.62.0.2"]})
    assert [each[:2] for each in between(before, after)] == [
        (ChangeKind.PATH, "Pod shop/web-0"),
        (ChangeKind.PATH, "Pod shop/web-1"),
    ]


@pytest.mark.parametrize(
    "clusters",
    [
        {"turin": ["10.62.0.1", "10.62.0.9"]},  # one that no endpoint has
        {"turin": ["10.62.0.1"], "oslo": ["10.62.0.1"]},  # one under two clusters
    ],
)
def test_data_that_the_paths_do_not_tell_of_is_a_line(clusters: dict[str, list[str]]) -> None:
    before = shadow(endpoint("10.62.0.1", "web-0"), direct={"turin": ["10.62.0.1"]})
    after = shadow(endpoint("10.62.0.1", "web-0"), direct=clusters)
    field = f'metadata.annotations["{DATA}"]'
    assert between(before, after) == [
        (ChangeKind.ANNOTATION, "", field, direct_data({"turin": ["10.62.0.1"]}), direct_data(clusters))
    ]


def test_data_on_one_address_of_two_is_a_line() -> None:
    two = {"addresses": ["10.62.0.1", "10.62.0.2"]}
    before = shadow(two, direct={"turin": ["10.62.0.1", "10.62.0.2"]})
    after = shadow(two, direct={"turin": ["10.62.0.1"]})
    assert [each[0] for each in between(before, after)] == [ChangeKind.ANNOTATION]


def test_the_same_data_written_otherwise_is_no_change() -> None:
    before = shadow(endpoint("10.62.0.1"), endpoint("10.62.0.2"), direct={"turin": ["10.62.0.1", "10.62.0.2"]})
    after = copy.deepcopy(before)
    after["metadata"]["annotations"][DATA] = '{ "clusterAddresses": {"turin": ["10.62.0.2", "10.62.0.1"]} }'
    assert between(before, after) == []


def test_data_on_an_endpoint_slice_is_an_annotation_like_others() -> None:
    before, after = plain(endpoint("10.62.0.1")), plain(endpoint("10.62.0.1"))
    after["metadata"]["annotations"] = {DATA: direct_data({"turin": ["10.62.0.1"]})}
    assert [each[0] for each in between(before, after)] == [ChangeKind.ANNOTATION]


def test_data_that_cannot_be_read_is_a_line_and_the_path_unknown() -> None:
    before = shadow(endpoint("10.62.0.1", "web-0"), direct={"turin": ["10.62.0.1"]})
    after = copy.deepcopy(before)
    after["metadata"]["annotations"][DATA] = "{"
    assert [each[0] for each in between(before, after)] == [ChangeKind.ANNOTATION]


def test_two_endpoints_of_one_pod_each_have_their_own_path() -> None:
    both = (endpoint("10.62.0.1", "web-0"), endpoint("10.62.0.2", "web-0"))
    before, after = shadow(*both, direct={"turin": ["10.62.0.1"]}), shadow(*both)
    assert between(before, after) == [
        (ChangeKind.PATH, "Pod shop/web-0", "", "direct to turin (10.62.0.1)", "through rome (10.62.0.1)")
    ]


def test_a_slice_that_is_on_one_side_only_says_what_it_holds() -> None:
    sent = shadow(endpoint("10.62.0.1", "web-0"), direct={"turin": ["10.62.0.1"]})
    data = plain(endpoint("10.91.0.1", "web-0"), endpoint("10.76.0.9"))
    added = whole_change(compared(), ChangeKind.SLICE_ADDED, data, sent)
    removed = whole_change(compared(), ChangeKind.SLICE_REMOVED, data, sent)
    holds = "2 endpoints: Pod shop/web-0 (10.91.0.1, direct to turin); 10.76.0.9"
    assert (added.before, added.after) == (None, holds)
    assert (removed.before, removed.after) == (holds, None)
    assert whole_change(compared(), ChangeKind.SLICE_ADDED, plain(), None).after == "0 endpoints"
    assert whole_change(compared(), ChangeKind.SLICE_ADDED, plain(endpoints=1), None).after == ""


def test_the_endpoints_of_a_large_slice_are_counted() -> None:
    data = plain(*(endpoint(f"10.1.0.{number}") for number in range(1, 8)))
    assert whole_change(compared(), ChangeKind.SLICE_ADDED, data, None).after == (
        "7 endpoints: 10.1.0.1; 10.1.0.2; 10.1.0.3; 10.1.0.4; 10.1.0.5; 2 more"
    )


def shuffled(value: Any, order: random.Random) -> Any:
    """The same with the keys of every mapping, the endpoints and the ports in another order."""
    if isinstance(value, dict):
        keys = list(value)
        order.shuffle(keys)
        changed = {key: shuffled(value[key], order) for key in keys}
        for name in ("endpoints", "ports"):
            if isinstance(changed.get(name), list):
                order.shuffle(changed[name])
        return changed
    return [shuffled(each, order) for each in value] if isinstance(value, list) else value


@given(objects())
def test_nothing_differs_from_itself(data: Data) -> None:
    assert between(data, copy.deepcopy(data)) == []


@given(objects(), st.randoms(use_true_random=False))
def test_orders_that_mean_nothing_are_no_change(data: Data, order: random.Random) -> None:
    assert between(data, shuffled(data, order)) == []


@given(st.data())
def test_every_edit_is_a_change_or_means_the_same(data: st.DataObject) -> None:
    before = data.draw(objects())
    after = data.draw(edits(before))
    changes = between(before, after)
    assert (changes == []) == (meaning(before) == meaning(after)), changes
    assert (between(after, before) == []) == (changes == [])


@given(st.data())
def test_two_edits_raise_nothing_and_never_hide_one_another(data: st.DataObject) -> None:
    before, after = data.draw(objects()), data.draw(objects())
    after["kind"], after["apiVersion"] = before["kind"], before["apiVersion"]
    broken = data.draw(edits(before)), data.draw(edits(after))
    for pair in (broken, broken[::-1]):
        changes = between(*pair)
        assert (changes == []) == (meaning(pair[0]) == meaning(pair[1])), changes


@pytest.mark.parametrize(
    "metadata",
    [
        {"labels": ["a"]},
        {"labels": "a", "annotations": 1},
        {"annotations": [1]},
        {"annotations": {DATA: 5}},
        {"annotations": {DATA: None}, "labels": {"offloading.liqo.io/origin": ["rome"]}},
        {"labels": None, "annotations": None},
        [],
        "web-1",
        None,
    ],
)
def test_odd_metadata_raises_nothing_and_is_told(metadata: Any) -> None:
    sound = shadow(endpoint("10.62.0.1", "web-0"), direct={"turin": ["10.62.0.1"]})
    odd = {**sound, "metadata": {"name": "web-1", **metadata} if isinstance(metadata, dict) else metadata}
    assert between(sound, odd) != []
    assert between(odd, sound) != []
    assert between(odd, odd) == []
