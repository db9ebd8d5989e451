"""A change of what one provider gets, in the words of the field, and why: what the golden folder, a diff and a live
cluster differ in."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from transformer.findings.finding import Location, ObjectRef


class ChangeKind(StrEnum):
    """What became of a slice, of an endpoint, or of a field."""

    SLICE_ADDED = "slice added"
    SLICE_REMOVED = "slice removed"
    REFUSED = "refused now"
    ACCEPTED = "no longer refused"
    ENDPOINT_ADDED = "endpoint added"
    ENDPOINT_REMOVED = "endpoint removed"
    ENDPOINT_MOVED = "endpoint moved"
    ADDRESS = "address"
    PATH = "path"
    READY = "ready"
    ENDPOINT_FIELD = "endpoint field"
    LABEL = "label"
    ANNOTATION = "annotation"
    PORTS = "ports"
    FIELD = "field"
    SLICE_MISSING = "slice missing"
    SLICE_LEFT_OVER = "slice left over"
    ENDPOINT_MISSING = "endpoint missing"
    ENDPOINT_LEFT_OVER = "endpoint left over"

    @property
    def in_cluster(self) -> ChangeKind:
        """What it is called of a live cluster, which has one thing and should have another."""
        return _IN_CLUSTER.get(self, self)

    def counted(self, count: int) -> str:
        """``2 addresses``, ``1 slice added``."""
        return f"{count} {self if count == 1 else _SEVERAL.get(self, str(self))}"

    @property
    def sign(self) -> str:
        """``+`` for what is there now, ``-`` for what is not any more, ``~`` for what is another."""
        if self in (ChangeKind.SLICE_ADDED, ChangeKind.ENDPOINT_ADDED, ChangeKind.ACCEPTED):
            return "+"
        return "-" if self in (ChangeKind.SLICE_REMOVED, ChangeKind.ENDPOINT_REMOVED, ChangeKind.REFUSED) else "~"


_IN_CLUSTER = {
    ChangeKind.SLICE_ADDED: ChangeKind.SLICE_MISSING,
    ChangeKind.SLICE_REMOVED: ChangeKind.SLICE_LEFT_OVER,
    ChangeKind.ENDPOINT_ADDED: ChangeKind.ENDPOINT_MISSING,
    ChangeKind.ENDPOINT_REMOVED: ChangeKind.ENDPOINT_LEFT_OVER,
}

#: Where more than one is called otherwise.
_SEVERAL: dict[str, str] = {
    ChangeKind.SLICE_ADDED: "slices added",
    ChangeKind.SLICE_REMOVED: "slices removed",
    ChangeKind.ENDPOINT_ADDED: "endpoints added",
    ChangeKind.ENDPOINT_REMOVED: "endpoints removed",
    ChangeKind.ENDPOINT_MOVED: "endpoints moved",
    ChangeKind.ADDRESS: "addresses",
    ChangeKind.PATH: "paths",
    ChangeKind.ENDPOINT_FIELD: "endpoint fields",
    ChangeKind.LABEL: "labels",
    ChangeKind.ANNOTATION: "annotations",
    ChangeKind.FIELD: "fields",
    ChangeKind.SLICE_MISSING: "slices missing",
    ChangeKind.SLICE_LEFT_OVER: "slices left over",
    ChangeKind.ENDPOINT_MISSING: "endpoints missing",
    ChangeKind.ENDPOINT_LEFT_OVER: "endpoints left over",
}


class Cause(NamedTuple):
    """Why something changed: a field of an input object that has another value now, or, without an object, a setting.

    ``before`` and ``after`` are None where the field was not or is not there, or where only ``remark`` says something.
    ``cluster`` is whose export holds the object; ``location`` is where, as far as the export is at hand.
    """

    object: ObjectRef | None = None
    field: str = ""
    before: str | None = None
    after: str | None = None
    cluster: str = ""
    location: Location | None = None
    remark: str = ""


class Change(NamedTuple):
    """One line of a diff. ``service`` is ``namespace/name`` as the consumer has it, empty for a slice of no Service;
    ``slice`` the derived object.

    ``endpoint`` is its target (``Pod shop/web-0``), else its address; empty for the slice as a whole. ``field`` is a
    path in the object, for a field that has no kind of its own. ``before`` and ``after`` are values in words, None
    where there was or is none. ``is_live``: before is what a cluster has, after what it should have.
    """

    kind: ChangeKind
    service: str
    provider: str
    slice: ObjectRef
    endpoint: str = ""
    field: str = ""
    before: str | None = None
    after: str | None = None
    causes: tuple[Cause, ...] = ()
    is_live: bool = False
