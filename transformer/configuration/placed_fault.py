"""A fault of a configuration: what is wrong, and in which field. It becomes a finding where the text is known."""

from __future__ import annotations

from dataclasses import dataclass

from transformer.findings.catalogue import finding
from transformer.findings.finding import Finding
from transformer.manifests.manifest import FieldPath, Origin


@dataclass(frozen=True, slots=True)
class PlacedFault:
    """A message, the path of the field it is about, and whether that field's key is meant instead of its value."""

    message: str
    path: FieldPath
    key: bool = False

    @property
    def place(self) -> tuple[FieldPath, bool]:
        """The path, and whether the key is meant: what two faults of one place share."""
        return self.path, self.key

    def finding(self, origin: Origin, remedy: str | None = None) -> Finding:
        """The fault as a finding (invalid-configuration) with its line, and another remedy if given."""
        return finding(
            "invalid-configuration",
            self.message,
            remedy=remedy,
            field=spelled(self.path) or None,
            location=origin.at(self.path, key=self.key),
        )


def spelled(path: FieldPath) -> str:
    """A path as it stands in messages: ``providers.milan.exports[0]``."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text
