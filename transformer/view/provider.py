"""A provider's export as questions: how does it see another cluster, and is the way to the consumer open?"""

from __future__ import annotations

from dataclasses import dataclass

from transformer.findings.finding import ObjectRef, quoted
from transformer.manifests.manifest import FieldPath, field_text
from transformer.outcome import Fact
from transformer.resources.configuration import Configuration
from transformer.resources.peer import API_SERVER, NETWORK_CONNECTION, ForeignCluster
from transformer.resources.slice import (
    DESTINATION,
    ORIGIN,
    SHADOW_MANAGED_BY,
    SHADOW_MANAGER,
    EndpointSlice,
    ShadowEndpointSlice,
)
from transformer.view.answer import Problem
from transformer.view.export import Export
from transformer.view.link import LinkIndex
from transformer.view.services import ServiceIndex

ESTABLISHED = "Established"
NO_STATUS = "None"


@dataclass(frozen=True, slots=True)
class PeerState:
    """P01: what the provider's ForeignCluster says of the consumer. ``problem`` is set when it says nothing:
    an error when others were exported, a note when none was."""

    networking_enabled: bool
    network_ready: bool
    api_ready: bool
    facts: tuple[Fact, ...] = ()
    problem: Problem | None = None
    not_ready: Problem | None = None


class ProviderView:
    """The provider. ``id`` is its cluster id, ``links`` its Configurations."""

    def __init__(self, export: Export, id: str) -> None:
        self.id = id
        self.export = export
        self.links = LinkIndex(export.of(Configuration), id)
        self.shadows = export.of(ShadowEndpointSlice)
        self.services = ServiceIndex(export)
        self._slices = {(each.current.namespace, each.current.name): each for each in export.of(EndpointSlice)}
        self._shadows_by_name = {(each.current.namespace, each.current.name): each for each in self.shadows}

    def foreign_slice(self, namespace: str, name: str) -> EndpointSlice | None:
        """The EndpointSlice of that name that no ShadowEndpointSlice manages, if there is one (P11)."""
        found = self._slices.get((namespace, name))
        return None if found is None or found.labels.get(SHADOW_MANAGED_BY) == SHADOW_MANAGER else found

    def shadow(self, namespace: str, name: str) -> ShadowEndpointSlice | None:
        """The ShadowEndpointSlice of that name in the export, if any (C15)."""
        return self._shadows_by_name.get((namespace, name))

    @property
    def origins(self) -> frozenset[str]:
        """The consumers that its ShadowEndpointSlices come from."""
        return frozenset(each.labels[ORIGIN] for each in self.shadows if ORIGIN in each.labels)

    @property
    def lacks_shadows(self) -> str | None:
        """Why no ShadowEndpointSlice of the export can become an EndpointSlice here; None when one may."""
        if not self.shadows:
            return "there is no ShadowEndpointSlice among the inputs"
        destinations = {each.labels.get(DESTINATION, self.id) for each in self.shadows}
        if self.id in destinations:
            return None
        return f"the ShadowEndpointSlices among the inputs are for {', '.join(sorted(destinations))}, not for {self.id}"

    def peer(self, origin: str) -> PeerState:
        """The state of the link to a consumer (P01)."""
        if not self.export.has(ForeignCluster):
            return PeerState(
                True,
                True,
                True,
                problem=Problem(
                    "assumed-ready",
                    f"no ForeignCluster was exported from {self.id}: networking with {origin} is taken to be on "
                    "and ready",
                    cluster=self.id,
                    shared_cause=origin,
                ),
            )
        matching = [each for each in self.export.of(ForeignCluster) if each.remote_cluster_id == origin]
        if not matching:
            return PeerState(
                True,
                True,
                True,
                problem=Problem(
                    "missing-foreign-cluster",
                    f"{self.id} has no ForeignCluster labelled for {quoted(origin)}, the consumer",
                    object=ObjectRef("core.liqo.io/v1beta1", "ForeignCluster", "", origin),
                    cluster=self.id,
                    shared_cause=origin,
                ),
            )
        # The oldest counts; where two are as old, the first by name, so that the order read does not.
        return _state(min(matching, key=lambda each: (each.created or "9999", each.ref.name)), self.id)


def _state(cluster: ForeignCluster, provider: str) -> PeerState:
    if cluster.networking_enabled is None:
        path: FieldPath = ("status", "modules", "networking")
        return PeerState(
            True,
            True,
            True,
            problem=Problem(
                "missing-foreign-cluster",
                f"{cluster.ref} does not say whether networking is on: status.modules.networking.enabled is not there",
                object=cluster.ref,
                field=field_text(path),
                location=cluster.origin.at(path),
                shared_cause=cluster.ref.name,
                cluster=provider,
            ),
        )
    enabled = cluster.networking_enabled
    network_ready = not enabled or cluster.network_status == ESTABLISHED
    api_ready = (cluster.api_server_status or NO_STATUS) in (ESTABLISHED, NO_STATUS)
    facts = (
        Fact(cluster.ref, "status.modules.networking.enabled", str(enabled).lower(), provider),
        Fact(
            cluster.ref,
            f"status.modules.networking.conditions[{NETWORK_CONNECTION}]",
            cluster.network_status or "",
            provider,
        ),
        Fact(cluster.ref, f"status.conditions[{API_SERVER}]", cluster.api_server_status or "", provider),
    )
    not_ready = None
    if not network_ready:
        path = ("status", "modules", "networking", "conditions")
        not_ready = _not_ready(cluster, provider, NETWORK_CONNECTION, cluster.network_status, path)
    elif not api_ready:
        not_ready = _not_ready(cluster, provider, API_SERVER, cluster.api_server_status, ("status", "conditions"))
    return PeerState(enabled, network_ready, api_ready, facts, not_ready=not_ready)


def _not_ready(cluster: ForeignCluster, provider: str, condition: str, status: str | None, path: FieldPath) -> Problem:
    return Problem(
        "endpoints-not-ready",
        f"endpoints are written as not ready: condition {condition} of {cluster.ref} is {status or 'absent'}, "
        f"not {ESTABLISHED}",
        object=cluster.ref,
        field=field_text(path),
        location=cluster.origin.at(path),
        cause=condition,
        shared_cause=f"{cluster.ref.name} {condition}",
        cluster=provider,
    )
