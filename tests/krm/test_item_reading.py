"""What the rules read of an item, what they leave alone, and what they refuse."""

from __future__ import annotations

import json
from typing import Any

import pytest
from function_calls import (
    HEAD,
    LOCAL_CONFIG,
    an_object,
    call,
    from_file,
    from_kustomize,
    function,
    listed,
    names,
    read,
    service,
    shadow,
    slice_of,
)

from transformer.krm.item import Item, id_of
from transformer.krm.list_reading import UnreadableListError, read_list
from transformer.manifests.emitting import dump
from transformer.manifests.limits import Limits
from transformer.manifests.source import Source

OURS = "apiVersion: v1\nkind: Service\nmetadata:\n  name: web\n  namespace: shop\n"
OTHERS = OURS.replace("kind: Service", "kind: Gizmo")


def the_item(text: str, tail: str = "") -> Item:
    """The one item of a list."""
    (item,) = read(HEAD + "items:\n- " + text.replace("\n", "\n  ").rstrip(" ") + tail).items
    return item


def faults(text: str) -> list[str]:
    """The codes of what is wrong with a list or its items."""
    try:
        _, findings = read_list(Source("-", text), Limits())
    except UnreadableListError as fault:
        findings = fault.findings
    return [each.code for each in findings]


ODD = {
    "a tag": ("extra: !odd x\n", "unsafe-yaml"),
    "an anchor": ("extra: &x 1\n", "unsafe-yaml"),
    "an alias": ("extra: &x 1\nmore: *x\n", "unsafe-yaml"),
    "a key twice": ("extra: 1\nextra: 2\n", "duplicate-key"),
    "a date that is none": ("extra: 2026-99-99\n", "invalid-yaml"),
    "half a character": ('extra: "\\ud800"\n', "invalid-yaml"),
    "long digits": (f"extra: {'9' * 101}\n", "limit-exceeded"),
    "deep nesting": (f"extra: {'[' * 70}{']' * 70}\n", "limit-exceeded"),
}


@pytest.mark.parametrize(("odd", "code"), ODD.values(), ids=ODD)
def test_odd_yaml_is_refused_in_our_kinds_and_goes_back_in_others(odd: str, code: str) -> None:
    ours = listed(OURS + odd, config=function("ReviewCheck", emit="All"))
    refused = call(ours)
    assert refused.status == 1
    assert f"error[{code}]" in refused.stderr
    assert refused.stdout.startswith(ours)
    assert "function-not-run" not in refused.stdout
    others = listed(OTHERS + odd, config=function("ReviewCheck", emit="All"))
    passed = call(others)
    assert passed.stdout.startswith(others)
    assert passed.stdout.count("code: function-not-run") == passed.stdout.count("severity: ") == 1


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param(OTHERS + "spec:\n  kind: EndpointSlice\nextra: !odd x\n", [], id="named within another kind"),
        pytest.param("spec:\n  kind: EndpointSlice\nextra: !odd x\n", ["unsafe-yaml"], id="named in what has no kind"),
        pytest.param("extra: !odd x\n", [], id="of no kind"),
        pytest.param("{kind: EndpointSlice, extra: !odd x}\n", ["unsafe-yaml"], id="in flow style"),
        pytest.param("kind: EndpointSlice # ours\nextra: !odd x\n", ["unsafe-yaml"], id="with a comment"),
    ],
)
def test_what_cannot_be_read_is_refused_where_it_may_be_ours(text: str, found: list[str]) -> None:
    assert faults(HEAD + "items:\n- " + text.replace("\n", "\n  ").rstrip(" ")) == found


def test_scalars_that_readers_disagree_on_matter_in_our_kinds_only() -> None:
    labels = "  labels:\n    a: on\n    b: =\n    c: 0755\n    d: 1e3\n    yes: x\n"
    config = function()
    passed = call(listed(dump(slice_of()), OTHERS + labels, config=config))
    assert passed.status == 0
    assert labels.replace("  ", "    ", 1).replace("\n    ", "\n      ") in passed.stdout
    refused = call(listed(dump(slice_of()), OURS + labels, config=config))
    assert refused.status == 1
    assert refused.stdout.count("code: ambiguous-scalar") == 5


def test_a_list_among_the_items_is_read_and_goes_back_in_one_piece() -> None:
    inside = {"apiVersion": "v1", "kind": "List", "items": [service(), slice_of()]}
    ended = call(listed(inside, config=function()))
    assert ended.status == 0
    assert ended.items[0] == inside
    assert names(ended.items[1:]) == ["ShadowEndpointSlice/web-1"]


def test_a_typed_list_among_the_items_is_read() -> None:
    bare = {key: value for key, value in slice_of().items() if key not in ("apiVersion", "kind")}
    inside = {"apiVersion": "discovery.k8s.io/v1", "kind": "EndpointSliceList", "items": [bare]}
    ended = call(listed(inside, config=function()))
    assert names(ended.items[1:]) == ["ShadowEndpointSlice/web-1"]


def test_a_list_of_other_things_is_left_alone() -> None:
    inside = {"apiVersion": "example.org/v1", "kind": "AllowList", "items": ["a", 1, None]}
    assert faults(listed(inside, service(), config=function())) == []


def test_objects_without_a_namespace_are_in_default() -> None:
    ended = call(
        listed(service(namespace=""), slice_of(namespace=""), config=function(namespaces={"default": "other"}))
    )
    assert ended.status == 0
    assert ended.items[-1]["metadata"]["namespace"] == "other"
    assert "namespace" not in ended.items[0]["metadata"]


def test_objects_of_kinds_in_no_namespace_stay_in_none() -> None:
    node = an_object("Node", "worker", labels={"a": 5})
    (result,) = call(listed(node, slice_of(), config=function())).results
    assert result["resourceRef"] == {"apiVersion": "v1", "kind": "Node", "name": "worker"}


def test_without_a_name_an_object_of_ours_is_refused_and_another_goes_back() -> None:
    generated = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"generateName": "x-"}}
    nameless: list[Any] = [generated, {**generated, "kind": "Job"}, {"kind": "Gizmo"}, {}, {"kind": "Pod", "spec": 1}]
    assert faults(listed(*nameless)) == []
    assert all(item.id is None for item in read(listed(*nameless)).items)
    assert faults(listed({**generated, "kind": "Service"})) == ["not-an-object"]


@pytest.mark.parametrize("item", ["null", "~", "[]", "{}", "1", "text", "- 1", "[{}]"])
def test_what_is_no_object_goes_back(item: str) -> None:
    text = HEAD + f"items:\n- {item}\n"
    (found,) = read(text).items
    assert (found.manifests, found.id, found.mark, found.has_file) == ((), None, None, False)


def test_an_object_of_a_kind_spelt_nearly_like_ours_is_handed_on_for_the_warning() -> None:
    item = the_item(dump({**slice_of(), "kind": "EndpointSlices"}))
    assert [each.data["kind"] for each in item.manifests] == ["EndpointSlices"]
    ended = call(listed({**slice_of(), "kind": "EndpointSlices"}, slice_of(), config=function()))
    assert ended.status == 0
    assert names(ended.items)[0] == "EndpointSlices/web-1"


def test_an_item_is_known_by_group_version_kind_namespace_and_name() -> None:
    assert the_item(dump(shadow())).id == ("offloading.liqo.io/v1beta1", "ShadowEndpointSlice", "shop-rome", "web-1")
    assert id_of(service(namespace="")) == ("v1", "Service", "default", "web")
    assert id_of({"apiVersion": 1, "kind": "A", "metadata": {"name": "x"}}) is None
    assert id_of({"apiVersion": "v1", "kind": "A", "metadata": {"name": 5}}) is None
    assert id_of({"apiVersion": "v1", "kind": "A", "metadata": None}) is None


def test_a_file_is_what_kpt_notes_and_kustomize_does_not() -> None:
    assert the_item(dump(from_file(service(), "a.yaml"))).has_file
    assert not the_item(dump(from_kustomize(service()))).has_file
    # What an earlier function made has a path there, and no file.
    noted = from_kustomize(from_file(service(), "service_web.yaml"))
    assert not the_item(dump(noted), LOCAL_CONFIG).has_file
    # An old note of kustomize's in a file of a package does not make it kustomize's.
    assert the_item(dump(noted)).has_file
    assert the_item(dump({**noted, "kind": "Secret"}), LOCAL_CONFIG).has_file
    assert not the_item(dump(service())).has_file


@pytest.mark.parametrize("style", ["block", "flow", "quoted"])
def test_a_file_is_seen_on_an_object_that_cannot_be_read(style: str) -> None:
    noted = {
        "block": "  annotations:\n    internal.config.kubernetes.io/path: 'a.yaml'\n",
        "flow": "  annotations: {config.kubernetes.io/path: a.yaml}\n",
        "quoted": '  annotations: {"config.kubernetes.io/path": "a.yaml"}\n',
    }[style]
    item = the_item(OTHERS + noted + "extra: !odd x\n")
    assert item.has_file
    handed = OTHERS + noted + "  x: {kustomize.config.k8s.io/id: x}\nextra: !odd x\n"
    assert not the_item(handed, LOCAL_CONFIG).has_file
    assert the_item(handed).has_file


def test_places_are_those_of_kpts_files_and_nobodys_where_kustomize_hands_over() -> None:
    of_kpt = the_item(dump(from_file(service(), "shop/a.yaml", 3)))
    assert (of_kpt.place.file, of_kpt.place.index, of_kpt.place.line) == ("shop/a.yaml", 3, None)
    of_kustomize = the_item(dump(from_kustomize(service())))
    assert (of_kustomize.place.file, of_kustomize.place.line) == ("", None)
    by_hand = the_item(dump(service()))
    assert (by_hand.place.file, by_hand.place.line, by_hand.place.column) == ("-", 4, 2)


def test_an_index_that_is_no_number_is_none() -> None:
    noted = from_file(service(), "a.yaml")
    for key in noted["metadata"]["annotations"]:
        if key.endswith("index"):
            noted["metadata"]["annotations"][key] = "²"
    assert the_item(dump(noted)).place.index is None


@pytest.mark.parametrize("margin", ["", "  "])
def test_lines_and_columns_are_those_of_the_list(margin: str) -> None:
    broken = slice_of("300.0.0.1")
    block = listed(service(), broken, config=function())
    lines = [margin + line if line[:1] in ("-", " ") else line for line in block.splitlines()]
    at_items, config = lines.index("items:"), lines.index("functionConfig:")
    text = "\n".join([*block.splitlines()[: at_items + 1], *lines[at_items + 1 : config], *block.splitlines()[config:]])
    (result,) = call(text + "\n").results
    line = text.splitlines()[int(result["tags"]["line"]) - 1]
    assert line[int(result["tags"]["column"]) - 1 :] == "300.0.0.1"


def test_json_objects_behind_one_another_are_one_item_each() -> None:
    text = "\n".join(json.dumps(each) for each in (service(), slice_of()))
    assert [item.data for item in read(text).items] == [service(), slice_of()]
    assert [item.data for item in read(text.replace("\n", "")).items] == [service(), slice_of()]


def test_a_document_that_begins_on_its_markers_line_is_an_item() -> None:
    given = read("--- {a: 1}\n--- |\n  x\n--- # c\nb: 1\n")
    assert [item.data for item in given.items] == [{"a": 1}, None, {"b": 1}]
    assert all("---" not in item.text for item in given.items)
