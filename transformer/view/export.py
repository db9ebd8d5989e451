"""One cluster's export: its objects by kind, each once, and what was wrong with the rest."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from transformer.findings.catalogue import finding
from transformer.findings.finding import Finding, Related, Severity, quoted
from transformer.manifests.manifest import Manifest
from transformer.resources.installation import ClusterIdConfigMap
from transformer.resources.kinds import kind_of, misspelt_fields, nearly_kind, read_resource
from transformer.resources.orchestration import lasting_annotations
from transformer.resources.resource import Resource, ref_of
from transformer.resources.slice import DESTINATION, ShadowEndpointSlice

R = TypeVar("R", bound=Resource)


@dataclass(frozen=True, slots=True)
class Export:
    """The objects of the kinds we know, sorted by namespace and name, so that no result depends on the
    order they were read in. ``read`` and ``ignored`` count objects by kind."""

    cluster: str | None
    resources: dict[type[Resource], tuple[Resource, ...]]
    findings: tuple[Finding, ...]
    read: dict[str, int]
    ignored: dict[str, int]

    def of(self, kind: type[R]) -> tuple[R, ...]:
        """All objects of a kind."""
        found: tuple[Any, ...] = self.resources.get(kind, ())
        return found

    def has(self, kind: type[Resource]) -> bool:
        """Whether any object of the kind was exported: if not, the export is to blame for what is missing."""
        return bool(self.resources.get(kind))

    def named(self, explicit: str | None) -> tuple[Export, str | None]:
        """The same export with the cluster's id, and that id: the explicit one, else the one that its
        cluster-id ConfigMap holds, else None. Two ids that disagree are an error (cluster-id-mismatch)."""
        findings = list(self.findings)
        cluster = explicit
        first: ClusterIdConfigMap | None = None
        for config_map in self.of(ClusterIdConfigMap):
            found = config_map.cluster_id
            if cluster is not None and found != cluster:
                said = f"ConfigMap {first.ref.namespace}/{first.ref.name} says" if first else "the settings say"
                findings.append(
                    finding(
                        "cluster-id-mismatch",
                        f"the export says it is of cluster {quoted(found)}, {said} {quoted(cluster)}",
                        cluster=cluster,
                        object=config_map.ref,
                        field="data.CLUSTER_ID",
                        location=config_map.origin.at(("data", "CLUSTER_ID")),
                    )
                )
            cluster = cluster if cluster is not None else found
            first = config_map
        if len(findings) > len(self.findings):
            # Exports of two clusters in one: that their objects share names is no fault of its own.
            findings = [each for each in findings if each.code != "duplicate-object"]
        findings = [each if each.cluster is not None else replace(each, cluster=cluster) for each in findings]
        return replace(self, cluster=cluster, findings=tuple(findings)), cluster


def collect(items: Iterable[Manifest | Finding], cluster: str | None) -> Export:
    """Reads manifests into an export: checks each, counts it, reports what is doubled or passed over."""
    findings: list[Finding] = []
    by_id: dict[tuple[str, ...], tuple[Resource, Manifest]] = {}
    read: dict[str, int] = {}
    ignored: dict[str, tuple[int, Manifest]] = {}
    for item in items:
        if isinstance(item, Finding):
            findings.append(item if item.cluster is not None else replace(item, cluster=cluster))
            continue
        kind = kind_of(item.data)
        if kind is None:
            count, first_seen = ignored.get(item.data["kind"], (0, item))
            ignored[item.data["kind"]] = (count + 1, first_seen)
            continue
        resource = read_resource(item, kind, cluster)
        if not isinstance(resource, Resource):
            findings.extend(resource)
            continue
        findings.extend(misspelt_fields(item, kind, cluster))
        key = _identity(kind.name, resource)
        if key in by_id:
            findings.append(_duplicate(by_id[key], (resource, item), cluster))
            continue
        by_id[key] = (resource, item)
        read[kind.name] = read.get(kind.name, 0) + 1
    resources: dict[type[Resource], list[Resource]] = {}
    for _, (resource, _manifest) in sorted(by_id.items()):
        resources.setdefault(type(resource), []).append(resource)
    for name, (count, first_seen) in sorted(ignored.items()):
        meant = nearly_kind(first_seen.data)
        hint = f"; is {meant} meant?" if meant is not None else ""
        findings.append(
            finding(
                "ignored-kind",
                f"{count} {'object' if count == 1 else 'objects'} of kind {quoted(name)} passed over{hint}",
                severity=Severity.WARNING if meant is not None else None,
                cluster=cluster,
                location=first_seen.origin.at(("kind",)),
            )
        )
    return Export(
        cluster,
        {kind: tuple(found) for kind, found in resources.items()},
        tuple(findings),
        dict(sorted(read.items())),
        {name: count for name, (count, _) in sorted(ignored.items())},
    )


def _identity(kind: str, resource: Resource) -> tuple[str, ...]:
    # A base may hold the slices for several providers, in namespaces of one name: the destination tells them apart.
    destination = resource.labels.get(DESTINATION, "") if isinstance(resource, ShadowEndpointSlice) else ""
    # By the current names: kustomize may use one base twice, each time with another prefix.
    return (kind, resource.current.namespace, resource.current.name, destination)


def _duplicate(first: tuple[Resource, Manifest], second: tuple[Resource, Manifest], cluster: str | None) -> Finding:
    is_equal = _lasting(first[1].data) == _lasting(second[1].data)
    return finding(
        "duplicate-object",
        f"{ref_of(second[1].data)} was read twice, "
        + ("both times the same; the first is used" if is_equal else "and the two differ"),
        severity=Severity.INFO if is_equal else None,
        cluster=cluster,
        object=second[0].ref,
        field="metadata.name",
        location=second[1].origin.at(("metadata", "name")),
        related=(Related("the other one", first[0].ref, first[1].origin.at(("metadata", "name"))),),
    )


def _lasting(data: dict[str, Any]) -> dict[str, Any]:
    """The object without what only tells who wrote it, or handed it over: an export with --show-managed-fields is no
    other object."""
    metadata = {name: value for name, value in data["metadata"].items() if name != "managedFields"}
    if metadata.get("annotations"):
        metadata["annotations"] = dict(lasting_annotations(metadata["annotations"]))
    return {**data, "metadata": metadata}
