"""A list is given back as it came: what is not ours keeps its text, or at least its meaning, whatever its style."""

from __future__ import annotations

import json
from textwrap import indent
from typing import Any

import pytest
import yaml
from function_calls import HEAD, call, function, given_back, listed, read, service, slice_of
from hypothesis import given
from hypothesis import strategies as st

from transformer.krm.item_list import list_text
from transformer.krm.list_reading import UnreadableListError, read_list
from transformer.manifests.documents import read_documents
from transformer.manifests.emitting import dump
from transformer.manifests.engines import GeneralEngine
from transformer.manifests.limits import Limits
from transformer.manifests.source import Source

CONFIG = "functionConfig:\n" + indent(dump(function()), "  ")


def meaning(text: str) -> Any:
    """The data of a text, by the engine that decides what is right."""
    (document,) = read_documents(text, GeneralEngine(Limits()), Limits())
    assert document.faults == []
    return document.value


AS_THEY_CAME = {
    "a literal block": "- a: |\n    one\n      two\n\n    three\n  b: 1\n",
    "a literal block with an indentation of its own": "- a: |4\n          deep\n        less\n",
    "kept blank lines at the end": "- a: |+\n    x\n\n\n- b: |+\n    y\n\n\n",
    "blank lines with blanks": "- a: |\n    x\n     \n      \n    y\n",
    "a folded block": "- a: >-\n    one\n    two\n",
    "look-alikes of markers in a block": "- a: |\n    ---\n    - b\n    ...\n    kind: List\n    items:\n    - c\n",
    "a list within an item": "- a:\n  - b: 1\n  - - c\n    - d\n",
    "comments": "- # above\n  a: 1 # beside\n  # below\n  b: 2\n",
    "tags": "- a: !anything {b: c}\n- !!set {x}\n",
    "anchors": "- a: &x [1]\n  b: *x\n",
    "merging": "- base: &x {a: 1}\n  more:\n    <<: *x\n    b: 2\n",
    "keys that are there twice": "- a: 1\n  a: 2\n",
    "scalars that readers disagree on": "- on: yes\n  '=': =\n  b: 0755\n  c: 1e3\n  d: 1:20\n  e: 2026-12-01\n",
    "nothing": "- null\n- ~\n- {}\n- []\n- \n  a: 1\n  b: 2\n",
    "scalars": "- 1\n- text\n- |\n  ---\n  more\n",
    "wide dashes": "-   a: 1\n    b: 2\n",
    "flow style": "- {a: 1, b: [x, 'y', {}]}\n- {a: 1,\n   b: 2}\n",
    "quotes over lines": "- a: \"one\n    two\n\n    three\"\n  b: 'it''s\n    so'\n",
    "plain text over lines": "- a: one\n    two\n  b: 1\n",
    "long keys": "- ? a\n  : 1\n",
    "text that the program's own reader refuses": "- a: 2026-99-99\n- b: 1.0e+999\n",
    "other line separators": "- a: x\u2028y\u0085z\n",
}


@pytest.mark.parametrize("items", AS_THEY_CAME.values(), ids=AS_THEY_CAME)
@pytest.mark.parametrize("tail", ["", CONFIG], ids=["alone", "with a configuration"])
def test_items_that_are_not_ours_go_back_as_they_came(items: str, tail: str) -> None:
    text = HEAD + "items:\n" + items + tail
    assert given_back(text) == text


@pytest.mark.parametrize("items", AS_THEY_CAME.values(), ids=AS_THEY_CAME)
def test_dashes_within_the_key_are_moved_and_nothing_else(items: str) -> None:
    margin = "".join("  " + line if line.strip("\n") else line for line in items.splitlines(keepends=True))
    # splitlines knows more ends of lines than YAML does.
    if len(items.splitlines()) != items.count("\n"):
        margin = indent(items, "  ", lambda _: True).replace("\u2028  ", "\u2028").replace("\u0085  ", "\u0085")
    assert given_back(HEAD + "items:\n" + margin + CONFIG) == HEAD + "items:\n" + items + CONFIG


@pytest.mark.parametrize("items", AS_THEY_CAME.values(), ids=AS_THEY_CAME)
def test_the_configuration_may_come_first(items: str) -> None:
    ordered = HEAD + "items:\n" + items + CONFIG
    assert (
        given_back(CONFIG + "kind: ResourceList\nitems:\n" + items + "apiVersion: config.kubernetes.io/v1\n") == ordered
    )
    assert given_back(HEAD + CONFIG + "items:\n" + items) == ordered


@pytest.mark.parametrize("version", ["v1", "v1beta1", "v1alpha1"])
def test_every_version_of_the_list_comes_back_as_itself(version: str) -> None:
    text = listed(service(), config=function()).replace("io/v1\n", f"io/{version}\n", 1)
    assert given_back(text) == text


def test_a_version_that_is_no_plain_text_stays_one_value() -> None:
    text = HEAD.replace("config.kubernetes.io/v1", '"config.kubernetes.io/v1\\nitems: 1"') + "items:\n- a: 1\n"
    assert meaning(given_back(text)) == meaning(text)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("items:\n- a:\n-\n  b: 2\n", id="a dash by itself behind a key without value"),
        pytest.param("items:\n- a: 1\n-\n  b: 2\n-\n", id="dashes by themselves"),
        pytest.param("items:\n-\n  b: 2\n", id="the first dash by itself"),
        pytest.param('items:\n- a: "x\n  --- y"\n', id="a marker within quotes"),
        pytest.param('items:\n- a: "x\ny"\n- b: 1\n', id="quotes that go on in the first column"),
        pytest.param("items:\n- a: |\n    x\n# c\n  b: 1\n", id="an item that goes on behind a comment"),
        pytest.param("items:\n- b: 1\n- a:\n    x: 1\n# c\n  b: 1\n", id="a last item that goes on behind a comment"),
        pytest.param("items:\n# c\n- a: 1\n# d\n- b: 1\n", id="comments between"),
        pytest.param("items: # c\n- a: 1\n", id="a comment behind the key"),
        pytest.param("items: \n- a: 1\n", id="a blank behind the key"),
        pytest.param("items:\n\n- a: 1\n", id="an empty line first"),
        pytest.param("'items':\n- a: 1\n", id="a key in quotes"),
        pytest.param("items: [{a: on, '=': =, b: 0755, c: 1e3}, [], null, x]\n", id="flow style"),
        pytest.param(
            'items: [{"a": "\\x7f \\u0085 \\u2028 \\ufeff \\ufffe \\xa0 \\t \\U0001f600"}]\n', id="hidden text"
        ),
        pytest.param("functionConfig: {\n  kind: X\n}\nitems:\n- a: 1\n", id="a configuration in flow style"),
        pytest.param('functionConfig:\n  a: "x\ny"\nitems:\n- a: 1\n', id="a configuration's quotes over lines"),
        pytest.param('"functionConfig": {kind: X}\nitems:\n- a: 1\n', id="a configuration's key in quotes"),
        pytest.param("functionConfig : {kind: X}\nitems:\n- a: 1\n", id="a blank behind the configuration's key"),
        pytest.param("functionConfig: {kind: X}\n# c\nitems:\n- a: 1\n", id="a comment behind the configuration"),
        pytest.param("items:\n- a: |\n    x", id="a block without a line end"),
        pytest.param("items:\n- a: 1\n- b: x", id="no line end"),
        pytest.param("items: [] # none\n", id="no item"),
    ],
)
def test_lists_written_in_other_ways_keep_their_meaning(text: str) -> None:
    whole = HEAD + text
    assert meaning(given_back(whole)) == meaning(whole)


@pytest.mark.parametrize("before", ["", "---\n", " ", "\n# c\n---\n"])
def test_json_goes_back_with_its_characters_unescaped(before: str) -> None:
    item = {"kind": "Note", "text": "\U0001f600 é \x7f", "on": 1e3, "n": 10**20, "list": [None, True, -1.5]}
    whole = {"kind": "ResourceList", "items": [item], "apiVersion": "config.kubernetes.io/v1", "functionConfig": item}
    back = given_back(before + json.dumps(whole))
    assert meaning(back) == whole
    assert "\U0001f600 é" in back
    assert "\x7f" not in back


def test_flow_style_behind_a_comment_is_a_list() -> None:
    text = "# c\n{kind: ResourceList, apiVersion: config.kubernetes.io/v1, items: [{a: on}]}\n"
    assert meaning(given_back(text)) == meaning(text)


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_line_ends_of_other_systems_become_line_feeds(end: str) -> None:
    text = listed(service(), "a: |\n  x\n  y\n", config=function("ReviewCheck", emit="All"))
    ended = call(text.replace("\n", end).encode())
    assert ended.stdout.startswith(text)
    assert ended.codes == ["function-not-run"]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_byte_order_mark_is_no_part_of_the_list(encoding: str) -> None:
    text = listed(service(), config=function("ReviewCheck", emit="All"))
    assert call(text.encode(encoding)).stdout.startswith(text)


def test_what_a_caller_gives_beside_items_and_configuration_is_not_given_back() -> None:
    assert given_back(listed(service()) + "results:\n  - message: old\n") == listed(service())
    assert given_back(listed(service()) + "results:\n- message: old\n- message: older\n") == listed(service())


def test_new_items_and_results_stand_where_callers_look_for_them() -> None:
    items = read(listed(service(), config=function())).items
    text = list_text(read(listed(config=function())), items, [{"message": "a: b"}])
    assert meaning(text) == {
        "apiVersion": "config.kubernetes.io/v1",
        "kind": "ResourceList",
        "items": [service()],
        "functionConfig": function(),
        "results": [{"message": "a: b"}],
    }


@pytest.mark.parametrize("items", ["", "items:\n", "items: null\n", "items: {}\n", "items: 1\n", "items: text\n"])
def test_a_list_without_a_list_of_items_is_refused(items: str) -> None:
    with pytest.raises(UnreadableListError) as fault:
        read_list(Source("-", HEAD + items), Limits())
    assert [each.code for each in fault.value.findings] == ["schema-violation"]


@pytest.mark.parametrize("version", ["v1", "config.kubernetes.iov1", "1", "null", ""])
def test_a_list_of_another_group_is_refused(version: str) -> None:
    with pytest.raises(UnreadableListError) as fault:
        read_list(Source("-", f"apiVersion: {version}\nkind: ResourceList\nitems:\n- a: 1\n"), Limits())
    assert [each.code for each in fault.value.findings] == ["schema-violation"]


@pytest.mark.parametrize("text", ["a: 1\n---\n" + listed(service()), listed(service()) + "---\na: 1\n"])
def test_a_list_beside_other_documents_is_refused_and_nothing_is_given_back(text: str) -> None:
    ended = call(text)
    assert (ended.status, ended.stdout) == (1, "")
    assert "other documents" in ended.stderr


@pytest.mark.parametrize("text", ["", "\n\n", "# a\n  # b\n", "---\n", "--- # c\n...\n---\n", "\ufeff"])
def test_no_text_is_refused_and_nothing_is_given_back(text: str) -> None:
    ended = call(text)
    assert (ended.status, ended.stdout) == (1, "")
    assert "no-manifests" in ended.stderr


def test_markers_around_a_list_are_no_documents() -> None:
    assert given_back("# c\n---\n" + listed(service()) + "...\n---\n") == listed(service())


@pytest.mark.parametrize(
    "text",
    [
        "items:\n- a: [\n",
        "items:\n- a:\n-\tb\n",
        "items:\n- a: 1\n b: 2\n",
        "items: [{\n",
        "items:\n- a: \x01\n",
        "items:\n- a: 1\nfunctionConfig: [\n",
        "items:\n- a: 1\nfunctionConfig: &x {a: 1}\n",
        "items:\n- a: 1\nfunctionConfig: {a: 1, a: 2}\n",
        "items:\n- a: 1\nitems:\n- b: 1\n",
    ],
)
def test_a_broken_list_is_refused_and_nothing_is_given_back(text: str) -> None:
    ended = call(HEAD + text)
    assert (ended.status, ended.stdout) == (1, "")
    assert ended.stderr.count("\n") >= 1
    assert "internal error" not in ended.stderr


def test_a_list_cut_off_anywhere_loses_nothing_without_a_word() -> None:
    """The configuration stands behind the items, as kustomize and kpt print it."""
    text = listed(service(), slice_of(), "a: |\n  x\n\n", config=function("ReviewCheck", emit="All"))
    count = len(meaning(text)["items"])
    for length in range(len(text)):
        ended = call(text[:length])
        assert ended.status in (1, 2)
        assert "internal error" not in ended.stderr
        if ended.stdout and ended.status == 1:
            assert len(meaning(ended.stdout)["items"]) == count


def test_json_cut_off_anywhere_is_never_taken_for_a_list() -> None:
    text = json.dumps(meaning(listed(service(), slice_of(), config=function("ReviewCheck", emit="All"))))
    for length in range(len(text)):
        ended = call(text[:length])
        assert (ended.status, ended.stdout) == (1, "")


# What other people keep in their objects: strings of every sort, numbers, nothing.
_strings = st.one_of(
    st.sampled_from(
        ["", "on", "=", "<<", "0755", "1e3", "a\nb\n", " x", "x ", "- a", "---", "#", "a: b", "\n", "{", "\t"]
    ),
    st.text(st.characters(codec="utf-8"), max_size=8),
    st.text("ab \n-:#'\"\\", max_size=10),
)
_values: st.SearchStrategy[Any] = st.recursive(
    st.one_of(_strings, st.none(), st.booleans(), st.integers(-(2**63) + 1, 2**63 - 1)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(_strings, inner, max_size=3)),
    max_leaves=10,
)
_objects = st.dictionaries(_strings, _values, min_size=1, max_size=4)


@given(st.lists(_objects, max_size=4))
def test_lists_in_the_form_that_kustomize_prints_come_back_byte_for_byte(objects: list[dict[str, Any]]) -> None:
    text = listed(*objects, config=function())
    assert given_back(text) == text or not objects
    assert meaning(given_back(text)) == meaning(text)
    assert [item.data for item in read(text).items] == objects


@given(st.lists(_objects, max_size=3), st.booleans())
def test_json_comes_back_with_its_meaning(objects: list[dict[str, Any]], ascii_only: bool) -> None:
    whole = {"apiVersion": "config.kubernetes.io/v1", "kind": "ResourceList", "items": objects}
    assert meaning(given_back(json.dumps(whole, ensure_ascii=ascii_only))) == whole


@given(st.lists(_objects, min_size=1, max_size=3), st.sampled_from([20, 80, 1000]))
def test_what_another_library_prints_keeps_its_text(objects: list[dict[str, Any]], width: int) -> None:
    body = yaml.safe_dump(objects, default_flow_style=False, allow_unicode=True, width=width)
    text = HEAD + "items:\n" + body + CONFIG
    try:
        expected = meaning(text)
    except AssertionError:
        # The other library leaves its word unquoted that ours refuses: "2026-99-99", for instance.
        return
    assert meaning(given_back(text)) == expected


@given(st.lists(_objects, min_size=1, max_size=3))
def test_documents_come_back_with_their_text(objects: list[dict[str, Any]]) -> None:
    text = "---\n".join(dump(each) for each in objects)
    assert given_back(text) == text
