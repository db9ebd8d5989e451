"""``liqo-transform fleet``: the whole chain, from a configuration file or from a folder of exports."""

from __future__ import annotations

import click

from transformer.cli.cluster_roles import check_denied
from transformer.cli.configured import config_option, configured_fleet
from transformer.cli.options import Given, RunCommand, note, run_options
from transformer.cli.parameters import cluster_id, path
from transformer.configuration.options import RunOptions


@click.command(cls=RunCommand)
@click.argument("directory", type=path, required=False, metavar="[DIR]")
@click.option("--consumer", type=cluster_id, metavar="ID", help="The consumer's cluster id, and its folder in DIR.")
@config_option
@run_options
def command(given: Given, directory: str | None, consumer: str | None, config: str | None) -> int:
    """The whole chain: the consumer's side for every provider, then each provider's side.

    The fleet is described by a configuration file, or is DIR: DIR/<cluster id>/ holds a cluster's export, and every
    folder but the consumer's is a provider's. Results of liqo-transform in DIR are left out.
    """
    from transformer.cli.fleet_folder import folder_settings
    from transformer.cli.run import carry_out
    from transformer.pipeline import run_fleet

    if directory is not None:
        if config is not None:
            raise click.UsageError("DIR and -c exclude each other")
        options = given.options.over(RunOptions())
        settings, notes = folder_settings(directory, consumer, options.output)
        for text in notes:
            note(text, options)
        check_denied(given.overrides.denied, settings)
        return carry_out("fleet", run_fleet, given.overrides.over(settings), options, may_stream=False)
    fleet = configured_fleet(given, config, consumer=consumer, instead="give -c FILE, or DIR and --consumer ID")
    if isinstance(fleet, int):
        return fleet
    return carry_out("fleet", run_fleet, fleet.settings, fleet.options, may_stream=False, also_read=(fleet.file,))
