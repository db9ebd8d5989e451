"""Which endpoint before is which after: by its target, else by its addresses, and those that are equal first."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from slice_data import compared

from transformer.findings.change import ChangeKind
from transformer.review.endpoint_changes import endpoint_changes
from transformer.review.endpoint_state import EndpointState


def state(address: str, target: str = "", route: str = "", **more: Any) -> EndpointState:
    return EndpointState(target, (address,), route, more.get("ready"), more.get("fields", {}))


def kinds(before: list[EndpointState], after: list[EndpointState], *nodes: dict[str, str]) -> list[tuple[str, str]]:
    nodes_before, nodes_after = nodes or ({}, {})
    found = endpoint_changes(before, after, nodes_before, nodes_after, compared().change)
    return [(str(each.kind), each.endpoint) for each in found]


def test_those_gone_come_first_then_those_new_then_those_that_differ() -> None:
    before = [state("1", "a"), state("2", "b"), state("3", "c")]
    after = [state("4", "d"), state("9", "b"), state("3", "c")]
    assert kinds(before, after) == [("endpoint removed", "a"), ("endpoint added", "d"), ("address", "b")]


def test_endpoints_of_one_name_are_paired_with_their_equals() -> None:
    before = [state("1", "a"), state("2", "a"), state("3", "a")]
    assert kinds(before, [state("3", "a"), state("1", "a"), state("2", "a")]) == []
    assert kinds(before, [state("3", "a"), state("9", "a"), state("1", "a")]) == [("address", "a")]
    assert kinds(before, [state("3", "a"), state("1", "a")]) == [("endpoint removed", "a")]


def test_equal_is_not_what_python_takes_for_equal() -> None:
    assert kinds([state("1", "a", ready=True)], [state("1", "a", ready=1)]) == [("ready", "a")]


def test_nameless_endpoints_are_not_guessed_where_their_number_differs() -> None:
    assert kinds([state("1"), state("2")], [state("8")]) == [
        ("endpoint removed", "1"),
        ("endpoint removed", "2"),
        ("endpoint added", "8"),
    ]


def test_a_pod_that_lost_its_target_is_another_endpoint() -> None:
    assert kinds([state("1", "a")], [state("1")]) == [("endpoint removed", "a"), ("endpoint added", "1")]


def test_a_node_alone_is_no_move() -> None:
    nodes = {"a": "n1"}, {"a": "n2"}
    assert kinds([state("1", "a")], [state("1", "a")], *nodes) == []
    assert kinds([state("1", "a")], [state("2", "a")], *nodes) == [("endpoint moved", "a")]
    assert kinds([state("1", "a")], [state("2", "a")], {"a": "n1"}, {}) == [("address", "a")]


def test_a_route_that_is_not_known_on_both_sides_is_no_other_path() -> None:
    assert kinds([state("1", "a", "through rome")], [state("1", "a")]) == []
    assert kinds([state("1", "a", "through rome")], [state("2", "a")]) == [("address", "a")]
    assert kinds([state("1", "a", "through rome")], [state("1", "a", "direct to turin")]) == [("path", "a")]


def test_identities_are_told_only_where_nothing_else_tells_of_another_pod() -> None:
    one, two = {"targetRef.uid": "u1"}, {"targetRef.uid": "u2"}
    assert kinds([state("1", "a", fields=one)], [state("1", "a", fields=two)]) == [("endpoint field", "a")]
    assert kinds([state("1", "a", fields=one)], [state("2", "a", fields=two)]) == [("address", "a")]


_states = st.builds(
    state,
    st.sampled_from("12345"),
    st.sampled_from(["", "a", "b"]),
    st.sampled_from(["", "through rome", "direct to turin"]),
    ready=st.sampled_from([None, True, False]),
)


@given(st.lists(_states, max_size=6), st.randoms(use_true_random=False))
def test_the_order_of_endpoints_means_nothing(states: list[EndpointState], order: Any) -> None:
    other = list(states)
    order.shuffle(other)
    assert kinds(states, other) == []


@given(st.lists(_states, max_size=5), st.lists(_states, max_size=5))
def test_nothing_is_lost_and_nothing_invented(before: list[EndpointState], after: list[EndpointState]) -> None:
    found = [kind for kind, _ in kinds(before, after)]
    added, removed = found.count(str(ChangeKind.ENDPOINT_ADDED)), found.count(str(ChangeKind.ENDPOINT_REMOVED))
    assert added - removed == len(after) - len(before)
