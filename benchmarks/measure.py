"""Runs a command once and says how long it took and how much memory it needed."""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

#: The arguments of a run that may write into the given empty folder; it is deleted, unmeasured, afterwards.
Command = Callable[[Path], Sequence[str]]


#: The first, uncounted round writes the bytecode that pip would have written, also where this is switched off.
_ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


class CommandFailedError(Exception):
    """A measured command that did not exit with 0: its figures would mean nothing."""


@dataclass(frozen=True, slots=True)
class Run:
    """Wall time in seconds; peak resident memory of the largest process of the command, in MiB."""

    seconds: float
    peak_mib: float


@dataclass(frozen=True, slots=True)
class Figures:
    """Several runs of one command."""

    runs: tuple[Run, ...]

    @property
    def seconds(self) -> float:
        """Median of the wall times."""
        return median(run.seconds for run in self.runs)

    @property
    def fastest(self) -> float:
        return min(run.seconds for run in self.runs)

    @property
    def slowest(self) -> float:
        return max(run.seconds for run in self.runs)

    @property
    def peak_mib(self) -> float:
        """The highest peak of all runs."""
        return max(run.peak_mib for run in self.runs)


def paired_difference(figures: Figures, other: Figures) -> float:
    """How many seconds longer ``figures`` took: the median over the rounds, so that a slow minute falls out."""
    return median(one.seconds - two.seconds for one, two in zip(figures.runs, other.runs, strict=True))


def run(command: Sequence[str], stdin: Path | None = None) -> Run:
    """Runs ``command`` to its end, its output thrown away, a file (or nothing) on its standard input.

    Linux counts the memory of whoever starts a process into that process's peak, so the one who calls this has to
    stay small: data is made and compared in processes of their own.
    Raises CommandFailedError with the end of its standard error when it does not exit with 0.
    """
    with tempfile.TemporaryFile() as errors, open(stdin or os.devnull, "rb") as given:
        begun = time.perf_counter()
        process = subprocess.Popen(command, stdin=given, stdout=subprocess.DEVNULL, stderr=errors, env=_ENVIRONMENT)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - begun
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            errors.seek(0)
            tail = errors.read().decode(errors="replace")[-2000:]
            raise CommandFailedError(f"exit status {process.returncode}: {' '.join(command)}\n{tail}")
    return Run(seconds, usage.ru_maxrss / 1024)


def run_in_turn(commands: Mapping[str, Command], repeats: int, stdin: Path | None = None) -> dict[str, Figures]:
    """Runs all commands ``repeats`` times, one after the other, so that a slow minute hits all of them.

    One round before that is not counted: it fills the caches of files and bytecode.
    """
    for command in commands.values():
        _run_fresh(command, stdin)
    runs: dict[str, list[Run]] = {name: [] for name in commands}
    for _ in range(repeats):
        for name, command in commands.items():
            runs[name].append(_run_fresh(command, stdin))
    return {name: Figures(tuple(each)) for name, each in runs.items()}


def _run_fresh(command: Command, stdin: Path | None) -> Run:
    with tempfile.TemporaryDirectory() as folder:
        return run(command(Path(folder)), stdin)
