"""The figures as a table: for the terminal and for ``benchmarks/results.md``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchmarks.folder_diff import DiffResults, diff_rows
from benchmarks.function_results import FunctionResults, function_build_rows, function_start_rows
from benchmarks.measure import Figures

OURS = "liqo-transform fleet"
VERSION = "liqo-transform --version"
IMPORT_CLICK = "python -c 'import click'"


@dataclass(frozen=True, slots=True)
class Results:
    """One benchmark: ``work`` and ``start`` map a command's name to its figures."""

    slices: int
    endpoints: int
    input_bytes: int
    work: Mapping[str, Figures]
    start: Mapping[str, Figures]
    function: FunctionResults
    diff: DiffResults


def work_rows(results: Results) -> list[list[str]]:
    """Header and one row for each program: wall time, how much longer than ours, peak memory."""
    ours = results.work[OURS].seconds
    rows = [["program", "median s", "fastest", "slowest", "times ours", "peak MiB"]]
    for name, figures in results.work.items():
        seconds = [f"{value:.2f}" for value in (figures.seconds, figures.fastest, figures.slowest)]
        rows.append([name, *seconds, f"{figures.seconds / ours:.2f}", f"{figures.peak_mib:.0f}"])
    return rows


def start_rows(results: Results) -> list[list[str]]:
    """Header and one row for each command, and the difference between the two medians."""
    rows = [["command", "median ms", "fastest", "slowest"]]
    for name, figures in results.start.items():
        rows.append([name, *(f"{1000 * each:.0f}" for each in (figures.seconds, figures.fastest, figures.slowest))])
    slower = results.start[VERSION].seconds - results.start[IMPORT_CLICK].seconds
    rows.append(["difference of the medians", f"{1000 * slower:+.0f}", "", ""])
    return rows


def as_text(rows: Sequence[Sequence[str]]) -> str:
    """Columns aligned with spaces, the first to the left, numbers to the right."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if position else cell.ljust(width)
            for position, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def as_markdown(results: Results, environment: Mapping[str, str], day: str, repeats: int, start_repeats: int) -> str:
    """The whole of ``results.md``."""
    return "\n".join(
        [
            "# Benchmark results",
            "",
            f"Written by `python -m benchmarks.run` on {day}; what is measured and how is in [README.md](README.md).",
            "",
            f"## {results.slices:,} slices with {results.slices * results.endpoints:,} endpoints",
            "",
            f"{results.input_bytes / 1e6:.1f} MB of exports, two providers. {repeats} counted runs of each program, "
            "in turn; wall time; peak resident memory of the largest process, the highest of all runs.",
            "",
            *_markdown_table(work_rows(results)),
            "",
            "## Start",
            "",
            f"{start_repeats} counted runs of each command, in turn.",
            "",
            *_markdown_table(start_rows(results)),
            "",
            *_function_markdown(results.function, repeats, start_repeats),
            *_diff_markdown(results.diff, repeats),
            "## Measured on",
            "",
            *_markdown_table([["what", "which"], *([name, value] for name, value in environment.items())]),
            "",
        ]
    )


def _function_markdown(results: FunctionResults, repeats: int, start_repeats: int) -> list[str]:
    return [
        "## The KRM function: start",
        "",
        f"{start_repeats} counted runs of each command, in turn, on a list of one slice with {results.endpoints} "
        "endpoints as kustomize sends it. What is added is the median over the rounds.",
        "",
        *_markdown_table(function_start_rows(results)),
        "",
        f"## The KRM function: a build of {results.slices:,} slices with "
        f"{results.slices * results.endpoints:,} endpoints",
        "",
        f"{repeats} counted runs of each program, in turn. kustomize sends {results.sent_bytes / 1e6:.1f} MB and gets "
        f"{results.answer_bytes / 1e6:.1f} MB back. What is added is the median over the rounds.",
        "",
        *_markdown_table(function_build_rows(results)),
        "",
    ]


def _diff_markdown(results: DiffResults, repeats: int) -> list[str]:
    return [
        f"## Two folders of {results.slices:,} slices",
        "",
        f"{repeats} counted runs of each program, in turn. Each folder holds {results.objects:,} objects, for two "
        f"providers; {results.changes} addresses differ, and ours shows {results.changes} changes.",
        "",
        *_markdown_table(diff_rows(results)),
        "",
    ]


def _markdown_table(rows: Sequence[Sequence[str]]) -> list[str]:
    header, *body = rows
    rule = ["---", *("---:" for _ in header[1:])] if len(header) > 2 else ["---"] * len(header)
    return [f"| {' | '.join(row)} |" for row in (header, rule, *body)]
