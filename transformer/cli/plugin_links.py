"""The links that make the legacy plugin: made all or none, removed without touching what is not ours.

A plugin is ``<home>/<group>/<version>/<kind in lower case>/<Kind>``, a program. Ours are symbolic links to the
installed ``liqo-transform-krm``, which sees by itself that it is called as a plugin. A link, and no script: the
program's first line names the Python it belongs to, so it runs with no virtual environment on the PATH, and a link says
by its target alone that it is ours, even when it leads nowhere any more.
"""

from __future__ import annotations

import errno
import os
import shutil
import stat
from collections.abc import Callable, Iterable
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path

from transformer.cli.plugin_home import exists, is_same
from transformer.configuration.function_kinds import GROUP, KINDS, VERSION
from transformer.output.ownership import quoted_path

FUNCTION = "liqo-transform-krm"


def installed_function(script: str, python: str) -> str | None:
    """The absolute path of liqo-transform-krm: beside the running program ``script``, which came from the same
    installation, else beside ``python``, else on the PATH; None when there is none.

    Links are not followed: what a package manager puts on the PATH stays, what it leads to changes with each version.
    """
    for program in (script, python):
        file = Path(program).absolute().parent / FUNCTION
        if program and file.is_file() and os.access(file, os.X_OK):
            return str(file)
    found = shutil.which(FUNCTION)
    return str(Path(found).absolute()) if found else None


def plugin_links(home: Path) -> list[Path]:
    """The links below a home, one a kind."""
    return [home / GROUP / VERSION / kind.lower() / kind for kind in KINDS]


def foreign(link: Path) -> str | None:
    """What is in a link's place and is not ours, in words; None when nothing is, or our link. Raises OSError."""
    try:
        mode = link.lstat().st_mode
    except FileNotFoundError:
        return None
    if stat.S_ISLNK(mode):
        return None if _target(link) is not None else f"a link to {quoted_path(link.readlink())}"
    return "a folder" if stat.S_ISDIR(mode) else "a file"


def make_links(home: Path, program: str) -> dict[Path, str]:
    """Make every link lead to ``program``, with the folders that are missing: all of them or, where the system
    refuses, none. Nothing but links of ours may be in their place.

    Returns each link with what was done: made, updated, or up to date. Raises OSError.
    """
    done: dict[Path, str] = {}
    with ExitStack() as undo:
        for link in plugin_links(home):
            before = _target(link)
            if before == program:
                done[link] = "up to date"
                continue
            for folder in reversed([each for each in link.parents if not os.path.lexists(each)]):
                folder.mkdir()
                undo.callback(_quietly, folder.rmdir)
            if before is not None:
                link.unlink()
                undo.callback(_quietly, partial(link.symlink_to, before))
            link.symlink_to(program)
            undo.callback(_quietly, link.unlink)
            done[link] = "made" if before is None else "updated"
        undo.pop_all()
    return done


def remove_links(home: Path) -> tuple[list[Path], dict[Path, str]]:
    """Remove the links that are ours, all or, where the system refuses, none; then the folders left empty.

    Returns the links removed, and what stays, each with the reason. Raises OSError.
    """
    removed: list[Path] = []
    left: dict[Path, str] = {}
    if not exists(str(home)):
        return removed, left
    with ExitStack() as undo:
        for link in plugin_links(home):
            before = _target(link)
            if before is not None:
                link.unlink()
                undo.callback(_quietly, partial(link.symlink_to, before))
                removed.append(link)
            elif other := foreign(link):
                left[link] = f"it is {other}, not a link to {FUNCTION}"
        undo.pop_all()
    return removed, left | _remove_empty(home, removed, left)


def _remove_empty(home: Path, removed: Iterable[Path], left: Iterable[Path]) -> dict[Path, str]:
    """Remove the folders of the links, up to the home, where nothing is in them any more; return the others that are
    not explained by what is ``left`` in them.

    An empty home goes, too: kustomize would take it, and look in no other.
    """
    staying: dict[Path, str] = {}
    folders = {folder for link in removed for folder in link.parents if home in (folder, *folder.parents)}
    for folder in sorted(folders, key=lambda each: len(each.parts), reverse=True):
        if folder == home and (folder.is_symlink() or is_same(os.curdir, folder)):
            continue
        try:
            folder.rmdir()
        except OSError as fault:
            if fault.errno not in (errno.ENOTEMPTY, errno.EEXIST):
                staying[folder] = fault.strerror or str(fault)
            elif folder != home and not any(folder in path.parents for path in (*left, *staying)):
                staying[folder] = "it holds other files"
    return staying


def _target(link: Path) -> str | None:
    """Where a link of ours leads, if anywhere; None for all else. Raises OSError."""
    try:
        target = os.readlink(link)  # noqa: PTH115 - as text, not tidied
    except OSError as fault:
        if fault.errno in (errno.ENOENT, errno.EINVAL):  # nothing there, or no link
            return None
        raise
    return target if Path(target).name == FUNCTION else None


def _quietly(step: Callable[[], object]) -> None:
    """A step back after a fault: where it fails too, the first fault is the one to tell."""
    with suppress(OSError):
        step()
