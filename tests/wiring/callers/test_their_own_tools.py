"""The action and the hook, tried with what others made for that. Needs the extra `dev`, git, and a package index."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import transformer
from wiring.acting import PUSH, job
from wiring.composite import ROOT
from wiring.repository import renumber

PROGRAMS = Path(sys.executable).parent
LINTED = [ROOT / "action.yml", ROOT / "docs/examples/github-workflow.yml"]


def zizmor(*files: Path) -> subprocess.CompletedProcess[str]:
    """What the linter says, without the network; its strictest persona."""
    options = ["--offline", "--no-config", "--no-progress", "--persona=auditor"]
    return subprocess.run([PROGRAMS / "zizmor", *options, *files], capture_output=True, text=True, check=False)


def git(*arguments: str, folder: Path) -> str:
    """What git prints."""
    identity = ["-c", "user.name=nobody", "-c", "user.email=nobody@example.com", "-c", "commit.gpgsign=false"]
    return subprocess.run(
        ["git", *identity, *arguments], cwd=folder, check=True, capture_output=True, text=True
    ).stdout.strip()


def test_zizmor_finds_nothing() -> None:
    done = zizmor(*LINTED)
    assert done.returncode == 0, done.stdout


def test_zizmor_would_find_a_value_in_shell(tmp_path: Path) -> None:
    action = tmp_path / "action.yml"
    text = LINTED[0].read_text(encoding="utf-8")
    action.write_text(text.replace('run: exit "', 'run: exit "${{ inputs.config }}'), encoding="utf-8")
    done = zizmor(action)
    assert done.returncode != 0
    assert "template-injection" in done.stdout


def test_the_action_installs_the_checkout_that_it_stands_in(repository: Path) -> None:
    for name in ("pip", "venv", "json"):
        (repository / f"{name}.py").write_text("raise SystemExit('harm')\n", encoding="utf-8")
    variables = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
    started = job(repository, PUSH, {}, {"python": {"python-path": sys.executable}})
    started.variables = {**variables, **started.variables}
    done = started.run()
    assert not done.failed, done.log
    program = Path(done.outputs["install"]["bin"]) / "liqo-transform"
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    assert said == f"liqo-transform, version {transformer.__version__}\n"


@pytest.fixture
def published(tmp_path: Path) -> tuple[Path, str]:
    """This checkout, as it is, as a repository to get the hook from; and its only commit."""
    folder = tmp_path / "published"
    folder.mkdir()
    for name in git("ls-files", "-z", "--cached", "--others", "--exclude-standard", folder=ROOT).split("\0"):
        if name and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, folder / name)
    return folder, commit(folder)


def commit(folder: Path) -> str:
    """Make the folder a repository with one commit, and name it."""
    git("init", "--quiet", folder=folder)
    git("add", "--all", folder=folder)
    git("commit", "--quiet", "--message=all", folder=folder)
    return git("rev-parse", "HEAD", folder=folder)


def test_pre_commit_installs_the_hook_and_runs_it(repository: Path, published: tuple[Path, str]) -> None:
    url, revision = published
    (repository / ".pre-commit-config.yaml").write_text(
        f"repos:\n- repo: {url}\n  rev: {revision}\n  hooks: [{{id: liqo-transform-check}}]\n", encoding="utf-8"
    )
    commit(repository)
    home = {**os.environ, "PRE_COMMIT_HOME": str(repository.parent / "pre-commit")}

    def hook(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [PROGRAMS / "pre-commit", "run", *arguments],
            cwd=repository,
            env=home,
            capture_output=True,
            text=True,
            check=False,
        )

    green = hook("--all-files")
    assert green.returncode == 0, green.stdout + green.stderr
    assert "Passed" in green.stdout
    renumber(repository)
    git("add", "--all", folder=repository)
    red = hook()
    assert red.returncode == 1
    assert "golden-drift" in red.stdout
    # A commit that only deletes files has none to show, and is checked all the same.
    assert "golden-drift" in hook("--files", "README.md").stdout
