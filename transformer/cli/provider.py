"""``liqo-transform provider``: one provider's side alone."""

from __future__ import annotations

import click

from transformer.cli.options import Given, RunCommand, note_unused, run_options
from transformer.cli.parameters import cluster_id, consumer_view, path
from transformer.configuration.options import RunOptions
from transformer.settings import ProviderSettings, Settings


@click.command(cls=RunCommand)
@click.argument("inputs", type=path, nargs=-1, required=True, metavar="INPUT...")
@click.option(
    "--cluster", type=cluster_id, metavar="ID", help="The provider's cluster id; left out where the export has it."
)
@click.option(
    "--consumer-view",
    "views",
    type=consumer_view,
    multiple=True,
    metavar="[ID=]PATH",
    help="A consumer's Configurations; without ID= the path's cluster-id ConfigMap names the consumer. Repeatable.",
)
@run_options
def command(given: Given, inputs: tuple[str, ...], cluster: str | None, views: tuple[tuple[str, str], ...]) -> int:
    """EndpointSlices, from the ShadowEndpointSlices among the inputs and the provider's export.

    INPUT is a file, a folder (its .yaml, .yml and .json files) or - for standard input. The result goes to stdout,
    or to the folder of -o.
    """
    from transformer.cli.run import carry_out
    from transformer.pipeline import run_provider

    note_unused(given, "provider", "--map-namespace", "--pod-cidr", "--reflection")
    for denied in given.overrides.denied:
        if denied and denied != cluster:
            raise click.UsageError(
                f"--deny-direct-connections={denied} is about another cluster than --cluster {cluster}"
                if cluster
                else f"--deny-direct-connections={denied} needs --cluster {denied}"
            )
    settings = Settings(providers=(ProviderSettings(id=cluster or "", exports=inputs),), consumer_views=views)
    return carry_out(
        "provider", run_provider, given.overrides.over(settings), given.options.over(RunOptions()), may_stream=True
    )
