"""The GitLab example and the hook for pre-commit: what they run, run."""

from __future__ import annotations

import os
import shlex
import subprocess
import tomllib
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml

from transformer import __version__
from wiring.repository import ROOT, renumber

GITLAB: dict[str, Any] = yaml.safe_load((ROOT / "docs/examples/gitlab-ci.yml").read_text(encoding="utf-8"))
(JOB,) = GITLAB.values()
(HOOK,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))


def run(script: str, repository: Path) -> int:
    """Run lines of shell in the repository, with the program on PATH as an installation has it."""
    path = f"{repository.parent / 'bin'}:{os.environ['PATH']}"
    done = subprocess.run(["bash", "-eo", "pipefail", "-c", script], cwd=repository, env={"PATH": path}, check=False)
    return done.returncode


def test_gitlab_installs_this_version_and_nothing_else() -> None:
    (line,) = JOB["before_script"]
    program, command, *arguments = shlex.split(line)
    assert (program, command) == ("pip", "install")
    assert [each for each in arguments if not each.startswith("--")] == [f"liqo-transformer=={__version__}"]


@pytest.mark.parametrize("red", [False, True])
def test_gitlab_gets_a_report_of_tests_whether_they_pass_or_not(repository: Path, red: bool) -> None:
    if red:
        renumber(repository)
    assert run("\n".join(JOB["script"]), repository) == (1 if red else 0)
    file = repository / JOB["artifacts"]["reports"]["junit"]
    failures = ElementTree.parse(file).getroot().findall(".//failure")
    assert bool(failures) is red
    assert JOB["artifacts"]["when"] == "always"


@pytest.mark.parametrize("red", [False, True])
def test_the_hook_fails_where_the_golden_folder_is_not_up_to_date(repository: Path, red: bool) -> None:
    if red:
        renumber(repository)
    assert run(HOOK["entry"], repository) == (1 if red else 0)


def test_the_hook_is_a_program_of_this_package_that_takes_no_file_names() -> None:
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["scripts"]
    assert shlex.split(HOOK["entry"])[0] in scripts
    assert (HOOK["language"], HOOK["pass_filenames"], HOOK["require_serial"]) == ("python", False, True)


def test_the_hook_runs_for_every_file_that_counts(repository: Path) -> None:
    kinds = {file.suffix.removeprefix(".") for file in repository.rglob("*") if file.is_file()}
    assert kinds == set(HOOK["types_or"])
