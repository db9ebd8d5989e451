"""A result on its way to a folder or to standard output."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from transformer.cli.destination import Destination
from transformer.cli.terminal import StdoutError, print_bytes
from transformer.cli.unwritable import unwritable_stdout
from transformer.findings.finding import Finding, Severity
from transformer.outcome import Outcome
from transformer.output.object_text import UnwritableObjectError
from transformer.output.ownership import target_findings
from transformer.output.place import place_findings
from transformer.output.replace import recover_interrupted, replace_folder
from transformer.output.state import RunRecord, slices_in, with_state
from transformer.output.tree import Layout, layout_of, single_stream
from transformer.reports.visible import counted


@dataclass(frozen=True, slots=True)
class Writing:
    """How to write: the record of the run, the layout's name, whether any folder may be replaced, and the inputs,
    which no output folder may hold."""

    record: RunRecord
    layout: str
    force: bool
    inputs: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class Written:
    """What became of the result: one line about it, the faults met, and whether it (or, in a dry run, all but the
    writing) was done."""

    verdict: str
    findings: tuple[Finding, ...] = ()
    done: bool = True


def slices_before(folder: Path, command: str) -> tuple[tuple[str, str], ...]:
    """Provider and kind of the slices in the folder which is going to be replaced, after undoing what a killed run
    left of it."""
    recover_interrupted(folder)
    return slices_in(folder, command)


def write(outcome: Outcome, destination: Destination, how: Writing) -> Written:
    """Write the result. A folder is replaced whole or stays as it was."""
    folder = destination.folder
    layout = single_stream(outcome) if folder is None else layout_of(outcome, how.layout)
    if layout.findings:
        return _failed(layout.findings)
    try:
        return _written(outcome, layout, destination, how)
    except UnwritableObjectError as fault:
        return _failed([fault.finding])


def _written(outcome: Outcome, layout: Layout, destination: Destination, how: Writing) -> Written:
    folder = destination.folder
    what = counted(len(outcome.objects), "object")
    if folder is None:
        if destination.dry:
            return Written(f"dry run: nothing written, {what} computed")
        try:
            for file in layout.files:
                print_bytes(file.content())
        except StdoutError as fault:
            return _failed([unwritable_stdout(str(fault))])
        return Written(f"wrote {what} to standard output")
    files = counted(len(layout.files) + 1, "file")
    if destination.dry:
        faults = target_findings(folder, how.record.command, force=how.force, inputs=how.inputs)
        faults = faults or place_findings(folder)
        return (
            _failed(faults) if faults else Written(f"dry run: nothing written to {folder}, {what} in {files} computed")
        )
    faults = replace_folder(
        folder,
        with_state(layout.files, how.record, outcome.refusals),
        command=how.record.command,
        force=how.force,
        inputs=how.inputs,
    )
    if any(fault.severity is Severity.ERROR for fault in faults):
        return _failed(faults)
    return Written(f"wrote {what} in {files} to {folder}", tuple(faults))


def _failed(faults: Iterable[Finding]) -> Written:
    return Written("nothing written", tuple(faults), done=False)
