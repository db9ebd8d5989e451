"""``liqo-transform fleet``: the whole chain, from a configuration file or from a folder of exports."""

from __future__ import annotations

from dataclasses import replace

import click

from transformer.cli.cluster_roles import check_denied
from transformer.cli.options import Given, RunCommand, checked, note, run_options
from transformer.cli.parameters import cluster_id, path
from transformer.cli.status import USAGE
from transformer.configuration.options import RunOptions


@click.command(cls=RunCommand)
@click.argument("directory", type=path, required=False, metavar="[DIR]")
@click.option("--consumer", type=cluster_id, metavar="ID", help="The consumer's cluster id, and its folder in DIR.")
@click.option(
    "-c",
    "--config",
    "config",
    type=path,
    metavar="FILE",
    help="Configuration file, or - for standard input.  [default: liqo-transform.yaml, here or in a folder above]",
)
@run_options
def command(given: Given, directory: str | None, consumer: str | None, config: str | None) -> int:
    """The whole chain: the consumer's side for every provider, then each provider's side.

    The fleet is described by a configuration file, or is DIR: DIR/<cluster id>/ holds a cluster's export, and every
    folder but the consumer's is a provider's. Results of liqo-transform in DIR are left out.
    """
    from transformer.cli.destination import guard
    from transformer.cli.fleet_folder import folder_settings
    from transformer.cli.run import carry_out, finish
    from transformer.configuration.reading import find_configuration, read_configuration
    from transformer.pipeline import run_fleet

    if directory is not None:
        if config is not None:
            raise click.UsageError("DIR and -c exclude each other")
        options = given.options.over(RunOptions())
        settings, notes = folder_settings(directory, consumer, options.output)
        for text in notes:
            note(text, options)
        also_read: tuple[str, ...] = ()
    else:
        file = config if config is not None else find_configuration()
        if file is None:
            raise click.UsageError(
                "no liqo-transform.yaml here or in a folder above: give -c FILE, or DIR and --consumer ID"
            )
        guard(given.options, (file,))
        read = read_configuration(file)
        if isinstance(read, list):
            finish(read, given.options, verdict="nothing written: the configuration is not valid")
            return USAGE
        settings, options = read.settings, checked(given.options.over(read.options))
        also_read = (file,)
        if consumer is not None and settings.consumer is not None:
            settings = replace(settings, consumer=replace(settings.consumer, id=consumer))
    check_denied(given.overrides.denied, settings)
    return carry_out("fleet", run_fleet, given.overrides.over(settings), options, may_stream=False, also_read=also_read)
