"""``liqo-transform update``: the golden folder, made anew."""

from __future__ import annotations

import os
from dataclasses import replace

import click

from transformer.cli.configured import config_option, configured_fleet
from transformer.cli.options import Given, RunCommand, update_options


@click.command(cls=RunCommand)
@config_option
@update_options
def command(given: Given, config: str | None) -> int:
    """Write the golden folder anew, and print what changed in it.

    The folder is replaced whole, by rename. Where CI is set in the environment, whatever its value, nothing is done:
    what nobody has read is not committed there.
    """
    if os.environ.get("CI"):
        raise click.UsageError(
            "CI is set in the environment, and update is for people: run it where you can read what changed, and "
            "commit the folder; `liqo-transform check` is for CI"
        )
    from transformer.cli.golden_folder import COMMAND, golden_folder, whats_new
    from transformer.cli.run import Reviewed, carry_out
    from transformer.exports import Reader
    from transformer.outcome import Outcome
    from transformer.pipeline import FleetRun, compute_fleet
    from transformer.settings import Settings

    fleet = configured_fleet(given, config)
    if isinstance(fleet, int):
        return fleet
    folder = golden_folder(fleet)
    runs: list[FleetRun] = []

    def compute(settings: Settings, read: Reader) -> Outcome:
        runs.append(compute_fleet(settings, read))
        return runs[0].outcome

    def review(_outcome: Outcome) -> Reviewed:
        return whats_new(runs[0], fleet, folder)

    return carry_out(
        COMMAND,
        compute,
        fleet.settings,
        replace(fleet.options, output=folder),
        may_stream=False,
        also_read=(fleet.file,),
        accepts_nothing=True,
        review=review,
    )
