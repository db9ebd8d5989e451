"""From events to plain data, without recursion, with the limits and the keys checked on the way."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from transformer.findings.finding import quoted
from transformer.manifests.faults import Fault, FaultError, beyond_limit
from transformer.manifests.limits import Limits
from transformer.manifests.manifest import FieldPath
from transformer.manifests.scalars import (
    ImpossibleValueError,
    Scalar,
    TooManyDigitsError,
    resolve_key,
    resolve_plain,
)
from transformer.manifests.syntax_events import Event, Kind

Span = tuple[int, int]

_NO_KEY = "a mapping or a list cannot be a key; a key is text"
_NO_KEY_REMEDY = "Put quotes around it if it is text; if this is a template, give what it renders to."


@dataclass(slots=True)
class Built:
    """A document as data. ``faults`` are those that the rest of the text could be read behind.

    ``empty`` tells a document without content from one that says null. ``spans`` holds the offsets of the
    items of the document, and of lists inside lists, by their path: ("items", 0), ("items", 0, "items", 2).
    """

    value: Any = None
    empty: bool = True
    start: int = 0
    faults: list[Fault] = field(default_factory=list)
    spans: dict[FieldPath, Span] = field(default_factory=dict)


class _Open:
    """A mapping or list that is being filled."""

    __slots__ = ("item_path", "key", "keys", "kind", "start", "value")

    def __init__(self, kind: Kind, start: int, item_path: FieldPath | None) -> None:
        self.kind = kind
        self.start = start
        self.value: Any = {} if kind is Kind.MAPPING else []
        self.key: str | None = None
        self.keys: dict[str, int] = {}
        # The path of this collection while it is one of items, items[i], items[i].items and so on; else None.
        self.item_path = item_path


def build(events: Iterable[Event], limits: Limits, *, above: int = 0) -> Built:
    """The data of one document, or of a part that stands ``above`` levels deep in it.

    Raises FaultError where nothing after the fault can be trusted.
    """
    built = Built()
    try:
        _fill(built, events, limits, above)
    except FaultError as error:
        error.before = tuple(built.faults)
        raise
    return built


def _fill(built: Built, events: Iterable[Event], limits: Limits, above: int) -> None:
    stack: list[_Open] = []
    for event in events:
        if event.kind is Kind.END:
            closed = stack.pop()
            if closed.item_path:
                built.spans[closed.item_path] = (closed.start, event.end)
            continue
        if not stack:
            if not built.empty:
                raise FaultError(Fault("invalid-yaml", event.start, "a second document begins here without '---'"))
            built.empty, built.start = False, event.start
        top = stack[-1] if stack else None
        if top is not None and top.kind is Kind.MAPPING and top.key is None:
            top.key = _key(event, top, built.faults, limits)
            continue
        if event.kind in (Kind.MAPPING, Kind.SEQUENCE):
            if len(stack) + above >= limits.depth:
                raise FaultError(beyond_limit(limits, "depth", event.start, "mappings and lists are nested too deeply"))
            opened = _Open(event.kind, event.start, _item_path(top, event.kind))
            _put(opened.value, top, built)
            stack.append(opened)
        else:
            item_path = _item_path(top, event.kind)
            if item_path:
                built.spans[item_path] = (event.start, event.end)
            _put(_scalar(event, built.faults, limits), top, built)


def _put(value: Any, top: _Open | None, built: Built) -> None:
    if top is None:
        built.value = value
    elif top.key is None:
        top.value.append(value)
    else:
        top.value[top.key] = value
        top.key = None


def _item_path(top: _Open | None, kind: Kind) -> FieldPath | None:
    """The path of a value that begins below ``top``, as long as it leads from items to items."""
    if top is None:
        return ()
    if top.item_path is None:
        return None
    if top.kind is Kind.SEQUENCE:
        return (*top.item_path, len(top.value))
    return (*top.item_path, "items") if top.key == "items" and kind is Kind.SEQUENCE else None


def _key(event: Event, top: _Open, faults: list[Fault], limits: Limits) -> str:
    if event.kind in (Kind.MAPPING, Kind.SEQUENCE):
        raise FaultError(Fault("invalid-yaml", event.start, _NO_KEY, remedy=_NO_KEY_REMEDY))
    key = event.text
    if _is_acceptable(event, faults, limits) and event.kind is Kind.PLAIN:
        try:
            key = resolve_key(key, limits.integer_digits)
        except (ImpossibleValueError, TooManyDigitsError) as error:
            faults.append(_value_fault(error, event, limits))
    first = top.keys.setdefault(key, event.start)
    if first != event.start:
        faults.append(
            Fault(
                "duplicate-key",
                event.start,
                f"the key {quoted(key)} is there twice in one mapping",
                related=first,
                related_message="the first one is here",
            )
        )
    return key


def _scalar(event: Event, faults: list[Fault], limits: Limits) -> Scalar:
    if not _is_acceptable(event, faults, limits) or event.kind is Kind.TEXT:
        return event.text
    try:
        return resolve_plain(event.text, limits.integer_digits)
    except (ImpossibleValueError, TooManyDigitsError) as error:
        faults.append(_value_fault(error, event, limits))
        return event.text


def _is_acceptable(event: Event, faults: list[Fault], limits: Limits) -> bool:
    """Whether a scalar is short enough and writable; what is not is reported."""
    text = event.text
    if text.isascii():
        size = len(text)
    else:
        try:
            size = len(text.encode())
        except UnicodeEncodeError:
            message = "an escape stands for half of a character (a lone surrogate), which no file can hold"
            faults.append(Fault("invalid-yaml", event.start, message))
            return False
    if size > limits.scalar_bytes:
        faults.append(beyond_limit(limits, "scalar_bytes", event.start, f"a value of {size:,} bytes is too long"))
        return False
    return True


def _value_fault(error: ValueError, event: Event, limits: Limits) -> Fault:
    if isinstance(error, TooManyDigitsError):
        what = f"an integer of {len(event.text.lstrip('+-')):,} digits is too long"
        return beyond_limit(limits, "integer_digits", event.start, what)
    return Fault("invalid-yaml", event.start, str(error), remedy="Quote it if it is meant as text, or correct it.")
