"""Every fault of a configuration in the user's terms, with its place. Nothing of pydantic shows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from transformer.configuration.ambiguity import ambiguities
from transformer.configuration.fields import meant_field, unknown_field
from transformer.configuration.model import FleetFile
from transformer.configuration.names import unknown
from transformer.configuration.placed_fault import PlacedFault, spelled
from transformer.findings.finding import Finding, quoted
from transformer.manifests.described import described
from transformer.manifests.manifest import FieldPath, Origin

Model = TypeVar("Model", bound=BaseModel)

#: What pydantic wanted, by the type of its error.
_WANTED = {
    "string_type": "a string",
    "string_unicode": "a string without half characters (lone surrogates)",
    "bool_type": "true or false",
    "int_type": "a whole number",
    "list_type": "a list",
    "dict_type": "a mapping",
    "model_type": "a mapping",
}


@dataclass(frozen=True, slots=True)
class Wording:
    """How messages speak of a configuration: ``whole`` is its name, ``given`` leads from a path of the model to the
    path that the user wrote, ``hints`` stand behind the fault of a field that is missing or none of its choices."""

    whole: str = "the file"
    given: Callable[[FieldPath], FieldPath] = lambda path: path
    hints: Mapping[FieldPath, str] = field(default_factory=lambda: MappingProxyType({}))


def validated(data: object, origin: Origin) -> FleetFile | list[Finding]:
    """The Fleet file's model, or every fault in it (invalid-configuration), each at its own line."""
    ambiguous = list(ambiguities(data))
    file = modelled(FleetFile, data, Wording(), {fault.place for fault in ambiguous})
    faults = file if isinstance(file, list) else list(_contradictions(file))
    if isinstance(file, FleetFile) and not faults and not ambiguous:
        return file
    return [fault.finding(origin) for fault in [*faults, *ambiguous]]


def modelled(
    model: type[Model], data: object, wording: Wording, excused: Collection[tuple[FieldPath, bool]]
) -> Model | list[PlacedFault]:
    """The model of ``data``, or every fault in it but those at ``excused`` places, which have one already."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        faults = error.errors(include_url=False)
    # A misspelt field is one fault, not an unknown field and a missing one.
    misspelt = {meant_field(model, details["loc"]) for details in faults if details["type"] == "extra_forbidden"}
    found = [
        PlacedFault(_message(model, details, path, wording), *_place(details, path, wording))
        for details in faults
        for path in [_path(details)]
        if not (details["type"] == "missing" and details["loc"] in misspelt)
    ]
    return [fault for fault in found if fault.place not in excused]


def _contradictions(file: FleetFile) -> Iterator[PlacedFault]:
    """What no single field shows."""
    if file.consumer.id in (file.providers or {}):
        yield PlacedFault(
            f"{quoted(file.consumer.id)} is both the consumer and a provider", ("providers", file.consumer.id)
        )
    if file.output == "-":
        yield PlacedFault(
            "a fleet's result needs a folder: standard output cannot hold several clusters' objects", ("output",)
        )
    if file.golden == "-":
        yield PlacedFault("golden results need a folder: standard output cannot hold them", ("golden",))
    if file.quiet and file.verbose:
        yield PlacedFault("quiet and verbose exclude each other", ("quiet",))


def _path(details: Any) -> FieldPath:
    """The path of the field in the model, without pydantic's step to a key."""
    path: FieldPath = details["loc"]
    return path[:-1] if path and path[-1] == "[key]" else path


def _place(details: Any, path: FieldPath, wording: Wording) -> tuple[FieldPath, bool]:
    """Where a fault lies as the user wrote it, and whether the key is meant instead of the value."""
    given = wording.given(path)
    if details["type"] == "missing":
        return given[:-1], len(given) > 1
    return given, path != details["loc"] or details["type"] == "extra_forbidden"


def _message(model: type[BaseModel], details: Any, path: FieldPath, wording: Wording) -> str:
    kind, context, given = details["type"], details.get("ctx", {}), wording.given(path)
    hint = f" ({wording.hints[path]})" if path in wording.hints else ""
    if kind == "extra_forbidden":
        return unknown_field(model, path, wording.given)
    if kind == "missing":
        holder = spelled(given[:-1])
        return f"{given[-1]} is missing" + (f" in {holder}" if holder else "") + hint
    place = spelled(given) or wording.whole
    if kind in _WANTED:
        return f"{place} must be {_WANTED[kind]}, not {described(details['input'])}"
    if kind == "literal_error":
        choices = context["expected"].replace("'", "").replace(" or ", ", ").split(", ")
        if isinstance(details["input"], str):
            return f"{place}: {unknown('value', details['input'], choices)}{hint}"
        return f"{place} must be one of {', '.join(choices)}, not {described(details['input'])}{hint}"
    if kind == "value_error":
        return f"{place}: {context['error']}"
    if kind == "too_short":
        return f"{place} must not be empty"
    if kind == "greater_than_equal":
        return f"{place} must be {context['ge']} or more, not {described(details['input'])}"
    if kind == "less_than_equal":
        return f"{place} must be {context['le']} or less, not {described(details['input'])}"
    return f"{place}: {details['msg']}"
