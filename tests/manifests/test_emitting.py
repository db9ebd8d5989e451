"""The emitter: its layout, its quoting, and that what it writes is read back alike by YAML 1.1 and 1.2."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from transformer.manifests.emitting import dump, string_text
from transformer.manifests.manifest import AmbiguousScalar

NASTY = Path(__file__).parents[2] / "fixtures" / "nasty-strings.txt"


def nasty_strings() -> list[str]:
    """One JSON string a line."""
    return [json.loads(line) for line in NASTY.read_text(encoding="ascii").splitlines()]


def read_1_2(text: str) -> Any:
    return YAML(typ="safe", pure=True).load(io.StringIO(text))


def read_1_1(text: str) -> Any:
    return yaml.load(text, Loader=yaml.SafeLoader)  # safe: the loader is the safe one


READERS = [read_1_1, read_1_2]


def test_the_layout_of_a_document() -> None:
    data = {
        "ports": [{"port": 80, "name": ""}],
        "kind": "EndpointSlice",
        "endpoints": [
            {"nodeName": "rome", "conditions": {"ready": True}, "addresses": ["10.0.0.1", "fd00::1", "2001:db8::1"]},
            {"addresses": []},
        ],
        "metadata": {"name": "web", "annotations": {}, "labels": {"b": "on", "a": "1"}},
        "apiVersion": "discovery.k8s.io/v1",
        "nested": [[1, [2, {"b": None, "a": [[]]}]], [], {}],
        "addressType": "IPv4",
    }
    expected = """\
apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata:
  annotations: {}
  labels:
    a: "1"
    b: "on"
  name: web
addressType: IPv4
endpoints:
- addresses:
  - 10.0.0.1
  - fd00::1
  - "2001:db8::1"
  conditions:
    ready: true
  nodeName: rome
- addresses: []
nested:
- - 1
  - - 2
    - a:
      - []
      b: null
- []
- {}
ports:
- name: ""
  port: 80
"""
    assert dump(data) == expected
    for read in READERS:
        assert read(expected) == data


def test_an_empty_object_is_a_document() -> None:
    assert dump({}) == "{}\n"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("web-abc12", "web-abc12"),
        ("kubernetes.io/service-name", "kubernetes.io/service-name"),
        ("10.0.0.0/16", "10.0.0.0/16"),
        ("8080-tcp", "8080-tcp"),
        ("3d974de0-3a7b-464d-ae9a-be50523dcf88", "3d974de0-3a7b-464d-ae9a-be50523dcf88"),
        ("80", '"80"'),
        ("1e3", '"1e3"'),
        ("Yes", '"Yes"'),
        ("", '""'),
        ("it's", '"it\'s"'),
        ('{"a":"b"}', '\'{"a":"b"}\''),
        ('it\'s "a"', "'it''s \"a\"'"),
        ('"\n', '"\\"\\n"'),
        ("\x00\t\x85\u2028\ufeff", '"\\x00\\t\\x85\\u2028\\ufeff"'),
        ("日本語", '"日本語"'),
    ],
)
def test_the_written_form_of_a_string(text: str, written: str) -> None:
    assert string_text(text) == written


def test_the_nasty_set_is_large_and_holds_no_string_twice() -> None:
    assert len(set(nasty_strings())) == len(nasty_strings()) >= 200


@pytest.mark.parametrize("read", READERS)
def test_nasty_strings_survive_as_keys_and_values(read: Any) -> None:
    texts = nasty_strings()
    data: dict[str, Any] = {
        "values": dict(zip(range_keys(texts), texts, strict=True)),
        "items": texts,
        "keys": {text: index for index, text in enumerate(texts)},
        "both": {text: {text: [text, {text: text}]} for text in texts},
    }
    back = read(dump(data))
    assert back["items"] == texts
    assert list(back["values"].values()) == [data["values"][key] for key in sorted(data["values"])]
    assert back == data


def range_keys(texts: list[str]) -> list[str]:
    return [f"k{index:04}" for index in range(len(texts))]


def test_the_c_reader_reads_the_nasty_set_too() -> None:
    texts = nasty_strings()
    written = dump({"items": texts, "keys": dict.fromkeys(texts, 1)})
    back = yaml.load(written, Loader=yaml.CSafeLoader)  # safe: the loader is the safe one
    assert back == {"items": texts, "keys": dict.fromkeys(texts, 1)}


def test_every_string_stands_on_one_line() -> None:
    texts = nasty_strings()
    written = dump({"items": texts})
    assert len(written.split("\n")) == len(texts) + 2
    assert written.splitlines() == written.split("\n")[:-1]


scalars = st.one_of(
    st.text(st.characters(exclude_categories=["Cs"])),
    st.sampled_from(nasty_strings()),
    st.text("0123456789eExXobtTzZ.:_+-", max_size=8),
    st.text("yYnNoOfFtTrRuUeEsSaAlL~=<:#-? '\"", max_size=6),
)
trees = st.recursive(
    st.one_of(scalars, st.booleans(), st.none(), st.integers(1 - 2**63, 2**63 - 1)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(scalars, inner, max_size=3)),
    max_leaves=8,
)


@pytest.mark.parametrize("read", READERS)
@given(data=st.dictionaries(scalars, trees, max_size=4))
@settings(max_examples=150)
def test_any_tree_is_read_back_as_it_was(read: Any, data: dict[str, Any]) -> None:
    written = dump(data)
    back = read(written)
    assert back == data
    assert same_types(back, data)


def same_types(left: Any, right: Any) -> bool:
    """Equality between True and 1 is not enough."""
    if type(left) is not type(right):
        return False
    if isinstance(left, dict):
        return all(same_types(left[key], right[key]) for key in right)
    return not isinstance(left, list) or all(map(same_types, left, right))


@given(st.dictionaries(scalars, trees, max_size=5), st.randoms(use_true_random=False))
def test_the_order_of_keys_in_the_data_does_not_matter(data: dict[str, Any], random: Any) -> None:
    keys = list(data)
    random.shuffle(keys)
    assert dump({key: data[key] for key in keys}) == dump(data)


def test_an_object_used_twice_is_written_twice() -> None:
    shared = {"a": ["b"]}
    assert dump({"p": shared, "q": shared}) == "p:\n  a:\n  - b\nq:\n  a:\n  - b\n"


def test_an_ambiguous_scalar_is_written_as_the_string_it_is() -> None:
    assert dump({"a": AmbiguousScalar("0755"), AmbiguousScalar("on"): AmbiguousScalar("web")}) == (
        'a: "0755"\n"on": web\n'
    )


def test_long_keys_take_the_explicit_form() -> None:
    key = "k" * 1024
    data = {key: "v", "m": {key: {"a": [key]}, key + "2": [{key: []}]}}
    written = dump(data)
    assert f"? {key}\n: v\n" in written
    for read in READERS:
        assert read(written) == data


def test_a_float_is_written_as_the_integer_it_equals() -> None:
    assert dump({"a": 80.0, "b": -1.0, "c": [2.0]}) == "a: 80\nb: -1\nc:\n- 2\n"


@pytest.mark.parametrize(
    "value",
    [1.5, 1e300, float("nan"), float("inf"), 2**63, -(2**64), 1 << 20_000, b"x", ("a",), {"a"}, object()],
    ids=lambda value: type(value).__name__,
)
def test_values_that_readers_do_not_share_are_refused(value: Any) -> None:
    for data in ({"a": value}, {"a": [value]}, {"metadata": {"a": {"b": value}}}):
        with pytest.raises(ValueError, match="cannot be written"):
            dump(data)


@pytest.mark.parametrize("value", ["\ud800", "a\udfff", {"\udc00": 1}])
def test_half_a_surrogate_pair_is_refused(value: Any) -> None:
    for data in ({"a": value}, {"a": [value]}, {"metadata": {"a": {"b": value}}}):
        with pytest.raises(ValueError, match="half a surrogate pair"):
            dump(data)


@pytest.mark.parametrize("value", [{1: "a"}, {None: 1}, {"a": 1, True: 2}])
def test_keys_that_are_no_strings_are_refused(value: Any) -> None:
    for data in (value, {"a": value}, {"a": [value]}, {"metadata": {"a": {"b": value}}}):
        with pytest.raises(ValueError, match="is not a string"):
            dump(data)
