"""Reports of real runs: the exit status is the same in every format, several go out at once, changes go to stdout."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from transformer.cli.main import run
from transformer.cli.reporting import deliver
from transformer.configuration.options import ReportTarget, RunOptions
from transformer.findings.catalogue import finding
from transformer.findings.change import Change, ChangeKind
from transformer.findings.finding import ObjectRef, Severity
from transformer.outcome import Summary
from transformer.reports.result import RunResult, arrange
from transformer.reports.table import REPORTS

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "fixtures" / "findings"
Capture = pytest.CaptureFixture[str]

#: An example, more options, and the exit status.
CASES = [
    ("unmapped-address/failing", "", 1),
    ("unknown-node/failing", "", 0),
    ("unknown-node/failing", "--fail-on warning", 1),
    ("unmapped-address/passing", "", 0),
]

CHANGED = finding(
    "golden-drift",
    "a slice is another",
    remedy="look at it",
    changes=(
        Change(
            ChangeKind.SLICE_ADDED,
            "shop/web",
            "milan",
            ObjectRef("discovery.k8s.io/v1", "EndpointSlice", "shop", "web"),
        ),
    ),
)
OTHER = finding("unknown-node", "a node is unknown")


def command_of(example: str) -> list[str]:
    return shlex.split((EXAMPLES / example / "command").read_text(encoding="utf-8"))


def result(*findings: object, verdict: str = "golden is another") -> RunResult:
    return RunResult(arrange(findings), Summary(), verdict)  # type: ignore[arg-type]


@pytest.mark.parametrize(("example", "options", "status"), CASES)
@pytest.mark.parametrize("format", [None, *REPORTS])
def test_the_exit_status_is_the_same_in_every_format(
    format: str | None, example: str, options: str, status: int
) -> None:
    report = ["--report", format] if format is not None else []
    ended = subprocess.run(
        [sys.executable, "-m", "transformer", *command_of(example), "--dry-run", *shlex.split(options), *report],
        cwd=EXAMPLES / example,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert ended.returncode == status, ended.stderr.decode()
    assert bool(ended.stdout) == (format is not None)


def test_every_format_goes_to_a_file_of_its_own_in_one_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(EXAMPLES / "unmapped-address" / "failing")
    targets = [part for name in REPORTS if name != "github" for part in ("--report", f"{name}:{tmp_path / name}")]
    assert run([*command_of("unmapped-address/failing"), "--dry-run", *targets, "--report", "github"]) == 1
    said = {name: (tmp_path / name).read_text(encoding="utf-8") for name in REPORTS if name != "github"}
    out, err = capsys.readouterr()
    for name, text in {**said, "github": out}.items():
        assert "unmapped-address" in text, name
    assert json.loads(said["sarif"])["runs"][0]["results"][0]["level"] == "error"
    assert out.startswith("::error file=input/rome.yaml,line=")
    assert f"markdown in {tmp_path / 'markdown'}" in err


def test_a_format_that_is_none_is_named_with_the_nearest(capsys: Capture) -> None:
    assert run(["consumer", "x", "--report", "sarfi"]) == 2
    assert "sarif" in capsys.readouterr().err


def test_help_names_every_format(capsys: Capture) -> None:
    assert run(["fleet", "--help"]) == 0
    words = " ".join(capsys.readouterr().out.split())
    *most, last = REPORTS
    assert f"{', '.join(most)} or {last}, to FILE or stdout" in words


def test_without_a_report_changes_go_to_stdout_and_the_rest_to_stderr(capsys: Capture) -> None:
    assert deliver(result(CHANGED, OTHER), RunOptions()) == []
    out, err = capsys.readouterr()
    assert out == (
        "shop/web on milan\n  error: EndpointSlice shop/web [golden-drift]\n    + slice added\n\nremedy: look at it\n"
    )
    assert err.startswith("warning: a node is unknown [unknown-node]\n")
    assert "1 error, 1 warning, 0 infos" in err
    assert "golden is another" in err
    assert "shop/web" not in err


def test_without_changes_stdout_stays_empty(capsys: Capture) -> None:
    deliver(result(OTHER), RunOptions())
    assert capsys.readouterr().out == ""


def test_quiet_shows_changes_that_decide_and_nothing_else(capsys: Capture) -> None:
    deliver(result(CHANGED, OTHER), RunOptions(quiet=True))
    out, err = capsys.readouterr()
    assert "+ slice added" in out
    assert err == ""


def test_a_text_report_has_changes_and_all_else_in_one(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "report.txt"
    deliver(result(CHANGED, OTHER), RunOptions(reports=(ReportTarget("text", str(file)),)))
    text = file.read_text(encoding="utf-8")
    assert text.index("+ slice added") < text.index("a node is unknown") < text.index("1 error, 1 warning")
    assert capsys.readouterr().out == ""


def test_colour_is_that_of_the_stream(capsys: Capture) -> None:
    deliver(result(CHANGED), RunOptions(color="always"))
    out, _ = capsys.readouterr()
    assert "\x1b[32m+ slice added\x1b[0m" in out
    deliver(result(CHANGED), RunOptions(color="never"))
    assert "\x1b" not in "".join(capsys.readouterr())


def test_changes_that_stdout_does_not_take_are_a_finding() -> None:
    code = (
        "from test_report_formats import CHANGED, result, deliver, RunOptions\n"
        "print(*(each.code for each in deliver(result(CHANGED), RunOptions())), file=__import__('sys').stderr)\n"
    )
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONPATH": f"{ROOT}:{Path(__file__).parent}"},
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=60,
            check=False,
        )
    assert b"standard output cannot be written: No space left on device [unwritable-output]" in ended.stderr
    assert b"\nunwritable-output\n" in ended.stderr


@pytest.mark.parametrize(("fail_on", "failures"), [(None, "0"), (Severity.WARNING, "1")])
def test_reports_know_what_decides(fail_on: Severity | None, failures: str, tmp_path: Path) -> None:
    file = tmp_path / "junit.xml"
    deliver(result(OTHER), RunOptions(reports=(ReportTarget("junit", str(file)),), fail_on=fail_on))
    assert f'failures="{failures}"' in file.read_text(encoding="utf-8").splitlines()[1]
