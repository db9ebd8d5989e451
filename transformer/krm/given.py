"""What a call gives the function: the items, and the configuration among them or beside them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import BinaryIO

from transformer.findings.catalogue import finding
from transformer.findings.finding import Finding, Position
from transformer.krm.call import STANDARD_INPUT, Call, Caller
from transformer.krm.item import Item
from transformer.krm.item_list import FunctionConfig, ItemList
from transformer.krm.item_origin import ItemOrigin, Place
from transformer.krm.list_reading import UnreadableListError, is_blank, read_list
from transformer.manifests.documents import read_documents
from transformer.manifests.engines import FastEngine
from transformer.manifests.fault_finding import fault_finding
from transformer.manifests.file_text import read_source
from transformer.manifests.files import find_inputs
from transformer.manifests.limits import Limits
from transformer.manifests.source import Source


@dataclass(frozen=True, slots=True)
class Given:
    """The list, its configuration within it, and what is wrong with single items. ``nothing_came``: there was no
    input to read, as a generator of kustomize finds it. ``again`` reads the same text within other limits."""

    list: ItemList
    again: Callable[[Limits], Given]
    findings: tuple[Finding, ...] = ()
    nothing_came: bool = False


def read_call(call: Call, limits: Limits, stdin: BinaryIO | None = None) -> Given:
    """Read what the call gives. Raises UnreadableListError where that is no list and no configuration."""
    if call.caller is Caller.LEGACY:
        # A temporary file of kustomize's, and a stream that it printed: the lines of neither are the user's.
        config = _config(_source(call.config or "", limits, stdin), limits, has_lines=False)
        return _beside(config, (STANDARD_INPUT,), limits, stdin, has_lines=False)
    if call.caller is Caller.FUNCTION:
        return _in_list(_source(STANDARD_INPUT, limits, stdin), limits)
    source = _source(call.config or "", limits, stdin)
    if not call.inputs and "ResourceList" in source.text:
        given, findings = read_list(source, limits)
        if given.version is not None:
            return Given(given, partial(_in_list, source), tuple(findings))
    return _beside(_config(source, limits), call.inputs, limits, stdin)


def read_documents_of(
    file: str, limits: Limits, stdin: BinaryIO | None = None
) -> tuple[tuple[Item, ...], list[Finding]]:
    """The items in a file, or of standard input for ``-``: a stream of documents or a list; none where nothing is in
    it. Raises UnreadableListError where it cannot be read."""
    source = _source(file, limits, stdin)
    if is_blank(source):
        return (), []
    given, findings = read_list(source, limits)
    return given.items, findings


def _in_list(source: Source, limits: Limits) -> Given:
    given, findings = read_list(source, limits)
    if given.version is None:
        message = "the input is no ResourceList, so no configuration came along"
        remedy = "The callers send one. By hand: `liqo-transform-krm CONFIG INPUT...`."
        raise UnreadableListError([finding("invalid-configuration", message, remedy=remedy)])
    return Given(given, partial(_in_list, source), tuple(findings))


def _beside(
    config: FunctionConfig, inputs: tuple[str, ...], limits: Limits, stdin: BinaryIO | None, *, has_lines: bool = True
) -> Given:
    """Documents from files, folders and standard input, and a configuration of its own."""
    found = find_inputs(inputs)
    if found.findings:
        raise UnreadableListError(found.findings)
    sources = [_source(file.name, limits, stdin) for file in found.files]
    return _documents(config, [each for each in sources if not is_blank(each)], has_lines, limits)


def _documents(config: FunctionConfig, sources: list[Source], has_lines: bool, limits: Limits) -> Given:
    items: list[Item] = []
    findings: list[Finding] = []
    for source in sources:
        given, faults = read_list(source, limits, has_lines=has_lines)
        items += given.items
        findings += faults
    again = partial(_documents, config, sources, has_lines)
    return Given(ItemList(tuple(items), config=config), again, tuple(findings), nothing_came=not sources)


def _config(source: Source, limits: Limits, *, has_lines: bool = True) -> FunctionConfig:
    documents = list(read_documents(source.text, FastEngine(limits), limits))
    faults = [fault for document in documents for fault in document.faults]
    if faults:
        found = [fault_finding(fault, source) for fault in faults]
        raise UnreadableListError(found if has_lines else [replace(each, location=None) for each in found])
    if len(documents) != 1:
        said = "is empty" if not documents else "holds several documents"
        message = f"the function's configuration {said}; one document is needed"
        raise UnreadableListError([finding("invalid-configuration", message, location=Position(source.file))])
    start = documents[0].start
    text = source.text[start:]
    line = source.position(start).line if has_lines else None
    place = Place(source.file, line=line) if has_lines else Place()
    return FunctionConfig(documents[0].value, ItemOrigin(text, documents[0].value, place, limits))


def _source(name: str, limits: Limits, stdin: BinaryIO | None) -> Source:
    source = read_source(name, limits, stdin)
    if isinstance(source, Finding):
        raise UnreadableListError([source])
    return source
