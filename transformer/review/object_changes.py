"""What differs between two versions of one derived object, line by line, in the words of the field."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from transformer.findings.change import Change, ChangeKind
from transformer.findings.finding import ObjectRef
from transformer.manifests.manifest import FieldPath, field_text
from transformer.reports.visible import counted
from transformer.resources.direct_data import DIRECT_DATA
from transformer.review.endpoint_changes import Nodes, described, endpoint_changes, name_of
from transformer.review.endpoint_state import (
    endpoint_states,
    has_endpoints,
    listed_addresses,
    metadata_part,
    template_of,
)
from transformer.review.values import is_same, meaning_text, value_text

Data = Mapping[str, Any]

_METADATA = {"labels": ChangeKind.LABEL, "annotations": ChangeKind.ANNOTATION}
#: How many endpoints the line of a whole slice names.
_NAMED = 5


@dataclass(frozen=True, slots=True)
class Compared:
    """The object that is compared, and what is known beside its two versions: the ShadowEndpointSlices that say how the
    endpoints are reached, and the nodes that the endpoints were on."""

    service: str
    provider: str
    slice: ObjectRef
    shadow_before: Data | None = None
    shadow_after: Data | None = None
    nodes_before: Nodes = field(default_factory=dict)
    nodes_after: Nodes = field(default_factory=dict)

    def change(
        self, kind: ChangeKind, endpoint: str = "", field: str = "", before: str | None = None, after: str | None = None
    ) -> Change:
        """A change of this object."""
        return Change(kind, self.service, self.provider, self.slice, endpoint, field, before, after)


def object_changes(compared: Compared, before: Data, after: Data) -> list[Change]:
    """The changes from one version to the other; empty when they mean the same."""
    sound = has_endpoints(before) and has_endpoints(after)
    found: list[Change] = []
    if sound:
        found += endpoint_changes(
            endpoint_states(before, compared.shadow_before),
            endpoint_states(after, compared.shadow_after),
            compared.nodes_before,
            compared.nodes_after,
            compared.change,
        )
    found += _port_changes(compared, template_of(before).get("ports"), template_of(after).get("ports"))
    for part, kind in _METADATA.items():
        found += _metadata_changes(compared, part, kind, before, after, sound)
    template: FieldPath = ("spec", "template") if before.get("kind") == "ShadowEndpointSlice" else ()
    # Said above: these paths. What is left is compared field by field, so that nothing can differ in silence.
    said = {(*template, "ports"), *((("metadata", part)) for part in _METADATA)}
    if sound:
        said.add((*template, "endpoints"))
    for path, old, new in _differing(before, after, (), said):
        found.append(compared.change(ChangeKind.FIELD, "", field_text(path), value_text(old), value_text(new)))
    return found


def whole_change(compared: Compared, kind: ChangeKind, data: Data, shadow: Data | None) -> Change:
    """A slice that is there on one side only, with what it holds."""
    holds = _endpoints_text(data, shadow)
    added = kind is ChangeKind.SLICE_ADDED
    return compared.change(kind, "", "", None if added else holds, holds if added else None)


def _endpoints_text(data: Data, shadow: Data | None) -> str:
    if not has_endpoints(data):
        return ""
    states = endpoint_states(data, shadow)
    count = counted(len(states), "endpoint")
    named = [f"{name_of(each)} ({described(each)})" if described(each) else name_of(each) for each in states[:_NAMED]]
    more = [f"{len(states) - _NAMED} more"] if len(states) > _NAMED else []
    return ": ".join(part for part in (count, "; ".join([*named, *more])) if part)


def _port_changes(compared: Compared, before: Any, after: Any) -> Iterator[Change]:
    if _ports(before) == _ports(after):
        return
    texts = [_ports_text(before), _ports_text(after)]
    if texts[0] == texts[1]:  # they differ in something that is seldom there
        texts = [value_text(before), value_text(after)]
    yield compared.change(ChangeKind.PORTS, "", "", *texts)


def _ports(value: Any) -> list[str]:
    """The ports, each as a text, in an order of their own: theirs means nothing."""
    if isinstance(value, list):
        return sorted(map(meaning_text, value))
    return [] if is_same(value, None) else [meaning_text(value)]


def _ports_text(value: Any) -> str | None:
    if not isinstance(value, list) or not all(isinstance(port, dict) for port in value):
        return value_text(value)
    return ", ".join(sorted(map(_port_text, value))) or None


def _port_text(port: Data) -> str:
    number, protocol = port.get("port"), port.get("protocol") or "TCP"
    text = f"{port.get('name') or ''} {'any' if number is None else number}/{protocol}".strip()
    return f"{text} ({port['appProtocol']})" if port.get("appProtocol") else text


def _metadata_changes(
    compared: Compared, part: str, kind: ChangeKind, before: Data, after: Data, sound: bool
) -> Iterator[Change]:
    old, new = metadata_part(before, part), metadata_part(after, part)
    if old is None or new is None:
        values = _raw(before, part), _raw(after, part)
        if not is_same(*values):
            yield compared.change(kind, "", f"metadata.{part}", *map(value_text, values))
        return
    for key in sorted({*old, *new}):
        values = old.get(key), new.get(key)
        if not (is_same(*values) or (key == DIRECT_DATA and sound and _is_said(old, new, before, after))):
            yield compared.change(kind, "", field_text(("metadata", part, key)), *map(value_text, values))


def _raw(data: Data, part: str) -> Any:
    metadata = data.get("metadata")
    return metadata.get(part) if isinstance(metadata, dict) else None


def _is_said(old: Data, new: Data, before: Data, after: Data) -> bool:
    """Whether the routes of the endpoints say all that the direct-connections data does."""
    if before.get("kind") != "ShadowEndpointSlice":
        return False
    listed = listed_addresses(old), listed_addresses(new)
    if listed[0] is None or listed[1] is None:
        return False
    if listed[0] == listed[1]:  # the same, written otherwise
        return True
    if not (_is_told_by_routes(listed[0], before) and _is_told_by_routes(listed[1], after)):
        return False
    return _unmet(listed[0], before) == _unmet(listed[1], after)


def _is_told_by_routes(listed: Mapping[str, str], data: Data) -> bool:
    """Whether all addresses of each endpoint are listed alike: its route says nothing of each by itself."""
    endpoints = template_of(data).get("endpoints") or []
    return all(len({listed.get(address) for address in each["addresses"]}) <= 1 for each in endpoints)


def _unmet(listed: Mapping[str, str], data: Data) -> dict[str, str]:
    """The entries of the data that no endpoint has."""
    present = {address for each in template_of(data).get("endpoints") or [] for address in each["addresses"]}
    return {address: cluster for address, cluster in listed.items() if address not in present}


def _differing(
    before: Data, after: Data, path: FieldPath, said: set[FieldPath]
) -> Iterator[tuple[FieldPath, Any, Any]]:
    for name in sorted({*before, *after}):
        here = (*path, name)
        old, new = before.get(name), after.get(name)
        if here in said or is_same(old, new):
            continue
        if isinstance(old, dict) and isinstance(new, dict):
            yield from _differing(old, new, here, said)
        else:
            yield here, old, new
