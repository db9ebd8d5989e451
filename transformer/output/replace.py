"""The output folder, replaced whole or not at all.

The new tree is written into a folder beside the old one; then the old is moved away and the new
into its place, two renames that take no time. Whatever goes wrong before, the old tree stands
untouched; whatever goes wrong between the two, it is put back, by the next run if this one was killed.
"""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path, PurePosixPath

from transformer.findings.catalogue import finding
from transformer.findings.finding import Finding, Position, Severity
from transformer.output.ownership import quoted_path, target_findings, unwritable
from transformer.output.real_paths import real_path


def replace_folder(
    target: Path,
    files: Iterable[tuple[str, bytes]],
    *,
    command: str,
    force: bool = False,
    inputs: Iterable[Path] = (),
) -> list[Finding]:
    """Make ``files`` (paths below the folder with slashes, and their bytes) the whole content of ``target``.

    A missing folder is created, with its parents. A link to a folder is followed and stays. ``command`` and
    ``inputs`` as for ``target_findings``, whose findings are returned with the folder untouched; so is
    unwritable-output when the system refuses (permission, full disk). A warning, and then only, is returned with the
    new folder in place: what was there before could not be removed. Modes follow the umask. ``files`` may be a
    generator; what it raises is raised here, and so is KeyboardInterrupt, after cleaning up.
    """
    try:
        real = real_path(target)
    except (OSError, ValueError) as error:  # ValueError: a NUL character
        return [unwritable(target, str(error))]
    made: list[Path] = []
    placed = False
    try:
        _make_parents(real, made)
        with _locked(real.parent):
            _settle(real)
            findings = target_findings(target, command, force=force, inputs=inputs)
            if findings:
                return findings
            try:
                _write_files(_staging(real), files)
                _swap(real)
                placed = True
            finally:
                _settle_whatever(real)
    except OSError as error:
        return [_leftover(target, error) if placed else unwritable(target, _reason(error, real))]
    finally:
        if not placed:
            for folder in reversed(made):
                with suppress(OSError):  # something else has been put there by now
                    folder.rmdir()
    return []


def recover_interrupted(target: Path) -> None:
    """Undo what a killed run left beside ``target``: put the old tree back where it had been moved away, remove the
    unfinished new one. ``replace_folder`` does so itself; this is for who reads the folder before. Failures are left
    for ``replace_folder`` to report."""
    with suppress(OSError, ValueError):
        real = real_path(target)
        if _staging(real).is_dir():
            with _locked(real.parent):
                _settle(real)


def _staging(real: Path) -> Path:
    """The folder beside the output folder that holds ``new`` and ``old`` while they change places.

    On the same disk, so that renaming is possible; with a fixed name, so that the next run finds it.
    """
    return real.parent / f".liqo-transform-{sha256(os.fsencode(real.name)).hexdigest()[:16]}"


def _settle(real: Path) -> None:
    """Whatever state the exchange was left in: make sure that ``real`` is there if it was, then remove the rest."""
    staging = _staging(real)
    if not os.path.lexists(staging):
        return
    old = staging / "old"
    if os.path.lexists(old) and not os.path.lexists(real):
        old.rename(real)
    try:
        shutil.rmtree(staging)
    except PermissionError:
        _make_writable(staging)
        shutil.rmtree(staging)


def _settle_whatever(real: Path) -> None:
    """``_settle``, and once more where an interrupt or an end of the process comes in between."""
    try:
        _settle(real)
    except OSError:
        raise
    except BaseException:
        _settle(real)
        raise


def _swap(real: Path) -> None:
    staging = _staging(real)
    if os.path.lexists(real):
        real.rename(staging / "old")
    (staging / "new").rename(real)


def _write_files(staging: Path, files: Iterable[tuple[str, bytes]]) -> None:
    new = staging / "new"
    new.mkdir(parents=True)
    there = {new}
    for name, content in files:
        parts = PurePosixPath(name).parts
        if not parts or parts[0] == "/" or ".." in parts:
            raise ValueError(f"{name!r} is no path below the output folder")
        path = new.joinpath(*parts)
        if path.parent not in there:
            path.parent.mkdir(parents=True, exist_ok=True)
            there.add(path.parent)
        # Exclusive: two names that the file system takes for one are an error, not a lost file.
        with open(path, "xb") as stream:
            stream.write(content)


def _make_parents(real: Path, made: list[Path]) -> None:
    """Create the folders above ``real`` that are missing, adding each to ``made``."""
    missing = [folder for folder in real.parents if not folder.exists()]
    for folder in reversed(missing):
        folder.mkdir()
        made.append(folder)


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Wait until no other run replaces something in ``folder``. What stands beside a target then was left by a dead
    run. Where the file system cannot lock, or we may not read the folder, go on without: nobody runs two at once."""
    descriptor: int | None = None
    try:
        with suppress(OSError):
            descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        if descriptor is not None:
            os.close(descriptor)


def _make_writable(folder: Path) -> None:
    """Let us remove what is in the folders of a tree of our own that was made read-only."""
    folder.chmod(0o700)
    for above, names, _ in os.walk(folder):
        for name in names:
            path = Path(above, name)
            if not path.is_symlink():
                path.chmod(0o700)


def _leftover(target: Path, error: OSError) -> Finding:
    message = (
        f"the output folder {quoted_path(target)} holds the new result, but the one before could not be removed: "
        f"{error.strerror} ({quoted_path(error.filename)})"
    )
    return finding("unwritable-output", message, severity=Severity.WARNING, location=Position(str(target)))


def _reason(error: OSError, real: Path) -> str:
    """What the system said, and where, unless that is a name of ours that nobody knows."""
    reason = error.strerror or str(error)
    if not isinstance(error.filename, (str, bytes)):
        return reason
    where = Path(os.fsdecode(error.filename))
    staging = _staging(real)
    if where == staging:
        return f"{reason} ({quoted_path(real.parent)})"
    return reason if staging in where.parents else f"{reason} ({quoted_path(where)})"
