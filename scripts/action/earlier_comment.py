"""Finds our comment among those of a pull request: ``earlier_comment.py MARKER`` prints its id, or nothing.

Reads on stdin what ``gh api --paginate --slurp`` prints, a list of pages. Anyone can begin a comment with the marker,
so the author counts too: the account that a job's token writes as.
"""

from __future__ import annotations

import json
import sys
from typing import Any

AUTHOR = "github-actions[bot]"


def earlier_comment(pages: list[list[dict[str, Any]]], marker: str) -> str:
    """The id of the first comment that is ours; empty without one. The author of a comment may be gone (null)."""
    for comment in (each for page in pages for each in page):
        if (comment["user"] or {}).get("login") == AUTHOR and (comment["body"] or "").startswith(marker):
            return str(comment["id"])
    return ""


if __name__ == "__main__":
    print(earlier_comment(json.load(sys.stdin), sys.argv[1]))
