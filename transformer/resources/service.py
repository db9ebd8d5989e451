"""Service (v1): whose annotations decide."""

from __future__ import annotations

from dataclasses import dataclass

from transformer.manifests.manifest import Manifest
from transformer.resources.resource import Resource, common, dig, kind_schema
from transformer.resources.schema import Schema, boolean, record

SERVICE: Schema = kind_schema(namespaced=True, spec=record(publishNotReadyAddresses=boolean()))


@dataclass(frozen=True, slots=True)
class Service(Resource):
    """A Service."""

    publishes_not_ready: bool


def read_service(manifest: Manifest) -> Service:
    """The record of a manifest that fits SERVICE."""
    return Service(**common(manifest), publishes_not_ready=bool(dig(manifest.data, "spec", "publishNotReadyAddresses")))
