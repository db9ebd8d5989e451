"""The codes of a run as SARIF's rules, each with its help."""

from __future__ import annotations

from typing import Any

from transformer.findings.catalogue import CATALOGUE
from transformer.findings.finding import Severity
from transformer.findings.page import render_page
from transformer.reports.links import page_url

#: SARIF's words for the severities.
LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def rule(name: str) -> dict[str, Any]:
    """The rule of a code: what it means, why it matters and what to do, as text and as Markdown."""
    code = CATALOGUE[name]
    shown: dict[str, Any] = {
        "id": name,
        "name": "".join(part.capitalize() for part in name.split("-")),
        "shortDescription": {"text": f"{code.title}."},
        "fullDescription": {"text": code.meaning},
        "help": {
            "text": "\n\n".join(part for part in (code.meaning, code.why, f"What to do: {code.remedy}") if part),
            "markdown": render_page(code, None, None),
        },
        "helpUri": page_url(name),
        "defaultConfiguration": {"level": LEVELS[code.severity]},
    }
    if code.rules:
        shown["properties"] = {"tags": list(code.rules)}
    return shown
