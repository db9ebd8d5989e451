"""Fields and kinds that somebody nearly spelt: the API grows, so an unknown name is no fault, but one that is almost
a known name, where the known one is missing, is worth a word before its value is passed over."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from transformer.manifests.manifest import FieldPath
from transformer.resources.schema import Schema

#: The path of a misspelt field, and the name that is meant.
Misspelt = tuple[FieldPath, str]
Look = Callable[[Any, FieldPath], Iterator[Misspelt]]

_ALIKE = 0.85


def nearly(name: str, known: Iterable[str]) -> str | None:
    """The known name that differs from ``name`` by case, a plural, swapped letters or a letter or two; else None."""
    by_folded = {each.casefold(): each for each in known}
    folded = name.casefold()
    for candidate in (folded, folded.removesuffix("s"), f"{folded}s"):
        if candidate in by_folded:
            return by_folded[candidate]
    swapped = next((each for each in by_folded if len(each) > 3 and sorted(each) == sorted(folded)), None)
    if swapped is not None:
        return by_folded[swapped]
    # Few names come this far: what compares them takes longer to import than all the rest of it takes.
    from difflib import get_close_matches

    like = get_close_matches(folded, list(by_folded), n=1, cutoff=_ALIKE)
    return by_folded[like[0]] if like else None


def compile_spelling(schema: Schema) -> Look | None:
    """A function that finds the misspelt fields of a value made along a schema; None where fields have free names."""
    for choice in schema.get("anyOf", ()):
        look = compile_spelling(choice)
        if look is not None:
            return look
    if "items" in schema:
        item = compile_spelling(schema["items"])
        return None if item is None else _in_list(item)
    if "properties" in schema:
        return _in_record({name: compile_spelling(field) for name, field in schema["properties"].items()})
    if isinstance(schema.get("additionalProperties"), dict):
        each = compile_spelling(schema["additionalProperties"])
        return None if each is None else _in_map(each)
    return None


def _in_list(item: Look) -> Look:
    def look(value: Any, path: FieldPath) -> Iterator[Misspelt]:
        if isinstance(value, list):
            for index, each in enumerate(value):
                yield from item(each, (*path, index))

    return look


def _in_map(item: Look) -> Look:
    def look(value: Any, path: FieldPath) -> Iterator[Misspelt]:
        if isinstance(value, dict):
            for name, each in value.items():
                yield from item(each, (*path, name))

    return look


def _in_record(fields: dict[str, Look | None]) -> Look:
    # Each unknown name is compared once: exports repeat the same few names in every object.
    meant_by: dict[str, str | None] = {}

    def look(value: Any, path: FieldPath) -> Iterator[Misspelt]:
        if not isinstance(value, dict):
            return
        for name, each in value.items():
            if name in fields:
                inner = fields[name]
                if inner is not None:
                    yield from inner(each, (*path, name))
                continue
            if name not in meant_by:
                meant_by[name] = nearly(name, fields)
            meant = meant_by[name]
            if meant is not None and meant not in value:
                yield (*path, name), meant

    return look
