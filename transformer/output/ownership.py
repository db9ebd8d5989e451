"""Whether a folder may be replaced: it must be a folder that can be renamed, and hold nothing but our own files."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path

from transformer.findings.catalogue import finding
from transformer.findings.finding import Finding, Position, quoted
from transformer.output.state import STATE_FILE, read_state

_NAMED_FILES = 3


def target_findings(target: Path, command: str, *, force: bool, inputs: Iterable[Path] = ()) -> list[Finding]:
    """Why ``target`` must not be replaced by the result of ``command``; empty when it may, also when it is missing.

    unwritable-output: no folder, a link that leads nowhere, a mount point, the root, or a folder that the working
    directory lies in. output-not-ours: an input lies in it; or, unless ``force``, it is not empty and has no valid
    record, another command's record, or files that the record does not list. A file that it lists and that was edited
    since is still ours: it is a result, and made anew. A link to a folder stands for that folder.
    """
    try:
        return _findings(target, command, force, inputs)
    except (OSError, ValueError) as error:  # ValueError: a NUL character in a path
        return [unwritable(target, getattr(error, "strerror", None) or str(error))]


def unwritable(target: Path, reason: str) -> Finding:
    """An unwritable-output for the output folder."""
    message = f"the output folder {quoted_path(target)} cannot be written: {reason}"
    return finding("unwritable-output", message, location=Position(str(target)))


def quoted_path(path: Path | str) -> str:
    """A path as it may stand in a message: whole, unlike other values, since its end is what tells it apart."""
    return quoted(path, limit=4096)


def real_path(path: Path) -> Path:
    """The path with every link in it followed. Raises ValueError for a NUL character, OSError in a deleted folder."""
    return Path(os.path.realpath(path))


def _findings(target: Path, command: str, force: bool, inputs: Iterable[Path]) -> list[Finding]:
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        return [unwritable(target, "it is a link that leads nowhere")] if target.is_symlink() else []
    if not stat.S_ISDIR(mode):
        return [unwritable(target, "it is not a folder")]
    real = real_path(target)
    if real.parent == real:
        return [unwritable(target, "it is the root of the file system")]
    if real.is_mount():
        return [unwritable(target, "it is a mount point, which cannot be renamed")]
    if _holds(real, Path.cwd()):
        return [unwritable(target, "the working directory lies in it, and it is replaced whole")]
    if held := [path for path in inputs if _holds(real, path)]:
        fault = f"holds the input {quoted_path(held[0])}, and would be replaced whole"
        return [_not_ours(target, fault, "Choose another folder with `-o`; `--force` does not help here.")]
    if force:
        return []
    reason = _foreign_content(real, command)
    return [_not_ours(target, reason)] if reason is not None else []


def _holds(folder: Path, path: Path) -> bool:
    real = real_path(path)
    return folder == real or folder in real.parents


def _foreign_content(folder: Path, command: str) -> str | None:
    """What is in the folder that ``command`` did not write, as the end of a sentence; None when nothing is."""
    found = set(_files(folder, ""))
    if not found:
        return None
    state = read_state(folder)
    if state is None:
        return f"is not empty, and has no {STATE_FILE} that we wrote"
    if state.run.command != command:
        return f"holds the result of another command, {quoted(state.run.command)}"
    foreign = sorted(found - state.files.keys() - {STATE_FILE})
    if not foreign:
        return None
    more = f" and {len(foreign) - _NAMED_FILES} more" if len(foreign) > _NAMED_FILES else ""
    return f"holds files that we did not write: {', '.join(quoted_path(name) for name in foreign[:_NAMED_FILES])}{more}"


def _files(folder: Path, prefix: str) -> Iterator[str]:
    """Paths of everything below a folder that is not itself a folder; links are not followed."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                yield from _files(Path(entry.path), f"{prefix}{entry.name}/")
            else:
                yield prefix + entry.name


def _not_ours(target: Path, reason: str, remedy: str | None = None) -> Finding:
    message = f"the output folder {quoted_path(target)} {reason}"
    return finding("output-not-ours", message, remedy=remedy, location=Position(str(target)))
