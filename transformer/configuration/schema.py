"""The configuration file's JSON Schema, for editors."""

from __future__ import annotations

from typing import Any

from transformer.configuration.model import FleetFile

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def fleet_schema() -> dict[str, Any]:
    """The schema of a Fleet file, ``schemas/fleet.schema.json``: made from the model that reads the file."""
    schema = FleetFile.model_json_schema()
    return {"$schema": _DIALECT, **_plain(schema), "title": "A Fleet of liqo-transform (liqo-transform.yaml)"}


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
