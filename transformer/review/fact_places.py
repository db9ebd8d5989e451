"""Where a fact stands: the file, line and column of the field that a slice was computed from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from transformer.findings.finding import Location, ObjectRef
from transformer.manifests.manifest import FieldPath
from transformer.outcome import Fact
from transformer.pipeline import FleetRun
from transformer.resources.resource import Resource
from transformer.resources.slice import Slice, target_text
from transformer.view.export import Export

#: One step of a field as a fact spells it: a name, an index, a quoted key, or the type of a condition.
_STEP = re.compile(
    r'\.?(?P<name>[^.\[\]]+)|\[(?P<index>\d{1,9})\]|\["(?P<key>.*?)"\](?=[.\[]|$)|\[(?P<type>[^\]]*)\]', re.S
)
_TYPE = "type"
#: More items than any object has conditions: a bound for objects that were read from no text.
_MOST_CONDITIONS = 100


class OfType(NamedTuple):
    """The step to the item of a list that has this ``type``: ``conditions[APIServerStatus]``."""

    type: str


class FactPlaces:
    """The places of the facts of one run. Nothing is looked up before it is asked for."""

    def __init__(self, run: FleetRun) -> None:
        exports: dict[str, Export] = {id: view.export for id, view in run.providers.items()}
        if run.consumer is not None:
            exports[run.consumer.id] = run.consumer.export
        self._exports = exports
        self._resources: dict[str, dict[ObjectRef, Resource]] = {}
        self._endpoints: dict[int, dict[str, int]] = {}

    def location(self, fact: Fact) -> Location | None:
        """Where the field stands, or its deepest ancestor that is there; None when the object is not at hand."""
        resource = self._of_cluster(fact.cluster).get(fact.object)
        if resource is None:
            return None
        if fact.endpoint is not None and isinstance(resource, Slice):
            return resource.origin.at(self._endpoint_path(resource, fact.endpoint))
        return resource.origin.at(_path_in(resource, fact.field))

    def _endpoint_path(self, slice: Slice, told_by: str) -> FieldPath:
        """The endpoint with this target, or with these addresses; all endpoints where there is none any more."""
        if id(slice) not in self._endpoints:
            names: dict[str, int] = {}
            for number, endpoint in enumerate(slice.endpoints):
                target = endpoint.get("targetRef")
                names.setdefault(target_text(target) if target else ", ".join(endpoint["addresses"]), number)
            self._endpoints[id(slice)] = names
        number_of = self._endpoints[id(slice)]
        return slice.trace.path("endpoints", *([number_of[told_by]] if told_by in number_of else []))

    def _of_cluster(self, cluster: str) -> dict[ObjectRef, Resource]:
        if cluster not in self._resources:
            export = self._exports.get(cluster)
            kinds = export.resources.values() if export is not None else ()
            self._resources[cluster] = {each.ref: each for found in kinds for each in found}
        return self._resources[cluster]


def field_steps(field: str) -> Iterator[str | int | OfType]:
    """The steps of a field as a fact spells it, each a key, an index, or a type."""
    for match in _STEP.finditer(field):
        if match["index"] is not None:
            yield int(match["index"])
        elif match["type"] is not None:
            yield OfType(match["type"])
        else:
            yield match["name"] if match["name"] is not None else match["key"]


def _path_in(resource: Resource, field: str) -> FieldPath:
    path: FieldPath = ()
    for step in field_steps(field):
        if not isinstance(step, OfType):
            path = (*path, step)
            continue
        index = _item_of_type(resource, path, step.type)
        if index is None:
            break
        path = (*path, index)
    return path


def _item_of_type(resource: Resource, path: FieldPath, type: str) -> int | None:
    """The number of the item of a type, by the text at its place: records keep no lists of conditions."""
    wanted = re.compile(rf"""(["']?type["']?:\s*)?["']?{re.escape(type)}(?![\w-])""")
    whole = resource.origin.at(path).position()
    for index in range(_MOST_CONDITIONS):
        if resource.origin.at((*path, index)).position() == whole:
            return None  # what is not there is shown at the list
        place = resource.origin.at((*path, index, _TYPE))
        line, column = place.source_line(), place.position().column
        if line is not None and column is not None and wanted.match(line, column - 1):
            return index
    return None
