"""Runs the steps of action.yml as GitHub's runner would, as far as they are shell; other actions are only noted.

An expression, condition or output line that the runner would refuse, or that stands for nothing here, is an error.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
STEPS: list[dict[str, Any]] = ACTION["runs"]["steps"]

_EXPRESSION = re.compile(r"\$\{\{\s*(.*?)\s*\}\}")
_TERM = re.compile(r"([\w.-]+) (==|!=) '([^']*)'")


@dataclass
class Job:
    """A job that uses the action: what it has on its machine, and what came of the steps so far."""

    workspace: Path
    temporary: Path
    variables: Mapping[str, str]
    inputs: Mapping[str, str]
    event: Mapping[str, Any]
    #: What stands for a step that is not to be run, by its id: its outputs.
    given: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    outputs: dict[str, dict[str, str]] = field(default_factory=dict)
    log: dict[str, str] = field(default_factory=dict)
    used: dict[str, dict[str, str]] = field(default_factory=dict)
    summary: str = ""
    failed: bool = False
    #: The exit status of the last step.
    verdict: int | None = None

    def run(self) -> Job:
        """All steps in order; after one that failed, only those that say always()."""
        for step in STEPS:
            condition = step.get("if", "success()")
            if (not self.failed or "always()" in condition) and self._holds(condition):
                self.step(step)
        return self

    def step(self, step: dict[str, Any]) -> None:
        """One step, whatever its condition."""
        id = step.get("id", "")
        if id in self.given:
            self.outputs[id] = dict(self.given[id])
        elif "uses" in step:
            self.used[step["name"]] = {key: self.text(value) for key, value in step["with"].items()}
        else:
            self._shell(step, self.temporary / f"step {step['name']}")

    def output(self, name: str) -> str:
        """An output of the action."""
        return self.text(ACTION["outputs"][name]["value"])

    def text(self, value: object) -> str:
        """A value of the YAML file with its expressions filled in."""
        written = str(value).lower() if isinstance(value, bool) else str(value)
        return _EXPRESSION.sub(lambda match: self._look_up(match[1]), written)

    def _look_up(self, name: str) -> str:
        context, *keys = name.split(".")
        if context == "inputs":
            (key,) = keys
            return self.inputs.get(key, self.text(ACTION["inputs"][key]["default"]))
        if context == "steps":
            id, word, key = keys
            assert word == "outputs"
            assert any(step.get("id") == id for step in STEPS), f"no step {id}"
            return self.outputs.get(id, {}).get(key, "")
        assert context == "github", name
        value: Any = {"workspace": str(self.workspace), "token": "the token of the job", **self.event}
        for key in keys:
            value = value[key] if isinstance(value, Mapping) and key in value else ""
        return str(value)

    def _holds(self, condition: str) -> bool:
        return all(self._term(term.strip()) for term in condition.split("&&"))

    def _term(self, term: str) -> bool:
        if term in ("always()", "success()"):
            return True
        match = _TERM.fullmatch(term)
        assert match is not None, f"this condition is not known here: {term}"
        return (self._look_up(match[1]) == match[3]) is (match[2] == "==")

    def _shell(self, step: dict[str, Any], folder: Path) -> None:
        assert step["shell"] == "bash"
        folder.mkdir(parents=True)
        script, output, summary = folder / "script.sh", folder / "output", folder / "summary"
        script.write_text(self.text(step["run"]), encoding="utf-8")
        output.touch()
        summary.touch()
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)],
            cwd=self.workspace,
            env={
                **self.variables,
                "GITHUB_ACTION_PATH": str(ROOT),
                "GITHUB_OUTPUT": str(output),
                "GITHUB_STEP_SUMMARY": str(summary),
                "GITHUB_REPOSITORY": "example/fleet",
                "RUNNER_TEMP": str(self.temporary),
                "CI": "true",
                **{name: self.text(value) for name, value in step.get("env", {}).items()},
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
            timeout=120,
        )
        self.log[step["name"]] = done.stdout.decode()
        self.summary += summary.read_text(encoding="utf-8")
        if "id" in step:
            self.outputs[step["id"]] = dict(_output_lines(output.read_text(encoding="utf-8")))
        self.failed = self.failed or done.returncode != 0
        self.verdict = done.returncode


def _output_lines(text: str) -> Iterator[tuple[str, str]]:
    for line in text.splitlines():
        name, equals, value = line.partition("=")
        assert equals, f"the runner refuses this line of GITHUB_OUTPUT: {line}"
        assert "<<" not in name
        yield name, value


def commands(log: str) -> list[str]:
    """The lines of a step's log that the runner obeys: none between stop-commands and the word that ends it."""
    found = []
    resume: str | None = None
    for line in (each.lstrip() for each in log.splitlines()):
        if resume is not None:
            resume = None if line == f"::{resume}::" else resume
        elif line.startswith("::stop-commands::"):
            resume = line.removeprefix("::stop-commands::")
            assert resume, "the runner refuses an empty word"
        elif line.startswith("::") or "##[" in line:
            found.append(line)
    assert resume is None, "commands are stopped to the end of the step"
    return found


def everywhere(value: object, key: str) -> Iterator[object]:
    """Each value that stands under ``key``, at any depth of a YAML document."""
    if isinstance(value, dict):
        if key in value:
            yield value[key]
        inner: Iterable[object] = value.values()
    else:
        inner = value if isinstance(value, list) else ()
    for each in inner:
        yield from everywhere(each, key)
