"""What can be read off the action and the example workflow: no value in shell, nothing that can be swapped."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from wiring.composite import ACTION, ROOT, STEPS, everywhere

SCRIPTS = sorted((ROOT / "scripts/action").glob("*.sh"))
FILES = {
    path: (ROOT / path).read_text(encoding="utf-8") for path in ("action.yml", "docs/examples/github-workflow.yml")
}


def values(text: str, key: str) -> list[str]:
    """All that stands under a key, wherever."""
    return [str(value) for value in everywhere(yaml.safe_load(text), key)]


def interpolated(text: str) -> list[str]:
    """The lines of shell that an expression would become part of."""
    return [run for run in values(text, "run") if "${{" in run]


def unpinned(text: str) -> list[str]:
    """The actions that are named by anything but a commit."""
    return [used for used in values(text, "uses") if not re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", used)]


@pytest.mark.parametrize("path", FILES)
def test_no_expression_becomes_part_of_shell(path: str) -> None:
    assert interpolated(FILES[path]) == []


@pytest.mark.parametrize("path", FILES)
def test_every_action_is_pinned_to_a_commit_and_says_which_version_that_is(path: str) -> None:
    assert values(FILES[path], "uses")
    assert unpinned(FILES[path]) == []
    lines = [line for line in FILES[path].splitlines() if re.search(r"^\s*(- )?uses:", line)]
    assert all(re.search(r"@[0-9a-f]{40} # v\d+\.\d+\.\d+$", line) for line in lines)


def test_a_value_in_shell_and_a_tag_are_noticed() -> None:
    action = FILES["action.yml"]
    assert interpolated(action.replace('run: exit "', 'run: exit "${{ inputs.config }}')) != []
    assert unpinned(re.sub(r"@[0-9a-f]{40}", "@v7", action)) != []


def test_every_step_of_shell_is_a_script_of_its_own_but_the_last() -> None:
    shell = [step["run"] for step in STEPS if "run" in step]
    named = re.findall(r'^bash "\$GITHUB_ACTION_PATH/scripts/action/(\w+\.sh)"$', "\n".join(shell), re.MULTILINE)
    assert sorted(named) == [script.name for script in SCRIPTS]
    assert len(shell) == len(named) + 1


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_a_script_stops_at_the_first_fault(script: Path) -> None:
    lines = script.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "#!/usr/bin/env bash"
    assert next(line for line in lines if not line.startswith("#")) == "set -euo pipefail"
    assert script.stat().st_mode & 0o111


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_a_script_gets_each_variable_that_it_says_it_reads(script: Path) -> None:
    text = script.read_text(encoding="utf-8")
    (step,) = [step for step in STEPS if script.name in step.get("run", "")]
    used = set(re.findall(r"\$\{?([A-Z][A-Z_]+)", text))
    runner = {name for name in used if name.startswith(("GITHUB_", "RUNNER_"))}
    assert used - runner == step["env"].keys() - {"GH_TOKEN"}


def test_every_input_is_used_and_every_one_used_is_declared() -> None:
    used = set(re.findall(r"\binputs\.([\w-]+)", FILES["action.yml"]))
    assert used == ACTION["inputs"].keys()


def test_the_example_asks_for_no_more_than_it_needs() -> None:
    workflow: dict[Any, Any] = yaml.safe_load(FILES["docs/examples/github-workflow.yml"])
    assert workflow["permissions"] == {}
    assert workflow[True] == {"pull_request": None, "push": {"branches": ["main"]}}  # YAML 1.1 takes `on` for true
    (job,) = workflow["jobs"].values()
    assert job["permissions"] == {
        "contents": "read",
        "security-events": "write",
        "actions": "read",
        "pull-requests": "write",
    }
    checkout, ours = job["steps"]
    assert checkout["uses"].startswith("actions/checkout@")
    assert checkout["with"] == {"persist-credentials": False}
    assert ours["with"].keys() <= ACTION["inputs"].keys()
