"""C01, C02, C03: is a slice reflected at all?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from transformer.findings.finding import Severity, quoted
from transformer.manifests.manifest import field_text
from transformer.outcome import Fact
from transformer.resources.resource import Resource
from transformer.resources.slice import EndpointSlice
from transformer.view.answer import Problem
from transformer.view.consumer import ConsumerView
from transformer.view.notes import Notes
from transformer.view.target import Target
from transformer.view.trail import Stops, Trail

ALLOW = "liqo.io/allow-reflection"
SKIP = "liqo.io/skip-reflection"
ALLOW_LIST = "AllowList"
#: What a Service says of its slices that are reflected, by the annotation that is asked for.
_SAYS = {ALLOW: "allows it", SKIP: "does not forbid it"}
#: Values by which somebody who wrote them did not want to skip (H25).
_MEANT_AS_NO = frozenset({"", "no", "n", "off", "0", "none", "null", "disabled", "f"})


def is_selected(slice: EndpointSlice, view: ConsumerView, target: Target, notes: Notes) -> bool:
    """Whether the slice is to be reflected. Says in ``notes`` what decided against it
    (reflection-skipped, an info; reflection-conflict, an error)."""
    if notes.trail is not None:
        notes.trail.begin("C01")
    if (slice.ref.namespace, slice.ref.name) == ("default", "kubernetes"):
        message = "the API server's own slice default/kubernetes is never reflected (C01)"
        notes.add(Problem("reflection-skipped", message), stops=Stops.SLICE)
        return False
    allows, skips = _is_set(slice.annotations, ALLOW), _is_set(slice.annotations, SKIP)
    if allows and skips:
        message = f"{slice.ref} carries both {ALLOW} and {SKIP}; Liqo refuses it (C02)"
        notes.add_about_metadata(Problem("reflection-conflict", message), "annotations")
        return False
    if allows:
        if notes.trail is not None:
            notes.trail.begin("C02")
            _record(notes.trail, f"reflected, as its own annotation {ALLOW} says", slice, ALLOW, view.id)
        return True
    # Without a word on the slice, its Service decides, by the one annotation that the reflection type looks at.
    decider = slice if skips else view.service_of(slice) or slice
    if notes.trail is not None:
        notes.trail.begin("C02" if skips else "C03")
    asked = ALLOW if target.reflection == ALLOW_LIST and not skips else SKIP
    is_set = _is_set(decider.annotations, asked)
    if asked == ALLOW and not is_set:
        message = f"the reflection type is {ALLOW_LIST} and {decider.ref} does not carry {ALLOW}"
        notes.add(_skipped(decider, message), stops=Stops.SLICE)
        return False
    if asked == SKIP and is_set:
        value = decider.annotations[SKIP]
        message = f"{decider.ref} carries {SKIP}: {quoted(value)}; any value but false skips"
        problem = _skipped(decider, message, SKIP)
        notes.add(
            replace(problem, severity=Severity.WARNING, proposed="false")
            if value.strip().lower() in _MEANT_AS_NO
            else problem,
            stops=Stops.SLICE,
        )
        return False
    if notes.trail is not None:
        why = f"the reflection type is {target.reflection}, and {decider.ref} {_SAYS[asked]}"
        _record(notes.trail, f"reflected: {why}", decider, asked, view.id)
    return True


def _record(trail: Trail, words: str, decider: Resource, key: str, cluster: str) -> None:
    """A slice that is reflected, and the annotation that was asked; without facts where it is not there."""
    value = decider.annotations.get(key)
    fact = Fact(decider.ref, field_text(("metadata", "annotations", key)), value or "", cluster)
    trail.add(words, facts=() if value is None else (fact,))


def _skipped(decider: Resource, message: str, *key: str) -> Problem:
    path = ("metadata", "annotations", *key)
    return Problem(
        "reflection-skipped",
        message,
        object=decider.ref,
        field=field_text(path),
        location=decider.origin.at(path),
    )


def _is_set(annotations: Mapping[str, str], key: str) -> bool:
    """Present, and not ``false`` in any case: any other value counts, ``no`` and the empty one too (H25).
    Go's EqualFold also takes the long s for an s."""
    value = annotations.get(key)
    return value is not None and value.replace("\u017f", "s").lower() != "false"
