"""A fault of a text: what an engine found wrong, by offset; reading turns it into a finding."""

from __future__ import annotations

from dataclasses import dataclass

from transformer.manifests.limits import Limits, option_name


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a text. Offsets count characters from the start of the file's text.

    ``related`` and ``related_message`` are the other place it is about (the first of two equal keys).
    ``remedy`` is None where the catalogue's own will do.
    """

    code: str
    offset: int
    message: str
    remedy: str | None = None
    related: int | None = None
    related_message: str = ""


class FaultError(Exception):
    """A fault after which the rest of the text cannot be read.

    ``reached`` is how far the text had been looked at when it was found, None where that does not matter;
    ``before`` are the faults that were met earlier in the document.
    """

    def __init__(self, fault: Fault, reached: int | None = None) -> None:
        super().__init__(fault.message)
        self.fault = fault
        self.reached = reached
        self.before: tuple[Fault, ...] = ()


def beyond_limit(limits: Limits, field_name: str, offset: int, what: str) -> Fault:
    """A limit-exceeded that says which option raises the limit. ``what`` begins the message."""
    name = option_name(field_name)
    value: int = getattr(limits, field_name)
    return Fault(
        "limit-exceeded",
        offset,
        f"{what}; the limit is {value:,}",
        remedy=f"If this input is meant, raise the limit with --limit {name}=NUMBER.",
    )
