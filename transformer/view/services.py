"""Which Service does a slice belong to? The label ``kubernetes.io/service-name``, in the slice's namespace."""

from __future__ import annotations

from collections.abc import Mapping

from transformer.resources.orchestration import Identity
from transformer.resources.service import Service
from transformer.resources.slice import SERVICE_NAME, Slice
from transformer.view.export import Export


class ServiceIndex:
    """The Services of an export, by all the names that a slice may know them under.

    The name that a Service was exported with comes first: inside kustomize the labels still hold that one.
    """

    def __init__(self, export: Export) -> None:
        self._by_identity: dict[Identity, Service] = {}
        services = export.of(Service)
        for rank in range(max((len(each.known_as) for each in services), default=0)):
            for service in services:
                if rank < len(service.known_as):
                    self._by_identity.setdefault(service.known_as[rank], service)

    def of(self, slice: Slice) -> Service | None:
        """The slice's Service; None where it has no such label, or the Service was not exported."""
        name = slice.service_name
        return None if name is None else self._by_identity.get((slice.ref.namespace, name))

    def labels_of(self, slice: Slice) -> Mapping[str, str]:
        """The labels for what is made of a slice: its own, with its Service by the name that it has now."""
        service = self.of(slice)
        return slice.labels if service is None else {**slice.labels, SERVICE_NAME: service.current.name}
