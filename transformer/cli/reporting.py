"""The end of a run: its findings and counts into the reports that were asked for."""

from __future__ import annotations

import sys
from dataclasses import replace

from transformer.cli.report_files import write_report
from transformer.cli.terminal import StdoutError, print_bytes, print_text, wants_color
from transformer.cli.unwritable import unwritable_stdout
from transformer.configuration.options import ReportTarget, RunOptions
from transformer.findings.finding import Finding, Severity
from transformer.outcome import Summary
from transformer.reports.changes_section import render_changes
from transformer.reports.result import RunResult, Style, arrange
from transformer.reports.table import report
from transformer.reports.text import render_rest, render_text
from transformer.reports.visible import visible


def deliver(result: RunResult, options: RunOptions) -> list[Finding]:
    """Print and write every report; where none was asked for, changes as text to stdout and all else to stderr.

    Where reports were, stderr still has the summary, unless ``quiet`` or a text report on stdout has it.
    Returns the findings on reports that could not be written, which are on stderr by then.
    """
    result = replace(result, fail_on=options.fail_on or Severity.ERROR)
    color = wants_color(sys.stderr, options.color or "auto")
    faults = [_deliver(target, result, options) for target in options.reports] or [_print_changes(result, options)]
    unwritten = [fault for fault in faults if fault is not None]
    if not options.reports:
        print_text(render_rest(result, _style(options, color)), err=True)
    elif not options.quiet and not any(target.name == "text" and target.file is None for target in options.reports):
        print_text(render_rest(result, Style(color, shown=None)), err=True)
        files = [f"{target.name} in {target.file}" for target in options.reports if target.file is not None]
        if files:
            print_text(f"{'reports':<9}{visible(', '.join(files))}\n", err=True)
    if unwritten:
        told = RunResult(arrange(unwritten), Summary())
        print_text(render_text(told, Style(color, summary=False)), err=True)
    return unwritten


def _style(options: RunOptions, color: bool) -> Style:
    if options.quiet:
        return Style(color, shown=options.fail_on or Severity.ERROR, summary=False)
    return Style(color, shown=Severity.INFO if options.verbose else Severity.WARNING)


def _print_changes(result: RunResult, options: RunOptions) -> Finding | None:
    """What changed is what ``check``, ``update`` and ``diff`` are run to see; without a change nothing is printed."""
    style = _style(options, wants_color(sys.stdout, options.color or "auto"))
    changes = render_changes(result, style if options.quiet else replace(style, shown=Severity.INFO))
    try:
        if changes:
            print_text(changes, err=False)
    except StdoutError as fault:
        return unwritable_stdout(str(fault))
    return None


def _deliver(target: ReportTarget, result: RunResult, options: RunOptions) -> Finding | None:
    if target.file is not None:
        return write_report(target.file, report(target.name)(result, Style()))
    try:
        _to_stdout(target.name, result, options)
    except StdoutError as fault:
        return unwritable_stdout(str(fault))
    return None


def _to_stdout(name: str, result: RunResult, options: RunOptions) -> None:
    if name == "text":
        print_text(report(name)(result, Style(wants_color(sys.stdout, options.color or "auto"))), err=False)
    else:
        print_bytes(report(name)(result, Style()).encode("utf-8", "backslashreplace"))
