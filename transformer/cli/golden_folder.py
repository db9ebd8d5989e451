"""The golden folder of a configured fleet, and what a run differs from it in."""

from __future__ import annotations

from dataclasses import replace

import click

from transformer.cli.configured import ConfiguredFleet
from transformer.cli.reader import reader_of
from transformer.cli.run import Reviewed, layout_name, record_of
from transformer.findings.finding import Finding, Severity
from transformer.output.object_text import UnwritableObjectError
from transformer.output.tree import layout_of
from transformer.pipeline import FleetRun
from transformer.reports.visible import counted
from transformer.review.fact_places import FactPlaces
from transformer.review.golden import golden_findings
from transformer.review.reasons import Reasons
from transformer.review.sides import ComputedSide, FolderSide
from transformer.review.why import RunWhy

#: What the record of a golden folder says was run: it is what ``fleet`` writes.
COMMAND = "fleet"


def golden_folder(fleet: ConfiguredFleet) -> str:
    """The folder. Raises click.UsageError where neither the file nor the command line names one."""
    if fleet.options.golden is None:
        raise click.UsageError(f"no golden folder: give golden in {fleet.file}, or --golden DIR")
    return fleet.options.golden


def differences(run: FleetRun, fleet: ConfiguredFleet, folder: str) -> list[Finding]:
    """The findings on what the folder holds otherwise than the run."""
    layout = layout_of(run.outcome, layout_name(fleet.options))
    if layout.findings:
        return list(layout.findings)
    before = FolderSide(folder, reader_of(fleet.options))
    after = ComputedSide(run.outcome, layout.files, record_of(COMMAND, fleet.settings, fleet.options))
    reasons = Reasons(before, after, FactPlaces(run).location, RunWhy(run, fleet.settings))
    try:
        return golden_findings(reasons)
    except UnwritableObjectError as fault:
        return [fault.finding]


def whats_new(run: FleetRun, fleet: ConfiguredFleet, folder: str) -> Reviewed:
    """What a folder that is about to be replaced will hold otherwise, as news and not as faults."""
    found = differences(run, fleet, folder)
    lines = sum(len(each.changes) for each in found)
    remark = "; nothing changed"
    if any(each.code == "golden-empty" for each in found):
        remark = ", its first result"
    elif found:
        remark = f": {counted(lines, 'change')} in {counted(len(found), 'place')}"
    news = [replace(each, severity=Severity.INFO, remedy="") for each in found if each.changes]
    return Reviewed(news, remark)
