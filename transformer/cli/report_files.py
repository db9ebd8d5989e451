"""Reports on their way out to files: a file is written whole or not at all, and nothing waits for ever."""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from pathlib import Path

from transformer.cli.unwritable import unwritable_report
from transformer.findings.finding import Finding
from transformer.output.real_paths import real_path

_STDERR = 2


def write_report(file: str, text: str) -> Finding | None:
    """Write a report's text to ``file`` by renaming a finished one into place; missing folders are made.

    A pipe that somebody reads, a terminal or another character device, and the file that stderr goes to are written
    to as they are. Returns unwritable-output for anything else, and where writing fails.
    """
    data = text.encode("utf-8", "backslashreplace")
    try:
        found = _status(file)
        if found is None or (stat.S_ISREG(found.st_mode) and not _is_stderr(found)):
            _replace(real_path(Path(file)), data)
            return None
        reason = _refusal(found.st_mode)
        if reason is None:
            _append(file, data)
    except (OSError, ValueError) as fault:  # ValueError: a NUL character
        reason = _reason(fault)
    return unwritable_report(file, reason) if reason is not None else None


def _status(file: str) -> os.stat_result | None:
    """What is there; None for nothing, and for a link to nothing."""
    try:
        return os.stat(file)  # noqa: PTH116 - the name as typed, which Path would tidy
    except FileNotFoundError:
        return None


def _is_stderr(found: os.stat_result) -> bool:
    try:
        return os.path.samestat(found, os.fstat(_STDERR))
    except OSError:
        return False


def _refusal(mode: int) -> str | None:
    if stat.S_ISDIR(mode):
        return "it is a folder"
    written_to = stat.S_ISFIFO(mode) or stat.S_ISCHR(mode) or stat.S_ISREG(mode)
    return None if written_to else "it is neither a file nor a pipe nor a terminal"


def _reason(fault: OSError | ValueError) -> str:
    if isinstance(fault, OSError) and fault.errno == errno.ENXIO:
        return "nobody reads from this pipe"
    return getattr(fault, "strerror", None) or str(fault)


def _append(file: str, data: bytes) -> None:
    # Without waiting for a reader: a pipe that has none would keep us for ever.
    handle = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_NONBLOCK | os.O_NOCTTY)
    with os.fdopen(handle, "wb") as stream:
        os.set_blocking(handle, True)
        stream.write(data)


def _replace(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, staged = tempfile.mkstemp(prefix=".liqo-transform-", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        # mkstemp makes files that only their owner reads; a report is as readable as any file made here.
        mask = os.umask(0)
        os.umask(mask)
        Path(staged).chmod(0o666 & ~mask)
        Path(staged).replace(path)
    except BaseException:
        Path(staged).unlink(missing_ok=True)
        raise
