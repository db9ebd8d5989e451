"""JSON Schema, written short: the few forms that the kinds need, and a check as fast as reading.

A schema is written once, in the kind's own module, with the functions below. ``fits``
compiles it to nested functions for the common case, an object without fault: jsonschema
is a hundred times slower than reading a slice, so it is imported only to explain a fault.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from transformer.manifests.manifest import AmbiguousScalar, FieldPath

Schema = dict[str, Any]
Check = Callable[[Any], bool]


def text(**more: Any) -> Schema:
    """A string. A scalar that readers disagree on is none."""
    return {"type": "string", **more}


def whole_number(**more: Any) -> Schema:
    """An integer."""
    return {"type": "integer", **more}


def boolean() -> Schema:
    """true or false."""
    return {"type": "boolean"}


def list_of(item: Schema) -> Schema:
    """A list whose items all have one schema."""
    return {"type": "array", "items": item}


def map_of(value: Schema) -> Schema:
    """An object with free keys. A key that readers disagree on is a fault like such a value."""
    return {"type": "object", "propertyNames": text(), "additionalProperties": value}


def one_or_list_of(item: Schema) -> Schema:
    """A list, or, as older exports hold it, its single item in its place."""
    return {"anyOf": [item, list_of(item)]}


def record(required: tuple[str, ...] = (), **fields: Schema) -> Schema:
    """An object with known fields. Fields that are not required may be null, which the API
    server takes for absent; fields that we do not know are let through, since the API grows."""
    properties = {name: field if name in required else _or_null(field) for name, field in fields.items()}
    schema: Schema = {"type": "object", "properties": properties}
    if required:
        schema["required"] = list(required)
    return schema


def _or_null(schema: Schema) -> Schema:
    kind = schema.get("type")
    if isinstance(kind, str) and "enum" not in schema:
        return {**schema, "type": [kind, "null"]}
    return {"anyOf": [schema, {"type": "null"}]}


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and not isinstance(value, AmbiguousScalar)


def _is_whole_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


_TYPES: dict[str, Check] = {
    "string": _is_text,
    "integer": _is_whole_number,
    "boolean": lambda value: isinstance(value, bool),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
    "null": lambda value: value is None,
}


def compile_check(schema: Schema) -> Check:
    """A function that says whether a value fits the schema. Knows the keywords that the functions
    above write (type, properties, required, additionalProperties, propertyNames, items, anyOf, enum, pattern,
    minLength, minItems); raises ValueError for another keyword, which would otherwise be passed over."""
    unknown = set(schema) - {
        "type", "properties", "required", "additionalProperties", "items", "anyOf", "enum", "minLength", "minItems",
        "propertyNames", "pattern",
    }  # fmt: skip
    if unknown:
        raise ValueError(f"schema keywords without a check: {sorted(unknown)}")
    checks: list[Check] = []
    if "anyOf" in schema:
        choices = [compile_check(choice) for choice in schema["anyOf"]]
        checks.append(lambda value: any(choice(value) for choice in choices))
    if "type" in schema:
        checks.append(_type_check(schema["type"]))
    if "enum" in schema:
        allowed = schema["enum"]
        checks.append(lambda value: value in allowed)
    if "minLength" in schema or "minItems" in schema:
        shortest: int = schema["minLength"] if "minLength" in schema else schema["minItems"]
        checks.append(lambda value: value is None or len(value) >= shortest)
    if "pattern" in schema:
        pattern = re.compile(schema["pattern"])
        checks.append(lambda value: value is None or pattern.search(value) is not None)
    if "items" in schema:
        item = compile_check(schema["items"])
        checks.append(lambda value: value is None or all(map(item, value)))
    if "properties" in schema:
        checks.append(_properties_check(schema))
    if "propertyNames" in schema:
        key = compile_check(schema["propertyNames"])
        checks.append(lambda value: value is None or all(map(key, value)))
    if "additionalProperties" in schema:
        each_value = compile_check(schema["additionalProperties"])
        checks.append(lambda value: value is None or all(map(each_value, value.values())))
    if len(checks) == 1:
        return checks[0]
    if len(checks) == 2:
        # Most have a type and one thing more: without a generator they take half the time.
        first, second = checks
        return lambda value: first(value) and second(value)
    return lambda value: all(check(value) for check in checks)


def _type_check(names: str | list[str]) -> Check:
    if isinstance(names, str):
        return _TYPES[names]
    choices = [_TYPES[name] for name in names]
    if len(choices) == 2:
        first, second = choices
        return lambda value: first(value) or second(value)
    return lambda value: any(choice(value) for choice in choices)


def _properties_check(schema: Schema) -> Check:
    fields = {name: compile_check(field) for name, field in schema["properties"].items()}
    required = schema.get("required", ())

    def check(value: Any) -> bool:
        if value is None:
            return True
        for name in required:
            if name not in value:
                return False
        for name, each in value.items():
            field = fields.get(name)
            if field is not None and not field(each):
                return False
        return True

    return check


def faults(schema: Schema, value: Any) -> list[tuple[FieldPath, str, str, Any]]:
    """Every fault of a value: path, JSON Schema keyword, what was wanted (in words), and the value there.

    The slow and thorough way, for a value that does not fit. Sorted by path.
    """
    # Imported here: an object with a fault is the exception, and the import costs as much as a small run.
    from jsonschema import Draft202012Validator
    from jsonschema.validators import extend

    checker = Draft202012Validator.TYPE_CHECKER.redefine("string", lambda _, each: _is_text(each)).redefine(
        "integer", lambda _, each: _is_whole_number(each)
    )
    make_validator: Any = extend
    validator = make_validator(Draft202012Validator, type_checker=checker)(schema)
    found: list[tuple[FieldPath, str, str, Any]] = []
    for error in _leaves(validator.iter_errors(value)):
        keyword = str(error.validator)
        path: FieldPath = tuple(error.absolute_path)
        if "propertyNames" in error.absolute_schema_path:
            path = (*path, error.instance)
        found.append((path, keyword, _wanted(error.schema, keyword, error), error.instance))
    return sorted(found, key=lambda fault: [(str(type(part)), part) for part in fault[0]])


def _leaves(errors: Iterable[Any]) -> Iterator[Any]:
    """The errors, a list that is none of the allowed forms replaced by what is wrong inside it."""
    for error in errors:
        inside = [each for each in error.context or () if each.relative_path and isinstance(error.instance, list)]
        if error.validator == "anyOf" and inside:
            yield from inside
        else:
            yield error


_WORDS = {
    "string": "a string",
    "integer": "a whole number",
    "boolean": "true or false",
    "array": "a list",
    "object": "a mapping",
}


def _wanted(schema: Any, keyword: str, error: Any) -> str:
    if keyword == "required":
        return f"the field {error.message.split(' ')[0].strip(chr(39))}"
    if keyword in ("minLength", "minItems"):
        return "at least one item" if keyword == "minItems" else "a text that is not empty"
    if keyword == "pattern":
        return "a DNS label: lower-case letters, digits and -"
    if "enum" in schema:
        return "one of " + ", ".join(map(str, schema["enum"]))
    if keyword == "anyOf":
        return " or ".join(dict.fromkeys(word for each in schema["anyOf"] for word in _words(each)))
    return " or ".join(_words(schema))


def _words(schema: Schema) -> list[str]:
    if "enum" in schema:
        return ["one of " + ", ".join(map(str, schema["enum"]))]
    if "anyOf" in schema:
        return [word for each in schema["anyOf"] for word in _words(each)]
    names = schema.get("type", ())
    return [_WORDS[name] for name in ([names] if isinstance(names, str) else names) if name != "null"]
