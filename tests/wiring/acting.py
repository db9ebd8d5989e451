"""A repository's job that uses the action, and GitHub's own gh, which has a pull request's comments."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from wiring.composite import Job

#: Beside the repository: `comments.json` is what there is, `calls` notes what is asked, `calls.body` the comment
#: written; where there is a file `calls.refuse`, everything is forbidden.
_GH = """\
#!/bin/sh
printf '%s\\n' "$@" -- >>"$CALLS"
if [ -e "$CALLS.refuse" ]; then
  echo 'HTTP 403: Resource not accessible by integration' >&2
  exit 1
fi
case "$1 $2" in
  'api --paginate') cat "$COMMENTS" ;;
  'api --silent') cat "${7#body=@}" >"$CALLS.body" ;;
  'pr comment') cat "$7" >"$CALLS.body" ;;
  *) exit 64 ;;
esac
"""
PULL_REQUEST = {"event_name": "pull_request", "event": {"pull_request": {"number": 7}}}
PUSH = {"event_name": "push"}


def act(repository: Path, event: Mapping[str, Any] = PUSH, **inputs: str) -> Job:
    """All steps of the action in a job of ``repository``, but for those that need the network."""
    return job(repository, event, inputs, {"python": {}, "install": {"bin": str(repository.parent / "bin")}}).run()


def job(
    repository: Path, event: Mapping[str, Any], inputs: Mapping[str, str], given: Mapping[str, Mapping[str, str]]
) -> Job:
    """The job, before its first step; an input's name may be written with an underscore."""
    place = repository.parent
    temporary, gh, comments = place / "runner temp", place / "gh" / "gh", place / "comments.json"
    temporary.mkdir()
    gh.parent.mkdir()
    gh.write_text(_GH, encoding="utf-8")
    gh.chmod(0o755)
    if not comments.exists():
        comments.write_text("[[]]", encoding="utf-8")
    variables = {
        "PATH": f"{gh.parent}:{os.environ['PATH']}",
        "HOME": str(place),
        "CALLS": str(place / "calls"),
        "COMMENTS": str(comments),
    }
    named = {name.replace("_", "-"): value for name, value in inputs.items()}
    return Job(repository, temporary, variables, named, event, given)


def calls(repository: Path) -> list[list[str]]:
    """What gh was asked, one list of arguments a call."""
    file = repository.parent / "calls"
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    return [call.splitlines() for call in text.split("--\n") if call]


def said(repository: Path) -> str:
    """The comment that was written."""
    return (repository.parent / "calls.body").read_text(encoding="utf-8")
