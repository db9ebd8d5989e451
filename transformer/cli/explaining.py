"""The course of ``liqo-transform explain``: compute, look for what is asked for, print how it came about."""

from __future__ import annotations

import sys
from dataclasses import replace

import click

from transformer.cli.cluster_roles import check_roles
from transformer.cli.configured import ConfiguredFleet, guarded_inputs
from transformer.cli.progress import progress_of
from transformer.cli.reader import reader_of
from transformer.cli.reporting import deliver
from transformer.cli.run import counted, finish
from transformer.cli.status import FINDINGS, FINE
from transformer.cli.terminal import print_bytes, print_text, wants_color
from transformer.configuration.names import unknown
from transformer.configuration.options import RunOptions
from transformer.findings.catalogue import CATALOGUE
from transformer.findings.finding import Effect, Finding, Severity
from transformer.findings.shared import merge_shared
from transformer.outcome import Outcome
from transformer.pipeline import FleetRun, compute_fleet
from transformer.reports.result import RunResult, Style, arrange
from transformer.review.explaining import Explanation, explain
from transformer.review.explanation_json import explanation_as_json
from transformer.review.explanation_text import render_explanation
from transformer.review.nothing_meant import nothing_meant
from transformer.review.query import Query
from transformer.settings import Settings


def explain_fleet(fleet: ConfiguredFleet, query: Query, *, as_json: bool) -> int:
    """Print the explanation; returns the exit status. Raises click.UsageError where the query, or a provider that was
    asked for, means nothing in the fleet."""
    guarded_inputs(fleet)
    check_roles(fleet.settings)
    # A fleet in which nothing is reflected can be asked why.
    settings = replace(fleet.settings, force=True)
    with progress_of(fleet.options) as progress:
        run = compute_fleet(settings, progress.watch(reader_of(fleet.options)))
        _check_providers(run, settings)
        explanation = None if run.outcome.stopped else explain(run, settings, query)
    if run.outcome.stopped:
        verdict = "nothing explained: an error stops the whole run"
        return finish(merge_shared(run.outcome.findings), fleet.options, counted(run.outcome, written=False), verdict)
    if explanation is None:
        raise click.UsageError(nothing_meant(run, query, settings.only_providers))
    _print(explanation, fleet.options, as_json=as_json)
    return FINDINGS if _report_faults(run.outcome, fleet.options) else FINE


def _check_providers(run: FleetRun, settings: Settings) -> None:
    if run.consumer is None:
        return
    known = {*run.consumer.known_providers, *(each.id for each in settings.providers)}
    for id in settings.only_providers:
        if id not in known:
            raise click.UsageError(f"--provider: {unknown('provider', id, known)}")


def _print(explanation: Explanation, options: RunOptions, *, as_json: bool) -> None:
    if as_json:
        print_bytes(explanation_as_json(explanation).encode())
        return
    style = Style(wants_color(sys.stdout, options.color or "auto"))
    print_text(render_explanation(explanation, style), err=False)


def _report_faults(outcome: Outcome, options: RunOptions) -> list[Finding]:
    """Reports what came up about the exports themselves: the explanation stands beside what could be read of them.

    Returns the findings on reports that could not be written.
    """
    found = [each for each in merge_shared(outcome.findings) if CATALOGUE[each.code].effect is Effect.OBJECT]
    if not options.reports and not any(each.severity.reaches(Severity.WARNING) for each in found):
        return []
    return deliver(RunResult(arrange(found), counted(outcome, written=True), "explained"), options)
