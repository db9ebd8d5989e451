"""``liqo-transform check``: the golden folder, the live slices, or a built set, against what they should be."""

from __future__ import annotations

import click

from transformer.cli.configured import config_option, configured_fleet
from transformer.cli.options import Given, RunCommand, review_options
from transformer.cli.parameters import mark, path


@click.command(cls=RunCommand)
@config_option
@click.option(
    "--live",
    is_flag=True,
    help="Compare with the ShadowEndpointSlices and EndpointSlices in the providers' own exports.",
)
@click.option(
    "--built",
    type=path,
    metavar="FILE",
    help="What kustomize build, kubectl kustomize or the function printed; - for standard input.",
)
@click.option(
    "--requires",
    "requires",
    type=mark,
    multiple=True,
    metavar="KIND/NAME",
    help="With --built: the mark of this function has to be there. Repeatable.  [default: any mark]",
)
@review_options
def command(given: Given, config: str | None, live: bool, built: str | None, requires: tuple[str, ...]) -> int:
    """Fail when something is not as it should be; write nothing. Where no report is asked for, changes go to stdout
    and all else to stderr.

    Alone: compute, and compare with the golden folder (golden-missing, golden-drift, golden-stale, golden-empty,
    golden-settings).

    With --live: compare what Liqo would write (profile liqo-1.2, unless another Liqo's is asked for) with what the
    providers' exports hold (live-drift, which gives exit status 1 whatever --fail-on says).

    With --built FILE: whether a set that was built went through the function (function-not-run). kubectl kustomize,
    and kustomize without --enable-exec, skip a function that is a program without a word:

      kubectl kustomize --enable-alpha-plugins DIR | liqo-transform check --built -
    """
    if built is not None:
        from transformer.cli.check_built import check_built

        _refuse_with_built(given, config, live=live)
        return check_built(built, requires, given.options)
    if requires:
        raise click.UsageError("--requires goes with --built FILE")
    fleet = configured_fleet(given, config)
    if isinstance(fleet, int):
        return fleet
    if live:
        from transformer.cli.check_live import check_live

        return check_live(fleet, given.overrides.profile)
    from transformer.cli.check_golden import check_golden

    return check_golden(fleet)


def _refuse_with_built(given: Given, config: str | None, *, live: bool) -> None:
    """A built set is looked at as it is: what else was asked for would be ignored."""
    overrides = given.overrides
    said = {
        "-c": config,
        "--live": live,
        "--golden": given.options.golden,
        "--profile": overrides.profile,
        "--deny-direct-connections": overrides.denied,
        "--map-namespace": overrides.namespaces,
        "--pod-cidr": overrides.pod_cidrs,
        "--reflection": overrides.reflection,
    }
    for name, value in said.items():
        if value:
            raise click.UsageError(f"--built and {name} exclude each other")
