"""Whether the system would let a folder be put in its place, as far as that shows without writing."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from transformer.findings.finding import Finding
from transformer.output.ownership import quoted_path, unwritable
from transformer.output.real_paths import real_path


def place_findings(target: Path) -> list[Finding]:
    """unwritable-output for what ``replace_folder`` would meet at ``target``: a file where a folder is needed, a name
    that is too long, a folder or a file system that is read-only. A full disk shows only in writing."""
    try:
        real = real_path(target)
        above = next(folder for folder in (*real.parents, real) if os.path.lexists(folder))
        reason = _refusal(above, real)
    except (OSError, ValueError) as error:  # ValueError: a NUL character
        reason = getattr(error, "strerror", None) or str(error)
    return [unwritable(target, reason)] if reason is not None else []


def _refusal(above: Path, real: Path) -> str | None:
    """Why ``real`` cannot be made in ``above``, the nearest folder there is."""
    if not above.is_dir():
        return f"{os.strerror(errno.ENOTDIR)} ({quoted_path(above)})"
    longest = os.pathconf(above, "PC_NAME_MAX")
    if any(len(os.fsencode(name)) > longest for name in real.relative_to(above).parts):
        return os.strerror(errno.ENAMETOOLONG)
    # What is moved to another folder must itself be writable, too.
    for folder in (above, real):
        if os.path.lexists(folder) and not os.access(folder, os.W_OK | os.X_OK):
            read_only = os.statvfs(folder).f_flag & os.ST_RDONLY
            return f"{os.strerror(errno.EROFS if read_only else errno.EACCES)} ({quoted_path(folder)})"
    return None
