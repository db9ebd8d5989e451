"""Colour of text reports. It says nothing that the text does not."""

from __future__ import annotations

from transformer.findings.finding import Severity
from transformer.reports.result import Style

_COLORS = {
    Severity.ERROR: "1;31",
    Severity.WARNING: "1;33",
    Severity.INFO: "1;36",
    "place": "1",
    "dim": "2",
    "caret": "1;32",
    "heading": "1",
    "+": "32",
    "-": "31",
    "~": "33",
}


def paint(text: str, role: str, style: Style) -> str:
    """The text in the colour of its role, where the style has colour: a severity, a sign of a change, a part."""
    return f"\x1b[{_COLORS[role]}m{text}\x1b[0m" if style.color and text else text
