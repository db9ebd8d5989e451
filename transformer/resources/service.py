"""Service (v1): whose annotations decide."""

from __future__ import annotations

from dataclasses import dataclass

from transformer.manifests.manifest import Manifest
from transformer.resources.orchestration import Identity, earlier_identities
from transformer.resources.resource import Resource, common, dig, kind_schema
from transformer.resources.schema import Schema, boolean, record

SERVICE: Schema = kind_schema(namespaced=True, spec=record(publishNotReadyAddresses=boolean()))


@dataclass(frozen=True, slots=True)
class Service(Resource):
    """A Service. ``known_as`` are the namespaces and names by which others may call it, the original ones first."""

    publishes_not_ready: bool
    known_as: tuple[Identity, ...]


def read_service(manifest: Manifest) -> Service:
    """The record of a manifest that fits SERVICE."""
    shared = common(manifest)
    current = shared["current"]
    return Service(
        **shared,
        publishes_not_ready=bool(dig(manifest.data, "spec", "publishNotReadyAddresses")),
        known_as=(
            *earlier_identities(manifest.data["metadata"].get("annotations") or {}),
            (current.namespace, current.name),
        ),
    )
