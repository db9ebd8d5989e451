"""``liqo-transform plugin``: puts the function where kustomize and kubectl look for plugins, or takes it away."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import click

from transformer.cli.parameters import path
from transformer.cli.plugin_home import HOME_VARIABLE, default_home, exists, home_in_use, is_found, is_same
from transformer.cli.plugin_links import FUNCTION, foreign, installed_function, make_links, plugin_links, remove_links
from transformer.cli.status import FINE
from transformer.cli.terminal import print_text
from transformer.findings.catalogue import finding
from transformer.findings.finding import Finding, Position
from transformer.output.ownership import quoted_path
from transformer.reports.visible import visible

_HOME_OPTION = click.option(
    "--home",
    "given",
    type=path,
    metavar="DIR",
    help=f"The plugins' home.  [default: ${HOME_VARIABLE}, or the first that exists where kustomize looks]",
)


@dataclass(frozen=True, slots=True)
class Home:
    """A home of plugins, absolute, and in words why it was chosen."""

    folder: Path
    reason: str


@click.group()
def command() -> None:
    """Install or uninstall the legacy kustomize plugin, by which `kubectl kustomize` runs the function.

    A configuration that is to run as a plugin must not carry the annotation config.kubernetes.io/function: with it,
    kubectl passes over the plugin, and over the function too, without a word.
    """


@command.command(short_help="Link the kinds to liqo-transform-krm.")
@_HOME_OPTION
def install(given: str | None) -> int:
    """Link the kinds of the function to liqo-transform-krm, and say what to set.

    A file that is not such a link is never overwritten. Installing again brings the links up to date.
    """
    home = _home(given)
    before = home_in_use(os.environ)
    program = installed_function(sys.argv[0], sys.executable)
    if program is None:
        reason = f"{FUNCTION}, which the links lead to, is neither beside this program nor on the PATH"
        return _refuse([_unwritable(home, reason, "Install this package again: it brings both programs.")])
    try:
        if refused := _in_the_way(home):
            return _refuse(refused)
        made = make_links(home.folder, program)
    except OSError as fault:
        return _refuse([_unwritable(home, _reason(fault))])
    lines = [f"{what:<10}  {link}" for link, what in made.items()]
    _print([_chosen(home), *lines, f"links to    {program}", "", *_how_to_use(home.folder, before)])
    return FINE


@command.command(short_help="Remove these links.")
@_HOME_OPTION
def uninstall(given: str | None) -> int:
    """Remove the links to liqo-transform-krm, and the folders that they leave empty."""
    home = _home(given)
    try:
        removed, left = remove_links(home.folder)
    except OSError as fault:
        return _refuse([_unwritable(home, _reason(fault))], verdict="nothing removed")
    lines = [f"removed     {link}" for link in removed] or ["nothing is installed here"]
    _print([_chosen(home), *lines, *(f"left        {each}: {why}" for each, why in left.items())])
    return FINE


def _home(given: str | None) -> Home:
    """The home to work on. Raises click.UsageError where there is none to name."""
    choice = (given, "as given") if given is not None else default_home(os.environ)
    if choice is None:
        raise click.UsageError(f"neither {HOME_VARIABLE} nor XDG_CONFIG_HOME nor HOME is set: give --home DIR")
    try:
        # kustomize starts a plugin from another folder than the one it looks from: a relative home fails there.
        return Home(Path(choice[0]).absolute(), choice[1])
    except OSError:
        raise click.UsageError("the working directory does not exist any more: change to one that does") from None


def _in_the_way(home: Home) -> list[Finding]:
    """A finding for each file that a link would replace and that is not ours. Raises OSError."""
    if exists(str(home.folder)) and not home.folder.is_dir():
        return [_unwritable(home, "it is not a folder")]
    return [
        finding(
            "output-not-ours",
            f"{quoted_path(link)} is {other}, not a link to {FUNCTION}: it is not overwritten",
            remedy="Move it away if it is no longer needed, or choose another home with `--home`.",
            location=Position(str(link)),
        )
        for link in plugin_links(home.folder)
        if (other := foreign(link)) is not None
    ]


def _how_to_use(home: Path, before: str | None) -> list[str]:
    """What to set and to run. ``before`` is the home that kustomize took until now."""
    export = f"  export {HOME_VARIABLE}={shlex.quote(str(home))}"
    hidden = before is not None and not is_same(before, home)
    return [
        *(
            ["kustomize and kubectl find this home by themselves. Build with"]
            if is_found(home, os.environ)
            else ["Let kustomize and kubectl find this home:", "", export, "", "and build with"]
        ),
        "",
        "  kubectl kustomize --enable-alpha-plugins DIR",
        "",
        "`kubectl apply -k` cannot use plugins: pipe what is built into `kubectl apply -f -`.",
        *([f"They look in one home only: plugins in {before} are not found then."] if hidden else []),
    ]


def _unwritable(home: Home, reason: str, remedy: str | None = None) -> Finding:
    return finding(
        "unwritable-output",
        f"the plugins' home {quoted_path(home.folder)} cannot be changed: {reason}",
        remedy=remedy or "Give `--home` a folder that this user may write to.",
        location=Position(str(home.folder)),
    )


def _refuse(findings: list[Finding], verdict: str = "nothing installed") -> int:
    """Report the findings and return the exit status."""
    from transformer.cli.run import finish
    from transformer.configuration.options import RunOptions

    return finish(findings, RunOptions(), verdict=verdict)


def _reason(fault: OSError) -> str:
    # Where a link cannot be made, the second name is the link's.
    where = fault.filename2 or fault.filename
    return (fault.strerror or str(fault)) + (f" ({quoted_path(str(where))})" if where is not None else "")


def _chosen(home: Home) -> str:
    return f"home        {home.folder} ({home.reason})"


def _print(lines: Iterable[str]) -> None:
    print_text("".join(f"{visible(line)}\n" for line in lines), err=False)
