"""From the configuration file's model to the settings and options of a run. Pure."""

from __future__ import annotations

import os.path
from pathlib import Path

from transformer.configuration.fleet_settings import Place, fleet_settings
from transformer.configuration.model import FleetFile
from transformer.configuration.options import ReportTarget, RunOptions
from transformer.findings.finding import Severity
from transformer.settings import Settings


def placed(path: str, folder: str, working_directory: str) -> str:
    """A path of a configuration file that lies in ``folder``, as seen from the working directory.

    Relative where it lies below the working directory or the folder was named relatively, else absolute.
    ``working_directory`` is absolute.
    """
    joined = os.path.join(folder, path)  # noqa: PTH118 - text alone: pathlib would lose what the user wrote
    if os.path.isabs(joined):  # noqa: PTH117
        below = os.path.relpath(joined, working_directory)
        return joined if below.startswith(os.pardir) else below
    # A lexical ".." would be wrong behind a symbolic link, so such a path stays as it was written.
    return joined if os.pardir in Path(joined).parts else os.path.normpath(joined)


def to_settings(file: FleetFile, place: Place) -> Settings:
    """The settings of the run that the file describes; providers in the order of their ids."""
    return fleet_settings(file.model_dump(by_alias=True), place)


def to_options(file: FleetFile, place: Place) -> RunOptions:
    """The options of the run that the file describes."""
    fail_on = file.findings.fail_on if file.findings is not None else None
    return RunOptions(
        output=place(file.output) if file.output is not None else None,
        golden=place(file.golden) if file.golden is not None else None,
        layout=file.layout,
        dry_run=file.dry_run,
        force=file.force,
        keep_going=file.keep_going,
        reports=tuple(
            ReportTarget(report.format, place(report.file) if report.file not in (None, "-") else None)
            for report in file.reports or ()
        ),
        fail_on=Severity(fail_on) if fail_on is not None else None,
        quiet=file.quiet,
        verbose=file.verbose,
        color=file.color,
        limits=file.limits.model_dump(exclude_none=True) if file.limits is not None else {},
    )
