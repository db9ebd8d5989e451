"""The fleet that a folder is: a folder in it for each cluster's export."""

from __future__ import annotations

import os
from pathlib import Path

import click

from transformer.configuration.names import is_dns_label, unknown
from transformer.findings.finding import quoted
from transformer.output.ownership import is_hollow, is_result
from transformer.output.real_paths import real_path
from transformer.settings import ConsumerSettings, ProviderSettings, Settings


def folder_settings(directory: str, consumer: str | None, output: str | None) -> tuple[Settings, list[str]]:
    """The settings of the fleet in ``directory``, and a note on each folder that was left out as a result of ours.

    Folders that begin with a dot are no exports, and neither are results of ours. The output folder is left out only
    where it is one or holds nothing yet: whatever else is in it is an export, which the run must not replace.
    Raises click.UsageError where the consumer is not among them or a folder's name is no cluster id.
    """
    root = Path(directory)
    names, notes = [], []
    try:
        for folder in _folders(root):
            if is_result(folder):
                if not _is_output(folder, output):
                    notes.append(f"{quoted(folder)} holds a result of liqo-transform, not an export, and is left out")
            elif not (_is_output(folder, output) and is_hollow(folder)):
                names.append(folder.name)
    except OSError as fault:
        where = quoted(fault.filename or directory)
        raise click.UsageError(f"the folder {where} cannot be read: {fault.strerror or fault}") from None
    _check_names(root, names, consumer)
    settings = Settings(
        consumer=ConsumerSettings(id=consumer, exports=(str(root / str(consumer)),)),
        providers=tuple(ProviderSettings(id=name, exports=(str(root / name),)) for name in names if name != consumer),
    )
    return settings, notes


def _folders(root: Path) -> list[Path]:
    with os.scandir(root) as entries:
        names = [entry.name for entry in entries if not entry.name.startswith(".") and entry.is_dir()]
    return [root / name for name in sorted(names)]


def _is_output(folder: Path, output: str | None) -> bool:
    return output is not None and real_path(folder) == real_path(Path(output))


def _check_names(root: Path, names: list[str], consumer: str | None) -> None:
    if consumer is None:
        raise click.UsageError(f"DIR needs --consumer ID, one of {', '.join(map(quoted, names)) or 'its folders'}")
    if not names:
        raise click.UsageError(
            f"{quoted(root)} holds no folders, one for each cluster's export; if it is itself an export, "
            "give the folder above it"
        )
    if consumer not in names:
        raise click.UsageError(f"{quoted(root)} has no folder of the consumer: {unknown('cluster', consumer, names)}")
    bad = [name for name in names if not is_dns_label(name)]
    if bad:
        raise click.UsageError(
            f"{', '.join(quoted(root / name) for name in bad)}: the folder's name is no cluster id "
            "(lower-case letters, digits and -); a folder that is no cluster's export may begin with a dot"
        )
