"""A fault of a text as a finding at its line."""

from __future__ import annotations

import re

from transformer.findings.catalogue import finding
from transformer.findings.finding import Finding, Related
from transformer.manifests.faults import Fault
from transformer.manifests.source import Offset, Source

#: How git marks the begin of a conflict.
_CONFLICT = re.compile(r"^<{7} ", re.MULTILINE)


def fault_finding(fault: Fault, source: Source) -> Finding:
    """The finding, with the other place that the fault is about, if any."""
    conflict = _CONFLICT.search(source.text) if fault.code == "invalid-yaml" else None
    if conflict is not None:
        message = "a merge left two versions here, and the conflict is not resolved"
        remedy = "Take one of the two versions, and the lines with <<<<<<<, ======= and >>>>>>> out."
        return finding(fault.code, message, remedy=remedy, location=Offset(source, conflict.start()))
    related: tuple[Related, ...] = ()
    if fault.related is not None:
        related = (Related(fault.related_message, location=Offset(source, fault.related)),)
    return finding(
        fault.code, fault.message, remedy=fault.remedy, location=Offset(source, fault.offset), related=related
    )
