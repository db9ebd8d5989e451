"""A function's configuration: read from plain data, checked, and turned into what the function does.

A valid one is read without pydantic, which takes longer to import than the function has to start; the models explain
what is wrong with another one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from transformer.configuration.ambiguity import ambiguities
from transformer.configuration.config_map import is_config_map, unfolded
from transformer.configuration.fleet_settings import limits_of
from transformer.configuration.function_kinds import EMITS, SCHEMA_NAMES, kind_fault
from transformer.configuration.function_settings import contradictions, function_settings
from transformer.configuration.function_shapes import DOCUMENTS
from transformer.configuration.given import Given
from transformer.configuration.placed_fault import PlacedFault
from transformer.configuration.suppressions import suppressions_of
from transformer.findings.finding import Finding, Severity
from transformer.findings.suppression import Suppression
from transformer.manifests.described import described
from transformer.manifests.manifest import FieldPath, Origin
from transformer.settings import Settings

_WHOLE = "the function's configuration"
_REMEDY = "Correct the field that is shown. `liqo-transform schema {}` prints every field with its type."
_ANY_REMEDY = f"Correct what is shown. {', '.join(f'`liqo-transform schema {name}`' for name in SCHEMA_NAMES.values())}"
_ANY_REMEDY += " print the fields of each kind."


@dataclass(frozen=True, slots=True)
class FunctionConfiguration:
    """What a function is asked to do.

    ``kind``: ConsumerTransform, ProviderTransform, FleetTransform or ReviewCheck. ``name``: its metadata.name.
    ``emit``: All, Derived or Nothing. ``settings``: ready for run_consumer, run_provider or run_fleet but for the
    exports of the items; those of a ReviewCheck say only what to ignore. ``mark``: whether objects made carry an
    annotation with kind and name. ``provider``: whose objects are made; empty where a ProviderTransform's items name
    it. ``requires``: the marks that a ReviewCheck looks for. ``limits``: field names of Limits to values.
    ``inline_views``: the objects that consumerView holds itself, with their paths in the configuration.
    """

    kind: str
    name: str
    emit: str
    settings: Settings
    mark: bool = True
    fail_on: Severity = Severity.ERROR
    provider: str = ""
    requires: tuple[str, ...] = ()
    limits: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    inline_views: tuple[tuple[dict[str, Any], FieldPath], ...] = ()


def read_function_configuration(data: object, origin: Origin) -> FunctionConfiguration | list[Finding]:
    """The configuration in ``data``, one of the four kinds or a ConfigMap that stands for one; or every fault in it
    (invalid-configuration), each at its place in ``origin``."""
    if not isinstance(data, dict):
        return [PlacedFault(f"{_WHOLE} must be a mapping, not {described(data)}", ()).finding(origin, _ANY_REMEDY)]
    given = _given(data)
    if isinstance(given, PlacedFault):
        return [given.finding(origin, _ANY_REMEDY)]
    faults = _faults(given)
    if faults:
        return [fault.finding(origin, _REMEDY.format(SCHEMA_NAMES[given.kind])) for fault in faults]
    ignore = suppressions_of(given.document.get("spec") or {}, ("spec",), origin, given.place)
    return _configuration(given.kind, given.document, ignore)


def _given(data: dict[str, Any]) -> Given | PlacedFault:
    """The document to check, or why there is none."""
    if is_config_map(data):
        return unfolded(data)
    wrong = kind_fault(data)
    return wrong if wrong is not None else Given(data["kind"], data, list(ambiguities(_ours(data))))


def _faults(given: Given) -> list[PlacedFault]:
    kind, faults = given.kind, given.faults
    if faults or not DOCUMENTS[kind].fits(given.document):
        from transformer.configuration.faults import Wording, modelled
        from transformer.configuration.function_model import HINTS, MODELS

        wording = Wording(_WHOLE, given.place, HINTS[kind])
        excused = {fault.place for fault in faults}
        model = modelled(MODELS[kind], given.document, wording, excused)
        faults = [*(model if isinstance(model, list) else ()), *faults]
    if faults:
        return faults
    found = contradictions(kind, given.document.get("spec") or {})
    return [PlacedFault(fault.message, given.place(fault.path), fault.key) for fault in found]


def _ours(document: dict[str, Any]) -> dict[str, Any]:
    """The part of a document that is for us to judge: of metadata the name, of consumerView no objects."""
    metadata, spec = document.get("metadata"), document.get("spec")
    ours = dict(document)
    if isinstance(metadata, dict):
        ours["metadata"] = {"name": metadata.get("name")}
    if isinstance(spec, dict) and isinstance(spec.get("consumerView"), list):
        views = [None if isinstance(view, dict) else view for view in spec["consumerView"]]
        ours["spec"] = {**spec, "consumerView": views}
    return ours


def _configuration(kind: str, document: dict[str, Any], ignore: tuple[Suppression, ...]) -> FunctionConfiguration:
    spec = document.get("spec") or {}
    findings = spec.get("findings") or {}
    return FunctionConfiguration(
        kind=kind,
        name=document["metadata"]["name"],
        emit=spec.get("emit") or EMITS[kind][1] or "",
        settings=replace(function_settings(kind, spec), ignore=ignore),
        mark=spec.get("mark") is not False,
        fail_on=Severity(findings.get("failOn") or Severity.ERROR),
        provider=spec.get("provider") or spec.get("cluster") or "",
        requires=tuple(spec.get("requires") or ()),
        limits=limits_of(spec),
        inline_views=tuple(
            (view, ("spec", "consumerView", index))
            for index, view in enumerate(spec.get("consumerView") or ())
            if isinstance(view, dict)
        ),
    )
