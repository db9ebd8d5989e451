"""Where a run's result goes, and whether it may."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import click

from transformer.configuration.options import RunOptions
from transformer.findings.finding import quoted
from transformer.output.real_paths import holds, input_around
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
    """Refuse standard input read twice, and a report inside the folder that is replaced whole, in the place of an
    input or where the next run would read it. Raises click.UsageError."""
    paths = list(inputs)
    if paths.count(STREAM) > 1:
        raise click.UsageError("standard input (-) can be read once only")
    folder, files = named_folder(options), files_of(paths)
    for target in options.reports:
        # A path that no file can have is left for writing to report.
        if target.file is None or "\0" in target.file:
            continue
        report = Path(target.file)
        if folder is not None and holds(folder, report):
            raise click.UsageError(
                f"the report {quoted(target.file)} lies in the output folder {quoted(folder)}, which is replaced whole"
            )
        read = input_around(report, files)
        if read is not None and holds(report, read):
            raise click.UsageError(f"the report {quoted(target.file)} would replace the input {quoted(read)}")
        if read is not None:
            raise click.UsageError(
                f"the report {quoted(target.file)} lies in the input {quoted(read)}, and would be read next time"
            )


def guard_folders(options: RunOptions, folders: Iterable[str]) -> None:
    """Refuse a report anywhere in folders that are compared, their records included. Raises click.UsageError."""
    for folder in folders:
        for target in options.reports:
            if target.file is not None and "\0" not in target.file and holds(Path(folder), Path(target.file)):
                raise click.UsageError(f"the report {quoted(target.file)} lies in {quoted(folder)}, which is compared")


def files_of(inputs: Iterable[str]) -> tuple[Path, ...]:
    """The inputs that are files or folders."""
    return tuple(Path(path) for path in inputs if path != STREAM)


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
