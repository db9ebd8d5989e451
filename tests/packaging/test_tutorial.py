"""The tutorial: every command of it is run, in order, ends as the text says, and prints what is shown."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
import yaml
from wiring.acting import PULL_REQUEST, act, calls, said
from wiring.composite import ROOT
from wiring.repository import make_programs

from transformer import __version__

TUTORIAL = (ROOT / "docs/pull-requests.md").read_text(encoding="utf-8")
_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
#: A command that fails, and how.
_FAILS = re.compile(r"^(.+) # exit status ([1-9]\d*)$", re.MULTILINE)
#: Whole lines that are left out of what is shown.
_LEFT_OUT = re.compile(r"^\.\.\.\n", re.MULTILINE)


@dataclass(frozen=True)
class Step:
    """A block of commands: the line where it begins, and what is shown of its output, if anything."""

    line: int
    commands: str
    shown: str | None = None

    @property
    def script(self) -> str:
        """The commands for a shell that ends with the first one that does not do as the text says."""
        return _FAILS.sub(r"if \1; then exit 99; else [ $? -eq \2 ]; fi", self.commands)


@dataclass(frozen=True)
class Ended:
    """How the commands of a step ended, and what a terminal showed."""

    status: int
    printed: str


@dataclass(frozen=True)
class Done:
    """The tutorial, gone through: the repository that it makes, and how each step ended."""

    repository: Path
    ended: list[Ended]


def read_steps(text: str) -> list[Step]:
    """The blocks of commands in order, each with the output below it."""
    steps: list[Step] = []
    for fence in _FENCE.finditer(text):
        kind, body = fence.groups()
        if kind == "sh":
            steps.append(Step(text.count("\n", 0, fence.start()) + 1, body))
        elif kind == "text":
            assert steps[-1].shown is None, "one output for each block of commands"
            steps[-1] = replace(steps[-1], shown=body)
    return steps


STEPS = read_steps(TUTORIAL)
SHOWING = [number for number, step in enumerate(STEPS) if step.shown is not None]


class Terminal:
    """Keeps working directory and environment from one block of commands to the next; ``CI`` is not set in it."""

    def __init__(self, place: Path) -> None:
        self._state = place / "state"
        self.folder = _checkout(place / "checkout")
        temporary = place / "temporary"
        for folder in (self._state, temporary):
            folder.mkdir()
        self._environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(place),
            "TMPDIR": str(temporary),
            "LC_ALL": "C.UTF-8",
            "GIT_CONFIG_NOSYSTEM": "1",
            **{f"GIT_{role}_NAME": "reader" for role in ("AUTHOR", "COMMITTER")},
            **{f"GIT_{role}_EMAIL": "reader@example.org" for role in ("AUTHOR", "COMMITTER")},
        }

    def run(self, commands: str) -> Ended:
        """The commands, until one fails."""
        environment, folder = self._state / "environment", self._state / "folder"
        keep = f"env -0 >{shlex.quote(str(environment))}; pwd >{shlex.quote(str(folder))}"
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", f"trap {shlex.quote(keep)} EXIT\n{commands}"],
            cwd=self.folder,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
            timeout=120,
        )
        variables = environment.read_text(encoding="utf-8").split("\0")[:-1]
        self._environment = dict(each.split("=", 1) for each in variables)
        self.folder = Path(folder.read_text(encoding="utf-8").removesuffix("\n"))
        return Ended(done.returncode, done.stdout.decode())


def _checkout(folder: Path) -> Path:
    """A folder as this checkout after the README's first command; its programs run what is being tested."""
    make_programs(folder / ".venv" / "bin")
    for name in ("docs", "fixtures"):
        (folder / name).symlink_to(ROOT / name)
    return folder


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Done:
    terminal = Terminal(tmp_path_factory.mktemp("tutorial"))
    ended: list[Ended] = []
    for step in STEPS:
        ended.append(terminal.run(step.script))
        # What comes after a step that went wrong would be wrong for that reason alone.
        assert ended[-1].status == 0, f"docs/pull-requests.md:{step.line}: {ended[-1]}"
    # It ends in the folder of the live exports, which stands beside the repository.
    return Done(terminal.folder.parent / "fleet", ended)


def fits(shown: str, printed: str) -> bool:
    """Whether the output is what is shown, byte for byte, but for the lines left out."""
    pattern = r"(?:.*\n)+".join(re.escape(part) for part in _LEFT_OUT.split(shown))
    return re.fullmatch(pattern, printed) is not None


def test_the_tutorial_has_no_block_that_is_not_looked_at() -> None:
    assert {fence[1] for fence in _FENCE.finditer(TUTORIAL)} == {"sh", "text", "yaml"}
    assert TUTORIAL.count("```") == 2 * len(_FENCE.findall(TUTORIAL))


@pytest.mark.parametrize(
    ("command", "status"),
    [("false # exit status 1", 0), ("false", 1), ("true # exit status 1", 99), ("false # exit status 2", 1)],
)
def test_a_command_has_to_end_as_is_said(command: str, status: int, tmp_path: Path) -> None:
    assert Terminal(tmp_path).run(Step(1, f"true\n{command}\ntrue\n").script).status == status


def test_every_failure_is_said_so_that_it_is_seen() -> None:
    said = [step for step in STEPS for _ in range(step.commands.count("exit status"))]
    assert len(said) == len([fails for step in STEPS for fails in _FAILS.findall(step.commands)]) > 3


@pytest.mark.parametrize("number", SHOWING, ids=lambda number: f"line-{STEPS[number].line}")
def test_what_is_shown_is_what_was_printed(number: int, done: Done) -> None:
    shown, printed = STEPS[number].shown or "", done.ended[number].printed
    if _LEFT_OUT.search(shown):
        assert fits(shown, printed), printed
    else:
        assert shown == printed


@pytest.mark.parametrize(
    ("printed", "is_so"), [("a\nb\nc\nd\n", True), ("a\nd\n", False), ("a\nb\nd", False), ("a\nb\ncd\n", False)]
)
def test_lines_left_out_are_whole_and_at_least_one(printed: str, is_so: bool) -> None:
    assert fits("a\n...\nd\n", printed) is is_so


@pytest.mark.parametrize(
    ("subject", "is_red", "service"),
    [
        ("Give milan another network on turin", True, "boutique/emailservice"),
        ("Accept milan's new addresses on turin", False, ""),
        ("Export while the gateway is replaced", True, "boutique/adservice"),
        ("Leave adservice out on turin this week", False, ""),
    ],
)
def test_the_action_judges_what_is_pushed_as_the_text_says(
    subject: str, is_red: bool, service: str, done: Done, tmp_path: Path
) -> None:
    repository = tmp_path / "repository"
    git("clone", "--quiet", done.repository, repository)
    git("-C", repository, "checkout", "--quiet", commit(done.repository, subject))
    make_programs(tmp_path / "bin")
    job = act(repository, PULL_REQUEST, comment="true")
    assert job.failed is is_red, job.log
    assert job.output("exit-status") == ("1" if is_red else "0")
    assert service in job.summary
    if is_red:
        assert service in said(repository)
    else:
        assert ["pr", "comment"] not in [call[:2] for call in calls(repository)]


def commit(repository: Path, subject: str) -> str:
    """The hash of the one commit of this subject."""
    log = git("-C", repository, "log", "--all", "--format=%H %s")
    (found,) = [line.split(" ", 1)[0] for line in log.splitlines() if line.split(" ", 1)[1] == subject]
    return found


def git(*arguments: str | Path) -> str:
    """Runs git, whoever runs the tests; its output."""
    environment = {"PATH": os.environ["PATH"], "HOME": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    done = subprocess.run(["git", *arguments], env=environment, check=True, capture_output=True, text=True)
    return done.stdout


def test_the_hook_of_the_tutorial_is_there() -> None:
    (example,) = [yaml.safe_load(body) for kind, body in _FENCE.findall(TUTORIAL) if kind == "yaml"]
    (repo,) = example["repos"]
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert [each["id"] for each in repo["hooks"]] == [each["id"] for each in hooks]
    assert repo["rev"] == f"v{__version__}"
