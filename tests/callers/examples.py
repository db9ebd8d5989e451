"""The files for users, kustomize-plugin/, and what their example fleet has to give."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml

from callers.builds import unmarked
from callers.programs import ROOT, run

PLUGIN = ROOT / "kustomize-plugin"
SHADOWS, SLICES = "ShadowEndpointSlice", "EndpointSlice"
BOTH = (SHADOWS, SLICES)
SERVICES = 3  # with slices for a provider


def expected(fleet: Path, provider: str, kinds: Sequence[str]) -> dict[tuple[str, str, str], Any]:
    """The objects of a provider that the command line wrote, by kind, namespace and name."""
    files = [file for kind in kinds for file in (fleet / provider / f"{kind.lower()}s").glob("*/*.yaml")]
    assert len(files) == SERVICES * len(kinds)
    return unmarked([yaml.safe_load(file.read_text()) for file in files])


def shell(script: str, cwd: Path, home: Path) -> tuple[int, str, str]:
    """Runs what a README says as a careful user would, at home in ``home``: exit status, stdout, stderr."""
    home.mkdir(exist_ok=True)
    done = run(
        ["bash", "-euo", "pipefail", "-c", script], cwd=cwd, HOME=str(home), XDG_CONFIG_HOME=str(home / ".config")
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()
