"""A function configuration given as a ConfigMap: what ``kpt fn eval -- key=value`` passes.

``data`` holds the kind and the fields of the spec as strings: lists with commas, a mapping key by key
(``namespaces.shop: other``, ``providers.milan.exports: a,b``), a list of mappings by numbers from 0 on
(``findings.ignore.0.code: pending-ip``), true and false, numbers in digits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from transformer.configuration.ambiguity import ambiguities
from transformer.configuration.function_kinds import API_VERSION, KINDS, no_function
from transformer.configuration.function_shapes import SPECS
from transformer.configuration.given import Given
from transformer.configuration.names import unknown
from transformer.configuration.placed_fault import PlacedFault
from transformer.configuration.shapes import Flag, Number, Record, Sequence, Shape, Table
from transformer.manifests.described import described
from transformer.manifests.limits import MOST_INTEGER_DIGITS
from transformer.manifests.manifest import FieldPath

_FIELDS = ("apiVersion", "kind", "metadata", "data")


def is_config_map(document: Mapping[str, Any]) -> bool:
    """Whether it is a ConfigMap, by its apiVersion and kind."""
    return document.get("apiVersion") == "v1" and document.get("kind") == "ConfigMap"


def unfolded(config_map: Mapping[str, Any]) -> Given | PlacedFault:
    """The document that a ConfigMap stands for, with the faults that only a ConfigMap can have; or why it does not
    say which function is meant."""
    data = config_map.get("data")
    if not isinstance(data, dict):
        said = f"data must be a mapping, not {described(data)}" if "data" in config_map else "data is missing"
        place: FieldPath = ("data",) if "data" in config_map else ()
        return PlacedFault(f"{said}; it holds kind ({', '.join(KINDS)}) and the function's fields as strings", place)
    kind = data.get("kind")
    if type(kind) is not str or kind not in KINDS:
        return no_function(data, ("data",))
    faults = [
        PlacedFault(unknown("field", str(name), _FIELDS), (name,), key=True)
        for name in config_map
        if name not in _FIELDS
    ]
    faults.extend(ambiguities(data, ("data",)))
    spec: dict[str, Any] = {}
    keys: dict[FieldPath, str] = {}
    for key, value in data.items():
        if key != "kind":
            faults.extend(_unfold(key, value, spec, SPECS[kind], keys))
    faults.extend(_listed(spec, SPECS[kind], ("spec",), keys))
    document: dict[str, Any] = {"apiVersion": API_VERSION, "kind": kind, "spec": spec}
    if "metadata" in config_map:
        metadata = document["metadata"] = config_map["metadata"]
        if isinstance(metadata, dict):
            faults.extend(ambiguities(metadata.get("name"), ("metadata", "name")))
    return Given(kind, document, faults, partial(_place, keys))


def _place(keys: Mapping[FieldPath, str], path: FieldPath) -> FieldPath:
    """The path in the ConfigMap of what stands at ``path`` in the document; ``keys`` are those of data, by the paths
    that they spell."""
    if path[:1] != ("spec",):
        return path
    for length in range(len(path), 1, -1):
        if path[:length] in keys:
            return "data", keys[path[:length]]
    return ("data", ".".join(map(str, path[1:]))) if len(path) > 1 else ("data",)


def _unfold(
    key: str, value: object, spec: dict[str, Any], shape: Shape, keys: dict[FieldPath, str]
) -> Iterator[PlacedFault]:
    """Put one entry of data into the spec, at the path that its key spells; faults in that are yielded."""
    place: FieldPath = ("data", key)
    if not isinstance(value, str):
        yield PlacedFault(f"data.{key} must be a string, not {described(value)}: put it in quotes", place)
    path, inner = _path(key, shape)
    if _has_parts(inner):
        yield PlacedFault(f"data.{key} is given part by part: {key}.{_example(inner)} and so on", place)
    holder: dict[str | int, Any] = spec  # type: ignore[assignment]
    for step in path[:-1]:
        within = holder.setdefault(step, {})
        if not isinstance(within, dict):
            return  # It is a fault already that something stands here which has parts.
        holder = within
    holder[path[-1]] = _value(value, inner) if isinstance(value, str) else value
    keys.setdefault(("spec", *path), key)


def _path(key: str, shape: Shape | None) -> tuple[FieldPath, Shape | None]:
    """The path in the spec that a key spells, and the shape of what stands there; None for an unknown field."""
    step: str | int
    if isinstance(shape, Table):
        # The name is all that is left, dots too, unless the values have parts: cluster ids have no dots.
        step, dot, rest = key.partition(".") if isinstance(shape.value, Record) else (key, "", "")
        inner: Shape | None = shape.value
    elif isinstance(shape, Record):
        step, dot, rest = key.partition(".")
        inner = shape.fields.get(step)
    elif isinstance(shape, Sequence):
        name, dot, rest = key.partition(".")
        step = _index(name)
        inner = shape.item if isinstance(step, int) else None
    else:
        return (key,), None
    if not dot:
        return (step,), inner
    if not _has_parts(inner):
        # Neither an unknown field nor one without parts has any: what follows the dot belongs to its name.
        return (step if inner is None else key,), None
    path, innermost = _path(rest, inner)
    return (step, *path), innermost


def _has_parts(shape: Shape | None) -> bool:
    """Whether what fits the shape is given part by part."""
    return isinstance(shape, Record | Table) or (isinstance(shape, Sequence) and isinstance(shape.item, Record))


def _example(shape: Shape | None) -> str:
    """The key of a part of what has parts."""
    if isinstance(shape, Sequence):
        return f"0.{_example(shape.item)}"
    return next(iter(shape.fields)) if isinstance(shape, Record) else "NAME"


def _index(name: str) -> str | int:
    """The number that a name spells; the name itself where it is none."""
    is_number = name.isascii() and name.isdigit() and len(name) <= MOST_INTEGER_DIGITS
    return int(name) if is_number and name == str(int(name)) else name


def _listed(
    holder: dict[str, Any], shape: Shape, path: FieldPath, keys: Mapping[FieldPath, str]
) -> Iterator[PlacedFault]:
    """Turn what was given by numbers within ``holder``, at ``path``, into lists; a list with wrong numbers is yielded,
    and empty."""
    for name, inner in shape.fields.items() if isinstance(shape, Record) else ():
        value, place = holder.get(name), (*path, name)
        if not isinstance(value, dict):
            continue
        if not isinstance(inner, Sequence):
            yield from _listed(value, inner, place, keys)
            continue
        wrong = [(*place, step) for step in value if step not in range(len(value))]
        holder[name] = [] if wrong else [value[index] for index in range(len(value))]
        # A mapping in place of a string is a fault already.
        for key in [key for given, key in keys.items() if given[: len(place) + 1] in wrong][:1]:
            example = f"{'.'.join(map(str, place[1:]))}.{_example(inner)}"
            message = f"data.{key}: entries are numbered from 0 on, {example} and so on"
            yield PlacedFault(message, ("data", key), key=True)


def _value(text: str, shape: Shape | None) -> Any:
    """What a text stands for where a shape is wanted; the text itself where it stands for nothing of the kind."""
    if isinstance(shape, Flag):
        return {"true": True, "false": False}.get(text, text)
    if isinstance(shape, Number) and text.isascii() and text.isdigit() and len(text) <= MOST_INTEGER_DIGITS:
        return int(text)
    if isinstance(shape, Sequence) and not _has_parts(shape):
        return [part.strip() for part in text.split(",")] if text.strip() else []
    return text
