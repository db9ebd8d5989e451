"""A function's configuration as it was given, and as the models and shapes want it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from transformer.configuration.placed_fault import PlacedFault
from transformer.manifests.manifest import FieldPath


@dataclass(frozen=True, slots=True)
class Given:
    """``document`` is what the models and shapes judge; ``faults`` are those found on the way to it. ``place`` leads
    from a path of the document to the path that the user wrote; of a field that is not there, to where it would be."""

    kind: str
    document: dict[str, Any]
    faults: list[PlacedFault]
    place: Callable[[FieldPath], FieldPath] = lambda path: path
