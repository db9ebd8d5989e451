"""What an engine makes of a text, in a form that can be compared: values with their types, faults with their places."""

from __future__ import annotations

from typing import Any

from transformer.manifests.building import Built
from transformer.manifests.engines import Engine
from transformer.manifests.faults import FaultError
from transformer.manifests.manifest import AmbiguousScalar


def typed(value: Any) -> Any:
    """A value with the type of every scalar and the order of every mapping beside it."""
    if isinstance(value, dict):
        return ["mapping", [(typed(key), typed(item)) for key, item in value.items()]]
    if isinstance(value, list):
        return ["list", [typed(item) for item in value]]
    if isinstance(value, AmbiguousScalar):
        return ["ambiguous", str(value), value.others]
    return [type(value).__name__, repr(value)]


def outcome(engine: Engine, text: str) -> tuple[Any, ...]:
    """The data of a document, or its faults."""
    try:
        built = engine.load(text, 0, len(text))
    except FaultError as error:
        return ("stopped", *error.before, error.fault)
    return summary(built)


def summary(built: Built) -> tuple[Any, ...]:
    """The data of a document that was read to its end, or the faults that were met on the way."""
    if built.faults:
        return ("faulty", *sorted(built.faults, key=lambda fault: fault.offset))
    if built.empty:
        return ("empty",)
    return ("read", built.start, typed(built.value))
