"""From the plain data of a valid configuration to the settings of a run: the parts that files and functions share.

Absent and null are the same: not said.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from transformer.configuration.limit_bounds import LARGEST
from transformer.settings import ConsumerSettings, NotReflected, ProviderSettings, Settings

#: From a path in the configuration to the path as seen from the working directory.
Place = Callable[[str], str]


def fleet_settings(fleet: Mapping[str, Any], place: Place) -> Settings:
    """The settings of a fleet; providers in the order of their ids."""
    return Settings(
        profile=profile_of(fleet),
        consumer=consumer_settings(fleet["consumer"], place),
        providers=tuple(_provider(id, part, place) for id, part in sorted((fleet.get("providers") or {}).items())),
        deny_all_direct_connections=bool(fleet.get("denyDirectConnections")),
    )


def profile_of(spec: Mapping[str, Any]) -> str:
    """The name of the profile asked for."""
    return spec.get("profile") or "direct"


def consumer_settings(part: Mapping[str, Any], place: Place) -> ConsumerSettings:
    """The consumer of a mapping with its id, its exports and what wins over them; all may be left out."""
    keys = part.get("notReflected") or {}
    return ConsumerSettings(
        id=part.get("id"),
        exports=tuple(place(path) for path in part.get("exports") or ()),
        pod_cidrs=tuple(part.get("podCIDRs") or ()),
        reflection=part.get("reflection"),
        namespaces=part.get("namespaces"),
        nodes=part.get("nodes") or {},
        not_reflected=NotReflected(_if_said(keys.get("labels")), _if_said(keys.get("annotations"))),
    )


def limits_of(spec: Mapping[str, Any]) -> dict[str, int]:
    """The limits asked for, by the names of the fields of Limits."""
    given = spec.get("limits") or {}
    values = {name: given.get(limit_field(name)) for name in LARGEST}
    return {name: value for name, value in values.items() if value is not None}


def limit_field(name: str) -> str:
    """The spelling in a configuration of a field of Limits: ``scalar_bytes`` is ``scalarBytes``."""
    first, *others = name.split("_")
    return first + "".join(each.capitalize() for each in others)


def _provider(id: str, part: Mapping[str, Any], place: Place) -> ProviderSettings:
    return ProviderSettings(
        id=id,
        exports=tuple(place(path) for path in part.get("exports") or ()),
        deny_direct_connections=bool(part.get("denyDirectConnections")),
        namespaces=part.get("namespaces"),
    )


def _if_said(keys: list[str] | None) -> tuple[str, ...] | None:
    return tuple(keys) if keys is not None else None
