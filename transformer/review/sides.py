"""The two sides of a comparison: an output folder on disk, and a result that was just computed.

A folder's files are read as bytes; only those that differ are parsed. This is the room's edge to the disk.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from transformer.findings.finding import Finding, Location, ObjectRef, Position
from transformer.manifests.manifest import FieldPath, Manifest, Origin
from transformer.outcome import DerivedObject, Fact, Outcome, Refusal
from transformer.output.state import STATE_FILE, RecordedObject, RunRecord, State, read_state
from transformer.output.tree import OutputFile

#: Reads files into manifests, and findings for what cannot be read.
ReadFiles = Callable[[Sequence[str]], Iterator[Manifest | Finding]]


class ObjectKey(NamedTuple):
    """A derived object: whose it is, and what it is called there."""

    provider: str
    kind: str
    namespace: str
    name: str


@dataclass(frozen=True, slots=True)
class Version:
    """One side's version of a derived object. ``path`` is its file below the folder; ``origin`` is None for one that is
    in no file yet, ``source`` the input object it was made from, where that is known."""

    data: Mapping[str, Any]
    path: str
    origin: Origin | None = None
    source: ObjectRef | None = None
    location: Location | None = None

    def at(self, path: FieldPath) -> Location | None:
        """The place of a field: in the file, or of the input object."""
        return self.origin.at(path) if self.origin is not None else self.location


class Side(Protocol):
    """What a comparison asks of either side."""

    @property
    def run(self) -> RunRecord | None:
        """What was run to make it; None where its record is lost."""
        ...

    @property
    def paths(self) -> frozenset[str]:
        """The files below the folder, without its record."""
        ...

    def content(self, path: str) -> bytes | None:
        """The bytes of a file; None where it cannot be read."""
        ...

    def objects(self, path: str) -> list[tuple[ObjectKey, Version]] | list[Finding]:
        """The derived objects of a file in order, or why it cannot be read."""
        ...

    def find(self, key: ObjectKey) -> Version | None:
        """One object, wherever it is."""
        ...

    def facts(self, key: ObjectKey) -> tuple[Fact, ...]:
        """The facts that an object was computed from, or that were known when it was refused."""
        ...

    def refusal(self, key: ObjectKey) -> tuple[str, ...]:
        """The codes that refused it; empty where it was not refused."""
        ...

    def lists(self, key: ObjectKey) -> bool:
        """Whether an object was made, whatever became of its file."""
        ...

    def is_edited(self, path: str) -> bool:
        """Whether a file was changed after it was written, as far as the record can tell."""
        ...


class FolderSide:
    """An output folder on disk. ``read`` reads its files."""

    def __init__(self, folder: str, read: ReadFiles) -> None:
        self.folder = folder
        self._read = read
        self._state = read_state(Path(folder))
        self._files = frozenset(_files(folder))
        self._recorded = _by_key(self._state)
        self._refusals = {key_of(each): each for each in self._state.refusals} if self._state is not None else {}
        # Whatever differs is asked for its facts several times.
        self._facts: dict[ObjectKey, tuple[Fact, ...]] = {}
        # A file of layout stream holds thousands of objects, and each of them may ask for another one in it.
        self._parsed: dict[str, list[tuple[ObjectKey, Version]] | list[Finding]] = {}
        self._found: dict[str, dict[ObjectKey, Version]] = {}

    @property
    def run(self) -> RunRecord | None:
        """The run that the folder's record names."""
        return self._state.run if self._state is not None else None

    @property
    def paths(self) -> frozenset[str]:
        """The files that are there, links and what is no manifest included."""
        return self._files

    def place(self, path: str = "") -> Position:
        """A file of the folder as it is named in findings; the folder itself without a path."""
        return Position(os.path.join(self.folder, path) if path else self.folder)  # noqa: PTH118 - as it was typed

    def content(self, path: str) -> bytes | None:
        """The bytes on disk."""
        try:
            # Anything but a regular file (a pipe) could keep us waiting.
            name = self.place(path).file
            if not stat.S_ISREG(os.stat(name).st_mode):  # noqa: PTH116 - a Path costs as much as reading the file
                return None
            with open(name, "rb") as stream:
                return stream.read()
        except OSError:
            return None

    def objects(self, path: str) -> list[tuple[ObjectKey, Version]] | list[Finding]:
        """The objects of a file, for the provider that its first folder names; for none where it lies in no folder."""
        if path not in self._parsed:
            self._parsed[path] = self._parse(path)
        return self._parsed[path]

    def _parse(self, path: str) -> list[tuple[ObjectKey, Version]] | list[Finding]:
        found: list[tuple[ObjectKey, Version]] = []
        faults: list[Finding] = []
        for item in self._read([self.place(path).file]):
            if isinstance(item, Finding):
                faults.append(item)
                continue
            metadata = item.data["metadata"]
            namespace, name = str(metadata.get("namespace") or ""), str(metadata["name"])
            key = ObjectKey(_provider_of(path), item.data["kind"], namespace, name)
            found.append((key, Version(item.data, path, item.origin)))
        return faults or found

    def find(self, key: ObjectKey) -> Version | None:
        """The object in the file that the record names."""
        recorded = self._recorded.get(key)
        if recorded is None or recorded[0] not in self._files:
            return None
        path = recorded[0]
        if path not in self._found:
            self._found[path] = dict(each for each in self.objects(path) if not isinstance(each, Finding))
        return self._found[path].get(key)

    def facts(self, key: ObjectKey) -> tuple[Fact, ...]:
        """The facts in the record."""
        if key in self._recorded:
            if key not in self._facts:
                self._facts[key] = self._recorded[key][1].facts
            return self._facts[key]
        return self._refusals[key].facts if key in self._refusals else ()

    def refusal(self, key: ObjectKey) -> tuple[str, ...]:
        """The codes in the record."""
        return self._refusals[key].codes if key in self._refusals else ()

    def wrote(self, path: str) -> bool:
        """Whether the record lists a file; a record that is lost lists all."""
        return self._state is None or path in self._state.files

    def lists(self, key: ObjectKey) -> bool:
        """Whether the record has it."""
        return key in self._recorded

    def is_edited(self, path: str) -> bool:
        """Whether the bytes are not those that the record has the digest of."""
        recorded = self._state.files.get(path) if self._state is not None else None
        return recorded is not None and not recorded.holds(self.content(path) or b"")


class ComputedSide:
    """A result that was just computed, and the files that it would be written to."""

    def __init__(self, outcome: Outcome, files: Iterable[OutputFile], run: RunRecord) -> None:
        self._run = run
        self._files = {file.path: file for file in files}
        # Asked for once for every path: made once.
        self._all_paths = frozenset(self._files)
        self._paths = {key_of(item): path for path, file in self._files.items() for item in file.objects}
        self._objects = {key_of(item): item for item in outcome.objects}
        self._refusals = {key_of(each): each for each in outcome.refusals}

    @property
    def run(self) -> RunRecord | None:
        """This run."""
        return self._run

    @property
    def paths(self) -> frozenset[str]:
        """The files that would be written."""
        return self._all_paths

    def content(self, path: str) -> bytes | None:
        """The bytes that would be written. Raises UnwritableObjectError."""
        return self._files[path].content()

    def objects(self, path: str) -> list[tuple[ObjectKey, Version]] | list[Finding]:
        """The objects that the file would hold."""
        return [(key_of(item), self._version(item, path)) for item in self._files[path].objects]

    def find(self, key: ObjectKey) -> Version | None:
        """The object that was computed."""
        item = self._objects.get(key)
        return self._version(item, self._paths.get(key, "")) if item is not None else None

    def facts(self, key: ObjectKey) -> tuple[Fact, ...]:
        """The facts of the object or of its refusal."""
        if key in self._objects:
            return self._objects[key].facts
        return self._refusals[key].facts if key in self._refusals else ()

    def refusal(self, key: ObjectKey) -> tuple[str, ...]:
        """The codes that refused it."""
        return self._refusals[key].codes if key in self._refusals else ()

    def lists(self, key: ObjectKey) -> bool:
        """Whether it was computed."""
        return key in self._objects

    def is_edited(self, path: str) -> bool:  # noqa: ARG002 - nobody could have
        """No."""
        return False

    def _version(self, item: DerivedObject, path: str) -> Version:
        return Version(item.data, path, None, item.source, item.location)


def key_of(item: DerivedObject | Refusal) -> ObjectKey:
    """The key of a derived object, or of one that was refused."""
    return ObjectKey(item.provider, item.kind, item.namespace, item.name)


def _provider_of(path: str) -> str:
    return path.partition("/")[0] if "/" in path else ""


def _by_key(state: State | None) -> dict[ObjectKey, tuple[str, RecordedObject]]:
    files = state.files.items() if state is not None else ()
    return {
        ObjectKey(file.provider, item.kind, item.namespace, item.name): (path, item)
        for path, file in files
        for item in file.objects
    }


def _files(folder: str) -> Iterator[str]:
    """The paths of all files below a folder, with slashes, without the record; none for a folder that is not there."""
    start = len(os.path.join(folder, ""))  # noqa: PTH118 - a Path for each of thousands of files costs a second
    for above, folders, names in os.walk(folder):
        below = f"{above[start:]}/" if above[start:] else ""
        links = [name for name in folders if os.path.islink(f"{above}/{name}")]  # noqa: PTH114
        yield from (f"{below}{name}" for name in (*names, *links) if f"{below}{name}" != STATE_FILE)
