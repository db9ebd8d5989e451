"""The rows of the function's figures, the differences in them, and what a measured command reads."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from benchmarks import environment, run
from benchmarks.function_results import (
    ALONE,
    BARE,
    DERIVED,
    FUNCTION,
    OURS,
    PASSED,
    PYTHON,
    READY,
    FunctionResults,
    function_build_rows,
    function_start_rows,
)
from benchmarks.measure import Command, CommandFailedError, Figures, Run, paired_difference, run_in_turn


def figures(*seconds: float) -> Figures:
    return Figures(tuple(Run(each, 10.0) for each in seconds))


RESULTS = FunctionResults(
    slices=80,
    endpoints=100,
    sent_bytes=1,
    answer_bytes=2,
    start={FUNCTION: figures(0.15, 0.17, 0.16), PYTHON: figures(0.01, 0.02, 0.03)},
    build={
        OURS: figures(3.0, 9.0, 3.5),
        DERIVED: figures(1.0, 7.0, 1.8),
        READY: figures(2.0, 7.9, 2.5),
        PASSED: figures(1.5, 7.5, 2.1),
        BARE: figures(1.0, 1.0, 1.0),
        ALONE: figures(0.7, 0.8, 0.9),
    },
)


def test_difference_is_taken_within_each_round() -> None:
    assert paired_difference(figures(1.0, 5.0, 2.0), figures(0.5, 4.0, 1.75)) == 0.5


def test_start_rows() -> None:
    header, ours, python, added = function_start_rows(RESULTS)
    assert header == ["command", "median ms", "fastest", "slowest"]
    assert ours == [FUNCTION, "160", "150", "170"]
    assert python == [PYTHON, "20", "10", "30"]
    assert added[1] == "+140"


def test_build_rows_end_with_the_whole_and_its_parts() -> None:
    rows = function_build_rows(RESULTS)
    assert rows[1] == [OURS, "3.50", "3.00", "9.00", "10"]
    assert [row[1] for row in rows[-4:]] == ["-0.50", "+1.50", "+1.00", "+0.40"]
    assert {len(row) for row in rows} == {5}


def test_every_command_gets_the_file_on_standard_input(tmp_path: Path) -> None:
    given = tmp_path / "given"
    given.write_bytes(b"a list")
    check = "import sys; sys.exit(sys.stdin.read() != 'a list')"
    commands: dict[str, Command] = {name: lambda _: [sys.executable, "-c", check] for name in ("one", "two")}
    assert {name: len(each.runs) for name, each in run_in_turn(commands, 2, given).items()} == {"one": 2, "two": 2}
    with pytest.raises(CommandFailedError):
        run_in_turn(commands, 1)


def test_missing_kustomize_is_said_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(environment, "BUILT_HERE", tmp_path / "kustomize")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "argv", ["benchmarks.run", "--smoke"])
    assert run.main() == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == ("benchmark: kustomize is neither in .tools/bin nor on PATH; scripts/callers.sh builds it\n")
