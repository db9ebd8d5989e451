"""EndpointSlice and ShadowEndpointSlice: two wrappings of the same list of endpoints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from transformer.findings.finding import Location, ObjectRef
from transformer.manifests.manifest import FieldPath, Manifest, Origin
from transformer.resources.resource import Resource, common, kind_schema
from transformer.resources.schema import Schema, boolean, list_of, record, text, whole_number

SERVICE_NAME = "kubernetes.io/service-name"
MANAGED_BY = "endpointslice.kubernetes.io/managed-by"
REFLECTION = "endpointslice.reflection.liqo.io"
ORIGIN = "offloading.liqo.io/origin"
DESTINATION = "offloading.liqo.io/destination"
SHADOW_MANAGED_BY = "liqo.io/managed-by"
SHADOW_MANAGER = "shadowendpointslice"

#: addressType of names, and the width of the addresses of the others.
FQDN = "FQDN"
FAMILY_BITS = {"IPv4": 32, "IPv6": 128}
#: What the API server accepts as the addressType of an EndpointSlice. A ShadowEndpointSlice may hold any text.
ADDRESS_TYPES = ("IPv4", "IPv6", FQDN)

#: An endpoint as the API defines it, checked by the schema and otherwise untouched. A model per endpoint
#: would cost more than the rules themselves.
Endpoint = Mapping[str, Any]
Port = Mapping[str, Any]

ENDPOINT: Schema = record(
    required=("addresses",),
    addresses={**list_of(text()), "minItems": 1},
    conditions=record(ready=boolean(), serving=boolean(), terminating=boolean()),
    hostname=text(),
    nodeName=text(),
    zone=text(),
    hints=record(
        forZones=list_of(record(required=("name",), name=text())),
        forNodes=list_of(record(required=("name",), name=text())),
    ),
    targetRef=record(
        apiVersion=text(),
        fieldPath=text(),
        kind=text(),
        name=text(),
        namespace=text(),
        resourceVersion=text(),
        uid=text(),
    ),
)
PORT: Schema = record(name=text(), port=whole_number(), protocol=text(), appProtocol=text())

ENDPOINT_SLICE: Schema = kind_schema(
    required=("addressType",),
    namespaced=True,
    addressType=text(enum=list(ADDRESS_TYPES)),
    endpoints=list_of(ENDPOINT),
    ports=list_of(PORT),
)
SHADOW_ENDPOINT_SLICE: Schema = kind_schema(
    namespaced=True,
    spec=record(template=record(addressType=text(), endpoints=list_of(ENDPOINT), ports=list_of(PORT))),
)


@dataclass(frozen=True, slots=True)
class Trace:
    """Which input object a slice came from, and which of its endpoints each endpoint came from.

    Findings about a derived slice point at the input through it. ``endpoints`` is None when
    they are the input's own, one for one.
    """

    ref: ObjectRef
    origin: Origin
    template: FieldPath
    endpoints: tuple[int, ...] | None = None

    def path(self, *steps: str | int) -> FieldPath:
        """The input's path for a path below the template, endpoint numbers translated."""
        if self.endpoints is not None and len(steps) > 1 and steps[0] == "endpoints" and isinstance(steps[1], int):
            steps = ("endpoints", self.endpoints[steps[1]], *steps[2:])
        return (*self.template, *steps)

    def at(self, *steps: str | int) -> Location:
        """The place of such a path."""
        return self.origin.at(self.path(*steps))


@dataclass(frozen=True, slots=True)
class Slice(Resource):
    """An EndpointSlice or ShadowEndpointSlice. ``ports`` is None where the object has none or null."""

    address_type: str
    endpoints: Sequence[Endpoint]
    ports: Sequence[Port] | None
    trace: Trace

    @property
    def service_name(self) -> str | None:
        """The Service that the slice belongs to: label ``kubernetes.io/service-name``."""
        return self.labels.get(SERVICE_NAME) or None

    def is_reflected(self, origin: str, destination: str) -> bool:
        """Whether it carries the three labels of C05 for this pair of clusters."""
        return (
            self.labels.get(ORIGIN) == origin
            and self.labels.get(DESTINATION) == destination
            and self.labels.get(MANAGED_BY) == REFLECTION
        )


@dataclass(frozen=True, slots=True)
class EndpointSlice(Slice):
    """discovery.k8s.io/v1 EndpointSlice."""


@dataclass(frozen=True, slots=True)
class ShadowEndpointSlice(Slice):
    """offloading.liqo.io/v1beta1 ShadowEndpointSlice; its endpoints lie in ``spec.template``."""


def target_text(target: Mapping[str, Any]) -> str:
    """A targetRef as people write it: ``Pod shop/web-0``. The prefix by which C08 marks it is left out."""
    path = "/".join(part for part in (target.get("namespace"), target.get("name")) if part)
    return f"{(target.get('kind') or '').removeprefix('Remote')} {path}".strip()


def read_endpoint_slice(manifest: Manifest) -> EndpointSlice:
    """The record of a manifest that fits ENDPOINT_SLICE."""
    return EndpointSlice(**common(manifest), **_template(manifest, manifest.data, ()))


def read_shadow_endpoint_slice(manifest: Manifest) -> ShadowEndpointSlice:
    """The record of a manifest that fits SHADOW_ENDPOINT_SLICE."""
    template = (manifest.data.get("spec") or {}).get("template") or {}
    return ShadowEndpointSlice(**common(manifest), **_template(manifest, template, ("spec", "template")))


def _template(manifest: Manifest, template: Mapping[str, Any], path: FieldPath) -> dict[str, Any]:
    return {
        "address_type": template.get("addressType") or "",
        "endpoints": template.get("endpoints") or [],
        "ports": template.get("ports"),
        "trace": Trace(common(manifest)["ref"], manifest.origin, path),
    }


def traced(source: Slice, endpoints: Sequence[int]) -> Trace:
    """The trace of a slice made of some of the source's endpoints, given by their numbers."""
    before = source.trace.endpoints
    numbers = tuple(endpoints) if before is None else tuple(before[number] for number in endpoints)
    return replace(source.trace, endpoints=numbers)
