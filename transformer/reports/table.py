"""The reports by name: the one place that knows them all."""

from __future__ import annotations

from importlib import import_module

from transformer.reports.result import Render

#: Name to module and function, imported when asked for.
REPORTS = {
    "text": ("transformer.reports.text", "render_text"),
    "json": ("transformer.reports.json", "render_json"),
    "sarif": ("transformer.reports.sarif", "render_sarif"),
    "junit": ("transformer.reports.junit", "render_junit"),
    "github": ("transformer.reports.github", "render_github"),
    "markdown": ("transformer.reports.markdown", "render_markdown"),
}


def report(name: str) -> Render:
    """The report of a name in ``REPORTS``; KeyError for another."""
    module, function = REPORTS[name]
    render: Render = getattr(import_module(module), function)
    return render
