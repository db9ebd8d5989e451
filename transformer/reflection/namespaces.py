"""C04: which namespace of the provider does a namespace of the consumer go to?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from transformer.findings.catalogue import finding
from transformer.findings.finding import Finding, Location, ObjectRef, Severity, quoted
from transformer.manifests.manifest import field_text
from transformer.outcome import Fact
from transformer.resources.namespace import ACCEPTED, NamespaceMap, NamespaceOffloading
from transformer.resources.resource import Resource
from transformer.resources.slice import Endpoint
from transformer.view.consumer import ConsumerView
from transformer.view.trail import Stops, Trail


@dataclass(frozen=True, slots=True)
class Destination:
    """Where a namespace goes on one provider: ``remote`` is None when it is not offloaded, and ``reason``
    says why. ``assumed``: nothing exported says so, it is Liqo's default name."""

    remote: str | None
    reason: str = ""
    object: ObjectRef | None = None
    location: Location | None = None
    facts: tuple[Fact, ...] = ()
    assumed: bool = False


class Namespaces:
    """The destinations of one consumer's namespaces on one provider."""

    def __init__(self, view: ConsumerView, remote: str, explicit: Mapping[str, str] | None) -> None:
        self._view = view
        self._remote = remote
        self._explicit = explicit
        self._maps = [each for each in view.export.of(NamespaceMap) if _is_ours(each)]
        self._own_maps = [each for each in self._maps if each.remote_cluster_id == remote]
        self._offloadings: dict[str, list[NamespaceOffloading]] = {}
        for each in view.export.of(NamespaceOffloading):
            self._offloadings.setdefault(each.ref.namespace, []).append(each)
        # Maps that are all replicated were exported none the less: nothing is offloaded then.
        self._says_something = view.export.has(NamespaceMap) or view.export.has(NamespaceOffloading)
        self._offloaded_by_guess = frozenset() if self._says_something else _crossing_namespaces(view)

    def of(self, namespace: str) -> Destination:
        """The destination: from the settings, else from what was exported, else assumed."""
        exported = self._exported(namespace)
        if self._explicit is None:
            return exported
        said = self._explicit.get(namespace)
        if said is None:
            return Destination(None, "the settings list other namespaces for this provider")
        return Destination(said)

    def findings(self, namespace: str, slices: Sequence[ObjectRef], is_annotated: bool) -> list[Finding]:
        """What to say of a namespace that holds these slices: once a namespace and provider."""
        destination = self.of(namespace)
        found = self._overrides(namespace)
        if destination.remote is None:
            found.append(
                finding(
                    "namespace-not-offloaded",
                    f"namespace {quoted(namespace)} does not go to {self._remote}: {destination.reason}; "
                    f"{len(slices)} {'slice' if len(slices) == 1 else 'slices'} not reflected",
                    severity=Severity.WARNING if is_annotated else None,
                    cluster=self._view.id,
                    provider=self._remote,
                    object=destination.object,
                    location=destination.location,
                    slices=tuple(sorted(f"{each.namespace}/{each.name}" for each in slices)),
                )
            )
        elif destination.assumed:
            found.append(
                finding(
                    "namespace-assumed",
                    f"no NamespaceMap or NamespaceOffloading was exported: namespace {quoted(namespace)} is taken to "
                    f"be {quoted(destination.remote)} on {self._remote}, Liqo's default name",
                    cluster=self._view.id,
                    provider=self._remote,
                )
            )
        return found

    def record(self, trail: Trail, namespace: str, found: Iterable[Finding]) -> None:
        """C04 for one slice in ``namespace``: where it goes, and what ``findings`` said of that."""
        destination = self.of(namespace)
        trail.begin("C04")
        if destination.remote is not None:
            said = ", as the settings say" if self._explicit is not None else ""
            words = f"namespace {namespace} is {destination.remote} on {self._remote}{said}"
            trail.add(words, facts=destination.facts)
        for each in found:
            is_end = each.code == "namespace-not-offloaded"
            trail.add_finding(each, stops=Stops.SLICE if is_end else None)

    def _overrides(self, namespace: str) -> list[Finding]:
        if self._explicit is None or not self._says_something:
            return []
        exported = self._exported(namespace)
        said = self._explicit.get(namespace)
        if exported.remote == said:
            return []
        where = (
            f"the export takes namespace {quoted(namespace)} to {quoted(exported.remote)} on {self._remote}"
            if exported.remote is not None
            else f"the export does not offload namespace {quoted(namespace)} to {self._remote} ({exported.reason})"
        )
        return [
            finding(
                "override",
                f"{where}; the settings say {quoted(said)}"
                if said is not None
                else f"{where}; the settings do not list it, so it is not reflected",
                severity=Severity.WARNING if said is None else None,
                cluster=self._view.id,
                provider=self._remote,
                object=exported.object,
                location=exported.location,
            )
        ]

    def _exported(self, namespace: str) -> Destination:
        if self._maps:
            return self._from_maps(namespace)
        if self._offloadings:
            offloadings = self._offloadings.get(namespace, [])
            if not offloadings:
                return Destination(None, "it has no NamespaceOffloading")
            if len(offloadings) > 1:
                return self._at(
                    offloadings[1], None, "it has several NamespaceOffloadings, of which Liqo allows one", ("metadata",)
                )
            return self._from_offloading(offloadings[0])
        if self._says_something:
            return Destination(
                None, "no NamespaceMap in the export is one of this cluster's own, labelled with a provider"
            )
        if namespace in self._offloaded_by_guess:
            return Destination(self._default_name(namespace), assumed=True)
        return Destination(
            None,
            "neither NamespaceMaps nor NamespaceOffloadings were exported, and it holds no annotated Service and no "
            "endpoint on another cluster",
        )

    def _from_maps(self, namespace: str) -> Destination:
        if not self._own_maps:
            return Destination(None, f"no NamespaceMap is labelled for {self._remote}")
        first = self._own_maps[0]
        if len(self._own_maps) > 1:
            names = ", ".join(f"{each.ref.namespace}/{each.ref.name}" for each in self._own_maps)
            return self._at(
                self._own_maps[1], None, f"Liqo uses none of its two NamespaceMaps ({names})", ("metadata",)
            )
        entry = first.mapped.get(namespace)
        path = ("status", "currentMapping", namespace)
        if entry is None:
            wanted = " (only desired so far)" if namespace in first.desired else ""
            return self._at(first, None, f"{first.ref} has no entry for it in status.currentMapping{wanted}", path)
        if entry.phase != ACCEPTED or not entry.remote:
            reason = f"its phase in {first.ref} is {quoted(entry.phase)}, not {ACCEPTED}"
            return self._at(first, None, reason, (*path, "phase"))
        return self._at(first, entry.remote, "", path, entry.remote)

    def _from_offloading(self, offloading: NamespaceOffloading) -> Destination:
        required = offloading.required.get(self._remote)
        path = ("status", "remoteNamespacesConditions", self._remote)
        if required is not None and required != "True":
            reason = f"condition OffloadingRequired of {offloading.ref} is {quoted(required)} for it"
            return self._at(offloading, None, reason, path)
        strategy = offloading.strategy
        namespace = offloading.ref.namespace
        if strategy == "EnforceSameName":
            remote: str | None = namespace
        elif strategy == "SelectedName":
            remote = offloading.remote_name
        else:
            remote = self._default_name(namespace)
        field = ("spec", "namespaceMappingStrategy")
        if remote is None:
            return self._at(offloading, None, f"{offloading.ref} selects a name but gives none", field)
        return self._at(offloading, remote, "", field, strategy)

    def _default_name(self, namespace: str) -> str:
        return f"{namespace}-{self._view.id}"

    def _at(
        self, resource: Resource, remote: str | None, reason: str, path: tuple[str, ...], value: str = ""
    ) -> Destination:
        fact = (Fact(resource.ref, field_text(path), value, self._view.id),)
        return Destination(remote, reason, resource.ref, resource.origin.at(path), fact)


def _is_ours(namespace_map: NamespaceMap) -> bool:
    return namespace_map.remote_cluster_id is not None and not namespace_map.is_replicated


def _crossing_namespaces(view: ConsumerView) -> frozenset[str]:
    """The namespaces that hold an annotated Service or an endpoint on another cluster."""
    found = set(view.annotated_namespaces)
    for slice in view.slices:
        if slice.ref.namespace not in found and any(_is_elsewhere(view, each) for each in slice.endpoints):
            found.add(slice.ref.namespace)
    return frozenset(found)


def _is_elsewhere(view: ConsumerView, endpoint: Endpoint) -> bool:
    # Where several clusters could be meant, none of them is the consumer.
    placement = view.placement.of(endpoint.get("nodeName"), endpoint["addresses"])
    return placement.is_ambiguous or placement.cluster not in (None, view.id)
