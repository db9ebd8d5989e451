"""Whether a folder may be replaced: it must be a folder that can be renamed, and hold nothing but our own files."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path

from transformer.findings.catalogue import finding
from transformer.findings.finding import Finding, Position, quoted
from transformer.output.real_paths import holds, input_around, real_path
from transformer.output.state import STATE_FILE, read_state

_NAMED_FILES = 3
_MEND = (
    f"If a merge left {STATE_FILE} in conflict, take the whole folder of one branch (`git restore --source=BRANCH "
    "--staged --worktree FOLDER`) and run again; or, if all in the folder may go, give `--force`."
)


def target_findings(target: Path, command: str, *, force: bool, inputs: Iterable[Path] = ()) -> list[Finding]:
    """Why ``target`` must not be replaced by the result of ``command``; empty when it may, also when it is missing.

    unwritable-output: no folder, a link that leads nowhere, a mount point, the root, or a folder that the working
    directory lies in. output-not-ours: unless ``force``, it is not empty and has no valid record, another command's
    record, or files that the record does not list. A file that it lists and that was edited since is still ours: it
    is a result, and made anew. A link to a folder stands for that folder. And what ``overlap_findings`` says.
    """
    try:
        return overlap_findings(target, inputs) or _findings(target, command, force)
    except (OSError, ValueError) as error:  # ValueError: a NUL character in a path
        return [unwritable(target, getattr(error, "strerror", None) or str(error))]


def overlap_findings(target: Path, inputs: Iterable[Path]) -> list[Finding]:
    """Why ``target`` cannot be the output of a run that reads ``inputs``, whatever is in it and with force, too.

    output-not-ours: an input lies in it. unwritable-output: it lies in an input folder, and the next run would read
    this one's result as part of an export.
    """
    paths = tuple(inputs)
    try:
        held = next((path for path in paths if holds(target, path)), None)
        around = input_around(target, paths)
    except (OSError, ValueError) as error:
        return [unwritable(target, getattr(error, "strerror", None) or str(error))]
    if held is not None:
        fault = f"holds the input {quoted_path(held)}, and would be replaced whole"
        return [_not_ours(target, fault, "Choose another folder with `-o`; `--force` does not help here.")]
    if around is not None:
        fault = f"it lies in the input {quoted_path(around)}, and would be read as an input next time"
        remedy = "Choose a folder outside the inputs with `-o`; `--force` does not help here."
        return [unwritable(target, fault, remedy)]
    return []


def is_result(folder: Path) -> bool:
    """Whether the folder has a valid record of ours: it is a result, and no cluster's export."""
    return read_state(folder) is not None


def is_hollow(folder: Path) -> bool:
    """Whether nothing but folders is in a folder. Raises OSError where it cannot be read."""
    return next(_files(folder, ""), None) is None


def unwritable(target: Path, reason: str, remedy: str | None = None) -> Finding:
    """An unwritable-output for the output folder."""
    message = f"the output folder {quoted_path(target)} cannot be written: {reason}"
    return finding("unwritable-output", message, remedy=remedy, location=Position(str(target)))


def quoted_path(path: Path | str) -> str:
    """A path as it may stand in a message: whole, unlike other values, since its end is what tells it apart."""
    return quoted(path, limit=4096)


def _findings(target: Path, command: str, force: bool) -> list[Finding]:
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
    if holds(real, Path.cwd()):
        return [unwritable(target, "the working directory lies in it, and it is replaced whole")]
    if force:
        return []
    reason = _foreign_content(real, command)
    if reason is None:
        return []
    return [_not_ours(target, reason, _MEND if (real / STATE_FILE).is_file() and read_state(real) is None else None)]


def _foreign_content(folder: Path, command: str) -> str | None:
    """What is in the folder that ``command`` did not write, as the end of a sentence; None when nothing is."""
    found = set(_files(folder, ""))
    if not found:
        return None
    state = read_state(folder)
    if state is None:
        if (folder / STATE_FILE).is_file():
            return f"is not empty, and its {STATE_FILE} is not as we wrote it"
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
