"""Measures the KRM function: its start, and what it adds to a build with kustomize."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from benchmarks.clusters import CONSUMER
from benchmarks.environment import kustomize, our_command
from benchmarks.function_builds import Builds, build_command, check_builds, make_builds
from benchmarks.function_results import ALONE, BARE, DERIVED, FUNCTION, OURS, PASSED, PYTHON, READY, FunctionResults
from benchmarks.measure import Command, Figures, run_in_turn

PROGRAM = "liqo-transform-krm"


@dataclass(frozen=True, slots=True)
class Sizes:
    """``slices`` and ``endpoints`` in each are those of the build; the start is measured on one such slice."""

    slices: int
    endpoints: int
    repeats: int
    start_repeats: int


def measure_function(folder: Path, sizes: Sizes) -> FunctionResults:
    """Makes the data below ``folder`` and measures.

    Raises FileNotFoundError where kustomize or our own program is missing, CommandFailedError when one fails.
    """
    program, function = kustomize(), our_command(PROGRAM)
    one = make_builds(folder / "one", _export(folder / "one", 1, sizes.endpoints), program, function)
    many = make_builds(folder / "many", _export(folder / "many", sizes.slices, sizes.endpoints), program, function)
    for builds, slices in ((one, 1), (many, sizes.slices)):
        check_builds(builds, program, slices)
    start: dict[str, Command] = {FUNCTION: lambda _: [function], PYTHON: lambda _: [sys.executable, "-c", "pass"]}
    return FunctionResults(
        slices=sizes.slices,
        endpoints=sizes.endpoints,
        sent_bytes=many.sent.stat().st_size,
        answer_bytes=many.answer.stat().st_size,
        start=run_in_turn(start, sizes.start_repeats, one.sent),
        build=_measure_builds(many, program, function, sizes.repeats),
    )


def _measure_builds(builds: Builds, program: str, function: str, repeats: int) -> dict[str, Figures]:
    folders = {
        OURS: builds.ours,
        DERIVED: builds.derived,
        READY: builds.ready,
        PASSED: builds.passed,
        BARE: builds.bare,
    }

    def building(folder: Path) -> Command:
        return lambda _: build_command(program, folder)

    commands = {name: building(folder) for name, folder in folders.items()}
    return run_in_turn({**commands, ALONE: lambda _: [function]}, repeats, builds.sent)


def _export(folder: Path, slices: int, endpoints: int) -> Path:
    """The consumer's export, made in a process of its own (see measure.run).

    All Services use direct connections: with the thousands of IPs that the others need, kustomize alone takes most of
    a minute, and no function could be told from its noise.
    """
    sizes = ["--slices", str(slices), "--endpoints", str(endpoints), "--all-direct"]
    subprocess.run([sys.executable, "-m", "benchmarks.fleet_data", str(folder / "exports"), *sizes], check=True)
    return folder / "exports" / CONSUMER
