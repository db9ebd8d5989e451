"""``liqo-transform check --live``: whether the providers' exports hold what Liqo would write."""

from __future__ import annotations

from dataclasses import replace

import click

from transformer.cli.configured import ConfiguredFleet, guarded_inputs
from transformer.cli.options import note
from transformer.cli.progress import progress_of
from transformer.cli.reader import reader_of
from transformer.cli.run import compared, finish
from transformer.findings.finding import Finding
from transformer.findings.shared import merge_shared
from transformer.pipeline import FleetRun, compute_fleet
from transformer.reports.visible import counted
from transformer.review.fact_places import FactPlaces
from transformer.review.live import live_findings
from transformer.review.live_reasons import LiveReasons
from transformer.review.why import RunWhy
from transformer.review.write_times import WriteTimes
from transformer.settings import Settings

#: What ships, and what no Liqo writes: a live cluster is not compared with it unless the command line asks for it.
SHIPPED = "direct"
PREDICTING = "liqo-1.2"
LIVE_DRIFT = "live-drift"


def check_live(fleet: ConfiguredFleet, asked: str | None) -> int:
    """Compute with the profile of a live Liqo, compare with the exports, report; returns the exit status: 1 also for
    live-drift alone. ``asked`` is the command line's profile. Raises click.UsageError where no provider is exported."""
    guarded_inputs(fleet)
    settings = fleet.settings
    if not any(each.exports for each in settings.providers):
        # A check that compares with nothing would pass for ever.
        raise click.UsageError(f"no provider in {fleet.file} has exports: there is nothing live to compare with")
    if asked is None and settings.profile == SHIPPED:
        settings = replace(settings, profile=PREDICTING)
        note(f"compared with profile {PREDICTING}: no Liqo writes what {SHIPPED} gives", fleet.options)
    times = WriteTimes(_exports(settings))
    with progress_of(fleet.options) as progress:
        run = compute_fleet(settings, times.watch(progress.watch(reader_of(fleet.options))))
        drift = _drift(run, settings, times)
    # What is accepted in another profile's results may well not come up here: that proves nothing.
    ignore = [each for each in settings.ignore if each.code == LIVE_DRIFT]
    outcome = run.outcome.concluded(ignore, drift, (LIVE_DRIFT,))
    drift = [each for each in outcome.findings if each.code == LIVE_DRIFT]
    verdict = "nothing compared: an error stops the whole run" if outcome.stopped else _verdict(run, drift)
    summary = compared(outcome)
    return finish(merge_shared(outcome.findings), fleet.options, summary, verdict, fleet.file)


def _exports(settings: Settings) -> dict[str, tuple[str, ...]]:
    found = {provider.id: provider.exports for provider in settings.providers if provider.exports}
    if settings.consumer is not None:
        found[settings.consumer.id or ""] = settings.consumer.exports
    return found


def _drift(run: FleetRun, settings: Settings, times: WriteTimes) -> list[Finding]:
    if run.outcome.stopped or run.consumer is None:
        return []
    why = RunWhy(run, settings)
    reasons = LiveReasons(run.consumer, run.providers, FactPlaces(run).location, why, times.written)
    return live_findings(run, reasons)


def _verdict(run: FleetRun, drift: list[Finding]) -> str:
    computed = f"{counted(len(run.outcome.objects), 'object')} computed"
    found = counted(len(drift), "finding") if drift else "no findings"
    return f"{computed} and compared with the exports of {', '.join(sorted(run.providers))}: {found}"
