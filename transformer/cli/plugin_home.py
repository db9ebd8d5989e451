"""The home of legacy plugins: where kustomize and kubectl look for one, and which is therefore worth installing to."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

HOME_VARIABLE = "KUSTOMIZE_PLUGIN_HOME"


def homes(environment: Mapping[str, str]) -> dict[str, str]:
    """Where kustomize looks for a home, in its order: in words, and as the path it uses, which may be relative.

    A variable that is unset or empty names none.
    """
    own = environment.get(HOME_VARIABLE)
    settings = environment.get("XDG_CONFIG_HOME")
    user = environment.get("HOME")
    return {
        **({f"${HOME_VARIABLE}": own} if own else {}),
        **({"$XDG_CONFIG_HOME/kustomize/plugin": f"{settings}/kustomize/plugin"} if settings else {}),
        **({"~/.config/kustomize/plugin": f"{user}/.config/kustomize/plugin"} if user else {}),
        **({"~/kustomize/plugin": f"{user}/kustomize/plugin"} if user else {}),
    }


def home_in_use(environment: Mapping[str, str]) -> str | None:
    """The home that kustomize takes: the first that exists, and no other; None when none does."""
    return next((path for path in homes(environment).values() if exists(path)), None)


def default_home(environment: Mapping[str, str]) -> tuple[str, str] | None:
    """The home that kustomize will take once it is there, and in words why it is this one; None where no variable
    names one.

    What the user named in KUSTOMIZE_PLUGIN_HOME comes first, there or not. Of the others a new one would hide those
    after it, with other people's plugins in them, so the first that exists is taken.
    """
    named = homes(environment)
    for name, path in named.items():
        if name == f"${HOME_VARIABLE}":
            return path, name
        if exists(path):
            return path, f"{name}, the first that exists where kustomize looks"
    return next(((path, f"{name}, as none exists where kustomize looks") for name, path in named.items()), None)


def is_found(home: Path, environment: Mapping[str, str]) -> bool:
    """Whether kustomize takes this home without being told, by a path from which it can run a program."""
    used = home_in_use(environment)
    return used is not None and Path(used).is_absolute() and is_same(used, home)


def is_same(path: str, home: Path) -> bool:
    """Whether a path leads to the home; False also where that cannot be known."""
    try:
        return home.samefile(path)
    except OSError:
        return False


def exists(path: str) -> bool:
    """Whether kustomize takes a path for existing: all but what is plainly not there."""
    try:
        os.stat(path)  # noqa: PTH116 - the name as kustomize reads it
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return True
