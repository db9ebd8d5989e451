"""Golden cases: folders that hold an input, how it is run, and what came out when somebody last looked at it.

A case is a folder with ``input/``, ``config.yaml`` (a Fleet configuration) or ``command`` (the arguments of another
command), ``expected/`` (the output folder; absent when nothing is written) and ``findings.txt`` (the text report with
``-v``, and the exit status).
"""

from __future__ import annotations

import difflib
import io
import os
import re
import shlex
import shutil
import sys
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from transformer.cli.main import run

if TYPE_CHECKING:
    from collections.abc import Iterator

FIXTURES = Path(__file__).parents[2] / "fixtures"
#: The files and the folder that say what to run; all else in a case is what came of it, or prose.
GIVEN = ("input", "config.yaml", "command")
OUTPUT = "output"
#: Holds the version and digests; what is in it is tested with the output, and would change with every release.
STATE = ".liqo-transform.json"
_INTERNAL_ERROR = 3


@dataclass(frozen=True)
class Golden:
    """What a case gives: the report, and the files of the output folder by their path in it."""

    report: str
    files: dict[str, bytes]


class BrokenCaseError(Exception):
    """A case that cannot be run, or that must not be recorded."""


def rule_cases() -> list[Path]:
    """The cases of the rules."""
    return sorted(path for path in (FIXTURES / "cases").iterdir() if path.is_dir())


def finding_cases() -> list[Path]:
    """The two examples of each finding code, for the codes whose examples files can hold."""
    folders = sorted(path for path in (FIXTURES / "findings").iterdir() if not (path / "made-by-test").exists())
    return [folder / example for folder in folders for example in ("failing", "passing")]


def case_name(case: Path) -> str:
    """The name of a case, as it is given to the update command."""
    return case.relative_to(FIXTURES).as_posix() if case.is_relative_to(FIXTURES) else case.name


def run_case(case: Path, work: Path) -> Golden:
    """Run a case on a copy of it in the folder ``work``, which must not exist. Raises BrokenCaseError."""
    if not (case / "input").is_dir() or not any(path.is_file() for path in (case / "input").rglob("*")):
        raise BrokenCaseError(f"{case} has no input")
    work.mkdir(parents=True)
    for name in GIVEN:
        if (case / name).is_dir():
            shutil.copytree(case / name, work / name)
        elif (case / name).exists():
            shutil.copyfile(case / name, work / name)
    command = _command(case)
    writes = [] if command[0] == "check" else ["-o", OUTPUT]
    arguments = [*command, *writes, "-v", "--color", "never"]
    status, stdout, stderr = _run_in(work, arguments)
    if status == _INTERNAL_ERROR:
        raise BrokenCaseError(f"{case} ends in an internal error:\n{stderr}")
    if stdout and writes:
        raise BrokenCaseError(f"{case} prints to standard output, although its result goes to a folder:\n{stdout}")
    # What a comparison found goes to standard output.
    report = f"{stdout}\n{stderr}" if stdout else stderr
    return Golden(f"{report}exit status {status}\n", _files(work / OUTPUT))


def recorded(case: Path) -> Golden:
    """What the case holds. Raises BrokenCaseError when it has no report."""
    try:
        report = (case / "findings.txt").read_text(encoding="utf-8")
    except FileNotFoundError:
        raise BrokenCaseError(f"{case} has no findings.txt: record it with python -m tests.golden.update") from None
    if (case / "expected").exists() and not _files(case / "expected"):
        raise BrokenCaseError(f"{case} has an expected folder without a file: where nothing is written, there is none")
    return Golden(report, _files(case / "expected"))


def record(case: Path, golden: Golden) -> None:
    """Write what came out into the case, in place of what it held."""
    shutil.rmtree(case / "expected", ignore_errors=True)
    for name, content in golden.files.items():
        path = case / "expected" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    (case / "findings.txt").write_text(golden.report, encoding="utf-8")


def difference(expected: Golden, got: Golden) -> str:
    """What sets two results apart, as a unified diff of every file; empty when nothing does."""
    before = {**expected.files, "findings.txt": expected.report.encode()}
    after = {**got.files, "findings.txt": got.report.encode()}
    lines: list[str] = []
    for name in sorted({*before, *after}):
        old, new = before.get(name), after.get(name)
        if old != new:
            lines += difflib.unified_diff(
                _lines(old), _lines(new), f"expected/{name}", f"got/{name}" + ("" if new is not None else " (absent)")
            )
    return "".join(lines)


def codes_in(report: str) -> set[str]:
    """The finding codes of a text report: each finding's first line ends in its code in brackets, and that of one that
    shows changes in its place behind it."""
    return set(re.findall(r"^.*\b(?:error|warning|info): .* \[([a-z0-9.-]+)\](?: \S+)?$", report, re.MULTILINE))


def _command(case: Path) -> list[str]:
    if not (case / "command").exists():
        return ["fleet", "-c", "config.yaml"]
    arguments = shlex.split((case / "command").read_text(encoding="utf-8"))
    if {"-o", "--output"} & set(arguments):
        raise BrokenCaseError(f"{case}: the output folder is the runner's to choose")
    return arguments


def _files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != STATE
    }


def _lines(content: bytes | None) -> list[str]:
    return [] if content is None else [line + "\n" for line in content.decode(errors="backslashreplace").splitlines()]


def _run_in(folder: Path, arguments: list[str]) -> tuple[int, str, str]:
    # In this process: a new one for each of some two hundred cases would take a minute.
    stdout, stderr = io.BytesIO(), io.BytesIO()
    with (
        _working_directory(folder),
        _empty_stdin(),
        redirect_stdout(io.TextIOWrapper(stdout, encoding="utf-8", write_through=True)),
        redirect_stderr(io.TextIOWrapper(stderr, encoding="utf-8", write_through=True)),
    ):
        status = run(arguments)
        # Read before the wrappers go, and close what they wrap.
        return status, stdout.getvalue().decode(), stderr.getvalue().decode()


@contextmanager
def _working_directory(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


@contextmanager
def _empty_stdin() -> Iterator[None]:
    before = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    try:
        yield
    finally:
        sys.stdin = before
