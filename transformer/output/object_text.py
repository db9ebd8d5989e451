"""The text of a derived object, or why there is none."""

from __future__ import annotations

from transformer.findings.catalogue import finding
from transformer.findings.finding import Finding
from transformer.manifests.emitting import UnwritableError, dump
from transformer.outcome import DerivedObject


class UnwritableObjectError(Exception):
    """A derived object with a value that no text can hold; ``finding`` says which."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding


def object_text(item: DerivedObject) -> str:
    """The text of an object. Raises UnwritableObjectError."""
    try:
        return dump(item.data)
    except UnwritableError as fault:
        message = f"{item.kind} {item.namespace}/{item.name} cannot be written: {fault}"
        raise UnwritableObjectError(
            # The value came from the input as it is.
            finding("schema-violation", message, provider=item.provider, object=item.source, location=item.location)
        ) from None
