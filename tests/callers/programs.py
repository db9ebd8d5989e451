"""Finds and runs the real programs."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
IMAGE = "localhost/liqo-transform-krm:latest"
STAND_IN = ROOT / "tests" / "callers" / "docker"
TOOLS = ROOT / ".tools" / "bin"
# Not resolved: in a virtual environment the interpreter is a link, and our programs lie beside the link.
PYTHON = Path(sys.executable).parent
# scripts/callers.sh writes these last, so where they are the rest is, too.
MADE = (ROOT / ".tools" / "container" / "image.sources", ROOT / ".tools" / "container" / "runnable" / IMAGE / "rootfs")
SECONDS = 120  # for one run; a run that hangs fails the test


def environment(**more: str) -> dict[str, str]:
    """The variables for a run: our programs, the stand-in for docker and the tools come first on PATH.

    What would lead kustomize or kpt to plugins or an engine of this machine's is left out; ``more`` comes on top.
    """
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("KUSTOMIZE_", "KPT_"))}
    folders = (str(PYTHON), str(STAND_IN), str(TOOLS), inherited.get("PATH", ""))
    return {**inherited, "PATH": os.pathsep.join(folders), **more}


def run(
    command: Sequence[str | Path], cwd: Path | str = ROOT, stdin: bytes | str = b"", **variables: str
) -> subprocess.CompletedProcess[bytes]:
    """Runs a command to its end in ``cwd``; whatever its exit status, the caller looks at it.

    Raises subprocess.TimeoutExpired when it takes longer than SECONDS.
    """
    return subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=environment(**variables),
        input=stdin.encode() if isinstance(stdin, str) else stdin,
        capture_output=True,
        timeout=SECONDS,
        check=False,
    )


def missing() -> str | None:
    """What the tests here lack, as one line that says how to get it; None when nothing is missing."""
    path = environment()["PATH"]
    for program in ("kubectl", "kpt", "kustomize", "buildah", "docker", "liqo-transform", "liqo-transform-krm"):
        if shutil.which(program, path=path) is None:
            return f"{program} is missing; bash scripts/callers.sh gets it or says how (see tests/callers/README.md)"
    if shutil.which("docker", path=path) != str(STAND_IN / "docker"):
        return f"docker is not the stand-in {STAND_IN / 'docker'}"
    for made in MADE:
        if not made.is_file():
            return f"the image {IMAGE} is missing; bash scripts/callers.sh builds it (see tests/callers/README.md)"
    return None
