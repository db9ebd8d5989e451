"""Engines: the ways from the text of a document to its data. Which one is used never changes a result.

``GeneralEngine`` reads all of YAML that is accepted at all. ``FastEngine`` reads what Kubernetes' tools
print, part by part, and hands every part that it does not know for certain to the general one. JSON is
told from YAML before either, and read by json_text. A further engine is one more class with ``load``.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from transformer.manifests.building import Built, build
from transformer.manifests.cutting import ListCut, Span, cut_list, is_outdented
from transformer.manifests.faults import FaultError
from transformer.manifests.general_yaml import check_characters, general_events
from transformer.manifests.limits import Limits
from transformer.manifests.line_loader import LineLoader
from transformer.manifests.line_syntax import Declined

#: How many characters behind its place the general engine may look before it finds a fault.
_LOOKAHEAD = 8

_BEFORE_CONTENT = re.compile(r"(?: *(?:#[^\n]*)?\n)+")


class Engine(Protocol):
    """Reads YAML documents."""

    def load(self, text: str, start: int, end: int) -> Built:
        """The data of the one document in ``text[start:end]``, with the faults that could be read past.

        Raises FaultError for a fault after which nothing can be trusted.
        """
        ...


class GeneralEngine:
    """All of YAML, by ruamel.yaml's scanner: the engine that decides what is right."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits

    def load(self, text: str, start: int, end: int) -> Built:
        """See Engine."""
        return build(general_events(text, start, end, self._limits), self._limits)


class FastEngine:
    """What Kubernetes' tools print, some forty times as fast, the rest by the general engine."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._lines = LineLoader(limits)
        self._general = GeneralEngine(limits)

    def load(self, text: str, start: int, end: int) -> Built:
        """See Engine."""
        check_characters(text, start, end)
        with _collector_off():
            cut = cut_list(text, start, end)
            built = None if cut is None else self._load_list(text, cut)
            if built is not None:
                return built
            if cut is None:
                try:
                    value = self._lines.load(text[start:end])
                    return Built(value, empty=False, start=_content_start(text, start, end))
                except Declined:
                    pass
            return self._general.load(text, start, end)

    def _load_list(self, text: str, cut: ListCut) -> Built | None:
        """A document with ``items``, part by part; None where its parts cannot be read by themselves."""
        tail_start = _content_start(text, *cut.tail)
        if text.startswith(" ", tail_start) and tail_start < cut.tail[1]:
            return None  # the last item goes on behind a comment
        built = Built(empty=False, start=cut.head[0])
        try:
            head = self._load_part(text, cut.head, cut, 0)
            built.faults += head.faults
            items = self._load_items(text, cut, built)
            tail = self._load_part(text, cut.tail, cut, 0)
            built.faults += tail.faults
        except _NotByItself:
            return None
        except FaultError as error:
            error.before = (*built.faults, *error.before)
            raise
        parts_are_mappings = isinstance(head.value, dict) and (tail.empty or isinstance(tail.value, dict))
        if (
            not parts_are_mappings
            or (tail.value or {}).keys() & head.value.keys()
            or head.value.get("items", 0) is not None
        ):
            return None
        built.start = head.start
        built.value = {**head.value, "items": items, **(tail.value or {})}
        return built

    def _load_items(self, text: str, cut: ListCut, built: Built) -> list[Any]:
        items: list[Any] = []
        for span in cut.items:
            item = self._load_part(text, span, cut, 1)
            if not isinstance(item.value, list) or len(item.value) != 1:
                raise _NotByItself
            item.spans.setdefault((0,), (span[0] + cut.column + len("- "), span[1]))
            for path, place in item.spans.items():
                built.spans["items", len(items), *path[1:]] = place
            items.append(item.value[0])
            built.faults += item.faults
        return items

    def _load_part(self, text: str, span: Span, cut: ListCut, above: int) -> Built:
        start, end = span
        part = text[start:end]
        try:
            value = self._lines.load(part, column=cut.column if above else 0, above=above)
            return Built(value, empty=False, start=_content_start(text, start, end))
        except Declined:
            pass
        # The column of the dashes is an indentation of its own only where it is not that of `items`.
        indents_above = 1 if above and cut.column else 0
        try:
            return build(general_events(text, start, end, self._limits, above=indents_above), self._limits, above=above)
        except FaultError as error:
            # A fault that lies in the part is that of the whole document. One that was found by looking beyond
            # the part's end, in a part that may hold more than its item, or in the tail, which goes on with a
            # mapping begun above it, may be none, or another, in the whole.
            text_goes_on = end < cut.tail[1]
            if text_goes_on and error.reached is not None and error.reached > end - _LOOKAHEAD:
                raise _NotByItself from None
            if span == cut.tail or (above and is_outdented(text, span, cut.column)):
                raise _NotByItself from None
            raise


def _content_start(text: str, start: int, end: int) -> int:
    """Where the first line begins that is neither blank nor a comment."""
    before = _BEFORE_CONTENT.match(text, start, end)
    return start if before is None else before.end()


class _NotByItself(Exception):  # noqa: N818 - a way of saying "read the whole document"
    """A part of a document that means nothing without the rest."""


@contextmanager
def _collector_off() -> Iterator[None]:
    """Keeps Python from looking for cycles in what has none while it is being built: twice as fast."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
