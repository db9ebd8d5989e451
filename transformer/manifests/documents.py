"""The documents of one text, YAML or JSON, in order, with what is wrong with each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from transformer.manifests.building import Built
from transformer.manifests.cutting import Span, cut_documents
from transformer.manifests.engines import Engine
from transformer.manifests.faults import Fault, FaultError, beyond_limit
from transformer.manifests.json_text import JsonSyntaxError, read_json
from transformer.manifests.limits import Limits
from transformer.manifests.manifest import FieldPath

_NOT_BLANK = re.compile(r"[^ \n]")


@dataclass(slots=True)
class Document:
    """One document that is not empty. ``value`` is whole only when there are no ``faults``.

    ``start`` is where its content begins; ``spans`` as in Built, for those items of which it is known.
    """

    value: Any
    start: int
    end: int
    is_json: bool
    faults: list[Fault] = field(default_factory=list)
    spans: dict[FieldPath, Span] = field(default_factory=dict)


def read_documents(text: str, engine: Engine, limits: Limits, *, named_json: bool = False) -> Iterator[Document]:
    """The documents of a stream; after a fault that nothing can be trusted behind, no more are read.

    ``named_json`` says that the file's name promises JSON.
    """
    for count, (start, end) in enumerate(cut_documents(text), 1):
        if count > limits.documents:
            fault = beyond_limit(limits, "documents", start, "the file holds too many documents")
            yield Document(None, start, end, False, [fault])
            return
        try:
            yield from _read_part(text, start, end, engine, limits, named_json)
        except FaultError as error:
            yield Document(None, start, end, False, [*error.before, error.fault])
            return


def _read_part(text: str, start: int, end: int, engine: Engine, limits: Limits, named_json: bool) -> Iterator[Document]:
    # Files put together one after the other bring their byte order marks along.
    start += text.startswith("\ufeff", start, end)
    begin = _content_start(text, start, end)
    if begin == end:
        return
    json_fault: FaultError | None = None
    if text[begin] in "{[":
        try:
            yield from _json_documents(text, begin, end, limits)
            return
        except JsonSyntaxError as error:
            json_fault = FaultError(Fault("invalid-yaml", error.offset, str(error)))
            # Flow style is YAML too; but what could be the beginning of JSON is not all of a YAML document either.
            if named_json or error.cut_off:
                raise json_fault from None
    try:
        built = engine.load(text, start, end)
    except FaultError as error:
        if json_fault is not None and error.fault.code == "invalid-yaml" and _looks_like_json(text, begin, end):
            raise json_fault from None
        raise
    if not built.empty:
        yield _document(built, built.start, end, is_json=False)


def _json_documents(text: str, start: int, end: int, limits: Limits) -> Iterator[Document]:
    for built, begin, stop in read_json(text, start, end, limits):
        yield _document(built, begin, stop, is_json=True)


def _document(built: Built, start: int, end: int, *, is_json: bool) -> Document:
    return Document(built.value, start, end, is_json, built.faults, built.spans)


def _content_start(text: str, start: int, end: int) -> int:
    """The offset of the first character that is no blank; ``end`` when there is none."""
    found = _NOT_BLANK.search(text, start, end)
    return end if found is None else found.start()


def _looks_like_json(text: str, start: int, end: int) -> bool:
    """Whether someone who wrote this meant JSON: a bracket, then a quote, a bracket or nothing."""
    following = _content_start(text, start + 1, end)
    return following < end and text[following] in '"{[]}'
