"""Prints the shell block of the README that a marker names, so that CI runs what readers are told to run.

A block is marked by a comment line ``<!-- ci:NAME -->`` directly above its ``sh`` fence.
"""

from __future__ import annotations

import sys
from pathlib import Path

README = Path(__file__).resolve().parent.parent / "README.md"


def readme_block(text: str, name: str) -> str:
    """The commands of the fenced ``sh`` block below the marker ``<!-- ci:name -->``.

    Raises LookupError when the marker is missing or stands there twice, when no ``sh`` fence follows it
    at once, or when the fence is never closed or holds no command.
    """
    lines = text.splitlines()
    marker = f"<!-- ci:{name} -->"
    marked = [number for number, line in enumerate(lines) if line.strip() == marker]
    if len(marked) != 1:
        raise LookupError(f"expected the line '{marker}' once, found it {len(marked)} times")
    start = marked[0] + 1
    if start >= len(lines) or lines[start].strip() != "```sh":
        raise LookupError(f"expected a line '```sh' directly below '{marker}'")
    body: list[str] = []
    for line in lines[start + 1 :]:
        if line.strip() == "```":
            if not any(text.strip() and not text.lstrip().startswith("#") for text in body):
                raise LookupError(f"the block below '{marker}' holds no command")
            return "\n".join(body) + "\n"
        body.append(line)
    raise LookupError(f"the block below '{marker}' is never closed")


def main() -> int:
    if len(sys.argv) != 2:
        print("usage: readme_block.py NAME", file=sys.stderr)
        return 2
    try:
        sys.stdout.write(readme_block(README.read_text(encoding="utf-8"), sys.argv[1]))
    except (OSError, LookupError) as error:
        print(f"README.md: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
