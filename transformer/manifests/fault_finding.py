"""A fault of a text as a finding at its line."""

from __future__ import annotations

from transformer.findings.catalogue import finding
from transformer.findings.finding import Finding, Related
from transformer.manifests.faults import Fault
from transformer.manifests.source import Offset, Source


def fault_finding(fault: Fault, source: Source) -> Finding:
    """The finding, with the other place that the fault is about, if any."""
    related: tuple[Related, ...] = ()
    if fault.related is not None:
        related = (Related(fault.related_message, location=Offset(source, fault.related)),)
    return finding(
        fault.code, fault.message, remedy=fault.remedy, location=Offset(source, fault.offset), related=related
    )
