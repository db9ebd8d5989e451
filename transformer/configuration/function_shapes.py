"""The shapes of the function configurations: function_model.py once more, without pydantic.

Tests hold the two together: what fits a shape is accepted by its model, and both have the same fields.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from transformer.configuration.fleet_settings import limit_field
from transformer.configuration.function_kinds import API_VERSION, EMITS, KINDS
from transformer.configuration.limit_bounds import LARGEST
from transformer.configuration.names import is_dns_label
from transformer.configuration.shapes import Flag, Number, Record, Sequence, Shape, Table, Text, TextOrObject
from transformer.configuration.values import (
    code_problem,
    is_cidr,
    is_path,
    is_profile,
    is_reason,
    mark_problem,
    pattern_problem,
    view_problem,
)
from transformer.findings.finding import Severity


def _one_of(*choices: str) -> Text:
    return Text(choices.__contains__)


_ID = Text(is_dns_label)
_NAME = Text(bool)
_NAMES = Sequence(_NAME)
_PATHS = Sequence(Text(is_path))
_NAMESPACES = Table(is_dns_label, _ID)
_SUPPRESSION = Record(
    {
        "code": Text(lambda text: code_problem(text) is None),
        "object": Text(lambda text: pattern_problem(text) is None),
        "reason": Text(is_reason),
    },
    frozenset({"code", "reason"}),
)
_FINDINGS = Record({"failOn": _one_of(*Severity), "ignore": Sequence(_SUPPRESSION)})
_LIMITS = Record({limit_field(name): Number(largest) for name, largest in LARGEST.items()})

_FACTS: Mapping[str, Shape] = {
    "podCIDRs": Sequence(Text(is_cidr), least=1),
    "reflection": _one_of("DenyList", "AllowList"),
    "namespaces": _NAMESPACES,
    "nodes": Table(bool, _ID),
    "notReflected": Record({"labels": _NAMES, "annotations": _NAMES}),
}
_DERIVING: Mapping[str, Shape] = {
    "profile": Text(is_profile),
    "findings": _FINDINGS,
    "mark": Flag(),
    "limits": _LIMITS,
}
_CONSUMER = Record(
    {"id": _ID, "exports": Sequence(Text(is_path), least=1), **_FACTS},
    required=frozenset({"id", "exports"}),
)
_PROVIDER = Record({"exports": _PATHS, "denyDirectConnections": Flag(), "namespaces": _NAMESPACES})

#: The spec of each kind, without ``emit``.
_SPECS: Mapping[str, Record] = {
    "ConsumerTransform": Record({"consumer": _ID, "provider": _ID, **_FACTS, **_DERIVING}, frozenset({"provider"})),
    "ProviderTransform": Record(
        {
            "cluster": _ID,
            "denyDirectConnections": Flag(),
            "consumerView": Sequence(TextOrObject(view_problem)),
            **_DERIVING,
        }
    ),
    "FleetTransform": Record(
        {
            "provider": _ID,
            "consumer": _CONSUMER,
            "providers": Table(is_dns_label, _PROVIDER),
            "denyDirectConnections": Flag(),
            **_DERIVING,
        },
        frozenset({"provider", "consumer"}),
    ),
    "ReviewCheck": Record({"requires": Sequence(Text(lambda text: mark_problem(text) is None)), "findings": _FINDINGS}),
}


def _spec(kind: str) -> Record:
    choices, unless_given = EMITS[kind]
    spec = _SPECS[kind]
    needed = frozenset({"emit"}) if unless_given is None else frozenset()
    return Record({**spec.fields, "emit": _one_of(*choices)}, spec.required | needed)


#: The spec of each kind.
SPECS: Mapping[str, Record] = MappingProxyType({kind: _spec(kind) for kind in KINDS})

#: The whole document of each kind. A spec in which nothing is needed may be left out.
DOCUMENTS: Mapping[str, Record] = MappingProxyType(
    {
        kind: Record(
            {
                "apiVersion": _one_of(API_VERSION),
                "kind": _one_of(kind),
                "metadata": Record({"name": _NAME}, frozenset({"name"}), is_open=True),
                "spec": spec,
            },
            frozenset({"apiVersion", "kind", "metadata"} | ({"spec"} if spec.required else set())),
        )
        for kind, spec in SPECS.items()
    }
)
