"""When the objects of an export were last written: noted while they are read, since no rule asks for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from transformer.exports import Reader
from transformer.findings.finding import Finding, ObjectRef
from transformer.manifests.manifest import Manifest
from transformer.resources.resource import ref_of
from transformer.review.live_reasons import Written

#: The annotation by which Kubernetes says when the endpoints of a slice last changed.
_TRIGGERED = "endpoints.kubernetes.io/last-change-trigger-time"


class WriteTimes:
    """``watch(read)`` is the same reader, noting times; ``written(cluster, ref)`` tells them. ``exports`` are the paths
    of each cluster's export, as the reader is asked for them."""

    def __init__(self, exports: Mapping[str, tuple[str, ...]]) -> None:
        self._clusters = {paths: cluster for cluster, paths in exports.items()}
        self._written: dict[tuple[str, ObjectRef], Written] = {}

    def watch(self, read: Reader) -> Reader:
        """The reader to read with."""

        def reading(paths: Sequence[str]) -> Iterator[Manifest | Finding]:
            cluster = self._clusters.get(tuple(paths), "")
            for item in read(paths):
                if isinstance(item, Manifest):
                    self._written[cluster, ref_of(item.data)] = last_written(item.data)
                yield item

        return reading

    def written(self, cluster: str, ref: ObjectRef) -> Written:
        """When an object was last written, and by whom, as far as its export says."""
        return self._written.get((cluster, ref), Written())


def last_written(data: Mapping[str, Any]) -> Written:
    """The latest time that an object tells of: by its managed fields, which also name the writer, by its conditions, by
    the last change of its endpoints, by its creation. Times that are no ISO 8601 in UTC count as none."""
    metadata = data["metadata"]
    known = [Written(_time(metadata.get("creationTimestamp")))]
    annotations = metadata.get("annotations")
    if isinstance(annotations, dict):
        known.append(Written(_time(annotations.get(_TRIGGERED))))
    fields = metadata.get("managedFields")
    for each in fields if isinstance(fields, list) else ():
        if isinstance(each, dict):
            known.append(Written(_time(each.get("time")), str(each.get("manager") or "")))
    status = data.get("status")
    conditions = status.get("conditions") if isinstance(status, dict) else None
    for each in conditions if isinstance(conditions, list) else ():
        if isinstance(each, dict):
            known.append(Written(_time(each.get("lastTransitionTime"))))
    return max(known)


def _time(value: object) -> str:
    text = str(value) if isinstance(value, str) else ""
    return text if len(text) >= len("2026-01-01T00:00:00Z") and text.endswith("Z") and text[10] == "T" else ""
