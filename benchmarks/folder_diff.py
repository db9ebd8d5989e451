"""Measures `liqo-transform diff` of two output folders beside programs that compare their text alone."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmarks.clusters import CONSUMER
from benchmarks.environment import our_command
from benchmarks.measure import Command, CommandFailedError, Figures, run_in_turn

OURS = "liqo-transform diff"
DIFF = "diff -r"
GIT = "git diff --no-index"
#: Endpoints in each slice, and how many slices of the newer folder hold another address.
ENDPOINTS = 4
CHANGES = 50
_NEW_ADDRESS = "203.0.113.9"


@dataclass(frozen=True, slots=True)
class DiffResults:
    """``slices`` are the consumer's; each of the two folders holds ``objects``, made of them for two providers."""

    slices: int
    objects: int
    changes: int
    figures: Mapping[str, Figures]


def measure_diff(folder: Path, slices: int, repeats: int) -> DiffResults:
    """Makes two folders below ``folder``, the second with some addresses changed, and measures.

    Raises CommandFailedError when a program fails, or ours shows another number of changes than were made.
    """
    old, new = folder / "old", folder / "new"
    sizes = ["--slices", str(slices), "--endpoints", str(ENDPOINTS)]
    subprocess.run([sys.executable, "-m", "benchmarks.fleet_data", str(folder / "exports"), *sizes], check=True)
    ours = our_command()
    arguments = ["fleet", str(folder / "exports"), "--consumer", CONSUMER, "-o", str(old), "-q"]
    subprocess.run([ours, *arguments], check=True)
    shutil.copytree(old, new)
    objects = sorted(path for path in new.rglob("*.yaml") if path.name != "kustomization.yaml")
    changes = _change([path for path in objects if path.parts[-3] == "endpointslices"])
    _check(ours, old, new, changes)
    commands: dict[str, Command] = {
        OURS: _differing(ours, "diff", str(old), str(new)),
        DIFF: _differing("diff", "-r", str(old), str(new)),
        GIT: _differing("git", "diff", "--no-index", "--", str(old), str(new)),
    }
    return DiffResults(slices, len(objects), changes, run_in_turn(commands, repeats))


def diff_rows(results: DiffResults) -> list[list[str]]:
    """Header and one row for each program."""
    rows = [["program", "median s", "fastest", "slowest", "peak MiB"]]
    for name, figures in results.figures.items():
        seconds = (f"{value:.2f}" for value in (figures.seconds, figures.fastest, figures.slowest))
        rows.append([name, *seconds, f"{figures.peak_mib:.0f}"])
    return rows


def _differing(*command: str) -> Command:
    """A command whose exit status 1 says that the two differ."""
    return lambda _: ["sh", "-c", '"$@" || test $? -eq 1', "sh", *command]


def _change(slices: list[Path]) -> int:
    """Gives the first address of some of the slices, spread over all of them, another value; returns of how many."""
    changed = 0
    for path in slices[:: max(1, len(slices) // (2 * CHANGES))]:
        lines = path.read_text(encoding="utf-8").split("\n")
        places = [number for number, line in enumerate(lines) if line.startswith("  - ")]
        if changed < CHANGES and places:
            lines[places[0]] = f"  - {_NEW_ADDRESS}"
            path.write_text("\n".join(lines), encoding="utf-8")
            changed += 1
    return changed


def _check(ours: str, old: Path, new: Path, changes: int) -> None:
    told = subprocess.run([ours, "diff", str(old), str(new)], capture_output=True, text=True, check=False)
    shown = sum(line.startswith("    ~ ") for line in told.stdout.splitlines())
    if told.returncode != 1 or shown != changes:
        raise CommandFailedError(f"{changes} changes were made, and diff shows {shown}:\n{told.stderr[-2000:]}")
