"""Function configurations for tests."""

from __future__ import annotations

from typing import Any

from spelled_places import Origin

from transformer.configuration.function_kinds import KINDS
from transformer.configuration.functions import FunctionConfiguration, read_function_configuration

VIEW = {
    "apiVersion": "networking.liqo.io/v1beta1",
    "kind": "Configuration",
    "metadata": {"name": "milan", "namespace": "liqo-tenant-milan"},
    "spec": {"remote": {"cidr": {"pod": "10.20.0.0/16"}}},
}

#: A smallest spec of each kind, and one with every field.
SMALLEST: dict[str, dict[str, Any]] = {
    "ConsumerTransform": {"provider": "milan"},
    "ProviderTransform": {},
    "FleetTransform": {"provider": "milan", "consumer": {"id": "rome", "exports": ["exports/rome"]}},
    "ReviewCheck": {"emit": "Nothing"},
}
_FACTS: dict[str, Any] = {
    "podCIDRs": ["10.244.0.0/16", "fd00::/64"],
    "reflection": "AllowList",
    "namespaces": {"shop": "shop-rome"},
    "nodes": {"liqo-turin.example": "turin"},
    "notReflected": {"labels": [], "annotations": ["a/b"]},
}
IGNORE: list[dict[str, Any]] = [
    {"code": "pending-ip", "reason": "known: ticket 12, until May"},
    {"code": "lossy-prefix", "object": "shop/web-?", "reason": "until the renumbering"},
]
_DERIVING: dict[str, Any] = {
    "profile": "liqo-1.2",
    "findings": {"failOn": "warning", "ignore": IGNORE},
    "mark": False,
    "limits": {
        "fileBytes": 1,
        "documents": 2,
        "depth": 3,
        "scalarBytes": 4,
        "integerDigits": 5,
        "nameLength": 6,
    },
}
FULL: dict[str, dict[str, Any]] = {
    "ConsumerTransform": {"consumer": "rome", "provider": "milan", "emit": "Derived", **_FACTS, **_DERIVING},
    "ProviderTransform": {
        "cluster": "milan",
        "emit": "Derived",
        "denyDirectConnections": True,
        "consumerView": ["rome=views/rome", VIEW, "views/a=b/turin"],
        **_DERIVING,
    },
    "FleetTransform": {
        "provider": "milan",
        "emit": "All",
        "consumer": {"id": "rome", "exports": ["exports/rome", "more"], **_FACTS},
        "providers": {
            "turin": {"exports": ["t"], "denyDirectConnections": True, "namespaces": {"shop": "other"}},
            "milan": {},
        },
        "denyDirectConnections": True,
        **_DERIVING,
    },
    "ReviewCheck": {
        "emit": "All",
        "requires": ["ConsumerTransform/to-milan", "FleetTransform/a b"],
        "findings": {"failOn": "info", "ignore": IGNORE[:1]},
    },
}


def function(kind: str, spec: object = None, **changes: Any) -> dict[str, Any]:
    """A configuration of a kind with a spec, the smallest unless given."""
    return {
        "apiVersion": "liqo-transformer.github.io/v1alpha1",
        "kind": kind,
        "metadata": {"name": "to-milan"},
        "spec": SMALLEST[kind] if spec is None else spec,
        **changes,
    }


def changed(kind: str, **changes: Any) -> dict[str, Any]:
    """A configuration of a kind with a smallest spec and these fields."""
    return function(kind, {**SMALLEST[kind], **changes})


def config_map(data: object) -> dict[str, Any]:
    """The ConfigMap that kpt passes."""
    return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "function-input"}, "data": data}


def valid(data: object) -> FunctionConfiguration:
    """What a configuration without faults asks for."""
    found = read_function_configuration(data, Origin())
    assert isinstance(found, FunctionConfiguration), [each.message for each in found]
    return found


def faults(data: object) -> list[tuple[str, str]]:
    """Place and message of every fault; all are invalid-configuration, their field is that of their place."""
    found = read_function_configuration(data, Origin())
    assert isinstance(found, list)
    assert {each.code for each in found} == {"invalid-configuration"}
    assert all((each.field or "") == each.position().file.partition(" of ")[2] for each in found)
    return [(each.position().file, each.message) for each in found]


ALL_FULL = [function(kind, FULL[kind]) for kind in KINDS]
ALL_SMALLEST = [function(kind) for kind in KINDS]
