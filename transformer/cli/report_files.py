"""Reports on their way out: to standard output or to a file, which is written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from transformer.findings.catalogue import finding
from transformer.findings.finding import Finding, Position, quoted


def write_report(file: str, text: str) -> Finding | None:
    """Write a report's text to ``file`` by renaming a finished one into place; missing folders are made.

    What is no regular file (a pipe, ``/dev/stderr``) is written to as it is. Returns unwritable-output where
    that fails.
    """
    path = Path(file)
    try:
        if path.exists() and not path.is_file():
            if path.is_dir():
                raise IsADirectoryError("it is a folder")
            path.write_text(text, encoding="utf-8", errors="backslashreplace")
        else:
            _replace(path.resolve(), text)
    except (OSError, ValueError) as fault:
        reason = fault.strerror if isinstance(fault, OSError) and fault.strerror else str(fault)
        return finding(
            "unwritable-output",
            f"the report {quoted(file)} cannot be written: {reason}",
            location=Position(file),
        )
    return None


def _replace(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, staged = tempfile.mkstemp(prefix=f".{path.name[:100]}.", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace", newline="") as stream:
            stream.write(text)
        # mkstemp makes files that only their owner reads; a report is as readable as any file made here.
        mask = os.umask(0)
        os.umask(mask)
        Path(staged).chmod(0o666 & ~mask)
        Path(staged).replace(path)
    except BaseException:
        Path(staged).unlink(missing_ok=True)
        raise
