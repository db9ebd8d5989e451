"""From the text that a caller sends to the items in it.

The list itself is cut at its dashes and each item read by itself, so that an object of the user's which no rule asks
for can hold what it likes, and goes back as the text it was.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from transformer.findings.catalogue import finding
from transformer.findings.finding import Finding, quoted
from transformer.krm.flow_text import flow_text
from transformer.krm.item import Item, annotations_of, read_item
from transformer.krm.item_list import RESOURCE_LIST, FunctionConfig, ItemList
from transformer.krm.item_origin import ItemOrigin, Place
from transformer.manifests.cutting import ListCut, Span, cut_documents, cut_list
from transformer.manifests.described import described
from transformer.manifests.documents import read_documents
from transformer.manifests.engines import FastEngine
from transformer.manifests.fault_finding import fault_finding
from transformer.manifests.faults import Fault
from transformer.manifests.limits import Limits
from transformer.manifests.source import Source

_VERSION_GROUP = "config.kubernetes.io/"
_BLOCK_LIST = re.compile(r"""(?m)^kind:[ ]*["']?ResourceList["']?[ ]*(?:#.*)?$""")
_CONFIG = re.compile(r"(?m)^functionConfig:[^\n]*\n?(?:[ #][^\n]*\n?|\n)*")
#: kustomize adds it to the configuration of a function.
_LOCAL_CONFIG = "config.kubernetes.io/local-config"
_CONFIG_HEAD = re.compile(r"functionConfig:[ ]*\n")
_NOT_BLANK = re.compile(r"(?m)^(?!(?:---|\.\.\.)[ ]*(?:$|[ ]#))[ ]*[^ \n#]")
_JSON_FOLLOWS = re.compile(r"\}[ \n]*\{")
#: The end of a line before a key of the list's own.
_OWN_KEY = re.compile(r"\n(?=[^ \n#-])")
#: A document in flow style or JSON, behind comments, too.
_FLOW = re.compile(r"(?:[ ]*(?:#[^\n]*)?\n|---[ ]*\n)*[ ]*\{")


class UnreadableListError(Exception):
    """The text cannot be taken for a list; nothing may be given back for it."""

    def __init__(self, findings: list[Finding]) -> None:
        super().__init__(str(len(findings)))
        self.findings = findings


def read_list(source: Source, limits: Limits, *, has_lines: bool = True) -> tuple[ItemList, list[Finding]]:
    """A ResourceList, or a stream of documents, and what is wrong with single items in it.

    ``has_lines``: the lines of the text are of use to whoever reads a message. Raises UnreadableListError for what is
    no list: nothing at all (no-manifests), broken YAML (invalid-yaml), a ResourceList without items
    (schema-violation).
    """
    if is_blank(source):
        raise UnreadableListError([nothing_in(source.file)])
    reader = _ListReader(source, limits, has_lines)
    cut = cut_list(source.text, 0, len(source.text)) if _BLOCK_LIST.search(source.text) else None
    given = reader.by_parts(_items_of(source.text, cut)) if cut is not None else reader.by_documents()
    return given, reader.findings


def is_blank(source: Source) -> bool:
    """Whether there is nothing in it but blanks, comments and document markers."""
    return _NOT_BLANK.search(source.text) is None


def nothing_in(*inputs: str) -> Finding:
    """The finding (no-manifests) for inputs without a list and without an object. Giving back nothing for them would
    delete every resource of the caller's."""
    called = ", ".join("standard input" if each == "-" else quoted(each, 200) for each in inputs)
    return finding(
        "no-manifests",
        f"there is no list and no object in {called}" if inputs else "no input is given beside the configuration",
        remedy="The caller sends a ResourceList, or documents to a legacy plugin. By hand: `cat LIST | "
        "liqo-transform-krm`, or `liqo-transform-krm CONFIG INPUT...`.",
    )


class _ListReader:
    """Reads one text; what is wrong with its items is kept in ``findings``."""

    def __init__(self, source: Source, limits: Limits, has_lines: bool) -> None:
        self._source = source
        self._text = source.text
        self._limits = limits
        self._engine = FastEngine(limits)
        self._has_lines = has_lines
        self._counted = (0, 1)
        # What a legacy plugin is sent comes from kustomize; a list does where its configuration says so.
        self._may_be_kustomize = not has_lines
        self.findings: list[Finding] = []

    def by_parts(self, cut: ListCut) -> ItemList:
        """A ResourceList in block style, as every caller prints it."""
        text = self._text
        around = text[slice(*cut.head)] + text[slice(*cut.tail)]
        head = self._value(around)
        if not isinstance(head, dict) or head.get("kind") != RESOURCE_LIST or head.get("items", 0) is not None:
            return self.by_documents()
        self._may_be_kustomize = _is_local(head.get("functionConfig"))
        if any(_outside(cut.column).search(text, *span) for span in cut.items):
            return self.by_documents()
        try:
            items = tuple(
                self._item(_undashed(text[start:end], cut.column), start, cut.column + len("- "))
                for start, end in cut.items
            )
        except UnreadableListError as fault:
            # An item may hold what looks like the next one's dash, within quotes: then the whole can be read.
            self.findings = []
            try:
                return self.by_documents()
            except UnreadableListError:
                raise fault from None
        return self._list(head, items, self._config(head, around, cut, items))

    def by_documents(self) -> ItemList:
        """Documents; or one, in any style, that is a ResourceList."""
        spans = [span for span in cut_documents(self._text) if _NOT_BLANK.search(self._text, *span)]
        if len(spans) == 1 and (_BLOCK_LIST.search(self._text) or _FLOW.match(self._text)):
            whole = self._whole()
            if isinstance(whole, dict) and whole.get("kind") == RESOURCE_LIST:
                return self._plain_list(whole)
        parts = [part for span in spans for part in self._json_parts(*span)]
        items = tuple(self._item(_unmarked(self._text[start:end]), start, 0) for start, end in parts)
        if any(item.data is not None and _is_list(item.data) for item in items):
            what = "a ResourceList stands by itself, and here other documents stand beside one"
            raise UnreadableListError([finding("schema-violation", what)])
        return ItemList(items)

    def _json_parts(self, start: int, end: int) -> list[Span]:
        """The objects of JSON that follow one another without markers; else the whole document."""
        if not _FLOW.match(self._text, start, end) or not _JSON_FOLLOWS.search(self._text, start, end):
            return [(start, end)]
        found = list(read_documents(self._text[start:end], self._engine, self._limits))
        if len(found) < 2 or not all(each.is_json for each in found):
            return [(start, end)]
        return [(start + each.start, start + each.end) for each in found]

    def _plain_list(self, whole: dict[str, Any]) -> ItemList:
        """A ResourceList in flow style or JSON: each item goes back as JSON, which is YAML too."""
        given = whole.get("items")
        if not isinstance(given, list):
            said = f"got {described(given)}" if "items" in whole else "it has no items"
            raise UnreadableListError([finding("schema-violation", f"the ResourceList's items must be a list; {said}")])
        place = Place(self._source.file)
        self._may_be_kustomize = _is_local(whole.get("functionConfig"))
        texts = [flow_text(each) + "\n" for each in given]
        items = tuple(self._read(text, place) for text in texts)
        config = whole.get("functionConfig")
        return self._list(whole, items, self._plain_config(config) if config is not None else None)

    def _plain_config(self, data: Any) -> FunctionConfig:
        """A configuration that goes back as JSON."""
        text = flow_text(data)
        origin = ItemOrigin(text, data, Place(self._source.file), self._limits)
        return FunctionConfig(data, origin, f"functionConfig: {text}\n")

    def _list(self, head: dict[str, Any], items: tuple[Item, ...], config: FunctionConfig | None) -> ItemList:
        version = head.get("apiVersion")
        if not isinstance(version, str) or not version.startswith(_VERSION_GROUP):
            what = f"the ResourceList's apiVersion is {described(version)}; {_VERSION_GROUP}v1 is needed"
            raise UnreadableListError([finding("schema-violation", what)])
        return ItemList(items, version, config)

    def _config(
        self, head: dict[str, Any], around: str, cut: ListCut, items: tuple[Item, ...]
    ) -> FunctionConfig | None:
        if head.get("functionConfig") is None:
            return None
        found = _CONFIG.search(around)
        text = _ended(found.group()) if found is not None else ""
        if found is None or self._value(text) != {"functionConfig": head["functionConfig"]}:
            return self._plain_config(head["functionConfig"])
        body = _CONFIG_HEAD.match(text)
        # Set below its key, where each line begins in the column of the first.
        inner = text[body.end() :] if body is not None else ""
        column = len(inner) - len(inner.lstrip(" "))
        skipped = cut.tail[0] - cut.head[1] if found.start() >= cut.head[1] else 0
        place = self._place(found.start() + skipped + (body.end() if body is not None else 0), column)
        if self._may_be_kustomize or any(item.is_handed_over for item in items):
            place = Place()
        return FunctionConfig(
            head["functionConfig"],
            ItemOrigin(_outdented(inner, column), head["functionConfig"], place, self._limits),
            text,
        )

    def _item(self, text: str, start: int, column: int) -> Item:
        return self._read(self._with_end(text), self._place(start, column))

    def _with_end(self, text: str) -> str:
        """The text with a line end, which may not become one of a block scalar's that the text ends in."""
        ended = _ended(text)
        if ended != text and ("|" in text or ">" in text) and (value := self._value(text)) != self._value(ended):
            return flow_text(value) + "\n"
        return ended

    def _value(self, text: str) -> Any:
        """The value of one sound document; None for anything else."""
        found = list(read_documents(text, self._engine, self._limits))
        return found[0].value if len(found) == 1 and not found[0].faults else None

    def _read(self, text: str, place: Place) -> Item:
        item, findings = read_item(text, place, self._engine, self._limits, may_be_kustomize=self._may_be_kustomize)
        broken = [each for each in findings if each.code == "invalid-yaml" and item.data is None]
        if broken:
            raise UnreadableListError(broken)
        self.findings += findings
        return item

    def _place(self, offset: int, column: int) -> Place:
        if not self._has_lines:
            return Place()
        # Items come one after the other: their lines are counted on, not looked up in a table of all lines.
        start, line = self._counted if self._counted[0] <= offset else (0, 1)
        self._counted = (offset, line + self._text.count("\n", start, offset))
        return Place(self._source.file, line=self._counted[1], column=column)

    def _whole(self) -> Any:
        """The data of a text that is one document; None for a stream of JSON."""
        documents = list(read_documents(self._text, self._engine, self._limits))
        faults = [self._fault(fault) for document in documents for fault in document.faults]
        if faults:
            raise UnreadableListError(faults)
        return documents[0].value if len(documents) == 1 else None

    def _fault(self, fault: Fault) -> Finding:
        found = fault_finding(fault, self._source)
        return found if self._has_lines else replace(found, location=None)


def _is_local(config: Any) -> bool:
    """Whether a configuration carries the annotation that kustomize adds to each."""
    return isinstance(config, dict) and _LOCAL_CONFIG in annotations_of(config)


def _is_list(data: Mapping[str, Any]) -> bool:
    return data.get("kind") == RESOURCE_LIST and str(data.get("apiVersion")).startswith(_VERSION_GROUP)


def _undashed(text: str, column: int) -> str:
    """An item's text as a document: without its dash and the indentation that it stands at."""
    width = column + len("- ")
    return _outdented(" " * width + text[width:], width)


def _unmarked(text: str) -> str:
    """A document's text without the marker that shares a line with its beginning."""
    return "   " + text[3:] if text.startswith("--- ") else text


def _items_of(text: str, cut: ListCut) -> ListCut:
    """The cut with the dashes of ``items`` alone: those of a list behind it (results) may stand in the same column."""
    found = _OWN_KEY.search(text, cut.head[1], cut.tail[0]) if cut.column == 0 else None
    if found is None:
        return cut
    end = found.start() + 1
    items = [(start, min(stop, end)) for start, stop in cut.items if start < end]
    return ListCut(cut.head, items, (end, cut.tail[1]), cut.column)


@cache
def _outside(column: int) -> re.Pattern[str]:
    """The beginning of a line that is no comment and stands in front of what an item holds: the item may have ended
    above it, with a dash that has nothing behind it, or with a key of the list's own."""
    return re.compile(rf"\n {{0,{column + 1}}}(?=[^ \n#])")


def _outdented(text: str, width: int) -> str:
    """The text with so many blanks fewer at the start of each line, or as many fewer as there are."""
    return re.sub(rf"(?m)^ {{1,{width}}}", "", text) if width else text


def _ended(text: str) -> str:
    return text if text.endswith("\n") else text + "\n"
