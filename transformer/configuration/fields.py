"""The fields that each mapping of a configuration may have, for messages about those it may not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, get_args, get_origin

from pydantic import BaseModel

from transformer.configuration.names import nearest, unknown
from transformer.configuration.placed_fault import spelled
from transformer.findings.finding import quoted
from transformer.manifests.manifest import FieldPath

#: Stands for any index of a list and any id of a map in the paths of ``known_fields``.
ANY = "*"


def known_fields(model: type[BaseModel]) -> dict[FieldPath, tuple[str, ...]]:
    """Every mapping of the model that has fixed fields, by its path, and their names."""
    return dict(_walk(model, ()))


def meant_field(model: type[BaseModel], path: FieldPath) -> FieldPath | None:
    """The path of the field beside it that an unknown one most likely stands for; None when it is like none."""
    meant = nearest(str(path[-1]), _fields_beside(model, path))
    return (*path[:-1], meant) if meant is not None else None


def _fields_beside(model: type[BaseModel], path: FieldPath) -> tuple[str, ...]:
    return next((names for place, names in known_fields(model).items() if _matches(place, path[:-1])), ())


def unknown_field(model: type[BaseModel], path: FieldPath, given: Callable[[FieldPath], FieldPath]) -> str:
    """The message for a field that does not exist: it names the nearest one of the same mapping, or the
    mapping in which a field of that very name belongs. ``given`` leads from a path of the model to the user's."""
    name, known = str(path[-1]), known_fields(model)
    here = next((place for place in known if _matches(place, path[:-1])), ())
    others = [place for place, names in known.items() if name in names and place != here]
    if others:
        homes = " or ".join(spelled(given(place)).replace(f".{ANY}", "") or "the outermost mapping" for place in others)
        return f"unknown field {quoted(name)} here; it belongs in {homes}"
    return unknown("field", name, _fields_beside(model, path))


def _matches(place: FieldPath, path: FieldPath) -> bool:
    return len(place) == len(path) and all(step in (ANY, got) for step, got in zip(place, path, strict=True))


def _walk(model: type[BaseModel], path: FieldPath) -> Iterator[tuple[FieldPath, tuple[str, ...]]]:
    fields = {str(info.alias): info.annotation for info in model.model_fields.values()}
    yield path, tuple(fields)
    for name, annotation in fields.items():
        for inner, many in _models(annotation, False):
            yield from _walk(inner, (*path, name, ANY) if many else (*path, name))


def _models(annotation: Any, many: bool) -> Iterator[tuple[type[BaseModel], bool]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation, many
    for inner in get_args(annotation):
        yield from _models(inner, many or get_origin(annotation) in (list, dict))
