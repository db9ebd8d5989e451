"""An origin whose positions spell the path that was asked for."""

from __future__ import annotations

from dataclasses import dataclass

from transformer.configuration.placed_fault import spelled
from transformer.findings.finding import Position
from transformer.manifests.manifest import FieldPath


@dataclass(frozen=True)
class Place:
    """A location that remembers which path was asked for."""

    path: FieldPath
    key: bool

    def position(self) -> Position:
        return Position(f"{'key' if self.key else 'value'} of {spelled(self.path)}", 1, 1)

    def source_line(self) -> str | None:
        return None


class Origin:
    """An origin whose positions spell the path."""

    file = "configuration.yaml"

    def at(self, path: FieldPath, *, key: bool = False) -> Place:
        return Place(path, key)
