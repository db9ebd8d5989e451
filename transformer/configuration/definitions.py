"""The functions' definitions in the form of a function catalogue: ``kustomize-plugin/definitions/``.

The fields are those of KRMFunctionDefinition in kustomize's kyaml (fn/framework/function_definition.go).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from transformer.configuration.function_kinds import GROUP, VERSION
from transformer.configuration.schema import function_schema

#: The plural that names a definition, and what the function is, by kind.
_KINDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "ConsumerTransform": ("consumertransforms", "mutator"),
        "ProviderTransform": ("providertransforms", "mutator"),
        "FleetTransform": ("fleettransforms", "generator"),
        "ReviewCheck": ("reviewchecks", "validator"),
    }
)

# What an OpenAPI v3.0 schema has no word for, or says already.
_LEFT_OUT = ("$schema", "$defs", "title")

#: The name that kustomize-plugin/README.md gives the image that it builds.
_IMAGE = "localhost/liqo-transform-krm:latest"


def function_definition(kind: str, examples: list[str]) -> dict[str, Any]:
    """The KRMFunctionDefinition of a kind; ``examples`` are paths of READMEs in the source tree."""
    plural, role = _KINDS[kind]
    schema = function_schema(kind)
    version: dict[str, Any] = {
        "name": VERSION,
        "schema": {"openAPIV3Schema": openapi(schema)},
        "idempotent": True,
        "usage": "kustomize-plugin/README.md",
        "license": "Apache-2.0",
        "runtime": {"container": {"image": _IMAGE}, "exec": {"path": "liqo-transform-krm"}},
    }
    if examples:
        version["examples"] = examples
    return {
        "apiVersion": "config.kubernetes.io/v1alpha1",
        "kind": "KRMFunctionDefinition",
        "metadata": {"name": f"{plural}.{GROUP}"},
        "spec": {
            "group": GROUP,
            "names": {"kind": kind},
            "description": schema["description"],
            "publisher": GROUP,
            "tags": [role, "liqo", "multi-cluster", "endpointslice"],
            "versions": [version],
        },
    }


def openapi(schema: dict[str, Any]) -> dict[str, Any]:
    """A JSON Schema as an OpenAPI v3.0 one: references in full, and no keyword that OpenAPI lacks."""
    definitions = schema.get("$defs", {})

    def plain(node: Any) -> Any:
        if isinstance(node, list):
            return [plain(each) for each in node]
        if not isinstance(node, dict):
            return node
        if "$ref" in node:
            beside = {key: value for key, value in node.items() if key != "$ref"}
            node = {**definitions[node["$ref"].removeprefix("#/$defs/")], **beside}
        converted: dict[str, Any] = {}
        for key, value in node.items():
            if key == "properties":
                converted[key] = {name: plain(each) for name, each in value.items()}
            elif key == "const":
                converted["enum"] = [value]
            elif key not in _LEFT_OUT and not (key == "additionalProperties" and value is True):
                converted[key] = plain(value)
        return converted

    result: dict[str, Any] = plain(schema)
    return result
