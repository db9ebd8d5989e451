"""``liqo-transform fleet``: the whole chain, from a configuration file or from a folder of exports."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import click

from transformer.cli.options import Given, RunCommand, check, run_options
from transformer.cli.parameters import cluster_id
from transformer.cli.status import USAGE
from transformer.configuration.names import is_dns_label, unknown
from transformer.configuration.options import RunOptions
from transformer.findings.finding import quoted
from transformer.settings import ConsumerSettings, ProviderSettings, Settings


@click.command(cls=RunCommand)
@click.argument("directory", required=False, metavar="[DIR]")
@click.option("--consumer", type=cluster_id, metavar="ID", help="The consumer's cluster id, and its folder in DIR.")
@click.option(
    "-c",
    "--config",
    "config",
    metavar="FILE",
    help="Configuration file.  [default: liqo-transform.yaml, here or in a folder above]",
)
@run_options
def command(given: Given, directory: str | None, consumer: str | None, config: str | None) -> int:
    """The whole chain: the consumer's side for every provider, then each provider's side.

    The fleet is described by a configuration file, or is DIR: DIR/<cluster id>/ holds a cluster's export, and every
    folder but the consumer's is a provider's.
    """
    from transformer.cli.run import carry_out, finish
    from transformer.configuration.reading import find_configuration, read_configuration
    from transformer.pipeline import run_fleet

    if directory is not None:
        if config is not None:
            raise click.UsageError("DIR and -c exclude each other")
        options = given.options.over(RunOptions())
        settings = folder_settings(directory, consumer, options.output)
    else:
        file = config if config is not None else find_configuration()
        if file is None:
            raise click.UsageError(
                "no liqo-transform.yaml here or in a folder above: give -c FILE, or DIR and --consumer ID"
            )
        read = read_configuration(file)
        if isinstance(read, list):
            finish(read, given.options, verdict="nothing written: the configuration is not valid")
            return USAGE
        settings, options = read.settings, given.options.over(read.options)
        if consumer is not None and settings.consumer is not None:
            settings = replace(settings, consumer=replace(settings.consumer, id=consumer))
        check(options)
    _check_denied(given.overrides.denied, settings)
    return carry_out("fleet", run_fleet, given.overrides.over(settings), options, may_stream=False)


def folder_settings(directory: str, consumer: str | None, output: str | None) -> Settings:
    """The fleet that the folders in ``directory`` are; folders that begin with a dot and the output folder are none.

    Raises click.UsageError where the consumer is not among them or a folder's name is no cluster id.
    """
    root = Path(directory)
    try:
        names = sorted(
            entry.name
            for entry in os.scandir(root)
            if not entry.name.startswith(".") and entry.is_dir() and not _is_output(Path(entry.path), output)
        )
    except OSError as fault:
        raise click.UsageError(f"the folder {quoted(directory)} cannot be read: {fault.strerror or fault}") from None
    if consumer is None:
        raise click.UsageError(f"DIR needs --consumer ID, one of {', '.join(map(quoted, names)) or 'its folders'}")
    if not names:
        raise click.UsageError(
            f"{quoted(directory)} holds no folders, one for each cluster's export; if it is itself an export, "
            "give the folder above it"
        )
    if consumer not in names:
        raise click.UsageError(
            f"{quoted(directory)} has no folder of the consumer: {unknown('cluster', consumer, names)}"
        )
    bad = [name for name in names if not is_dns_label(name)]
    if bad:
        raise click.UsageError(
            f"{', '.join(quoted(str(root / name)) for name in bad)}: the folder's name is no cluster id "
            "(a DNS label); a folder that is no cluster's export may begin with a dot"
        )
    return Settings(
        consumer=ConsumerSettings(id=consumer, exports=(str(root / consumer),)),
        providers=tuple(ProviderSettings(id=name, exports=(str(root / name),)) for name in names if name != consumer),
    )


def _is_output(folder: Path, output: str | None) -> bool:
    return output is not None and folder.resolve() == Path(output).resolve()


def _check_denied(denied: Iterable[str], settings: Settings) -> None:
    known = [provider.id for provider in settings.providers]
    for id in denied:
        if id and id not in known:
            raise click.UsageError(f"--deny-direct-connections: {unknown('provider', id, known)}")
