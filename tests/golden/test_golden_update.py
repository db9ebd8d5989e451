"""The update command: records what changed, and nothing in CI."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import update as update_command
from golden_cases import difference, recorded
from test_golden_cases import A_CASE, copy_of


def test_it_records_a_case_that_changed_and_leaves_others_alone(tmp_path: Path) -> None:
    same, changed = copy_of(A_CASE, tmp_path / "same"), copy_of(A_CASE, tmp_path / "changed")
    (changed / "findings.txt").unlink()
    (changed / "expected" / "left-over.yaml").write_text("old: true\n", encoding="utf-8")
    assert update_command.update([same, changed]) == ["changed"]
    assert difference(recorded(changed), recorded(A_CASE)) == ""


def test_it_refuses_in_ci(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("CI", "true")
    monkeypatch.setattr(update_command, "update", lambda cases: pytest.fail(f"it ran {len(cases)} cases"))
    assert update_command.main([]) == 2
    assert "never by CI" in capsys.readouterr().err


def test_it_refuses_a_name_that_no_case_has(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("CI", raising=False)
    assert update_command.main(["cases/c99"]) == 2
    assert "cases/c99" in capsys.readouterr().err


def test_it_is_a_command(tmp_path: Path) -> None:
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-m", "tests.golden.update"],
        cwd=root,
        env={"CI": "1", "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "never by CI" in done.stderr
