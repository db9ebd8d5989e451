"""``liqo-transform check``: whether a set that ``kustomize build`` printed went through the function."""

from __future__ import annotations

import sys

import click

from transformer.cli.options import report_options
from transformer.cli.parameters import mark, path
from transformer.configuration.options import RunOptions


@click.command()
@click.option(
    "--built",
    type=path,
    metavar="FILE",
    required=True,
    help="What kustomize build, kubectl kustomize or the function printed; - for standard input.",
)
@click.option(
    "--requires",
    "requires",
    type=mark,
    multiple=True,
    metavar="KIND/NAME",
    help="The mark of this function has to be there. Repeatable.  [default: any mark]",
)
@report_options
def command(built: str, requires: tuple[str, ...], options: RunOptions) -> int:
    """Fail when a built set lacks the function's mark (function-not-run).

    kubectl kustomize, and kustomize without --enable-exec, skip a function that is a program without a word:

      kubectl kustomize --enable-alpha-plugins DIR | liqo-transform check --built -

    What fleet, consumer and provider write carries no marks.
    """
    from transformer.cli.run import finish
    from transformer.findings.finding import Position
    from transformer.krm.given import read_documents_of
    from transformer.krm.list_reading import UnreadableListError
    from transformer.krm.review import marks, missing_marks
    from transformer.manifests.limits import Limits

    try:
        items, findings = read_documents_of(built, Limits(**options.limits), getattr(sys.stdin, "buffer", None))
    except UnreadableListError as fault:
        return finish(fault.findings, options, verdict="nothing checked")
    found = marks(items)
    listed = ", ".join(f"{name} on {count}" for name, count in found.items()) or "none"
    unmarked = len(items) - sum(found.values())
    missing = missing_marks(items, requires, Position(built))
    return finish(
        [*findings, *missing],
        options,
        verdict=f"{len(items)} objects; marks of functions: {listed}; without a mark: {unmarked}",
    )
