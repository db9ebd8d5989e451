"""What the line loader accepts, what it declines, and that it forgets in time."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from engine_outcomes import outcome, typed

from transformer.manifests import line_syntax
from transformer.manifests.engines import FastEngine, GeneralEngine
from transformer.manifests.limits import Limits
from transformer.manifests.line_loader import LineLoader
from transformer.manifests.line_syntax import Declined, LineReader
from transformer.manifests.yaml_errors import in_plain_words

LIMITS = Limits()


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a: 1", {"a": 1}),
        ("a:\nb: x\n", {"a": None, "b": "x"}),
        ("a:\n- x\n- u\nb: 1\n", {"a": ["x", "u"], "b": 1}),
        ("a:\n  - x\n  - u: 1\n    z: 2\nb: 1\n", {"a": ["x", {"u": 1, "z": 2}], "b": 1}),
        ("- a:\n    b:\n    - c\n- d:\n  - e\n", [{"a": {"b": ["c"]}}, {"d": ["e"]}]),
        ("# c\n\na:\n  # c\n  b: 1\n\n# c\n  c: 2\n", {"a": {"b": 1, "c": 2}}),
        ("a: []\nb: {}\nc:\n- []\n- {}\n", {"a": [], "b": {}, "c": [[], {}]}),
        ("a: |\n  x\n    y\n\n  z\nb: 1\n", {"a": "x\n  y\n\nz\n", "b": 1}),
        ("a: |-\n  x\n\nb: |+\n  y\n\n\n", {"a": "x", "b": "y\n\n\n"}),
        ("- |\n x\n- a: |\n    # y: 1\n", ["x\n", {"a": "# y: 1\n"}]),
        ("a: \"x\\n\\\"y\\\" \\u00e9\\x41\\U0001F600\\/\"\nb: 'it''s # x: y'\n", {"a": 'x\n"y" éA😀/',
         "b": "it's # x: y"}),
        ("\"8080\": x\n'it''s': u\n\"\": z\n\"w\":\n  b: 1\n", {"8080": "x", "it's": "u", "": "z", "w": {"b": 1}}),
        ("f:metadata:\n  .: {}\n  k:{\"ip\":\"::1\"}:\n    f:ip: {}\n",
         {"f:metadata": {".": {}, 'k:{"ip":"::1"}': {"f:ip": {}}}}),
        ("a: x#y\nb: x:y\nd: aé\n", {"a": "x#y", "b": "x:y", "d": "aé"}),
    ],
)  # fmt: skip
def test_what_is_accepted(text: str, value: Any) -> None:
    assert typed(LineLoader(LIMITS).load(text)) == typed(value)
    assert outcome(GeneralEngine(LIMITS), text)[2] == typed(value)


@pytest.mark.parametrize(
    "text",
    [
        "", "\n", "# c\n", "a", "a b: c", "a:b", "- ", "-", "-  a", "- - a", "- -1", " a: 1", "a: 1\n b: 2",
        "a: 1\n  - b",
        "a: x\n  y", "a:\n  y", "a:\n    b: 1\n  c: 2", "a: 1\n- b", "- a\nb: 1", "- a: 1\n   b: 2", "a: 1\na: 2",
        "a: &x 1", "a: *x", "a: !x 1", "%YAML 1.2", "? a", ": a", "a: ? b", "a: - b", "a: -", "a: b: c",
        "a: b #c", "a: b:",
        "a: b ", "a: ", "a:  b", "a: \tb", "a: [1]", "a: {b: 1}", "a: [", "[]", "{}", "a: >\n  b\n",
        "a: |2\n  b\n", "a: |x",
        'a: "b', 'a: "b" c', 'a: "\\q"', 'a: "\\ud800"', 'a: "\\U00110000"', "a: 'b", "a: 'b' c", "a: 'b'c'",
        '"a\\n": b',
        "a: @b", "a: `b", "a: 2026-99-99", "2026-99-99: a", "- : a", "'a'b: c", "a: |\n", "a: |\n\n  b\n",
        "a: |\nb\n",
        "a: |\n   \n  b\n", "a: |\n  b\n \n", "a: |\n    b\n  c\n", "a: |\n  b\n# c\n", "a: |\n  b",
        "a\u2028b: 1", "a: \x85",
        "\ufeffa: 1", "a: \x07", "a" * 1001 + ": 1", '"' + "a" * 1000 + '": 1', "é: 1", "a: é", "-: 1",
        "a: " + "1" * 101,
    ],
)  # fmt: skip
def test_what_is_declined(text: str) -> None:
    with pytest.raises(Declined):
        LineLoader(LIMITS).load(text)
    assert outcome(FastEngine(LIMITS), text) == outcome(GeneralEngine(LIMITS), text)


@pytest.mark.parametrize(
    ("text", "depth"),
    [("a: 1\n", 1), ("a:\n- 1\n", 2), ("- a: 1\n", 2), ("a:\n- b:\n    c: 1\n", 4), ("a: []\n", 2), ("- {}\n", 2)],
)
def test_depth_is_counted_as_the_general_engine_does(text: str, depth: int) -> None:
    LineLoader(Limits(depth=depth)).load(text)
    LineLoader(Limits(depth=depth + 3)).load(text, above=3)
    assert outcome(GeneralEngine(Limits(depth=depth)), text)[0] == "read"
    for loader, above in ((LineLoader(Limits(depth=depth)), 1), (LineLoader(Limits(depth=depth + 3)), 4)):
        with pytest.raises(Declined):
            loader.load(text, above=above)


def test_a_part_stands_in_its_column() -> None:
    assert LineLoader(LIMITS).load("  - a: 1\n    b: 2\n", column=2) == [{"a": 1, "b": 2}]
    with pytest.raises(Declined):
        LineLoader(LIMITS).load("- a: 1\n", column=2)


@pytest.mark.parametrize("text", ["a: " + "x" * 20 + "\n", "a: |\n  " + "x\n  " * 20 + "y\n"])
def test_long_values_are_left_to_the_general_engine(text: str) -> None:
    LineLoader(Limits(scalar_bytes=1000)).load(text)
    with pytest.raises(Declined):
        LineLoader(Limits(scalar_bytes=40)).load(text)


def test_lines_and_keys_are_forgotten_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_syntax, "_MOST_REMEMBERED", 3)
    loader = LineLoader(LIMITS)
    text = "".join(f"k{number}: v{number}\n" for number in range(20))
    assert loader.load(text) == yaml.safe_load(text)
    reader = LineReader(LIMITS)
    for number in range(20):
        reader.read(f"k: v{number}")
    assert len(reader.remembered) <= 3


def test_long_lines_are_not_remembered() -> None:
    reader = LineReader(LIMITS)
    reader.read("k: " + "v" * 1000)
    assert not reader.remembered


def test_an_item_that_looks_like_two_is_read_with_the_whole() -> None:
    text = "items:\n- a: 1\n-\n  b: 2\nkind: List\n"
    assert outcome(FastEngine(LIMITS), text) == outcome(GeneralEngine(LIMITS), text)
    assert FastEngine(LIMITS).load(text, 0, len(text)).value["items"] == [{"a": 1}, {"b": 2}]


@pytest.mark.parametrize(
    "text",
    [
        "items:\n- a: 1\n# c\n-  b: 2\nkind: List\n",
        "items:\n- a: 1\n-\n  b: 2\n- c: 3\nkind: List\n",
        "items:\n- a: 1\nx: &y 2\n",
        "items:\n- a: &x 1\nx: &y 2\n- b\n",
        "items:\n- a: 1\n  a: 2\n- b: 'x\n\n\n\n\n\n\n\n\n\n\n\n- c: 'y'\n",
        "items:\n- a: 1\nitems: 2\n",
        "items:\n- a: 1\n- text\n",
        "x: 1\nitems:\n- a: [\n- b: ]\n",
        "a: 1\n---\nb: 2\n",
        "a: 1\n...\nb: 2\n",
        '"x\nitems:\n- y"\n',
    ],
)
def test_what_cannot_be_read_in_parts_is_read_as_a_whole(text: str) -> None:
    assert outcome(FastEngine(LIMITS), text) == outcome(GeneralEngine(LIMITS), text)


def test_two_documents_are_none() -> None:
    kind, fault = outcome(GeneralEngine(LIMITS), "a: 1\n---\nb: 2\n")
    assert (kind, fault.code, fault.offset) == ("stopped", "invalid-yaml", 9)


def test_words_of_the_library_stand_where_none_are_better() -> None:
    assert in_plain_words("something new", None) == "something new"
    assert in_plain_words(None, "while scanning") == "while scanning"
    assert in_plain_words(None, None) == "this is not valid YAML"
