"""Where derived objects go in a list: in place of themselves, else behind the rest; and what becomes of the rest."""

from __future__ import annotations

from typing import Any

import pytest
from function_calls import (
    MARK,
    Ended,
    an_object,
    call,
    from_file,
    from_kustomize,
    function,
    given_back,
    listed,
    names,
    peering,
    service,
    shadow,
    slice_of,
)
from hypothesis import given
from hypothesis import strategies as st

from transformer.manifests.emitting import dump


def again(ended: Ended) -> Ended:
    """The same function on what it gave back."""
    return call(given_back(ended.stdout))


def marked(data: dict[str, Any], mark: str = "ConsumerTransform/to-milan") -> dict[str, Any]:
    """An object with the mark of a function."""
    metadata = data["metadata"]
    return {**data, "metadata": {**metadata, "annotations": {**metadata.get("annotations", {}), MARK: mark}}}


def test_new_objects_follow_all_others_and_carry_the_mark() -> None:
    ended = call(listed(service(), slice_of(), an_object("Gizmo", "x"), config=function()))
    assert names(ended.items) == ["Service/web", "EndpointSlice/web-1", "Gizmo/x", "ShadowEndpointSlice/web-1"]
    assert ended.items[-1]["metadata"]["annotations"] == {MARK: "ConsumerTransform/to-milan"}


def test_without_mark_objects_carry_none() -> None:
    ended = call(listed(service(), slice_of(), config=function(mark=False)))
    assert "annotations" not in ended.items[-1]["metadata"]
    assert again(ended).stdout == ended.stdout


def test_the_mark_is_taken_off_when_it_is_not_wanted_any_more() -> None:
    before = call(listed(service(), slice_of(), config=function()))
    after = call(
        given_back(before.stdout).replace("\n  spec:\n    consumer", "\n  spec:\n    mark: false\n    consumer")
    )
    assert MARK in before.stdout
    assert MARK not in after.stdout


@pytest.mark.parametrize("emit", ["All", "Derived"])
@pytest.mark.parametrize("handed_over", [lambda data: data, from_kustomize])
def test_a_second_run_changes_nothing(emit: str, handed_over: Any) -> None:
    config = function(emit=emit)
    given = [handed_over(each) for each in (service(), slice_of(), slice_of("10.40.0.2", name="web-2"))]
    first = call(listed(*given, config=config))
    made = [each for each in first.items if each["kind"] == "ShadowEndpointSlice"]
    second = call(listed(*given, *map(handed_over, made), config=config))
    assert second.items == [*([*given] if emit == "All" else []), *map(handed_over, made)]
    assert again(first).stdout == first.stdout or emit == "Derived"


def test_both_sides_one_after_the_other_change_nothing_the_second_time() -> None:
    provider = function("ProviderTransform", "on-milan")
    objects: list[Any] = [service(), slice_of(), peering()]
    for _ in range(2):
        objects = call(listed(*objects, config=function())).items
        objects = call(listed(*objects, config=provider)).items
        if len(objects) == 5:
            once = objects
    assert objects == once
    assert names(objects)[3:] == ["ShadowEndpointSlice/web-1", "EndpointSlice/web-1"]
    assert objects[4]["endpoints"][0]["addresses"] == ["10.71.0.1"]


def test_an_object_that_is_there_keeps_its_place_its_text_and_what_others_noted_on_it() -> None:
    made = call(listed(service(), slice_of(), config=function())).items[-1]
    noted = from_file(made, "derived.yaml")
    text = "# mine\n" + dump(noted).replace("10.40.0.1", '"10.40.0.1"')
    ended = call(listed(text, service(), slice_of(), config=function()))
    assert ended.stdout.startswith(listed(text, service(), slice_of()))
    assert ended.status == 0


def test_an_object_that_is_there_is_updated_in_its_place_under_the_notes_of_others() -> None:
    made = call(listed(service(), slice_of(), config=function())).items[-1]
    noted = from_file(made, "derived.yaml", 2)
    ended = call(listed(service(), noted, slice_of("10.40.0.9"), config=function()))
    assert names(ended.items) == ["Service/web", "ShadowEndpointSlice/web-1", "EndpointSlice/web-1"]
    updated = ended.items[1]
    assert updated["spec"]["template"]["endpoints"][0]["addresses"] == ["10.40.0.9"]
    assert updated["metadata"] == noted["metadata"]


def test_annotations_that_are_no_notes_are_those_of_the_new_object() -> None:
    made = call(listed(service(), slice_of(), config=function())).items[-1]
    made["metadata"]["annotations"]["example.org/mine"] = "x"
    ended = call(listed(service(), made, slice_of(), config=function()))
    assert ended.items[1]["metadata"]["annotations"] == {MARK: "ConsumerTransform/to-milan"}


def test_notes_of_an_input_are_not_those_of_what_is_made_of_it() -> None:
    noted = from_kustomize(
        from_file(slice_of(annotations={"example.org/own": "x", MARK: "FleetTransform/f"}), "a.yaml")
    )
    ended = call(listed(from_file(service(), "a.yaml"), noted, config=function()))
    assert ended.items[-1]["metadata"]["annotations"] == {
        "example.org/own": "x",
        MARK: "ConsumerTransform/to-milan",
    }


def test_the_annotations_of_the_configuration_are_not_those_of_what_is_made() -> None:
    config = function()
    config["metadata"]["annotations"] = {"config.kubernetes.io/local-config": "true"}
    ended = call(listed(service(), slice_of(), config=config))
    assert "local-config" not in str(ended.items)


def test_emit_derived_leaves_out_what_nobody_derived() -> None:
    others = marked(an_object("EndpointSlice", "x", "elsewhere", "discovery.k8s.io/v1"), "ProviderTransform/elsewhere")
    others |= {"addressType": "IPv4", "endpoints": []}
    given = listed(service(), others, slice_of(), an_object("Gizmo", "g"), config=function(emit="Derived"))
    assert names(call(given).items) == ["EndpointSlice/x", "ShadowEndpointSlice/web-1"]


def test_an_object_without_a_namespace_is_the_one_in_default() -> None:
    config = function(namespaces={"shop": "default"})
    made = call(listed(service(), slice_of(), config=config)).items[-1]
    del made["metadata"]["namespace"]
    ended = call(listed(service(), slice_of(), made, config=config))
    assert names(ended.items) == ["Service/web", "EndpointSlice/web-1", "ShadowEndpointSlice/web-1"]


def test_an_object_of_the_users_own_is_left_alone() -> None:
    own = shadow("10.9.9.9")
    del own["metadata"]["labels"]
    ended = call(listed(service(), own, slice_of(), config=function()))
    assert ended.items == [service(), own, slice_of()]
    assert "foreign-object" in ended.codes


_names = st.sampled_from(["a", "b", "c", "d"])


@given(
    st.lists(st.tuples(_names, st.integers(1, 9)), max_size=5, unique_by=lambda pair: pair[0]),
    st.permutations(range(3)),
)
def test_whatever_is_there_once_is_there_once_after_every_run(slices: list[tuple[str, int]], order: list[int]) -> None:
    given = [slice_of(f"10.40.0.{last}", name=name) for name, last in slices]
    first = call(listed(service(), *given, config=function()))
    assert len(first.items) == 1 + 2 * len(given)
    parts = [[service()], given, [each for each in first.items if each["kind"] == "ShadowEndpointSlice"]]
    mixed = [each for part in order for each in parts[part]]
    second = call(listed(*mixed, config=function()))
    assert second.items == mixed
