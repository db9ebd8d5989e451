"""No name or value out of a pull request is read as shell, as a command to the runner, or as Python."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from wiring.acting import PULL_REQUEST, act, said
from wiring.composite import Job, commands
from wiring.repository import CONFIGURATION, copied

#: Any of them, obeyed, leaves a file `harm` or a command that says it.
NAMES = [
    "a b/'c'.yaml",
    'a"; touch harm; "',
    "$(touch harm).yaml",
    "`touch harm`.yaml",
    "--report=text",
    "a\nchanged=true\n::error::harm",
    "::error::harm.yaml",
    "##[error]harm.yaml",
    "-->\n# harm",
    "é\t*?[a]{b,c}~&|;<>!\\",
]


def assert_no_harm(job: Job, repository: Path) -> None:
    """Nothing was run, no command was given but ours, and a comment begins with the marker alone."""
    assert not list(repository.parent.rglob("harm"))
    for name, log in job.log.items():
        for line in commands(log):
            assert re.match("::(error|warning|notice) (file|title)=", line), name
    if (repository.parent / "calls.body").exists():
        first, _, rest = said(repository).partition("\n")
        assert first.endswith(" -->")
        assert "-->" not in first.removesuffix(" -->")
        assert rest == Path(job.outputs["check"]["markdown"]).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_a_configuration_may_have_any_name(tmp_path: Path, original: Path, name: str) -> None:
    repository = copied(original, tmp_path, name)
    job = act(repository, PULL_REQUEST, config=name, comment="true")
    assert not job.failed, job.log
    assert (job.output("exit-status"), job.output("changed")) == ("0", "false")
    assert_no_harm(job, repository)


@pytest.mark.parametrize("name", NAMES)
def test_a_finding_may_be_about_any_name(tmp_path: Path, original: Path, name: str) -> None:
    repository = copied(original, tmp_path, name)
    (repository / name).write_text(CONFIGURATION.replace("milan: ", "milan: 1 #"), encoding="utf-8")
    job = act(repository, PULL_REQUEST, config=name, comment="true")
    assert (job.output("exit-status"), job.output("changed")) == ("2", "false")
    assert "milan" in job.log["Check"]
    assert_no_harm(job, repository)


@pytest.mark.parametrize("value", ["\n".join(NAMES), "\n".join(reversed(NAMES)), "--report=text"])
@pytest.mark.parametrize("input", ["config", "profile", "fail_on", "working_directory"])
def test_an_input_is_read_as_its_value_and_nothing_else(repository: Path, input: str, value: str) -> None:
    job = act(repository, PULL_REQUEST, **{input: value}, comment="true")
    assert job.verdict == 2
    assert (job.output("exit-status"), job.output("changed")) == ("2", "false")
    assert_no_harm(job, repository)


@pytest.mark.parametrize("name", ["::error::harm.yaml", "##[error]harm.yaml", "$(touch harm).yaml"])
def test_an_export_may_have_any_name(repository: Path, name: str) -> None:
    (repository / "exports/rome" / name).write_text("kind: [\n::error::harm\n", encoding="utf-8")
    job = act(repository, PULL_REQUEST, comment="true")
    assert job.output("exit-status") == "1"
    assert "harm" in job.log["Check"]
    assert_no_harm(job, repository)


def test_no_module_of_the_repository_is_imported(repository: Path) -> None:
    for name in ("json", "click", "transformer", "pip", "venv", "yaml", "sitecustomize"):
        (repository / f"{name}.py").write_text("raise SystemExit('harm')\n", encoding="utf-8")
    job = act(repository)
    assert not job.failed, job.log
