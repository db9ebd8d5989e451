"""A manifest: one Kubernetes object as plain data, and where it came from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from transformer.findings.finding import Location

#: A path into an object: mapping keys and list indexes, for instance ("endpoints", 1, "addresses", 0).
FieldPath = tuple[str | int, ...]


def field_text(path: FieldPath) -> str:
    """A path in an object's own spelling: ``endpoints[1].addresses[0]``, ``metadata.labels["a.b/c"]``."""
    text = ""
    for step in path:
        if isinstance(step, int):
            text += f"[{step}]"
        elif step.isidentifier():
            text += f".{step}" if text else step
        else:
            text += f'["{step}"]'
    return text


class AmbiguousScalar(str):
    """A plain YAML scalar on which readers disagree (``on``, ``0755``, ``1:20``, ``1e3``, an unquoted date).

    It is a string, so that kinds we only pass over keep it; the schema check refuses it
    where a string belongs (ambiguous-scalar). ``others`` says what other readers make of it,
    for instance ``"the boolean true"``.
    """

    others: str

    def __new__(cls, text: str, others: str = "another value") -> AmbiguousScalar:
        self = super().__new__(cls, text)
        self.others = others
        return self


class Origin(Protocol):
    """Where a manifest came from. Positions are looked up on demand: the text is read again then."""

    @property
    def file(self) -> str:
        """The input file as the user named it; ``-`` for standard input."""
        ...

    def at(self, path: FieldPath, *, key: bool = False) -> Location:
        """The location of a field of the manifest: of its value, or with ``key`` of its key.

        A path that leads nowhere resolves to its deepest existing ancestor. Nothing is
        looked up before ``position()`` is called on the answer.
        """
        ...


@dataclass(frozen=True, slots=True)
class Manifest:
    """One object read. ``data`` holds dicts with string keys, lists, str, int, float, bool, None.

    A manifest always has string ``apiVersion`` and ``kind`` and a non-empty string
    ``metadata.name``; what lacks them is reported (not-an-object) and not yielded.
    """

    data: dict[str, Any]
    origin: Origin
