"""The options that every run takes, in one place: declared once, gathered once."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from transformer.cli.parameters import denied_provider, limit, namespace_pair, path, pod_cidr, report_target
from transformer.cli.terminal import is_stdout, print_text
from transformer.configuration.options import Overrides, RunOptions
from transformer.findings.finding import Severity
from transformer.output.real_paths import real_path
from transformer.profiles import PROFILES

_DENY = "--deny-direct-connections"


class RunCommand(click.Command):
    """A command that takes ``--deny-direct-connections`` without a value, too.

    click would take the next argument, an INPUT, for the value; with ``=`` there is no doubt.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """click's parsing, after giving the bare option the empty value that stands for all providers."""
        end = args.index("--") if "--" in args else len(args)
        return super().parse_args(ctx, [f"{_DENY}=" if arg == _DENY else arg for arg in args[:end]] + args[end:])


class _OptionalValue(click.Option):
    """An option whose help shows that its value may be left out."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """The record with ``[=PROVIDER]`` in place of ``PROVIDER``."""
        record = super().get_help_record(ctx)
        return record and (f"{_DENY}[=PROVIDER]", record[1])


_COMPUTATION: tuple[Callable[[Any], Any], ...] = (
    click.option("--profile", type=click.Choice(list(PROFILES)), help="What the result is for.  [default: direct]"),
    click.option(
        _DENY,
        "denied",
        cls=_OptionalValue,
        type=denied_provider,
        multiple=True,
        metavar="PROVIDER",
        help="This provider refuses direct connections; without a value, all do. Repeatable.",
    ),
    click.option(
        "--map-namespace",
        "namespaces",
        type=namespace_pair,
        multiple=True,
        metavar="LOCAL=REMOTE",
        help="A namespace of the consumer and its name on the providers; no other is reflected then. Repeatable.",
    ),
    click.option(
        "--pod-cidr", "pod_cidrs", type=pod_cidr, multiple=True, metavar="CIDR", help="The consumer's. Repeatable."
    ),
    click.option(
        "--reflection", type=click.Choice(["DenyList", "AllowList"]), help="Reflection type of the consumer's Services."
    ),
)

_WRITING: tuple[Callable[[Any], Any], ...] = (
    click.option(
        "-o", "--output", type=path, metavar="DIR", help="Output folder, replaced whole; - for one stream on stdout."
    ),
    click.option(
        "--layout",
        type=click.Choice(["tree", "stream"]),
        help="tree: a file an object; stream: two files a provider.  [default: tree]",
    ),
)

_REPLACING: tuple[Callable[[Any], Any], ...] = (
    click.option("--dry-run/--no-dry-run", default=None, help="Do everything but write the output."),
    click.option(
        "--force/--no-force",
        default=None,
        help="Replace a folder that is not ours; accept a result that takes all slices away.",
    ),
    click.option(
        "--keep-going/--no-keep-going",
        default=None,
        help="Write the slices that are free of errors, if others are not; exit 1 all the same.",
    ),
)

golden_option: Callable[[Any], Any] = click.option(
    "--golden", type=path, metavar="DIR", help="Golden folder.  [default: golden of the configuration file]"
)

#: What a command takes that has findings to tell, whatever it does.
_REPORTING: tuple[Callable[[Any], Any], ...] = (
    click.option(
        "--report",
        "reports",
        type=report_target,
        multiple=True,
        metavar="FORMAT[:FILE]",
        help="text, json, sarif, junit, github or markdown, to FILE or stdout. Repeatable.  [default: text to stderr]",
    ),
    click.option(
        "--fail-on",
        type=click.Choice([str(severity) for severity in Severity]),
        help="The lowest severity that gives exit status 1.  [default: error]",
    ),
    click.option(
        "--limit",
        "limits",
        type=limit,
        multiple=True,
        metavar="NAME=VALUE",
        help="Raise or lower a limit of reading, for instance file-bytes=100000000. Repeatable.",
    ),
    click.option("-q", "--quiet", is_flag=True, default=None, help="Only findings that decide the exit status."),
    click.option("-v", "--verbose", is_flag=True, default=None, help="Findings of severity info, too."),
    click.option(
        "--color", type=click.Choice(["auto", "always", "never"]), help="Colour on stderr and stdout.  [default: auto]"
    ),
)


@dataclass(frozen=True, slots=True)
class Given:
    """What the common options of a command line said."""

    overrides: Overrides
    options: RunOptions


def run_options(function: Callable[..., int]) -> Callable[..., int]:
    """Give a command the options of every run; it gets them as one ``Given`` under the name ``given``."""

    def command(**values: Any) -> int:
        given = Given(_overrides(values), _options(values, *_HOW_TO_WRITE))
        _check_working_directory()
        return function(given=replace(given, options=checked(given.options)), **values)

    return _with_options(command, function, (*_COMPUTATION, *_WRITING, *_REPLACING, *_REPORTING))


def review_options(function: Callable[..., int]) -> Callable[..., int]:
    """Give a command that computes and compares the options of both; it gets them as one ``Given``."""

    def command(**values: Any) -> int:
        given = Given(_overrides(values), _options(values, "golden"))
        _check_working_directory()
        return function(given=replace(given, options=checked(given.options)), **values)

    return _with_options(command, function, (*_COMPUTATION, golden_option, *_REPORTING))


def explain_options(function: Callable[..., int]) -> Callable[..., int]:
    """Give a command that computes and writes nothing the options of both; it gets them as one ``Given``."""

    def command(**values: Any) -> int:
        given = Given(_overrides(values), _options(values))
        _check_working_directory()
        return function(given=replace(given, options=checked(given.options)), **values)

    return _with_options(command, function, (*_COMPUTATION, *_REPORTING))


def update_options(function: Callable[..., int]) -> Callable[..., int]:
    """Give a command that computes and writes the golden folder the options of both; it gets them as one ``Given``."""

    def command(**values: Any) -> int:
        given = Given(_overrides(values), _options(values, "golden", *_HOW_TO_REPLACE))
        _check_working_directory()
        return function(given=replace(given, options=checked(given.options)), **values)

    return _with_options(command, function, (*_COMPUTATION, golden_option, *_REPLACING, *_REPORTING))


def report_options(function: Callable[..., int]) -> Callable[..., int]:
    """Give a command that writes nothing the options of its reports; it gets them as ``options``, a RunOptions."""

    def command(**values: Any) -> int:
        options = _options(values)
        _check_working_directory()
        return function(options=checked(options), **values)

    return _with_options(command, function, _REPORTING)


def _overrides(values: dict[str, Any]) -> Overrides:
    """What the command line says about the computation, taken out of its values."""
    return Overrides(
        profile=values.pop("profile"),
        denied=values.pop("denied"),
        namespaces=_joined("--map-namespace", values.pop("namespaces")) or None,
        pod_cidrs=values.pop("pod_cidrs"),
        reflection=values.pop("reflection"),
    )


_HOW_TO_REPLACE = ("dry_run", "force", "keep_going")
_HOW_TO_WRITE = ("output", "layout", *_HOW_TO_REPLACE)
_HOW_TO_REPORT = ("reports", "quiet", "verbose", "color")


def _options(values: dict[str, Any], *more: str) -> RunOptions:
    """The options of reports, and those named, taken out of what the command line said."""
    severity = values.pop("fail_on")
    return RunOptions(
        fail_on=Severity(severity) if severity else None,
        limits=_joined("--limit", values.pop("limits")),
        **{name: values.pop(name) for name in (*more, *_HOW_TO_REPORT)},
    )


def _with_options(
    command: Callable[..., int], function: Callable[..., int], options: Sequence[Callable[[Any], Any]]
) -> Callable[..., int]:
    """``command`` in place of ``function``, with more options behind its own."""
    command.__name__, command.__doc__ = function.__name__, function.__doc__
    command.__click_params__ = list(getattr(function, "__click_params__", []))  # type: ignore[attr-defined]
    for option in reversed(options):
        option(command)
    return command


def checked(options: RunOptions) -> RunOptions:
    """The options, with reports to a name of standard output (``/dev/stdout``) as reports to standard output.

    Raises click.UsageError for options that exclude one another.
    """
    if options.quiet and options.verbose:
        raise click.UsageError("-q and -v exclude each other")
    reports = tuple(
        replace(target, file=None) if target.file is not None and is_stdout(target.file) else target
        for target in options.reports
    )
    streams = [target for target in reports if target.file is None]
    if len(streams) > 1:
        raise click.UsageError("two reports on stdout: give all but one a file, as in json:report.json")
    if streams and options.output == "-" and not options.dry_run:
        raise click.UsageError("the result and a report on stdout: give -o DIR, or the report a file")
    files = [real_path(Path(target.file)) for target in reports if target.file is not None]
    if len(set(files)) < len(files):
        raise click.UsageError("two reports to one file")
    return replace(options, reports=reports)


def _joined(option: str, pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """The pairs of an option that may be repeated, but not to say two things of one name."""
    joined: dict[str, Any] = {}
    for name, value in pairs:
        if joined.setdefault(name, value) != value:
            raise click.UsageError(f"{option} says two things of {name}: {joined[name]} and {value}")
    return joined


def _check_working_directory() -> None:
    try:
        os.getcwd()  # noqa: PTH109 - asked only whether there is one
    except OSError:
        raise click.UsageError("the working directory does not exist any more: change to one that does") from None


def note(text: str, options: RunOptions) -> None:
    """Say something that is no finding on stderr, unless the run is quiet."""
    if not options.quiet:
        print_text(f"note: {text}\n", err=True)


def note_unused(given: Given, command: str, *names: str) -> None:
    """Say that options which were given do nothing for this command: nothing is ignored in silence."""
    said: dict[str, Sequence[object] | object] = {
        "--deny-direct-connections": given.overrides.denied,
        "--map-namespace": given.overrides.namespaces,
        "--pod-cidr": given.overrides.pod_cidrs,
        "--reflection": given.overrides.reflection,
    }
    for name in names:
        if said[name]:
            note(f"{name} changes nothing in what {command} computes", given.options)
