"""The figures of the KRM function as rows of tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from benchmarks.measure import Figures, paired_difference

FUNCTION = "liqo-transform-krm, one slice"
PYTHON = "python -c pass"
OURS = "kustomize build, our function, emit: All"
DERIVED = "kustomize build, our function, emit: Derived"
READY = "kustomize build, the answer for All from a file"
PASSED = "kustomize build, a function that runs cat"
BARE = "kustomize build, no function"
ALONE = "liqo-transform-krm by itself, the same list"


@dataclass(frozen=True, slots=True)
class FunctionResults:
    """``start`` and ``build`` map a command's name to its figures; sizes of the lists of the build, in bytes."""

    slices: int
    endpoints: int
    sent_bytes: int
    answer_bytes: int
    start: Mapping[str, Figures]
    build: Mapping[str, Figures]


def function_start_rows(results: FunctionResults) -> list[list[str]]:
    """Header, the two commands, and how much longer ours takes, in milliseconds."""
    rows = [["command", "median ms", "fastest", "slowest"]]
    for name, figures in results.start.items():
        rows.append([name, *(f"{1000 * each:.0f}" for each in (figures.seconds, figures.fastest, figures.slowest))])
    added = paired_difference(results.start[FUNCTION], results.start[PYTHON])
    rows.append(["the function adds", f"{1000 * added:+.0f}", "", ""])
    return rows


def function_build_rows(results: FunctionResults) -> list[list[str]]:
    """Header, the builds, and what the whole and its two parts add, in seconds."""
    rows = [["program", "median s", "fastest", "slowest", "peak MiB"]]
    for name, figures in results.build.items():
        seconds = [f"{value:.2f}" for value in (figures.seconds, figures.fastest, figures.slowest)]
        rows.append([name, *seconds, f"{figures.peak_mib:.0f}"])
    for what, longer, shorter in (
        ("emit: Derived adds to cat", DERIVED, PASSED),
        ("emit: All adds to cat", OURS, PASSED),
        ("of that, the function at work", OURS, READY),
        ("of that, kustomize on the derived objects", READY, PASSED),
    ):
        added = paired_difference(results.build[longer], results.build[shorter])
        rows.append([what, f"{added:+.2f}", "", "", ""])
    return rows
