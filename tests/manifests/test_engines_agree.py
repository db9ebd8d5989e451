"""The fast engine reads what it accepts exactly as the general one does, and refuses what that one refuses."""

from __future__ import annotations

import pytest
from engine_outcomes import outcome, typed
from hypothesis import example, given, settings
from yaml_texts import json_values, line_soup, mappings, printed, printed_lists, soupy_lists

from transformer.manifests.engines import FastEngine, GeneralEngine
from transformer.manifests.limits import Limits
from transformer.manifests.line_loader import LineLoader
from transformer.manifests.line_syntax import Declined

LIMITS = Limits()
SMALL = Limits(depth=4, scalar_bytes=16, integer_digits=5)


def agree(text: str) -> None:
    for limits in (LIMITS, SMALL):
        assert outcome(FastEngine(limits), text) == outcome(GeneralEngine(limits), text)


@settings(max_examples=1000, deadline=None)
@given(line_soup())
@example("a: |\n  x\n \nb: 1\n")
@example("a:\n- x\n- |\n  y\n")
def test_engines_agree_on_line_soup(text: str) -> None:
    agree(text)


@settings(max_examples=300, deadline=None)
@given(soupy_lists())
def test_engines_agree_on_lists_of_line_soup(text: str) -> None:
    agree(text)


def test_engines_agree_on_an_item_that_goes_on_behind_a_comment() -> None:
    agree("items:\n- a:\n    x: 1\n# c\n  b: 1\nkind: List\n")
    agree("items:\n- a:\n    x: 1\n# c\n\n  b: 1\n")
    agree("items:\n- a: 1\n# c\nkind: List\n")


@settings(max_examples=200, deadline=None)
@given(printed_lists())
def test_engines_agree_on_printed_lists(text: str) -> None:
    agree(text)


@settings(max_examples=200, deadline=None)
@given(json_values)
def test_engines_agree_on_printed_documents(value: object) -> None:
    agree(printed(value))
    agree(printed(value, width=20))


@settings(max_examples=200, deadline=None)
@given(line_soup())
def test_line_loader_never_accepts_what_the_general_engine_reads_otherwise(text: str) -> None:
    loader = LineLoader(LIMITS)
    try:
        value = loader.load(text)
    except Declined:
        return
    kind, _, expected = outcome(GeneralEngine(LIMITS), text)
    assert (kind, expected) == ("read", typed(value))


@settings(max_examples=100, deadline=None)
@given(mappings)
def test_remembered_lines_do_not_leak_between_documents(value: dict[str, object]) -> None:
    loader = LineLoader(LIMITS)
    text = printed(value)
    try:
        first = loader.load(text)
    except Declined:
        with pytest.raises(Declined):
            loader.load(text)
        return
    before = typed(first)
    second = loader.load(text)
    _spoil(first)
    assert typed(second) == before


def _spoil(value: object) -> None:
    if isinstance(value, dict):
        for item in value.values():
            _spoil(item)
        value["spoilt"] = True
    elif isinstance(value, list):
        for item in value:
            _spoil(item)
        value.append("spoilt")
