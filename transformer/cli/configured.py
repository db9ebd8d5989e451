"""The fleet that a configuration file describes, as a command line changes it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import click

from transformer.cli.cluster_roles import check_denied, check_roles
from transformer.cli.destination import guard, guard_folders, inputs_of
from transformer.cli.options import Given, checked
from transformer.cli.parameters import path
from transformer.cli.status import USAGE
from transformer.configuration.options import RunOptions
from transformer.settings import Settings

#: Which file describes the fleet.
config_option: Callable[[Any], Any] = click.option(
    "-c",
    "--config",
    "config",
    type=path,
    metavar="FILE",
    help="Configuration file, or - for standard input.  [default: liqo-transform.yaml, here or in a folder above]",
)


@dataclass(frozen=True, slots=True)
class ConfiguredFleet:
    """What is to be computed and how it is to be carried out; ``file`` is the configuration file."""

    settings: Settings
    options: RunOptions
    file: str


def configured_fleet(
    given: Given, config: str | None, *, consumer: str | None = None, instead: str = "give -c FILE"
) -> ConfiguredFleet | int:
    """The fleet of the configuration file that ``config`` names, or of the nearest one; where it is not valid, the exit
    status, its findings reported. ``consumer`` replaces the consumer's id.

    Raises click.UsageError where there is no file (``instead`` says what to do) and where options contradict it.
    """
    from transformer.cli.run import finish
    from transformer.configuration.reading import find_configuration, read_configuration

    file = config if config is not None else find_configuration()
    if file is None:
        raise click.UsageError(f"no liqo-transform.yaml here or in a folder above: {instead}")
    guard(given.options, (file,))
    read = read_configuration(file)
    if isinstance(read, list):
        finish(read, given.options, verdict="nothing written: the configuration is not valid", about=file)
        return USAGE
    settings = read.settings
    if consumer is not None and settings.consumer is not None:
        settings = replace(settings, consumer=replace(settings.consumer, id=consumer))
    check_denied(given.overrides.denied, settings)
    options = checked(given.options.over(read.options))
    settings = given.overrides.over(settings)
    check_roles(settings)
    return ConfiguredFleet(settings, options, file)


def guarded_inputs(fleet: ConfiguredFleet) -> tuple[str, ...]:
    """Every path that is read, no report lying among them; the golden folder counts, too. Raises click.UsageError."""
    inputs = (*inputs_of(fleet.settings), fleet.file)
    guard(fleet.options, inputs)
    guard_folders(fleet.options, () if fleet.options.golden is None else (fleet.options.golden,))
    return inputs
