"""Reports: where they may go, what is never overwritten, and that nothing waits for ever."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import click
import pytest

from transformer.cli.destination import guard
from transformer.cli.main import run
from transformer.cli.report_files import write_report
from transformer.cli.terminal import is_stdout
from transformer.configuration.options import ReportTarget, RunOptions
from transformer.findings.finding import Finding


@pytest.fixture
def rome(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with an export, links to it, and a configuration file."""
    (tmp_path / "ex" / "rome").mkdir(parents=True)
    (tmp_path / "ex" / "rome" / "ips.yaml").write_text("x")
    (tmp_path / "link").symlink_to("ex/rome")
    (tmp_path / "file").symlink_to("ex/rome/ips.yaml")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def reports(*files: str, output: str | None = None) -> RunOptions:
    return RunOptions(output=output, reports=tuple(ReportTarget("json", file) for file in files))


@pytest.mark.parametrize(
    ("report", "read", "said"),
    [
        ("ex/rome/ips.yaml", "ex/rome/ips.yaml", "would replace the input"),
        ("file", "ex/rome/ips.yaml", "would replace the input"),
        ("ex/rome/ips.yaml", "file", "would replace the input"),
        ("ex/rome/../rome/ips.yaml", "ex/rome", "lies in the input"),
        ("link/new/r.json", "ex/rome", "lies in the input"),
        ("ex/rome/r.json", "link", "lies in the input"),
    ],
)
def test_a_report_in_the_place_of_an_input_is_refused(report: str, read: str, said: str, rome: Path) -> None:
    for options in (reports(report), reports("other.json", report, output=str(rome / "out"))):
        with pytest.raises(click.UsageError, match=said):
            guard(options, ["else", read])


@pytest.mark.parametrize("report", ["r.json", "ex/rome2/r.json", "ex/r.json", "ex/rome/.r.json"])
def test_a_report_beside_the_inputs_is_fine(report: str, rome: Path) -> None:
    guard(reports(report, output="out"), ["ex/rome", "-"])
    assert rome.is_dir()


def test_nothing_is_computed_before_a_report_is_refused(rome: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["consumer", "ex/rome", "-o", "out", "--report", "json:ex/rome/ips.yaml"]) == 2
    assert (rome / "ex/rome/ips.yaml").read_text() == "x"
    assert "lies in the input" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["loop", "loop/r.json"])
def test_links_in_a_circle_are_a_finding(name: str, rome: Path) -> None:
    (rome / "loop").symlink_to("loop")
    fault = write_report(str(rome / name), "x")
    assert fault is not None
    assert fault.code == "unwritable-output"
    assert "Too many levels of symbolic links" in fault.message
    assert "--report" in fault.remedy
    assert "-o" not in fault.remedy


def test_links_in_a_circle_for_the_output_are_a_finding(rome: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (rome / "loop").symlink_to("loop")
    (rome / "fleet" / "rome").mkdir(parents=True)
    (rome / "fleet" / "milan").mkdir()
    run(["fleet", "fleet", "--consumer", "rome", "-o", "loop", "--report", "json:r.json", "--dry-run", "--force"])
    assert "internal error" not in capsys.readouterr().err


def test_the_longest_name_is_counted_in_bytes(tmp_path: Path) -> None:
    file = tmp_path / ("\u20ac" * 83 + ".json")
    assert write_report(str(file), "x") is None
    assert file.read_text() == "x"
    assert [path.name for path in tmp_path.iterdir()] == [file.name]
    assert write_report(str(tmp_path / ("\u20ac" * 86)), "x") is not None
    assert [path.name for path in tmp_path.iterdir()] == [file.name]


def test_a_pipe_that_nobody_reads_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    fault = write_report(str(tmp_path / "pipe"), "x")
    assert fault is not None
    assert "nobody reads from this pipe" in fault.message


def test_a_pipe_that_somebody_reads_gets_the_whole_report() -> None:
    """More than a pipe holds: the reader has to have its turn in between."""
    reading, writing = os.pipe()
    got: list[bytes] = []

    def read() -> None:
        with os.fdopen(reading, "rb") as stream:
            got.append(stream.read())

    thread = threading.Thread(target=read)
    thread.start()
    fault: Finding | None = write_report(f"/dev/fd/{writing}", "x" * 300_000)
    os.close(writing)
    thread.join()
    assert fault is None
    assert got == [b"x" * 300_000]


def test_devices_are_written_to_as_they_are() -> None:
    assert write_report("/dev/null", "x") is None
    fault = write_report("/dev/full", "x")
    assert fault is not None
    assert "No space left on device" in fault.message


def test_what_stderr_goes_to_is_added_to_and_not_replaced(tmp_path: Path) -> None:
    log = tmp_path / "err.log"
    log.write_text("before\n")
    code = (
        "import sys\nfrom transformer.cli.report_files import write_report\n"
        "print('one', file=sys.stderr, flush=True)\n"
        "assert write_report('/dev/stderr', 'two\\n') is None\n"
        "print('three', file=sys.stderr, flush=True)\n"
    )
    with log.open("a") as stream:
        subprocess.run([sys.executable, "-c", code], stderr=stream, check=True, timeout=60)
    assert log.read_text() == "before\none\ntwo\nthree\n"


def test_what_is_standard_output() -> None:
    for name in ("-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "//dev/../dev/stdout"):
        assert is_stdout(name)
    for name in ("/dev/null", "/dev/fd/2", "stdout", "a\0b", "./-"):
        assert not is_stdout(name)


def test_the_file_that_standard_output_goes_to_is_standard_output(tmp_path: Path) -> None:
    code = "import sys\nfrom transformer.cli.terminal import is_stdout\nprint(is_stdout('out'), is_stdout('other'))"
    (tmp_path / "other").write_text("")
    with (tmp_path / "out").open("w") as stream:
        subprocess.run([sys.executable, "-c", code], stdout=stream, cwd=tmp_path, check=True, timeout=60)
    assert (tmp_path / "out").read_text() == "True False\n"
