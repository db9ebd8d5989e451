"""What is remembered of a run beside its files: ``.liqo-transform.json``.

It says which files are ours, and holds what a later comparison needs to name a cause: the facts each
object was computed from and what was refused. No time, host or path outside the folder stands in it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from transformer.outcome import Fact, Refusal
from transformer.output.recorded_facts import RecordedFacts, decode_facts, encode_facts
from transformer.output.tree import OutputFile

STATE_FILE = ".liqo-transform.json"


@dataclass(frozen=True, slots=True)
class RunRecord:
    """What was run: our version, the command, the profile, and the settings that change a result, as JSON values."""

    version: str
    command: str
    profile: str
    settings: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RecordedObject:
    """An object of a file and the facts it was computed from. What its ShadowEndpointSlice was computed from is not
    repeated at an EndpointSlice."""

    kind: str
    namespace: str
    name: str
    recorded: RecordedFacts

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The facts, sorted, each once. Made when they are asked for: a folder has a million, and a comparison asks
        for those of what differs."""
        return decode_facts(self.recorded)


@dataclass(frozen=True, slots=True)
class RecordedFile:
    """A file as it was written: the SHA-256 of its bytes in hexadecimal, whose it is, and its objects in order."""

    sha256: str
    provider: str
    objects: tuple[RecordedObject, ...]

    def holds(self, content: bytes) -> bool:
        """Whether these are the bytes that were written, but for line ends, which git may have changed."""
        return self.sha256 in (sha256(content).hexdigest(), sha256(content.replace(b"\r\n", b"\n")).hexdigest())


@dataclass(frozen=True, slots=True)
class State:
    """The whole record: the run, each file by its path below the folder, and the refusals."""

    run: RunRecord
    files: Mapping[str, RecordedFile]
    refusals: tuple[Refusal, ...]


def with_state(files: Iterable[OutputFile], run: RunRecord, refusals: Iterable[Refusal]) -> Iterator[tuple[str, bytes]]:
    """Path and bytes of every file, made one at a time, and of the record of them all at the end."""
    recorded: dict[str, RecordedFile] = {}
    for file in files:
        content = file.content()
        recorded[file.path] = _recorded(file, content)
        yield file.path, content
    yield STATE_FILE, encode_state(State(run, recorded, tuple(refusals)))


def encode_state(state: State) -> bytes:
    """The record as JSON: keys sorted, lists in an order of their own, so that equal results give equal bytes.

    A file and a refusal have a line each, so that a diff names them. Lines are encoded one by one because
    ``json`` leaves its fast encoder as soon as it has to indent: half of a large run went there.
    """
    files = [f"{_line(path)}: {_line(_encoded_file(file))}" for path, file in sorted(state.files.items())]
    refusals = [
        _line(
            {
                "provider": each.provider,
                "kind": each.kind,
                "namespace": each.namespace,
                "name": each.name,
                "codes": list(each.codes),
                "facts": encode_facts(each.facts),
            }
        )
        for each in sorted(state.refusals, key=lambda each: each[:5])
    ]
    parts = (
        f'"command": {_line(state.run.command)}',
        f'"files": {{{_block(files)}}}',
        f'"profile": {_line(state.run.profile)}',
        f'"refusals": [{_block(refusals)}]',
        f'"settings": {_line(state.run.settings)}',
        f'"version": {_line(state.run.version)}',
    )
    return ("{\n" + ",\n".join(parts) + "\n}\n").encode("ascii")


def _line(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def _block(lines: list[str]) -> str:
    return "\n" + ",\n".join(lines) + "\n" if lines else ""


def decode_state(content: bytes) -> State | None:
    """The record in these bytes; None when they are something else or broken."""
    try:
        document = _mapping(json.loads(content))
        return State(
            run=RunRecord(
                _text(document["version"]),
                _text(document["command"]),
                _text(document["profile"]),
                _mapping(document["settings"]),
            ),
            files={path: _decoded_file(_mapping(file)) for path, file in _mapping(document["files"]).items()},
            refusals=tuple(_decoded_refusal(_mapping(refusal)) for refusal in _list(document["refusals"])),
        )
    except (KeyError, ValueError, TypeError, AttributeError, RecursionError):  # no JSON, no UTF-8, or another shape
        return None


def read_state(folder: Path) -> State | None:
    """The record in a folder; None when the folder or the record is missing, unreadable, broken or somebody else's."""
    path = folder / STATE_FILE
    try:
        # Anything but a regular file (a pipe) could keep us waiting.
        return decode_state(path.read_bytes()) if path.is_file() else None
    except OSError:
        return None


def slices_in(folder: Path, command: str) -> tuple[tuple[str, str], ...]:
    """Provider and kind of the objects in a folder that ``command`` wrote, each pair once, in byte order; none in any
    other."""
    state = read_state(folder)
    if state is None or state.run.command != command:
        return ()
    return tuple(sorted({(file.provider, each.kind) for file in state.files.values() for each in file.objects}))


def _recorded(file: OutputFile, content: bytes) -> RecordedFile:
    objects = tuple(
        RecordedObject(item.kind, item.namespace, item.name, encode_facts(item.facts)) for item in file.objects
    )
    return RecordedFile(sha256(content).hexdigest(), file.provider, objects)


def _encoded_file(file: RecordedFile) -> dict[str, Any]:
    return {
        "sha256": file.sha256,
        "provider": file.provider,
        "objects": [
            {
                "kind": item.kind,
                "namespace": item.namespace,
                "name": item.name,
                "facts": item.recorded,
            }
            for item in file.objects
        ],
    }


def _decoded_file(document: dict[str, Any]) -> RecordedFile:
    objects = tuple(_decoded_object(_mapping(item)) for item in _list(document["objects"]))
    return RecordedFile(_text(document["sha256"]), _text(document["provider"]), objects)


def _decoded_object(document: dict[str, Any]) -> RecordedObject:
    kind, namespace, name = (_text(document[part]) for part in ("kind", "namespace", "name"))
    return RecordedObject(kind, namespace, name, _mapping(document["facts"]))


def _decoded_refusal(document: dict[str, Any]) -> Refusal:
    return Refusal(
        provider=_text(document["provider"]),
        kind=_text(document["kind"]),
        namespace=_text(document["namespace"]),
        name=_text(document["name"]),
        codes=tuple(_text(code) for code in _list(document["codes"])),
        facts=decode_facts(_mapping(document["facts"])),
    )


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("not a string")
    return value


def _mapping(value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError("not an object")
    return value


def _list(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise ValueError("not a list")
    return value
