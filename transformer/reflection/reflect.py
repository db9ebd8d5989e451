"""The consumer side: one EndpointSlice becomes one ShadowEndpointSlice for one provider (C01 to C15).

``reflect`` is the whole of it, in the order of the rules; it reads the view and changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from transformer.findings.finding import Finding, ObjectRef, quoted
from transformer.outcome import Fact
from transformer.profiles import VOLATILE_ANNOTATIONS, Profile
from transformer.reflection.endpoints import EndpointReflection
from transformer.reflection.namespaces import Destination
from transformer.reflection.selection import is_selected
from transformer.reflection.service_annotations import check_service
from transformer.resources.direct_data import DIRECT_DATA, encode_direct_data
from transformer.resources.slice import (
    DESTINATION,
    MANAGED_BY,
    ORIGIN,
    REFLECTION,
    EndpointSlice,
    ShadowEndpointSlice,
    traced,
)
from transformer.view.answer import Problem
from transformer.view.consumer import ConsumerView
from transformer.view.notes import Notes
from transformer.view.target import Target
from transformer.view.trail import Stops, Trail

SHADOW_API_VERSION = "offloading.liqo.io/v1beta1"
#: C14: the API server's limit for all annotations of an object together, in bytes.
ANNOTATION_LIMIT = 262_144


@dataclass(frozen=True, slots=True)
class Reflected:
    """The outcome for one slice and provider. ``shadow`` is None when it is skipped or refused; ``codes``
    are the refusing codes, in the order Liqo would meet them. ``dropped_annotations`` counts the volatile
    annotations that the profile does not reflect."""

    shadow: ShadowEndpointSlice | None
    facts: tuple[Fact, ...]
    findings: tuple[Finding, ...]
    codes: tuple[str, ...] = ()
    dropped_annotations: int = 0


def reflect(
    slice: EndpointSlice,
    view: ConsumerView,
    target: Target,
    destination: Destination,
    existing: ShadowEndpointSlice | None,
    profile: Profile,
    trail: Trail | None = None,
) -> Reflected:
    """The ShadowEndpointSlice of ``slice`` for ``target``, in the namespace that ``destination`` names.

    ``existing`` is the object that the provider already has under that name, if it was exported (C15). ``trail`` takes
    the steps where somebody asks for them.
    """
    notes = Notes(slice, view.id, target.remote, trail)
    if existing is not None and not existing.is_reflected(view.id, target.remote):
        notes.add(_foreign(existing, target.remote), stops=Stops.SLICE)
        return _nothing(notes)
    if not is_selected(slice, view, target, notes):
        return _nothing(notes)
    is_annotated = check_service(slice, view, notes)
    notes.add_facts(*destination.facts)
    result = EndpointReflection(slice, view, target, profile, is_annotated, notes).reflect()
    annotations, dropped = _annotations(slice, result.data, target, profile, notes)
    if notes.refused:
        return _nothing(notes)
    made = ObjectRef(SHADOW_API_VERSION, "ShadowEndpointSlice", destination.remote or "", slice.current.name)
    if trail is not None:
        trail.made = made
    shadow = ShadowEndpointSlice(
        ref=made,
        current=made,
        labels=_labels(slice, view, target),
        annotations=annotations,
        origin=slice.origin,
        address_type=slice.address_type,
        endpoints=result.endpoints,
        ports=slice.ports,
        trace=traced(slice, result.sources),
    )
    return Reflected(shadow, notes.facts, notes.findings, dropped_annotations=dropped)


def _nothing(notes: Notes) -> Reflected:
    return Reflected(None, notes.facts, notes.findings, notes.refusal_codes)


def _labels(slice: EndpointSlice, view: ConsumerView, target: Target) -> Mapping[str, str]:
    """C05: the slice's labels, ours winning, less the keys that are not reflected."""
    labels = {**view.services.labels_of(slice), ORIGIN: view.id, DESTINATION: target.remote, MANAGED_BY: REFLECTION}
    return {key: value for key, value in labels.items() if key not in target.not_reflected.labels}


def _annotations(
    slice: EndpointSlice, data: Mapping[str, list[str]], target: Target, profile: Profile, notes: Notes
) -> tuple[Mapping[str, str], int]:
    """C05, C13, C14: the slice's annotations and the data, less the keys that are not reflected."""
    annotations = dict(slice.annotations)
    if notes.trail is not None:
        notes.trail.begin("C05")
    if DIRECT_DATA in annotations:
        notes.add_about_metadata(
            Problem(
                "foreign-direct-data",
                f"{slice.ref} itself carries {DIRECT_DATA}: {quoted(annotations[DIRECT_DATA])}; "
                + ("it is replaced" if data else "it is forwarded and steers the provider"),
            ),
            "annotations",
            DIRECT_DATA,
        )
    if data:
        text = encode_direct_data(data)
        own = sum(len(key.encode()) + len(value.encode()) for key, value in slice.annotations.items())
        total = own + len(DIRECT_DATA) + len(text.encode())
        if total >= ANNOTATION_LIMIT:
            message = (
                f"the annotations of {slice.ref} would hold {total} bytes, {ANNOTATION_LIMIT} or more: {own} of its "
                f"own and {total - own} of direct-connections data"
            )
            notes.add_about_metadata(Problem("annotation-too-large", message), "annotations")
        annotations[DIRECT_DATA] = text
    removed = target.not_reflected.annotations & annotations.keys()
    if removed and target.not_reflected.assumed:
        message = (
            f"annotations not reflected: {', '.join(sorted(removed))}, as Liqo's chart sets by default; neither a "
            "VirtualNode nor a VkOptionsTemplate was exported to say so"
        )
        notes.add_about_metadata(Problem("defaults-assumed", message), "annotations")
    kept = {key: value for key, value in annotations.items() if key not in removed}
    if profile.reflects_volatile_annotations:
        return kept, 0
    lasting = {key: value for key, value in kept.items() if key not in VOLATILE_ANNOTATIONS}
    return lasting, len(kept) - len(lasting)


def _foreign(existing: ShadowEndpointSlice, holder: str) -> Problem:
    return Problem(
        "foreign-object",
        f"the provider already has a {existing.ref} that this reflection did not make: it is left alone",
        object=existing.ref,
        field="metadata.labels",
        location=existing.origin.at(("metadata", "labels")),
        cluster=holder,
    )
