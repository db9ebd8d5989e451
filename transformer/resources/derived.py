"""From records back to objects: the ShadowEndpointSlice and EndpointSlice that are written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from transformer.resources.slice import EndpointSlice, ShadowEndpointSlice, Slice


def shadow_object(shadow: ShadowEndpointSlice) -> dict[str, Any]:
    """The object of a ShadowEndpointSlice. Empty fields are left out."""
    template: dict[str, Any] = {"addressType": shadow.address_type}
    if shadow.endpoints:
        template["endpoints"] = [_without_empty(endpoint) for endpoint in shadow.endpoints]
    return {**_head(shadow), "spec": {"template": {**template, **_ports(shadow)}}}


def slice_object(slice: EndpointSlice) -> dict[str, Any]:
    """The object of an EndpointSlice. Empty fields are left out, but never ``endpoints``: the API requires it."""
    endpoints = [_without_empty(endpoint) for endpoint in slice.endpoints]
    return {**_head(slice), "addressType": slice.address_type, "endpoints": endpoints, **_ports(slice)}


def _head(slice: Slice) -> dict[str, Any]:
    metadata: dict[str, Any] = {"name": slice.ref.name, "namespace": slice.ref.namespace}
    if slice.labels:
        metadata["labels"] = dict(slice.labels)
    if slice.annotations:
        metadata["annotations"] = dict(slice.annotations)
    return {"apiVersion": slice.ref.api_version, "kind": slice.ref.kind, "metadata": metadata}


def _ports(slice: Slice) -> dict[str, Any]:
    # An empty string is a value (C06): a port without a name may be told from one whose name is empty.
    ports = [{name: value for name, value in port.items() if value is not None} for port in slice.ports or ()]
    return {"ports": ports} if ports else {}


def _without_empty(value: Any) -> Any:
    """The value without what says nothing: nulls, and empty lists and mappings, within its mappings."""
    if isinstance(value, Mapping):
        pruned = {name: _without_empty(each) for name, each in value.items()}
        return {name: each for name, each in pruned.items() if each is not None and each != {} and each != []}
    return [_without_empty(each) for each in value] if isinstance(value, list) else value
