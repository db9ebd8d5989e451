"""The CustomResourceDefinitions of Liqo's kinds, made from the schemas by which we read them."""

from __future__ import annotations

from typing import Any

from transformer.resources.kinds import KINDS, Kind
from transformer.resources.schema import Schema

CLUSTER_SCOPED = frozenset({"ForeignCluster"})
#: What a schema of ours may say and a CustomResourceDefinition takes as it is.
_KEPT = ("enum", "pattern", "minLength", "minItems", "required")

LIQO_KINDS = tuple(kind for kind in KINDS if kind.group.endswith(".liqo.io"))


def plural(kind: Kind) -> str:
    """The name of a kind of Liqo in its API's paths."""
    return f"{kind.name.lower()}s"


def definition(kind: Kind) -> dict[str, Any]:
    """The CustomResourceDefinition of a kind. A kind that has a status has it as a subresource."""
    version = {
        "name": kind.api_version.rpartition("/")[2],
        "served": True,
        "storage": True,
        "schema": {"openAPIV3Schema": _whole(kind.schema)},
        "subresources": {"status": {}} if "status" in kind.schema["properties"] else {},
    }
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": f"{plural(kind)}.{kind.group}"},
        "spec": {
            "group": kind.group,
            "names": {
                "kind": kind.name,
                "listKind": f"{kind.name}List",
                "plural": plural(kind),
                "singular": kind.name.lower(),
            },
            "scope": "Cluster" if kind.name in CLUSTER_SCOPED else "Namespaced",
            "versions": [version],
        },
    }


def _whole(schema: Schema) -> dict[str, Any]:
    """A kind's schema; what metadata may hold is the API server's own affair."""
    made = structural(schema)
    return {**made, "properties": {**made["properties"], "metadata": {"type": "object"}}}


def structural(schema: Schema) -> dict[str, Any]:
    """A schema of ours as the structural schema that the API server asks for.

    Fields that we do not know stay, as they do when we read. Of a list or its single item, the list stays: that is what
    Liqo's API has today. Raises ValueError for a schema that is written otherwise than by resources/schema.py.
    """
    if "anyOf" in schema:
        choices = [choice for choice in schema["anyOf"] if choice != {"type": "null"}]
        made = structural(choices[-1])
        return {**made, "nullable": True} if len(choices) < len(schema["anyOf"]) else made
    names = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    made = {"type": names[0], **{keyword: schema[keyword] for keyword in _KEPT if keyword in schema}}
    if names[1:] == ["null"]:
        made["nullable"] = True
    elif names[1:]:
        raise ValueError(f"a value of several types: {names}")
    if "items" in schema:
        made["items"] = structural(schema["items"])
    if "additionalProperties" in schema:
        made["additionalProperties"] = structural(schema["additionalProperties"])
    if "properties" in schema:
        made["properties"] = {name: structural(field) for name, field in schema["properties"].items()}
        made["x-kubernetes-preserve-unknown-fields"] = True
    return made
