"""Finds and runs the real programs."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
KUBE_APISERVER = ROOT / ".tools" / "bin" / "kube-apiserver"
SECONDS = 120  # for one run; a run that hangs fails the test


def run(
    command: Sequence[str | Path], cwd: Path = ROOT, *, stdin: str = "", variables: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Runs a command to its end in ``cwd``, with ``variables`` on top of this process's own; whatever its exit status,
    the caller looks at it.

    Raises subprocess.TimeoutExpired when it takes longer than SECONDS.
    """
    return subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": "1", **(variables or {})},
        input=stdin,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )


def transform(*arguments: str | Path, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Runs ``liqo-transform`` with these arguments, as a user would."""
    return run([sys.executable, "-m", "transformer", *arguments], cwd)


def missing() -> str | None:
    """What the tests here lack, as one line that says how to get it; None when nothing is missing."""
    for program in ("kubectl", "etcd", "openssl", KUBE_APISERVER):
        if shutil.which(program) is None:
            return f"{program} is missing; bash scripts/apiserver.sh gets it or says how"
    return None
