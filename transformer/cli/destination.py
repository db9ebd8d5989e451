"""Where a run's result goes, and whether it may."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import click

from transformer.configuration.options import RunOptions
from transformer.findings.finding import quoted
from transformer.settings import Settings

STREAM = "-"


@dataclass(frozen=True, slots=True)
class Destination:
    """A folder, or None for standard output; ``dry`` when nothing is to be written after all."""

    folder: Path | None
    dry: bool = False


def named_folder(options: RunOptions) -> Path | None:
    """The output folder, where one was named."""
    return Path(options.output) if options.output not in (None, STREAM) else None


def inputs_of(settings: Settings) -> tuple[str, ...]:
    """Every path that the run reads."""
    paths = list(settings.consumer.exports) if settings.consumer is not None else []
    paths += [path for provider in settings.providers for path in provider.exports]
    paths += [path for _, path in settings.consumer_views]
    return tuple(paths)


def guard(options: RunOptions, inputs: Iterable[str]) -> None:
    """Refuse a report inside the folder that is replaced whole, and standard input read twice. Raises
    click.UsageError. An input inside that folder is refused when it is replaced (output-not-ours)."""
    paths = list(inputs)
    if paths.count(STREAM) > 1:
        raise click.UsageError("standard input (-) can be read once only")
    folder = named_folder(options)
    if folder is None:
        return
    whole = folder.resolve()
    for target in options.reports:
        if target.file is not None and Path(target.file).resolve().is_relative_to(whole):
            raise click.UsageError(
                f"the report {quoted(target.file)} lies in the output folder {quoted(folder)}, which is replaced whole"
            )


def choose(options: RunOptions, *, may_stream: bool, providers: Iterable[str]) -> Destination:
    """The destination of a result for ``providers``. Raises click.UsageError where it needs a folder and has none.

    ``may_stream``: the command prints one stream where no folder is named.
    """
    folder = named_folder(options)
    if options.dry_run or folder is not None:
        return Destination(folder, dry=bool(options.dry_run))
    names = sorted(set(providers))
    if not may_stream:
        raise click.UsageError("the result is for several clusters and needs a folder: give -o DIR (or --dry-run)")
    if len(names) > 1:
        raise click.UsageError(
            f"the result for {len(names)} providers ({', '.join(names[:10])}{', …' if len(names) > 10 else ''}) "
            "needs a folder: give -o DIR, or one --provider"
        )
    return Destination(None)
