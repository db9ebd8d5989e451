"""The program as a whole: every way to end has its exit status, and none shows a traceback."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import click
import pytest

import transformer
from transformer.cli import main as program
from transformer.cli.main import COMMANDS, liqo_transform, run


def start(*arguments: str, module: str = "transformer", **more: str) -> subprocess.CompletedProcess[str]:
    """Run the program in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", module, *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={**os.environ, **more},
    )


def test_the_module_runs_the_program() -> None:
    done = start("--version")
    assert (done.returncode, done.stdout) == (0, f"liqo-transform, version {transformer.__version__}\n")


def test_version_and_help_load_nothing_heavy() -> None:
    code = (
        "import sys\nfrom transformer.cli.main import run\n"
        "run(['--version']); run(['--help']); run(['fleet', '--help'])\n"
        "print([m for m in ('pydantic', 'ruamel.yaml', 'jsonschema', 'importlib.metadata') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.splitlines()[-1] == "[]"


def test_the_help_lists_every_command_and_each_exists() -> None:
    context = click.Context(liqo_transform)
    text = start("--help").stdout
    for name in COMMANDS:
        assert re.search(rf"^  {name} ", text, re.MULTILINE)
        assert isinstance(liqo_transform.get_command(context, name), click.Command)
    assert liqo_transform.list_commands(context) == list(COMMANDS)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["flet"], 'unknown command "flet"; did you mean fleet?'),
        (["--nope"], "--nope"),
        (["consumer"], "INPUT"),
        (["consumer", "x", "--jobs", "2"], "--jobs"),
        (["fleet", "--shard", "1/2"], "--shard"),
        (["provider", "x", "--profile", "failover"], "'failover' is not one of"),
        (["provider", "x", "--report", "html"], 'unknown report format "html"'),
        (["provider", "x", "--report", "json:"], "names no file"),
        (["provider", "x", "--limit", "dept=3"], 'unknown limit "dept"; did you mean depth?'),
        (["provider", "x", "--limit", "depth=-3"], "no whole number"),
        (["provider", "x", "--limit", "depth=0"], "at least 1"),
        (["provider", "x", "--limit", "depth=513"], "depth can be at most 512"),
        (["provider", "x", "--limit", "file-bytes=9223372036854775807"], "file-bytes can be at most 4294967296"),
        (["provider", "x", "--limit", "documents=" + "9" * 5000], "documents can be at most"),
        (["provider", "x", "--limit", "depth=3", "--limit", "depth=4"], "--limit says two things of depth: 3 and 4"),
        (["provider", "x", "--limit", "integer-digits=4301"], "integer-digits can be at most 4300"),
        (["provider", ""], "a path is needed"),
        (["consumer", "x", ""], "a path is needed"),
        (["consumer", "x", "-o", ""], "a path is needed"),
        (["fleet", ""], "a path is needed"),
        (["fleet", "-c", ""], "a path is needed"),
        (["consumer", "x", "--consumer", "rome", "--provider", "rome"], '"rome" is both the consumer and a provider'),
        (["provider", "x", "--cluster", "milan", "--consumer-view", "milan=y"], '"milan" is both'),
        (["consumer", "x", "--map-namespace", "a=x", "--map-namespace", "a=y"], "two things of a: x and y"),
        (["provider", "x", "--cluster", "Milan"], "no cluster id"),
        (["provider", "x", "--consumer-view", "rome="], "names no path"),
        (["consumer", "x", "--map-namespace", "shop"], "LOCAL=REMOTE"),
        (["consumer", "x", "--map-namespace", "shop=A"], '"A" is no namespace'),
        (["consumer", "x", "--pod-cidr", "10.0.0.0"], "no CIDR"),
        (["consumer", "x", "-q", "-v"], "exclude each other"),
        (["consumer", "x", "--report", "json", "--report", "text"], "two reports on stdout"),
        (["consumer", "x", "--report", "json:/dev/stdout", "--report", "text:-"], "two reports on stdout"),
        (["consumer", "x", "-o", "-", "--report", "json"], "on stdout"),
        (["consumer", "x", "-o", "-", "--report", "json:/proc/self/fd/1"], "on stdout"),
        (["consumer", "x", "--report", "json:/dev/fd/1"], "the result and a report on stdout"),
        (["consumer", "x", "--report", "json:a", "--report", "text:a"], "to one file"),
        (["consumer", "x", "--report", "json:a", "--report", "text:./b/../a"], "to one file"),
        (["finding", "pending-pi"], 'unknown finding "pending-pi"; did you mean pending-ip?'),
        (["schema", "flet"], 'unknown schema "flet"; did you mean fleet?'),
    ],
)
def test_a_usage_error_is_status_2_and_says_what_is_wrong(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err


def raising(monkeypatch: pytest.MonkeyPatch, fault: BaseException) -> None:
    """Make the next command raise ``fault``."""

    def invoke(_: click.Context) -> None:
        raise fault

    monkeypatch.setattr(program.liqo_transform, "invoke", invoke)


def test_an_interrupt_is_status_130_without_a_word(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    raising(monkeypatch, KeyboardInterrupt())
    assert run(["finding"]) == 130
    assert capsys.readouterr() == ("", "")


def test_an_internal_error_is_status_3_one_line_and_a_report_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    raising(monkeypatch, KeyError("\x1b[31mwhy\n"))
    assert run(["finding", "some-code"]) == 3
    out, err = capsys.readouterr()
    (file,) = tmp_path.iterdir()
    assert out == ""
    assert err.count("\n") == 1
    assert "\x1b" not in err
    assert str(file) in err
    text = file.read_text(encoding="utf-8")
    assert f"liqo-transform {transformer.__version__}" in text
    assert f"Python {sys.version.split()[0]}" in text
    assert "['finding', 'some-code']" in text
    assert "Traceback (most recent call last):" in text


def test_a_report_that_cannot_be_written_changes_nothing_in_the_ending(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError

    monkeypatch.setattr("tempfile.NamedTemporaryFile", refuse)
    raising(monkeypatch, RecursionError("deep"))
    assert run(["finding"]) == 3
    assert "could not be written" in capsys.readouterr().err


def test_a_reader_that_has_gone_is_no_matter_for_a_traceback() -> None:
    command = f"{sys.executable} -m transformer schema fleet | true; echo ${{PIPESTATUS[0]}}"
    for _ in range(3):
        done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True, timeout=60)
        assert done.stderr == ""
        assert done.stdout.strip() in ("0", "1")


def test_an_output_without_reader_is_quiet_and_not_fine() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "transformer", "schema", "fleet"],
        stdout=writing,
        stderr=subprocess.PIPE,
        check=False,
        timeout=60,
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (1, b"")


def test_schemas_are_json_and_the_list_names_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["schema"]) == 0
    names = capsys.readouterr().out.split()
    assert {"fleet", "finding", "report", "EndpointSlice", "Configuration"} <= set(names)
    for name in names:
        assert run(["schema", name]) == 0
        assert json.loads(capsys.readouterr().out)["$schema"]


PRINTING = (
    "schema fleet",
    "finding",
    "--help",
    "fleet --help",
    "--version",
    "consumer fixtures/fleet/exports/rome --provider milan",
    "fleet fixtures/fleet/exports --consumer rome --dry-run --report json",
    "fleet fixtures/fleet/exports --consumer rome --dry-run --report text",
)


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("schema fleet >&-", 1),
        ("finding 2>&-", 0),
        ("nonsense 2>&-", 2),
        ("consumer fixtures/fleet/exports/rome --provider milan >&-", 1),
        ("consumer fixtures/fleet/exports/rome --provider milan 2>&-", 0),
        ("consumer - --consumer rome --provider milan <&-", 1),
        ("--help >&-", 1),
        ("fleet fixtures/fleet/exports --consumer rome --dry-run --report json >&-", 1),
        *((f"{line} >/dev/full", 1) for line in PRINTING),
        *((f"{line} 2>/dev/full", 0) for line in PRINTING),
        ("consumer fixtures/fleet/exports/rome --map-namespace a=x --map-namespace a=y 2>/dev/full", 2),
        ("fleet fixtures/fleet/exports --consumer rome --dry-run 2>/dev/full", 0),
    ],
)
def test_closed_streams_are_no_internal_error(line: str, status: int) -> None:
    done = subprocess.run(
        ["bash", "-c", f"{sys.executable} -m transformer {line}"],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        cwd=Path(__file__).parents[2],
    )
    assert done.returncode == status
    assert "internal error" not in done.stderr
    assert "Traceback" not in done.stderr
    if ">/dev/full" in line and "2>" not in line:
        assert "standard output cannot be written: No space left on device" in done.stderr
    if ">&-" in line and "2>" not in line:
        assert "standard output is closed" in done.stderr


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)], ids=str
)
def test_a_run_that_is_asked_to_end_ends_quietly_and_writes_nothing(number: int, status: int, tmp_path: Path) -> None:
    """Standard input that never ends keeps the run reading until it is interrupted."""
    reading, writing = os.pipe()
    command = [sys.executable, "-m", "transformer", "consumer", "-", "--consumer", "rome", "-o", str(tmp_path / "out")]
    with subprocess.Popen(command, stdin=reading, stderr=subprocess.PIPE) as process:
        os.close(reading)
        try:
            os.write(writing, b"#" * 65536)  # a pipe holds that much: the second write waits until the run reads
            os.write(writing, b"#" * 65536)
            for _ in range(100):  # one that comes between two reads is noticed only with the next
                process.send_signal(number)
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(timeout=0.2)
                    break
        finally:
            process.kill()
            os.close(writing)
        err = process.stderr.read() if process.stderr else b"no stream"
    assert process.returncode == status
    assert err == b""
    assert list(tmp_path.iterdir()) == []


def test_a_hangup_that_is_ignored_stays_ignored() -> None:
    code = (
        "import signal\nfrom transformer.cli.ending import end_on_signals\n"
        "signal.signal(signal.SIGHUP, signal.SIG_IGN)\nend_on_signals()\n"
        "print(signal.getsignal(signal.SIGHUP) is signal.SIG_IGN, callable(signal.getsignal(signal.SIGTERM)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "True True\n"


def test_too_little_memory_is_no_mistake_of_the_program(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    raising(monkeypatch, MemoryError())
    assert run(["finding"]) == 1
    assert capsys.readouterr().err == "liqo-transform: there is not enough memory for this\n"


@pytest.mark.parametrize("line", ["consumer x", "provider x", "fleet", "fleet x --consumer rome"])
def test_a_deleted_working_directory_is_a_usage_error(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    assert run(line.split()) == 2
    assert "the working directory does not exist any more" in capsys.readouterr().err
    monkeypatch.chdir(tmp_path)


def test_an_end_where_nothing_can_be_raised_is_silent_and_the_next_one_ends() -> None:
    """What ``__del__`` raises the interpreter drops, with a traceback on the screen."""
    code = (
        "import os, signal\nfrom transformer.cli.ending import Terminated, end_on_signals\nend_on_signals()\n"
        "class Dying:\n    def __del__(self): os.kill(os.getpid(), signal.SIGTERM); [None for _ in range(1000)]\n"
        "Dying()\nprint('goes on')\n"
        "try:\n    os.kill(os.getpid(), signal.SIGTERM)\n    [None for _ in range(1000)]\n"
        "except Terminated as end:\n    print(end.status)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert (done.stdout, done.stderr) == ("goes on\n143\n", "")
