"""``liqo-transform diff``: what differs between two output folders, in the words of the field."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from transformer.cli.options import report_options
from transformer.cli.parameters import path
from transformer.configuration.options import RunOptions
from transformer.findings.change import Cause
from transformer.findings.finding import Finding
from transformer.reports.visible import counted
from transformer.review.causes import FactPlace
from transformer.review.reasons import Why


@click.command()
@click.argument("old", type=path, metavar="OLD")
@click.argument("new", type=path, metavar="NEW")
@click.option(
    "-c",
    "--config",
    "config",
    type=path,
    metavar="FILE",
    help="Configuration file of the exports that NEW was made from: causes then have their file and line.",
)
@report_options
def command(old: str, new: str, config: str | None, options: RunOptions) -> int:
    """What differs between two folders that fleet, consumer, provider or update wrote: for which Service, provider and
    endpoint, and which field of which input object is the cause. Exit status 1 when they differ.

    Formats, and orders that mean nothing, do not count.
    """
    from transformer.cli.destination import guard_folders
    from transformer.cli.reader import reader_of
    from transformer.cli.run import finish
    from transformer.output.ownership import is_hollow
    from transformer.output.state import STATE_FILE
    from transformer.review.golden import golden_findings
    from transformer.review.reasons import Reasons
    from transformer.review.sides import FolderSide

    for folder in (old, new):
        if not Path(folder).is_dir():
            raise click.UsageError(f"{folder} is not a folder")
        if not is_hollow(Path(folder)) and not (Path(folder) / STATE_FILE).is_file():
            raise click.UsageError(f"{folder} is no output folder: it has no {STATE_FILE}")
    known = _known(config, options) if config is not None else (_nowhere, _nothing)
    if isinstance(known, int):
        return known
    guard_folders(options, (old, new))
    read = reader_of(options)
    reasons = Reasons(FolderSide(old, read), FolderSide(new, read), *known, knows_inputs=config is not None)
    # What is to be done about a difference depends on what the two are.
    found = [replace(each, remedy="") for each in golden_findings(reasons)]
    # Other settings are a cause, and no difference where they led to none.
    found = [each for each in found if each.code != "golden-settings" or reasons.before.run is None]
    return finish(found, options, verdict=_verdict(found, old, new), about=new)


def _verdict(found: list[Finding], old: str, new: str) -> str:
    lines = sum(len(each.changes) for each in found)
    if not found:
        return f"{old} and {new} hold the same"
    if any(each.code == "golden-empty" for each in found):
        return f"{old} holds nothing to compare with"
    return f"{old} and {new} differ: {counted(lines, 'change')} in {counted(len(found), 'place')}"


def _known(config: str, options: RunOptions) -> tuple[FactPlace, Why] | int:
    """Where facts stand in the exports that a configuration file names, and why a slice comes to nothing there; the
    exit status where the file is not valid."""
    from transformer.cli.configured import configured_fleet
    from transformer.cli.options import Given
    from transformer.cli.reader import reader_of
    from transformer.configuration.options import Overrides
    from transformer.pipeline import compute_fleet
    from transformer.review.fact_places import FactPlaces
    from transformer.review.why import RunWhy

    fleet = configured_fleet(Given(Overrides(), options), config)
    if isinstance(fleet, int):
        return fleet
    run = compute_fleet(fleet.settings, reader_of(fleet.options))
    return FactPlaces(run).location, RunWhy(run, fleet.settings)


def _nowhere(_fact: object) -> None:
    """The exports are not at hand."""


def _nothing(*_slice: object) -> tuple[Cause, ...]:
    """The exports are not at hand."""
    return ()
