"""Plain scalars of a configuration on which readers of YAML disagree: whatever the field, they are faults."""

from __future__ import annotations

from collections.abc import Iterator

from transformer.configuration.placed_fault import PlacedFault
from transformer.findings.finding import quoted
from transformer.manifests.manifest import AmbiguousScalar, FieldPath


def ambiguities(value: object, path: FieldPath = (), key: bool = False) -> Iterator[PlacedFault]:
    """Every ambiguous scalar in ``value``, which stands at ``path``, keys included."""
    if isinstance(value, AmbiguousScalar):
        text = str.__str__(value)
        others = f"{quoted(text)} is a string to some readers and {value.others} to others"
        yield PlacedFault(f"{others}; put a string in quotes", path, key)
    elif isinstance(value, dict):
        for name, each in value.items():
            yield from ambiguities(name, (*path, name), key=True)
            yield from ambiguities(each, (*path, name))
    elif isinstance(value, list):
        for index, each in enumerate(value):
            yield from ambiguities(each, (*path, index))
