"""Every fault of a configuration file as a finding in the user's terms, with its line. Nothing of pydantic shows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pydantic import ValidationError

from transformer.configuration.fields import meant_field, spelled, unknown_field
from transformer.configuration.model import FleetFile
from transformer.configuration.names import unknown
from transformer.findings.catalogue import finding
from transformer.findings.finding import Finding, quoted
from transformer.manifests.described import described
from transformer.manifests.manifest import AmbiguousScalar, FieldPath, Origin

#: What pydantic wanted, by the type of its error.
_WANTED = {
    "string_type": "a string",
    "bool_type": "true or false",
    "int_type": "a whole number",
    "list_type": "a list",
    "dict_type": "a mapping",
    "model_type": "a mapping",
}


def validated(data: object, origin: Origin) -> FleetFile | list[Finding]:
    """The file's model, or every fault in it (invalid-configuration), each at its own line."""
    ambiguous = dict(_ambiguous(data, ()))
    try:
        file = FleetFile.model_validate(data)
    except ValidationError as error:
        faults = error.errors(include_url=False)
        # A misspelt field is one fault, not an unknown field and a missing one.
        misspelt = {meant_field(details["loc"]) for details in faults if details["type"] == "extra_forbidden"}
        found = [
            _finding(_message(details, path), path, key, origin)
            for details in faults
            for path, key in [_path(details)]
            if (path, key) not in ambiguous and not (details["type"] == "missing" and details["loc"] in misspelt)
        ]
    else:
        found = [_finding(*fault, False, origin) for fault in _contradictions(file)]
        if not found and not ambiguous:
            return file
    return found + [_finding(message, path, key, origin) for (path, key), message in ambiguous.items()]


def _finding(message: str, path: FieldPath, key: bool, origin: Origin) -> Finding:
    return finding(
        "invalid-configuration",
        message,
        field=spelled(path) or None,
        location=origin.at(path, key=key),
    )


def _contradictions(file: FleetFile) -> Iterator[tuple[str, FieldPath]]:
    """What no single field shows."""
    if file.consumer.id in (file.providers or {}):
        yield f"{quoted(file.consumer.id)} is both the consumer and a provider", ("providers", file.consumer.id)
    if file.output == "-":
        yield "a fleet's result needs a folder: standard output cannot hold several clusters' objects", ("output",)
    if file.quiet and file.verbose:
        yield "quiet and verbose exclude each other", ("quiet",)


def _ambiguous(value: object, path: FieldPath, key: bool = False) -> Iterator[tuple[tuple[FieldPath, bool], str]]:
    """Plain scalars on which readers of YAML disagree, by their path and whether they are the key there: whatever the
    field, they have to be written plainly."""
    if isinstance(value, AmbiguousScalar):
        text = str.__str__(value)
        others = f"{quoted(text)} is a string to some readers and {value.others} to others"
        yield (path, key), f"{others}; put a string in quotes"
    elif isinstance(value, dict):
        for name, each in value.items():
            yield from _ambiguous(name, (*path, name), key=True)
            yield from _ambiguous(each, (*path, name))
    elif isinstance(value, list):
        for index, each in enumerate(value):
            yield from _ambiguous(each, (*path, index))


def _path(details: Any) -> tuple[FieldPath, bool]:
    """Where a fault lies: its path, and whether the key is meant instead of the value."""
    path: FieldPath = details["loc"]
    if path and path[-1] == "[key]":
        return path[:-1], True
    if details["type"] == "missing":
        return path[:-1], len(path) > 1
    return path, details["type"] == "extra_forbidden"


def _message(details: Any, path: FieldPath) -> str:
    kind, context = details["type"], details.get("ctx", {})
    if kind == "extra_forbidden":
        return unknown_field(path)
    if kind == "missing":
        holder = spelled(path)
        return f"{details['loc'][-1]} is missing" + (f" in {holder}" if holder else "")
    place = spelled(path) or "the file"
    if kind in _WANTED:
        return f"{place} must be {_WANTED[kind]}, not {described(details['input'])}"
    if kind == "literal_error":
        choices = context["expected"].replace("'", "").replace(" or ", ", ").split(", ")
        if isinstance(details["input"], str):
            return f"{place}: {unknown('value', details['input'], choices)}"
        return f"{place} must be one of {', '.join(choices)}, not {described(details['input'])}"
    if kind == "value_error":
        return f"{place}: {context['error']}"
    if kind == "too_short":
        return f"{place} must not be empty"
    if kind == "greater_than_equal":
        return f"{place} must be {context['ge']} or more, not {described(details['input'])}"
    if kind == "less_than_equal":
        return f"{place} must be {context['le']} or less, not {described(details['input'])}"
    return f"{place}: {details['msg']}"
