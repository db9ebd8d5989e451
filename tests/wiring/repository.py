"""A repository with the shipped fleet, its configuration and its golden folder, and the programs beside it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

#: The shipped fleet's, with a golden folder.
CONFIGURATION = (ROOT / "fixtures/fleet-live/liqo-transform.yaml").read_text(encoding="utf-8") + "golden: golden\n"


def make_programs(folder: Path) -> Path:
    """A folder as the ``bin`` of an environment that has this checkout installed: the program, and its Python."""
    folder.mkdir(parents=True)
    # A link to the interpreter of a virtual environment would not find that environment again.
    for name, start in {"python": "", "liqo-transform": " -P -m transformer"}.items():
        program = folder / name
        program.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}"{start} "$@"\n', encoding="utf-8")
        program.chmod(0o755)
    return folder


def make_repository(folder: Path, programs: Path) -> Path:
    """The repository, its golden folder written by the program."""
    shutil.copytree(ROOT / "fixtures/fleet/exports", folder / "exports")
    (folder / "liqo-transform.yaml").write_text(CONFIGURATION, encoding="utf-8")
    subprocess.run(
        [programs / "liqo-transform", "update"],
        cwd=folder,
        env={name: value for name, value in os.environ.items() if name != "CI"},
        check=True,
        capture_output=True,
    )
    return folder


def copied(original: Path, place: Path, configuration: str = "liqo-transform.yaml") -> Path:
    """A copy of the repository and its programs below ``place``; its configuration, and all that this is about, may
    stand deeper in it under another name."""
    shutil.copytree(original.parent / "bin", place / "bin")
    file = place / "repository" / configuration
    shutil.copytree(original, file.parent)
    (file.parent / "liqo-transform.yaml").rename(file)
    return place / "repository"


def renumber(repository: Path) -> Path:
    """Give milan another pod CIDR as turin knows it; returns the file that says so now."""
    file = repository / "exports/turin/configurations.yaml"
    before = file.read_text(encoding="utf-8")
    after = before.replace("10.81.0.0/16", "10.91.0.0/16")
    assert after != before
    file.write_text(after, encoding="utf-8")
    return file
