"""Reading inputs: from paths to manifests and findings, in an order that the paths alone decide."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, BinaryIO

from transformer.findings.catalogue import finding
from transformer.findings.finding import Finding, Position, quoted
from transformer.manifests.documents import Document, read_documents
from transformer.manifests.engines import Engine, FastEngine
from transformer.manifests.fault_finding import fault_finding
from transformer.manifests.faults import beyond_limit
from transformer.manifests.file_text import read_source
from transformer.manifests.files import STANDARD_INPUT, InputFile, find_inputs
from transformer.manifests.limits import Limits
from transformer.manifests.locating import Locator
from transformer.manifests.manifest import FieldPath, Manifest, field_text
from transformer.manifests.objects import ListObject, objects_of
from transformer.manifests.origin import TextOrigin
from transformer.manifests.source import Source

_DEFAULT_LIMITS = Limits()


def read_inputs(
    paths: Sequence[str],
    *,
    limits: Limits = _DEFAULT_LIMITS,
    stdin: BinaryIO | None = None,
    engine: Callable[[Limits], Engine] = FastEngine,
) -> Iterator[Manifest | Finding]:
    """Reads files, folders and ``-``, and yields every object as a Manifest and every fault as a Finding.

    Files come in byte order of their names, whatever the order of ``paths``, and their documents in the order
    of the text; the items of a List come one by one. A fault keeps the objects of its document from being
    yielded, and where nothing after it can be trusted (no YAML, unsafe, beyond a limit) the rest of its file;
    other files are read all the same. Codes: no-manifests, unreadable-file, invalid-yaml, unsafe-yaml,
    limit-exceeded, duplicate-key, not-an-object. No exception is raised for bad input.

    ``stdin`` is what ``-`` reads (standard input unless given). ``engine`` makes the reader of YAML; which one
    never changes a result.
    """
    inputs = find_inputs(paths)
    yield from inputs.findings
    reader = _Reader(limits, stdin, engine(limits))
    filled: set[str] = set(inputs.faulty)
    for file in inputs.files:
        for result in reader.read(file):
            filled.update(file.arguments)
            if not isinstance(result, ListObject):
                yield result
    for argument in inputs.arguments:
        if argument not in filled:
            yield _no_manifests(argument)


class _Reader:
    """Reads one file after the other with what they share: limits, engine, locator."""

    def __init__(self, limits: Limits, stdin: BinaryIO | None, engine: Engine) -> None:
        self._limits = limits
        self._stdin = stdin
        self._engine = engine
        self._locator = Locator(limits)

    def read(self, file: InputFile) -> Iterator[Manifest | Finding | ListObject]:
        source = read_source(file.name, self._limits, self._stdin)
        if isinstance(source, Finding):
            yield source
            return
        named_json = file.name.endswith(".json")
        for document in read_documents(source.text, self._engine, self._limits, named_json=named_json):
            if document.faults:
                for fault in sorted(document.faults, key=lambda fault: fault.offset):
                    yield fault_finding(fault, source)
            elif document.value is not None:
                yield from self._objects(source, document)

    def _objects(self, source: Source, document: Document) -> Iterator[Manifest | Finding | ListObject]:
        for found in objects_of(document.value):
            if isinstance(found, ListObject):
                yield found
                continue
            origin = TextOrigin(source, document, found.path, self._locator)
            problem = found.problem
            if problem is not None:
                message, field = problem
                yield finding("not-an-object", message, location=origin.at(field), field=field_text(field) or None)
                continue
            yield from self._named(found.value, origin)

    def _named(self, data: dict[str, Any], origin: TextOrigin) -> Iterator[Manifest | Finding]:
        for part in ("name", "namespace"):
            value = data["metadata"].get(part)
            if isinstance(value, str) and len(value) > self._limits.name_length:
                path: FieldPath = ("metadata", part)
                fault = beyond_limit(
                    self._limits, "name_length", origin.offset(path), f"metadata.{part} has {len(value):,} characters"
                )
                yield finding(
                    fault.code, fault.message, remedy=fault.remedy, location=origin.at(path), field=f"metadata.{part}"
                )
                return
        yield Manifest(data, origin)


def _no_manifests(argument: str) -> Finding:
    if argument == STANDARD_INPUT:
        what = "standard input holds no manifest"
    else:
        what = f"{quoted(argument, 200)} holds no manifest"
    return finding("no-manifests", what, location=Position(argument))
