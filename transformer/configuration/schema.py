"""The JSON Schemas of the configuration file and of the functions' configurations, made from the models."""

from __future__ import annotations

from typing import Any

from transformer.configuration.function_model import MODELS
from transformer.configuration.model import FleetFile

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def fleet_schema() -> dict[str, Any]:
    """The schema of a Fleet file, ``schemas/fleet.schema.json``: made from the model that reads the file."""
    schema = FleetFile.model_json_schema()
    return {"$schema": _DIALECT, **_plain(schema), "title": "A Fleet of liqo-transform (liqo-transform.yaml)"}


def function_schema(kind: str) -> dict[str, Any]:
    """The schema of a function's configuration: of a ConsumerTransform, ``schemas/consumer-transform.schema.json``."""
    schema = MODELS[kind].model_json_schema()
    return {"$schema": _DIALECT, **_plain(schema), "title": f"A {kind} of liqo-transform (a function's configuration)"}


def _plain(node: Any) -> Any:
    """Without what pydantic adds and no reader needs: titles, null defaults, null beside a field's real type."""
    if isinstance(node, list):
        return [_plain(each) for each in node]
    if not isinstance(node, dict):
        return node
    named = ("properties", "$defs")
    plain = {
        key: {name: _plain(each) for name, each in value.items()} if key in named else _plain(value)
        for key, value in node.items()
        if not (key == "title" and isinstance(value, str)) and not (key == "default" and value is None)
    }
    choices = [each for each in plain.get("anyOf", []) if each != {"type": "null"}]
    if len(choices) == 1:
        del plain["anyOf"]
        return {**choices[0], **plain}
    return plain
