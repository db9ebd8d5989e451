"""Configuration (networking.liqo.io): how one cluster sees another's CIDRs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from transformer.manifests.manifest import Manifest
from transformer.resources.resource import Resource, common, dig, kind_schema
from transformer.resources.schema import Schema, list_of, one_or_list_of, record, text, whole_number

#: Older Liqo wrote a single string where the lists are (guide to the versions, H31).
CIDRS: Schema = record(pod=one_or_list_of(text()), external=one_or_list_of(text()))

CONFIGURATION: Schema = kind_schema(
    spec=record(local=record(cidr=CIDRS), remote=record(cidr=CIDRS)),
    status=record(
        conditions=list_of(record(required=("type",), type=text(), status=text(), observedGeneration=whole_number())),
        remote=record(cidr=CIDRS),
    ),
)

CONFIGURED_CONDITION = "NetworkCIDRsConfigured"
CONFIGURED_LABEL = "configuration.liqo.io/configured"


@dataclass(frozen=True, slots=True)
class Condition:
    """The first condition of a type. ``observed_generation`` is 0 where it is absent, as in Go."""

    status: str
    observed_generation: int


@dataclass(frozen=True, slots=True)
class Configuration(Resource):
    """CIDR lists as written, in order. ``seen_*`` are None where ``status.remote`` is absent."""

    real_pod: tuple[str, ...]
    real_external: tuple[str, ...]
    seen_pod: tuple[str, ...] | None
    seen_external: tuple[str, ...] | None
    local_pod: tuple[str, ...]
    generation: int | None
    condition: Condition | None
    single_strings: bool

    @property
    def is_legacy(self) -> bool:
        """Whether it was written by Liqo 1.1 or older: no condition, but the label of those versions,
        or single strings for lists (H31)."""
        return self.condition is None and (self.single_strings or self.labels.get(CONFIGURED_LABEL) is not None)


def read_configuration(manifest: Manifest) -> Configuration:
    """The record of a manifest that fits CONFIGURATION."""
    data = manifest.data
    remote = dig(data, "spec", "remote", "cidr")
    seen = dig(data, "status", "remote")
    seen_cidr = dig(seen, "cidr")
    local = dig(data, "spec", "local", "cidr")
    conditions = dig(data, "status", "conditions") or []
    first = next((each for each in conditions if each["type"] == CONFIGURED_CONDITION), None)
    return Configuration(
        **common(manifest),
        real_pod=_cidrs(remote, "pod"),
        real_external=_cidrs(remote, "external"),
        seen_pod=None if seen is None else _cidrs(seen_cidr, "pod"),
        seen_external=None if seen is None else _cidrs(seen_cidr, "external"),
        local_pod=_cidrs(local, "pod"),
        generation=data["metadata"].get("generation"),
        condition=None if first is None else Condition(first.get("status") or "", first.get("observedGeneration") or 0),
        single_strings=any(
            isinstance(dig(part, name), str) for part in (remote, seen_cidr) for name in ("pod", "external")
        ),
    )


def _cidrs(cidr: Any, name: str) -> tuple[str, ...]:
    value = dig(cidr, name)
    if value is None:
        return ()
    return (value,) if isinstance(value, str) else tuple(value)
