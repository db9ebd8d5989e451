"""What the providers' exports hold, against what Liqo would write for the exports as they are.

Fields that Liqo or a cluster adds or loses do not count: H19's, labels and annotations that the live object has beside
its own (Liqo keeps what it finds, and adds global ones), and annotations that change all the time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from transformer.findings.catalogue import finding
from transformer.findings.change import Cause, Change, ChangeKind
from transformer.findings.finding import Finding, Location, Related
from transformer.outcome import DerivedObject, Refusal
from transformer.pipeline import FleetRun
from transformer.profiles import VOLATILE_ANNOTATIONS
from transformer.resources.derived import shadow_object, slice_object
from transformer.resources.direct_data import DIRECT_DATA
from transformer.resources.slice import (
    DESTINATION,
    ORIGIN,
    SHADOW_MANAGED_BY,
    SHADOW_MANAGER,
    EndpointSlice,
    ShadowEndpointSlice,
    Slice,
)
from transformer.review.compare import SHADOW, ref_of, service_among
from transformer.review.endpoint_state import template_of
from transformer.review.live_reasons import LiveReasons
from transformer.review.object_changes import Compared, Data, object_changes, whole_change
from transformer.review.reasons import place_of
from transformer.review.sides import ObjectKey, Version, key_of
from transformer.view.provider import ProviderView

_LOST_CONDITIONS = ("serving", "terminating")
_KINDS: Mapping[str, type[Slice]] = {SHADOW: ShadowEndpointSlice, "EndpointSlice": EndpointSlice}


def live_findings(run: FleetRun, reasons: LiveReasons) -> list[Finding]:
    """live-drift for every object of an exported provider that is not as it should be, and one a provider and kind
    where the export holds none of the kind at all: whether they are there is not known then."""
    if run.consumer is None:
        return []
    found: list[Finding] = []
    for id, view in sorted(run.providers.items()):
        found += _Provider(id, view, run, reasons).findings()
    return found


@dataclass(frozen=True, slots=True)
class _Live:
    """A slice in a provider's export as data of the shape that we write."""

    slice: Slice
    data: Data

    def version(self) -> Version:
        return Version(self.data, "", self.slice.origin)


class _Provider:
    """One provider: what its export holds of this consumer's, and what should be there."""

    def __init__(self, id: str, view: ProviderView, run: FleetRun, reasons: LiveReasons) -> None:
        self._id = id
        self._view = view
        self._run = run
        self._reasons = reasons
        self._origin = run.consumer.id if run.consumer is not None else ""
        self._live = {self._key(each): _Live(each, _data(each)) for each in self._own_slices()}
        self._due = {key_of(item): item for item in run.outcome.objects if item.provider == id}
        self._refused = {key_of(each): each for each in run.outcome.refusals}

    def findings(self) -> Iterator[Finding]:
        unknown = [kind for kind, type in _KINDS.items() if not self._view.export.has(type)]
        for kind in unknown:
            count = sum(key.kind == kind for key in self._due)
            if count:
                yield self._not_exported(kind, count)
        drifted: set[ObjectKey] = set()
        # ShadowEndpointSlices first: what is wrong with one explains its EndpointSlice.
        for key in sorted({*self._live, *self._due}, key=lambda key: (key.kind != SHADOW, key)):
            if key.kind not in unknown:
                changes = self._changes(key)
                if changes:
                    yield self._finding(key, changes, drifted)
                    drifted.add(key)

    def _own_slices(self) -> Iterator[ShadowEndpointSlice | EndpointSlice]:
        """The live objects that come from this consumer."""
        for shadow in self._view.shadows:
            if shadow.labels.get(ORIGIN) == self._origin and shadow.labels.get(DESTINATION, self._id) == self._id:
                yield shadow
        for slice in self._view.export.of(EndpointSlice):
            if slice.labels.get(ORIGIN) == self._origin and slice.labels.get(SHADOW_MANAGED_BY) == SHADOW_MANAGER:
                yield slice

    def _key(self, slice: Slice) -> ObjectKey:
        return ObjectKey(self._id, slice.ref.kind, slice.ref.namespace, slice.ref.name)

    def _changes(self, key: ObjectKey) -> list[Change]:
        live, due = self._live.get(key), self._due.get(key)
        shadow_key = key._replace(kind=SHADOW)
        shadow_live, shadow_due = self._live.get(shadow_key), self._due.get(shadow_key)
        compared = Compared(
            self._service(key, live, due),
            self._id,
            ref_of(key),
            shadow_live.data if shadow_live else None,
            shadow_due.data if shadow_due else None,
        )
        if live is not None and due is not None:
            should = counting(due.data)
            return object_changes(compared, counting(_without_extra(live.data, due.data)), should)
        if due is not None:
            return [whole_change(compared, ChangeKind.SLICE_ADDED, due.data, compared.shadow_after)]
        assert live is not None
        change = whole_change(compared, ChangeKind.SLICE_REMOVED, live.data, compared.shadow_before)
        refusal = self._refusal(key)
        if refusal is not None:
            change = change._replace(kind=ChangeKind.REFUSED, after=", ".join(refusal.codes))
        return [change]

    def _refusal(self, key: ObjectKey) -> Refusal | None:
        return self._refused.get(key) or self._refused.get(key._replace(kind=SHADOW))

    def _service(self, key: ObjectKey, live: _Live | None, due: DerivedObject | None) -> str:
        shadow = self._due.get(key._replace(kind=SHADOW))
        facts = (*(due.facts if due else ()), *(shadow.facts if shadow else ()))
        return service_among(facts, [due.data if due else None, live.data if live else None], key.namespace)

    def _finding(self, key: ObjectKey, changes: list[Change], drifted: set[ObjectKey]) -> Finding:
        live, due = self._live.get(key), self._due.get(key)
        shadow_key = key._replace(kind=SHADOW)
        causes = self._reasons.causes(
            self._id,
            live.slice if live is not None else None,
            due,
            shadow=self._due.get(shadow_key) if shadow_key != key else None,
            is_shadow_drifted=shadow_key != key and shadow_key in drifted,
            is_shadow_known=self._view.export.has(ShadowEndpointSlice),
            refusal=self._refusal(key),
        )
        explained = tuple(
            change._replace(kind=change.kind.in_cluster, causes=causes, is_live=True) for change in changes
        )
        return finding(
            "live-drift",
            f"{ref_of(key)} on {self._id} {_what(live, due)}",
            cluster=self._id,
            provider=self._id,
            object=ref_of(key),
            location=place_of(changes[0], live.version()) if live is not None else _place(due),
            related=_related(live, due, causes),
            changes=explained,
        )

    def _not_exported(self, kind: str, count: int) -> Finding:
        return finding(
            "live-drift",
            f"the export of {self._id} holds no {kind} at all: whether the cluster has the {count} that it should have "
            "is not known",
            remedy=f"Export them: `kubectl get {kind.lower()}s -A -o yaml`. If there are none, the peering is broken.",
            cluster=self._id,
            provider=self._id,
        )


def counting(data: Data) -> dict[str, Any]:
    """The data without what does not count."""
    kept: dict[str, Any] = {**data, "metadata": dict(data["metadata"])}
    annotations = kept["metadata"].get("annotations") or {}
    kept["metadata"]["annotations"] = {
        name: value for name, value in annotations.items() if name not in VOLATILE_ANNOTATIONS
    }
    template = template_of(data)
    trimmed = {**template, "endpoints": [_trimmed(each) for each in template.get("endpoints") or []]}
    return {**kept, "spec": {"template": trimmed}} if data["kind"] == SHADOW else {**kept, **_only(trimmed)}


def _only(template: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in template.items() if name not in ("apiVersion", "kind", "metadata")}


def _trimmed(endpoint: Mapping[str, Any]) -> dict[str, Any]:
    kept = dict(endpoint)
    conditions = {k: v for k, v in (kept.get("conditions") or {}).items() if k not in _LOST_CONDITIONS}
    hints = {name: value for name, value in (kept.get("hints") or {}).items() if name != "forNodes"}
    for name, value in (("conditions", conditions), ("hints", hints)):
        kept.pop(name, None)
        if value:
            kept[name] = value
    return kept


def _without_extra(live: Data, due: Data) -> dict[str, Any]:
    """The live object less the labels and annotations that it has beside those that it should have; the data of a
    ShadowEndpointSlice stays, since it steers the provider."""
    metadata = dict(live["metadata"])
    for part in ("labels", "annotations"):
        wanted = due["metadata"].get(part) or {}
        steers = {DIRECT_DATA} if live["kind"] == SHADOW else set()
        metadata[part] = {
            name: value for name, value in (metadata.get(part) or {}).items() if name in wanted or name in steers
        }
    return {**live, "metadata": metadata}


def _data(slice: ShadowEndpointSlice | EndpointSlice) -> Data:
    return shadow_object(slice) if isinstance(slice, ShadowEndpointSlice) else slice_object(slice)


def _what(live: _Live | None, due: DerivedObject | None) -> str:
    if live is None:
        return "is not there and should be"
    return "is there and should not be" if due is None else "is not what it should be"


def _place(due: DerivedObject | None) -> Location | None:
    return due.location if due is not None else None


def _related(live: _Live | None, due: DerivedObject | None, causes: tuple[Cause, ...]) -> tuple[Related, ...]:
    found = [
        Related(cause.remark or "the likeliest reason", cause.object, cause.location)
        for cause in causes
        if cause.location is not None
    ]
    if live is not None and due is not None and due.location is not None:
        found.append(Related("what it should be made from", due.source, due.location))
    return tuple(found)
