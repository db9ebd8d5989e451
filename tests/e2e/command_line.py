"""The program as a process of its own, and what it leaves behind."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
FIXTURES = ROOT / "fixtures"


@dataclass(frozen=True)
class Ended:
    """How a run ended."""

    status: int
    stdout: str
    stderr: str


def transform(*arguments: str | Path, cwd: Path = ROOT, stdin: str = "", **environment: str) -> Ended:
    """Runs ``liqo-transform`` with these arguments, as a user would."""
    done = subprocess.run(
        [sys.executable, "-m", "transformer", *map(str, arguments)],
        cwd=cwd,
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": "1", **environment},
    )
    return Ended(done.returncode, done.stdout, done.stderr)


def tree(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, by its path in it; a folder that is not there is a mistake of the test."""
    assert folder.is_dir()
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}
