"""Names of what is written: what is no DNS name never becomes an object, or a path."""

from __future__ import annotations

import re
from collections.abc import Iterator

from transformer.findings.catalogue import finding
from transformer.findings.finding import Finding, ObjectRef, quoted
from transformer.outcome import DerivedObject, Outcome

_LABEL = "[a-z0-9](?:[-a-z0-9]*[a-z0-9])?"
_DNS_LABEL = re.compile(_LABEL)
_DNS_SUBDOMAIN = re.compile(rf"{_LABEL}(?:\.{_LABEL})*")
_LONGEST_LABEL = 63
_LONGEST_SUBDOMAIN = 253


def naming_findings(outcome: Outcome) -> list[Finding]:
    """An unsafe-name for each provider, namespace and name that is no DNS name, once for each of them, and a
    duplicate-output for every object that has the place of an earlier one."""
    findings: list[Finding] = []
    told: set[tuple[str, str]] = set()
    places: set[tuple[str, str, str, str]] = set()
    for provider in outcome.providers:
        if fault := _subdomain_fault(provider):
            told.add(("provider", provider))
            findings.append(finding("unsafe-name", f"the provider's id {quoted(provider)} {fault}"))
    for item in outcome.objects:
        for part, text, fault in _name_faults(item):
            if (part, text) not in told:
                told.add((part, text))
                findings.append(
                    finding(
                        "unsafe-name",
                        f"the {part} {quoted(text)} of the {item.kind} to be written {fault}",
                        provider=item.provider,
                        object=item.source or _reference(item),
                        location=item.location,
                    )
                )
        place = (item.provider, item.kind, item.namespace, item.name)
        if place in places:
            findings.append(
                finding(
                    "duplicate-output",
                    f"two objects would be written as {item.kind} {item.namespace}/{item.name}",
                    provider=item.provider,
                    object=item.source or _reference(item),
                    location=item.location,
                )
            )
        places.add(place)
    return findings


def _name_faults(item: DerivedObject) -> Iterator[tuple[str, str, str]]:
    """Which part is unsafe, its text, and what is wrong with it."""
    if fault := _subdomain_fault(item.provider):
        yield "provider", item.provider, fault
    if fault := _label_fault(item.namespace):
        yield "namespace", item.namespace, fault
    if fault := _subdomain_fault(item.name):
        yield "name", item.name, fault


def _subdomain_fault(text: str) -> str | None:
    if len(text) > _LONGEST_SUBDOMAIN:
        return f"is longer than {_LONGEST_SUBDOMAIN} characters"
    return None if _DNS_SUBDOMAIN.fullmatch(text) else _shape_fault(text)


def _label_fault(text: str) -> str | None:
    if len(text) > _LONGEST_LABEL:
        return f"is longer than {_LONGEST_LABEL} characters"
    return None if _DNS_LABEL.fullmatch(text) else _shape_fault(text)


def _shape_fault(text: str) -> str:
    return "is no DNS name" if text else "is empty"


def _reference(item: DerivedObject) -> ObjectRef:
    return ObjectRef(str(item.data.get("apiVersion", "")), item.kind, item.namespace, item.name)
