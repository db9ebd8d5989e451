"""Completion: the scripts that are shipped, and what the program answers them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.shell_completion import BashComplete

from transformer.cli.main import COMMANDS, PROGRAM, liqo_transform

ROOT = Path(__file__).resolve().parents[2]
VARIABLE = "_LIQO_TRANSFORM_COMPLETE"


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """A folder for PATH that has the program."""
    program = tmp_path / "bin" / PROGRAM
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -P -m transformer "$@"\n')
    program.chmod(0o755)
    return program.parent


def bash(programs: Path, *words: str) -> list[str]:
    """What bash offers for the last word, with the script as it is shipped."""
    script = ROOT / "share/bash-completion/completions" / PROGRAM
    typed = " ".join(f"'{word}'" for word in words)
    commands = f"""
        source {script}
        complete -p {PROGRAM} >/dev/null
        COMP_WORDS=({PROGRAM} {typed}); COMP_CWORD={len(words)}
        _liqo_transform_completion {PROGRAM}
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    done = subprocess.run(
        ["bash", "--norc", "-eu", "-c", commands],
        env={"PATH": f"{programs}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout.split()


def test_bash_offers_commands_options_and_choices(programs: Path) -> None:
    assert bash(programs, "") == list(COMMANDS)
    assert bash(programs, "fl") == ["fleet"]
    assert bash(programs, "plugin", "") == ["install", "uninstall"]
    assert "--fail-on" in bash(programs, "check", "--fa")
    assert bash(programs, "check", "--fail-on", "") == ["error", "warning", "info"]


@pytest.mark.parametrize(
    ("shell", "word", "answer"),
    [
        ("zsh", "1", "plain\nfleet\n"),
        ("fish", "flee", "plain,fleet"),
        ("bash", "1", "plain,fleet\n"),
    ],
)
def test_each_shell_is_answered_in_its_own_way(programs: Path, shell: str, word: str, answer: str) -> None:
    done = subprocess.run(
        [programs / PROGRAM],
        env={**os.environ, VARIABLE: f"{shell}_complete", "COMP_WORDS": f"{PROGRAM} flee", "COMP_CWORD": word},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith(answer)
    assert done.stderr == ""


@pytest.mark.parametrize("name", [*COMMANDS, "plugin install"])
def test_every_option_of_a_command_is_offered(name: str) -> None:
    group: click.Command = liqo_transform
    context = click.Context(group)
    for word in name.split():
        assert isinstance(group, click.Group)
        group = group.get_command(context, word) or pytest.fail(word)
    wanted = {each for parameter in group.get_params(context) for each in (*parameter.opts, *parameter.secondary_opts)}
    shell = BashComplete(liqo_transform, {}, PROGRAM, VARIABLE)
    offered = {item.value for item in shell.get_completions(name.split(), "--")}
    assert offered == {each for each in wanted if each.startswith("--")} | {"--help"}


@pytest.mark.parametrize(
    "words", [["fleet"], ["check", "-c"], ["fleet", "-o"], ["diff"], ["plugin", "install", "--home"]]
)
def test_paths_are_left_to_the_shell(words: list[str]) -> None:
    shell = BashComplete(liqo_transform, {}, PROGRAM, VARIABLE)
    assert [(item.type, item.value) for item in shell.get_completions(words, "exp")] == [("file", "exp")]


def test_nothing_is_offered_for_a_command_that_there_is_not() -> None:
    assert BashComplete(liqo_transform, {}, PROGRAM, VARIABLE).get_completions(["no-such", "x"], "--pro") == []


def test_completion_loads_nothing_heavy() -> None:
    code = (
        "import os, sys\nfrom transformer.cli.main import main\n"
        f"os.environ.update({VARIABLE}='bash_complete', COMP_WORDS='{PROGRAM} check --', COMP_CWORD='2')\n"
        "try:\n    main([])\nexcept SystemExit:\n    pass\n"
        "print([m for m in ('pydantic', 'ruamel.yaml', 'jsonschema') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "plain,--fail-on" in done.stdout
    assert done.stdout.splitlines()[-1] == "[]"
