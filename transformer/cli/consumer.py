"""``liqo-transform consumer``: the consumer's side alone."""

from __future__ import annotations

import click

from transformer.cli.options import Given, RunCommand, note_unused, run_options
from transformer.cli.parameters import cluster_id, path
from transformer.configuration.options import RunOptions
from transformer.settings import ConsumerSettings, Settings


@click.command(cls=RunCommand)
@click.argument("inputs", type=path, nargs=-1, required=True, metavar="INPUT...")
@click.option(
    "--consumer", type=cluster_id, metavar="ID", help="The consumer's cluster id; left out where the export has it."
)
@click.option(
    "--provider",
    "providers",
    type=cluster_id,
    metavar="ID",
    multiple=True,
    help="Only for this provider. Repeatable.  [default: all that the export knows]",
)
@run_options
def command(given: Given, inputs: tuple[str, ...], consumer: str | None, providers: tuple[str, ...]) -> int:
    """ShadowEndpointSlices, from the consumer's export.

    INPUT is a file, a folder (its .yaml, .yml and .json files) or - for standard input. The result goes to stdout
    for one provider, else to the folder of -o.
    """
    from transformer.cli.run import carry_out
    from transformer.pipeline import run_consumer

    note_unused(given, "consumer", "--deny-direct-connections")
    settings = Settings(
        consumer=ConsumerSettings(id=consumer, exports=inputs),
        only_providers=tuple(sorted(set(providers))),
    )
    return carry_out(
        "consumer", run_consumer, given.overrides.over(settings), given.options.over(RunOptions()), may_stream=True
    )
