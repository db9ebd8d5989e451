"""How the program was called: by kustomize, kubectl or kpt with a list, as a legacy plugin, or by hand on files."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto

_PLUGIN_ROOT = "KUSTOMIZE_PLUGIN_CONFIG_ROOT"
STANDARD_INPUT = "-"


class Caller(Enum):
    """Who called, and with that what comes in and what goes out."""

    #: A ResourceList in, a ResourceList out: kustomize, kubectl and kpt, or a file of one by hand.
    FUNCTION = auto()
    #: The configuration as a file, documents on stdin, documents out: kustomize and kubectl, legacy.
    LEGACY = auto()
    #: The configuration as a file, then files and folders of documents, documents out: by hand.
    ALONE = auto()


@dataclass(frozen=True, slots=True)
class Call:
    """One call. ``config`` is the configuration's file, None where the list brings it; ``inputs`` are files, folders
    and ``-``."""

    caller: Caller
    config: str | None
    inputs: tuple[str, ...]


def call_of(arguments: Sequence[str], environment: Mapping[str, str]) -> Call:
    """The call that command line and environment make, before any file is read.

    A single file by hand may be a ResourceList or a configuration: that is seen when it is read.
    """
    if environment.get(_PLUGIN_ROOT) is not None and arguments and os.path.isfile(arguments[0]):  # noqa: PTH113
        return Call(Caller.LEGACY, arguments[0], (STANDARD_INPUT,))
    if not arguments or arguments == [STANDARD_INPUT]:
        return Call(Caller.FUNCTION, None, (STANDARD_INPUT,))
    return Call(Caller.ALONE, arguments[0], tuple(arguments[1:]))
