"""The endpoints of a derived object as a comparison sees them, whichever kind it is, and the route that each takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from transformer.resources.direct_data import DIRECT_DATA, BrokenDirectDataError, decode_direct_data
from transformer.resources.slice import ORIGIN, target_text

#: What an endpoint is compared by on its own; all else of it is a field.
_OWN = frozenset({"addresses", "targetRef", "conditions"})


class EndpointState(NamedTuple):
    """One endpoint. ``target`` is empty where it has none; ``route`` is how its addresses are reached (``direct to
    milan``, ``through rome``), empty where that cannot be told; ``fields`` are all the others, by their path."""

    target: str
    addresses: tuple[str, ...]
    route: str
    ready: bool | None
    fields: Mapping[str, Any]


def template_of(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """What holds the endpoints: the object, or a ShadowEndpointSlice's template; empty where that is no mapping."""
    if data.get("kind") != "ShadowEndpointSlice":
        return data
    spec = data.get("spec")
    template = spec.get("template") if isinstance(spec, dict) else None
    return template if isinstance(template, dict) else {}


def has_endpoints(data: Mapping[str, Any]) -> bool:
    """Whether its endpoints have the shape that the API wants, as what we wrote has and an edit may not leave."""
    endpoints = template_of(data).get("endpoints")
    return endpoints is None or (isinstance(endpoints, list) and all(_is_endpoint(each) for each in endpoints))


def endpoint_states(data: Mapping[str, Any], shadow: Mapping[str, Any] | None) -> list[EndpointState]:
    """The endpoints of an object that ``has_endpoints``, in order. ``shadow`` is its ShadowEndpointSlice (itself, if it
    is one), which says how they are reached."""
    routes = _Routes(shadow) if shadow is not None and has_endpoints(shadow) else None
    endpoints = template_of(data).get("endpoints") or []
    return [_state(each, number, routes, len(endpoints)) for number, each in enumerate(endpoints)]


def metadata_part(data: Mapping[str, Any], part: str) -> Mapping[str, Any] | None:
    """The labels or annotations of an object; empty where it has none, None where they are no mapping."""
    metadata = data.get("metadata")
    value = metadata.get(part) if isinstance(metadata, dict) else None
    return {} if value is None else value if isinstance(value, dict) else None


class _Routes:
    """How the endpoints of a ShadowEndpointSlice are reached: C12's data lists those of the direct links."""

    def __init__(self, shadow: Mapping[str, Any]) -> None:
        origin = (metadata_part(shadow, "labels") or {}).get(ORIGIN)
        self._through = f"through {origin or 'the consumer'}"
        self._direct = listed_addresses(metadata_part(shadow, "annotations"))
        self._endpoints: Sequence[Mapping[str, Any]] = template_of(shadow).get("endpoints") or []
        self._by_target: dict[str, list[Mapping[str, Any]]] = {}
        for each in self._endpoints:
            self._by_target.setdefault(_target(each), []).append(each)

    def of(self, endpoint: Mapping[str, Any], number: int, count: int) -> str:
        """The route of an endpoint; empty where the data cannot be read, or the endpoint not be found."""
        sent = self._sent(_target(endpoint), number, count)
        if sent is None or self._direct is None:
            return ""
        clusters = sorted({self._direct[address] for address in sent["addresses"] if address in self._direct})
        return f"direct to {' and '.join(clusters)}" if clusters else self._through

    def _sent(self, target: str, number: int, count: int) -> Mapping[str, Any] | None:
        """What the consumer sent of an endpoint: that of its number among as many, if it has the same target; else the
        only one of its target."""
        if count == len(self._endpoints) and target == _target(self._endpoints[number]):
            return self._endpoints[number]
        named = self._by_target.get(target, []) if target else []
        return named[0] if len(named) == 1 else None


def listed_addresses(annotations: Mapping[str, Any] | None) -> dict[str, str] | None:
    """The addresses that the direct-connections data lists, and the cluster of each; None where it cannot be read, or
    lists an address under two clusters (P03)."""
    if annotations is None:
        return None
    text = annotations.get(DIRECT_DATA)
    if text is None:
        return {}
    if not isinstance(text, str):
        return None
    try:
        clusters = decode_direct_data(text)
    except BrokenDirectDataError:
        return None
    pairs = {(address, cluster) for cluster, listed in clusters.items() for address in listed}
    found = dict(pairs)
    return found if len(found) == len(pairs) else None


def _state(endpoint: Mapping[str, Any], number: int, routes: _Routes | None, count: int) -> EndpointState:
    conditions = endpoint.get("conditions") or {}
    fields = {name: value for name, value in endpoint.items() if name not in _OWN}
    fields |= {f"conditions.{name}": value for name, value in conditions.items() if name != "ready"}
    fields |= {f"targetRef.{name}": value for name, value in (endpoint.get("targetRef") or {}).items()}
    return EndpointState(
        _target(endpoint),
        tuple(endpoint["addresses"]),
        routes.of(endpoint, number, count) if routes is not None else "",
        conditions.get("ready"),
        fields,
    )


def _target(endpoint: Mapping[str, Any]) -> str:
    reference = endpoint.get("targetRef")
    return target_text(reference) if reference else ""


def _is_endpoint(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    addresses, reference, conditions = (value.get(name) for name in ("addresses", "targetRef", "conditions"))
    return (
        isinstance(addresses, list)
        and all(isinstance(each, str) for each in addresses)
        and (reference is None or (isinstance(reference, dict) and all(isinstance(v, str) for v in reference.values())))
        and (conditions is None or isinstance(conditions, dict))
    )
