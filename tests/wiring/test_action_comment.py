"""The comment that the action writes on a pull request: when, which, and whose it brings up to date."""

from __future__ import annotations

import json
from hashlib import sha1
from pathlib import Path

import pytest

from wiring.acting import PULL_REQUEST, act, calls, said
from wiring.composite import commands
from wiring.repository import renumber

OURS, OTHERS = {"login": "github-actions[bot]"}, {"login": "somebody"}


def marker(directory: str = ".", config: str = "") -> str:
    """What our comment on a fleet begins with: git's hash of where it is."""
    data = f"{directory}\n{config}".encode()
    return f"<!-- liqo-transform check {sha1(b'blob %d' % len(data) + bytes(1) + data).hexdigest()} -->"


def test_a_pull_request_is_commented_on_only_when_that_is_asked_for(repository: Path) -> None:
    renumber(repository)
    act(repository, PULL_REQUEST)
    assert calls(repository) == []


def test_nothing_is_commented_where_there_is_no_pull_request(repository: Path) -> None:
    renumber(repository)
    act(repository, comment="true")
    assert calls(repository) == []


def test_a_red_pull_request_gets_a_comment_with_the_marker_first(repository: Path) -> None:
    renumber(repository)
    job = act(repository, PULL_REQUEST, comment="true")
    asked, made = calls(repository)
    assert asked == ["api", "--paginate", "--slurp", "repos/example/fleet/issues/7/comments"]
    assert made[:6] == ["pr", "comment", "7", "--repo", "example/fleet", "--body-file"]
    report = Path(job.outputs["check"]["markdown"]).read_text(encoding="utf-8")
    assert said(repository) == f"{marker()}\n{report}"


def test_a_pull_request_that_was_fine_from_the_start_gets_no_comment(repository: Path) -> None:
    job = act(repository, PULL_REQUEST, comment="true")
    assert not job.failed
    assert [call[:2] for call in calls(repository)] == [["api", "--paginate"]]


@pytest.mark.parametrize("red", [True, False])
def test_our_comment_is_brought_up_to_date_and_nobody_else_s(repository: Path, red: bool) -> None:
    if red:
        renumber(repository)
    pages = [
        [{"id": 1, "user": OTHERS, "body": f"{marker()}\nnot ours"}, {"id": 2, "user": None, "body": marker()}],
        [
            {"id": 3, "user": OURS, "body": f"of another action, quoting {marker()}"},
            {"id": 4, "user": OURS, "body": f"{marker(config='other.yaml')}\nof another fleet"},
            {"id": 5, "user": OURS, "body": f"{marker()}\nold"},
            {"id": 6, "user": OURS, "body": None},
        ],
    ]
    (repository.parent / "comments.json").write_text(json.dumps(pages), encoding="utf-8")
    act(repository, PULL_REQUEST, comment="true")
    _, changed = calls(repository)
    assert changed[:5] == ["api", "--silent", "--method", "PATCH", "repos/example/fleet/issues/comments/5"]
    assert said(repository).startswith(f"{marker()}\n")


def test_a_comment_that_is_refused_is_a_warning_and_does_not_hide_the_verdict(repository: Path) -> None:
    renumber(repository)
    (repository.parent / "calls.refuse").touch()
    job = act(repository, PULL_REQUEST, comment="true")
    (warning,) = commands(job.log["Comment on the pull request"])
    assert warning.startswith("::warning title=liqo-transform::")
    assert "pull-requests: write" in warning
    assert job.verdict == 1
