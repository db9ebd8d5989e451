"""``liqo-transform explain``: the chain of rules and objects behind an address, a slice or a Service."""

from __future__ import annotations

from dataclasses import replace

import click

from transformer.cli.configured import config_option, configured_fleet
from transformer.cli.options import Given, RunCommand, explain_options
from transformer.cli.parameters import cluster_id


@click.command(cls=RunCommand)
@click.argument("query", metavar="QUERY")
@config_option
@click.option(
    "--provider",
    "providers",
    type=cluster_id,
    metavar="ID",
    multiple=True,
    help="Only for this provider. Repeatable.  [default: all]",
)
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", help="Of the explanation.  [default: text]"
)
@explain_options
def command(given: Given, query: str, config: str | None, providers: tuple[str, ...], form: str) -> int:
    """Why an address is what it is: for every provider each rule, what it read and where that stands, the address
    before and after; and why an endpoint or a slice is not there.

    QUERY is an address, as the consumer has it, as it is sent, or as it is written; or NAMESPACE/NAME of a slice or a
    Service, by the names of the consumer or of a provider, or of the pod that an endpoint leads to.

    Exit status: 0 explained, also where the answer is a refusal; 1 an error stops the whole run; 2 QUERY means nothing
    in this fleet.
    """
    from transformer.cli.explaining import explain_fleet
    from transformer.review.query import parse_query

    asked = parse_query(query)
    if asked is None:
        raise click.UsageError("QUERY is an address, or NAMESPACE/NAME of a slice or a Service")
    if any(target.file is None for target in given.options.reports):
        raise click.UsageError("the explanation and a report on stdout: give the report a file")
    fleet = configured_fleet(given, config)
    if isinstance(fleet, int):
        return fleet
    settings = replace(fleet.settings, only_providers=tuple(sorted(set(providers))))
    # The reports that the configuration file asks for are those of a run, not to be replaced by what this one says.
    options = replace(fleet.options, reports=given.options.reports)
    return explain_fleet(replace(fleet, settings=settings, options=options), asked, as_json=form == "json")
