"""When two values of a field say the same, and how one stands in a line."""

from __future__ import annotations

from typing import Any

import pytest

from transformer.review.values import is_same, value_text


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (None, []),
        ({}, None),
        ({"a": None, "b": {"c": []}}, {}),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
        ([{"a": None}], [{}]),
    ],
)
def test_what_says_the_same(one: Any, other: Any) -> None:
    assert is_same(one, other)
    assert is_same(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (True, 1),
        (False, 0),
        (1, 1.0),
        (80, "80"),
        ("", None),
        (False, None),
        (0, None),
        ([1, 2], [2, 1]),
        ([None], None),
        ("true", True),
    ],
)
def test_what_does_not(one: Any, other: Any) -> None:
    assert not is_same(one, other)
    assert not is_same(other, one)


def test_values_in_a_line() -> None:
    assert value_text("x y") == "x y"
    assert value_text("") == ""
    assert value_text(None) is None
    assert value_text(True) == "true"
    assert value_text({"b": [1], "a": "ü"}) == '{"a": "ü", "b": [1]}'
