"""Which files the inputs of a command line mean, in a fixed order, each once."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from transformer.findings.catalogue import finding
from transformer.findings.finding import Finding, Position, quoted

STANDARD_INPUT = "-"
_SUFFIXES = (".yaml", ".yml", ".json")
_KUSTOMIZATIONS = frozenset(("kustomization.yaml", "kustomization.yml", "Kustomization"))


@dataclass(slots=True)
class InputFile:
    """A file to read: ``name`` as the user would say it, ``arguments`` the inputs it was found through."""

    name: str
    arguments: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Inputs:
    """The files of some inputs in byte order of their names, and what could not be looked into."""

    arguments: list[str] = field(default_factory=list)
    files: list[InputFile] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    #: Arguments for which something was reported: they need no further finding that they are empty.
    faulty: set[str] = field(default_factory=set)


def find_inputs(paths: Sequence[str]) -> Inputs:
    """The files that ``paths`` mean: files, folders (their YAML and JSON files, recursively) and ``-``.

    In folders, names that begin with a dot and kustomization files are passed over. A file that is reached
    twice, also through a symbolic link, is listed once, under the first of its names in byte order.
    """
    inputs = Inputs(arguments=sorted(set(paths), key=os.fsencode))
    reached: list[tuple[str, str]] = []
    for argument in inputs.arguments:
        if argument == STANDARD_INPUT:
            reached.append((argument, argument))
            continue
        for name_or_finding in _reach(argument):
            if isinstance(name_or_finding, Finding):
                inputs.findings.append(name_or_finding)
                inputs.faulty.add(argument)
            else:
                reached.append((name_or_finding, argument))
    _list_once(sorted(reached, key=lambda pair: (os.fsencode(pair[0]), os.fsencode(pair[1]))), inputs)
    return inputs


def _list_once(reached: Iterable[tuple[str, str]], inputs: Inputs) -> None:
    by_identity: dict[str, InputFile] = {}
    for name, argument in reached:
        identity = name if name == STANDARD_INPUT else "/" + os.path.realpath(name)
        file = by_identity.get(identity)
        if file is None:
            file = by_identity[identity] = InputFile(name)
            inputs.files.append(file)
        if argument not in file.arguments:
            file.arguments.append(argument)


def _reach(argument: str) -> Iterator[str | Finding]:
    try:
        is_folder = stat.S_ISDIR(os.stat(argument).st_mode)  # noqa: PTH116 - Path takes an empty name for a folder
    except (OSError, ValueError) as error:
        yield unreadable(argument, reason(error))
        return
    if is_folder:
        yield from _walk(argument)
    else:
        yield argument


def _walk(top: str) -> Iterator[str | Finding]:
    """The files of a folder. A folder inside that leads back to one around it is reported."""
    pending: list[tuple[str, tuple[str, ...]]] = [(top, ())]
    while pending:
        folder, around = pending.pop()
        real = os.path.realpath(folder)
        if real in around:
            yield unreadable(folder, "this symbolic link leads back to a folder that it lies in")
            continue
        try:
            names = sorted(os.listdir(folder), key=os.fsencode)  # noqa: PTH208 - names, as typed
        except OSError as error:
            yield unreadable(folder, reason(error))
            continue
        for name in names:
            if name.startswith(".") or name in _KUSTOMIZATIONS:
                continue
            path = os.path.join(folder, name)  # noqa: PTH118 - the name as typed, which pathlib would tidy
            wanted = name.endswith(_SUFFIXES)
            try:
                is_folder = stat.S_ISDIR(os.stat(path).st_mode)  # noqa: PTH116 - as above
            except OSError as error:
                if wanted or error.errno == errno.ELOOP:
                    yield unreadable(path, reason(error))
                continue
            if is_folder:
                pending.append((path, (*around, real)))
            elif wanted:
                yield path


def unreadable(file: str, why: str, remedy: str | None = None, line: int | None = None) -> Finding:
    """An unreadable-file for a file, naming it and saying why."""
    message = f"{quoted(file, 200)} cannot be read: {why}"
    return finding("unreadable-file", message, remedy=remedy, location=Position(file, line))


def reason(error: OSError | ValueError) -> str:
    """Why the operating system refuses a file, in plain words where it is one of the usual reasons."""
    if not isinstance(error, OSError):
        return "its name is none that a file can have"
    usual = {
        errno.ENOENT: "there is no such file or folder",
        errno.EACCES: "permission denied",
        errno.EPERM: "permission denied",
        errno.ELOOP: "its symbolic links lead in a circle",
        errno.ENOTDIR: "a part of its path is no folder",
        errno.ENAMETOOLONG: "its name is longer than a file's can be",
    }
    return usual.get(error.errno or 0) or (error.strerror or "the operating system refuses it").lower()
