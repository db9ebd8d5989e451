"""What is asked of an endpoint's addresses on both sides: one family, and no two alike."""

from __future__ import annotations

from transformer.findings.finding import Severity
from transformer.network.address import Address
from transformer.profiles import Profile
from transformer.resources.slice import FAMILY_BITS
from transformer.view.answer import Problem


def family_problem(address: Address | None, text: str, address_type: str) -> Problem | None:
    """A problem when the address is of another family than the slice's addressType (H4)."""
    bits = FAMILY_BITS.get(address_type)
    if bits is None or address is None or address.bits == bits:
        return None
    message = f"{text} is of another family than the slice, whose addressType is {address_type}"
    return Problem("family-mismatch", message)


def duplicate_problem(text: str, cluster: str, profile: Profile) -> Problem:
    """The problem of two addresses of an endpoint that become one on ``cluster`` (C11): a warning where the
    profile keeps the first."""
    is_kept = profile.keeps_first_duplicate
    consequence = "the first is kept" if is_kept else "the API server refuses such an object"
    return Problem(
        "duplicate-address",
        f"two addresses of the endpoint become {text} for {cluster}: {consequence}",
        severity=Severity.WARNING if is_kept else None,
    )
