"""Which Service does a slice belong to? The label ``kubernetes.io/service-name``, in the slice's namespace."""

from __future__ import annotations

from collections.abc import Mapping

from transformer.findings.catalogue import finding
from transformer.findings.finding import Finding, ObjectRef, Related
from transformer.resources.orchestration import Identity
from transformer.resources.service import Service
from transformer.resources.slice import SERVICE_NAME, Slice
from transformer.view.export import Export


class ServiceIndex:
    """The Services of an export, by all the names that a slice may know them under.

    The name that a Service was exported with comes first: inside kustomize the labels still hold that one. A base that
    is used twice gives several Services of one such name; the one that was renamed as the slice was is meant.
    """

    def __init__(self, export: Export) -> None:
        self._by_identity: dict[Identity, list[Service]] = {}
        services = export.of(Service)
        for rank in range(max((len(each.known_as) for each in services), default=0)):
            added: dict[Identity, list[Service]] = {}
            for service in services:
                if rank < len(service.known_as):
                    added.setdefault(service.known_as[rank], []).append(service)
            self._by_identity = added | self._by_identity

    def of(self, slice: Slice) -> Service | None:
        """The slice's Service; None where it has no such label, the Service was not exported, or several could be
        meant (``ambiguity`` says so)."""
        found = self._candidates(slice)
        return found[0] if len(found) == 1 else None

    def ambiguity(self, slice: Slice, cluster: str) -> Finding | None:
        """The error (duplicate-object) for a slice that could belong to several Services; None for any other."""
        found = self._candidates(slice)
        if len(found) < 2:
            return None
        names = " and ".join(f"{each.current.namespace}/{each.current.name}" for each in found)
        return finding(
            "duplicate-object",
            f"{slice.ref} names the Service {slice.service_name}, and several were called so: {names}",
            remedy="Put the function into the base that is used several times, or give each Service a name of its own.",
            cluster=cluster,
            object=slice.ref,
            field=f'metadata.labels["{SERVICE_NAME}"]',
            location=slice.origin.at(("metadata", "labels", SERVICE_NAME)),
            related=tuple(Related("one of them", each.ref, each.origin.at(("metadata", "name"))) for each in found),
        )

    def labels_of(self, slice: Slice) -> Mapping[str, str]:
        """The labels for what is made of a slice: its own, with its Service by the name that it has now."""
        service = self.of(slice)
        return slice.labels if service is None else {**slice.labels, SERVICE_NAME: service.current.name}

    def _candidates(self, slice: Slice) -> list[Service]:
        name = slice.service_name
        found = [] if name is None else self._by_identity.get((slice.ref.namespace, name), [])
        if len(found) < 2:
            return found
        alike = [each for each in found if _renaming(each.ref, each.current) == _renaming(slice.ref, slice.current)]
        return alike or found


def _renaming(before: ObjectRef, now: ObjectRef) -> tuple[str, str, str]:
    """The namespace an object is in now, and what was put before and behind its name."""
    prefix, _, suffix = now.name.partition(before.name)
    return now.namespace, prefix, suffix
