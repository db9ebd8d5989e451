"""What a slice's Service asks for, and what it asks for in vain (C11, H24, H27)."""

from __future__ import annotations

from transformer.findings.finding import quoted
from transformer.manifests.manifest import field_text
from transformer.outcome import Fact
from transformer.resources.direct_data import DIRECT_DATA
from transformer.resources.service import Service
from transformer.resources.slice import SERVICE_NAME, EndpointSlice
from transformer.resources.spelling import nearly
from transformer.view.answer import Problem
from transformer.view.consumer import DIRECT_CONNECTIONS, ConsumerView
from transformer.view.notes import Notes

_NAME = DIRECT_CONNECTIONS.partition("/")[2]
#: Values by which somebody wanted direct connections.
_MEANT_AS_YES = frozenset({"true", "yes", "y", "on", "1", "t", "enabled"})


def check_service(slice: EndpointSlice, view: ConsumerView, notes: Notes) -> bool:
    """Whether the slice's Service asks for direct connections, with the value ``true`` exactly.

    Notes missing-service, direct-connections-off and publish-not-ready-misuse.
    """
    service = view.service_of(slice)
    if notes.trail is not None:
        notes.trail.begin("C11")
    if service is None:
        if slice.service_name is not None:
            notes.add_about_metadata(_missing(slice, view), "labels", SERVICE_NAME)
        elif notes.trail is not None:
            notes.trail.add(f"without a label {SERVICE_NAME} no Service asks for direct connections")
        return False
    value = service.annotations.get(DIRECT_CONNECTIONS)
    facts = (
        Fact(service.ref, f'metadata.annotations["{DIRECT_CONNECTIONS}"]', value if value is not None else "", view.id),
    )
    notes.add_facts(*facts)
    is_annotated = value == "true"
    if notes.trail is not None:
        notes.trail.add(f"its Service {'asks' if is_annotated else 'does not ask'} for direct connections", facts=facts)
    if is_annotated:
        if service.publishes_not_ready:
            notes.add(
                _about(
                    service,
                    "publish-not-ready-misuse",
                    f"{service.ref} asks for direct connections and publishes addresses that are not ready: "
                    "whether the link is up can no longer be told by readiness",
                    ("spec", "publishNotReadyAddresses"),
                )
            )
        return True
    if value is not None and value.lower() != "false":
        notes.add(
            _about(
                service,
                "direct-connections-off",
                f'direct connections are off: {DIRECT_CONNECTIONS} of {service.ref} is {quoted(value)}, not "true"',
                ("metadata", "annotations", DIRECT_CONNECTIONS),
                proposed="true" if value.strip().lower() in _MEANT_AS_YES else None,
            )
        )
    if DIRECT_CONNECTIONS in service.labels:
        notes.add(
            _about(
                service,
                "direct-connections-off",
                f"{service.ref} has {DIRECT_CONNECTIONS} among its labels, where it does nothing; it is an annotation",
                ("metadata", "labels", DIRECT_CONNECTIONS),
            )
        )
    for key in sorted(service.annotations):
        if key not in (DIRECT_CONNECTIONS, DIRECT_DATA) and _is_nearly(key):
            notes.add(
                _about(
                    service,
                    "direct-connections-off",
                    f"the annotation {quoted(key)} of {service.ref} does nothing; the key is {DIRECT_CONNECTIONS}",
                    ("metadata", "annotations", key),
                )
            )
    return False


def _is_nearly(key: str) -> bool:
    """Whether somebody who wanted the annotation could have written this key: another prefix, a letter or two."""
    name = key.rpartition("/")[2].lower().replace("_", "-")
    # Only what comes near is compared letter by letter.
    if "direct" not in name and "connection" not in name:
        return False
    return nearly(name, (_NAME, "direct-connections", _NAME.replace("-", ""))) is not None


def _missing(slice: EndpointSlice, view: ConsumerView) -> Problem:
    if view.has_services:
        name = f"{slice.ref.namespace}/{slice.service_name}"
        return Problem("missing-service", f"Service {name} was not exported: the slice is taken to be not annotated")
    # One cause for all slices: without any Service, none of them can be known to ask for direct connections.
    return Problem(
        "missing-service",
        f"no Service was exported from {view.id}: every slice is taken to be not annotated",
        shared_cause="no Service",
    )


def _about(service: Service, code: str, message: str, path: tuple[str, ...], proposed: str | None = None) -> Problem:
    return Problem(
        code,
        message,
        object=service.ref,
        field=field_text(path),
        location=service.origin.at(path),
        shared_cause=f"{service.ref.namespace}/{service.ref.name} {path[-1]}",
        proposed=proposed,
    )
