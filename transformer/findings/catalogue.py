"""The catalogue: every code that this version can raise, and the way to raise it."""

from __future__ import annotations

from transformer.findings import (
    address_codes,
    cidr_codes,
    consumer_codes,
    function_codes,
    input_codes,
    output_codes,
    provider_codes,
    review_codes,
    run_codes,
    suppression_codes,
)
from transformer.findings.change import Change
from transformer.findings.code import Code
from transformer.findings.finding import Finding, Location, ObjectRef, Related, Severity

CATALOGUE: dict[str, Code] = {
    code.name: code
    for codes in (
        input_codes,
        run_codes,
        consumer_codes,
        address_codes,
        provider_codes,
        cidr_codes,
        output_codes,
        function_codes,
        review_codes,
        suppression_codes,
    )
    for code in codes.CODES
}


def finding(
    code: str,
    message: str,
    *,
    severity: Severity | None = None,
    remedy: str | None = None,
    cluster: str | None = None,
    provider: str | None = None,
    object: ObjectRef | None = None,
    field: str | None = None,
    location: Location | None = None,
    related: tuple[Related, ...] = (),
    shared_cause: str | None = None,
    slices: tuple[str, ...] = (),
    proposed: str | None = None,
    changes: tuple[Change, ...] = (),
) -> Finding:
    """A finding of a code of the catalogue, with the catalogue's severity and remedy unless given.

    Raises KeyError for a code that the catalogue lacks: a mistake of ours, never of an input.
    """
    known = CATALOGUE[code]
    return Finding(
        code=code,
        severity=severity if severity is not None else known.severity,
        message=message,
        remedy=remedy if remedy is not None else known.remedy,
        cluster=cluster,
        provider=provider,
        object=object,
        field=field,
        location=location,
        related=related,
        shared_cause=shared_cause,
        slices=slices,
        proposed=proposed,
        changes=changes,
    )
