"""Paths with every link followed: what lies in what, and what a run would read of what it writes."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path


def real_path(path: Path) -> Path:
    """The path with every link in it followed; links that lead in a circle stay as they are.

    Raises ValueError for a NUL character, OSError in a deleted working directory.
    """
    return Path(os.path.realpath(path))


def holds(folder: Path, path: Path) -> bool:
    """Whether ``path`` is the folder or lies in it. Raises as ``real_path`` does."""
    real = real_path(path)
    return real_path(folder) in (real, *real.parents)


def input_around(path: Path, inputs: Iterable[Path]) -> Path | None:
    """The input that ``path`` is, or the input folder in which it would be read; None when there is none.

    What lies below a name that begins with a dot is passed over in folders. Raises as ``real_path`` does.
    """
    real = real_path(path)
    for each in inputs:
        top = real_path(each)
        if real == top:
            return each
        if top in real.parents and not any(name.startswith(".") for name in real.relative_to(top).parts):
            return each
    return None
