"""YAML text as a stream of events, by ruamel.yaml's scanner and parser; the engine that is always there.

Only the two lowest layers of the library are used: they neither recurse nor build anything. What no export
contains and what readers fall over (anchors, aliases, tags, directives, deep nesting) is refused in the
scanner, where it is met first and costs nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ruamel.yaml.error import MarkedYAMLError
from ruamel.yaml.events import (
    CollectionEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceStartEvent,
)
from ruamel.yaml.parser import Parser
from ruamel.yaml.reader import Reader
from ruamel.yaml.scanner import Scanner

from transformer.manifests.faults import Fault, FaultError, beyond_limit
from transformer.manifests.general_yaml import check_characters
from transformer.manifests.limits import Limits
from transformer.manifests.syntax_events import Event, Kind
from transformer.manifests.yaml_errors import began_matters, in_plain_words

#: What stands between a key and its value, or before an item.
_INDICATOR = re.compile(r"[ \n]*[:-]")


def yaml_events(text: str, start: int, end: int, limits: Limits, *, column: int = 0, above: int = 0) -> Iterator[Event]:
    """The events of the one document in ``text[start:end]``; none for an empty document.

    ``column`` is where ``start`` stands in its line, for a part cut out of a line, and ``above`` how many
    indentations stand around the part. Raises FaultError at the first thing that is not YAML, not safe, or
    nested beyond the limit.
    """
    check_characters(text, start, end)
    shift = start - column
    loader = _Loader(" " * column + text[start:end], limits, shift, above)
    parser = loader.parser
    last_end = start
    while True:
        try:
            event = parser.get_event()
        except FaultError:
            raise
        except MarkedYAMLError as error:
            offset = shift + _place(error, loader)
            raise _invalid(offset, in_plain_words(error.problem, error.context), loader, end) from None
        except Exception:
            # The library has paths that fail in other ways (an escape beyond the last character of Unicode,
            # an index beyond its buffer). Whatever they are, the text is at fault, and the place is known.
            raise _invalid(shift + loader.reader.index, "this is not valid YAML", loader, end) from None
        if event is None:
            return
        converted = _convert(event, shift)
        if converted is None:
            continue
        if converted.kind is Kind.PLAIN and not converted.text:
            # The library puts an empty value where the next thing begins, which may be lines below its key.
            indicator = _INDICATOR.match(text, last_end, converted.start)
            if indicator is not None:
                converted = converted._replace(start=indicator.end(), end=indicator.end())
        last_end = converted.end
        yield converted


def _invalid(offset: int, message: str, loader: _Loader, end: int) -> FaultError:
    fault = Fault("invalid-yaml", max(min(offset, end), loader.shift), message)
    return FaultError(fault, reached=loader.shift + loader.reader.index)


def _place(error: MarkedYAMLError, loader: _Loader) -> int:
    """Where to look for the mistake: where it shows, or where what is unfinished at the text's end began."""
    last = len(loader.text.rstrip())
    shows = error.problem_mark.index if error.problem_mark is not None else loader.reader.index
    began = error.context_mark.index if error.context_mark is not None else shows
    if began < last and (shows >= last or began_matters(error.problem)):
        return int(began)
    return int(min(shows, max(last - 1, 0)))


def _convert(event: Any, shift: int) -> Event | None:
    start, end = shift + event.start_mark.index, shift + event.end_mark.index
    if isinstance(event, ScalarEvent):
        return Event(Kind.TEXT if event.style else Kind.PLAIN, start, end, event.value)
    if isinstance(event, MappingStartEvent):
        return Event(Kind.MAPPING, start, end)
    if isinstance(event, SequenceStartEvent):
        return Event(Kind.SEQUENCE, start, end)
    if isinstance(event, CollectionEndEvent):
        return Event(Kind.END, start, end)
    return None


class _Mark:
    """A place in the text: what the parser needs of a mark, and nothing that points to the text."""

    __slots__ = ("column", "index", "line")

    def __init__(self, index: int, line: int, column: int) -> None:
        self.index = index
        self.line = line
        self.column = column


class _Reader(Reader):
    """The library's reader over a whole string, moving forward by blocks instead of by characters."""

    def get_mark(self) -> _Mark:
        return _Mark(self.pointer, self.line, self.column)

    def peek(self, index: int = 0) -> str:
        return self.buffer[self.pointer + index]

    def prefix(self, length: int = 1) -> str:
        return self.buffer[self.pointer : self.pointer + length]

    def forward(self, length: int = 1) -> None:
        old, self.pointer = self.pointer, self.pointer + length
        self.index = self.pointer
        breaks = self.buffer.count("\n", old, self.pointer)
        if breaks:
            self.line += breaks
            self.column = self.pointer - self.buffer.rindex("\n", old, self.pointer) - 1
        else:
            self.column += length


class _Scanner(Scanner):
    """The library's scanner, which stops at whatever is unsafe or too deep."""

    loader: _Loader

    def fetch_directive(self) -> None:
        self._refuse("a directive (a line that begins with %)", "Remove the line; exports have no directives.")

    def fetch_anchor(self) -> None:
        self._refuse("an anchor (&)", "Write the value out wherever it is used, or quote it if it is text.")

    def fetch_alias(self) -> None:
        self._refuse("an alias (*)", "Write the value out instead of the alias, or quote it if it is text.")

    def fetch_tag(self) -> None:
        self._refuse("a tag (!)", "Remove the tag, or quote the value if it is text.")

    def fetch_flow_collection_start(self, TokenClass: Any, to_push: str) -> None:  # noqa: N803 - the library's name
        super().fetch_flow_collection_start(TokenClass, to_push)
        self._check_depth(-1)

    def add_indent(self, column: int) -> bool:
        added: bool = super().add_indent(column)
        if added:
            self._check_depth(0)
        return added

    def _check_depth(self, back: int) -> None:
        limits = self.loader.limits
        if self.loader.above + len(self.indents) + len(self.flow_context) > limits.depth:
            offset = self.loader.shift + self.reader.index + back
            raise FaultError(beyond_limit(limits, "depth", offset, "mappings and lists are nested too deeply"))

    def _refuse(self, what: str, remedy: str) -> None:
        offset = self.loader.shift + self.reader.index
        raise FaultError(Fault("unsafe-yaml", offset, f"{what} is not accepted in an input", remedy=remedy))


class _Loader:
    """What the library's parts reach one another through."""

    processing_version = (1, 2)
    comment_handling = None

    def __init__(self, text: str, limits: Limits, shift: int, above: int) -> None:
        self.limits = limits
        self.above = above
        self.shift = shift
        self._resolver = self
        self.reader = self._reader = _Reader(None)
        self.text = text
        self._started = False
        self._scanner: Any = None
        self._parser: Any = None

    @property
    def parser(self) -> _Loader:
        return self

    def get_event(self) -> Any:
        """The next event, or None after the last."""
        if not self._started:
            self._started = True
            self.reader.stream = self.text
            self._scanner = _Scanner(self)
            self._parser = Parser(self)
        return self._parser.get_event()
