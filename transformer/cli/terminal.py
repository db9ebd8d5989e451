"""What the terminal is: whether it takes colour, and how text reaches it without an encoding error."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import TextIO


def wants_color(stream: TextIO, choice: str, environment: Mapping[str, str] = os.environ) -> bool:
    """Whether text on ``stream`` is coloured: ``choice`` first, then NO_COLOR, FORCE_COLOR, then whether the
    stream is a terminal that can."""
    if choice != "auto":
        return choice == "always"
    if environment.get("NO_COLOR"):
        return False
    if environment.get("FORCE_COLOR"):
        return True
    return stream.isatty() and environment.get("TERM") != "dumb"


def print_text(text: str, *, err: bool) -> None:
    """Text for people: what the stream's encoding lacks is escaped, never an error."""
    stream = sys.stderr if err else sys.stdout
    _print(text.encode(stream.encoding or "utf-8", "backslashreplace"), stream)


def print_bytes(data: bytes) -> None:
    """Bytes to standard output as they are, whatever its encoding."""
    _print(data, sys.stdout)


def _print(data: bytes, stream: TextIO) -> None:
    stream.flush()
    stream.buffer.write(data)
    stream.buffer.flush()
