"""What the terminal is: whether it takes colour, and how text reaches it without an encoding error."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Mapping
from typing import TextIO


def wants_color(stream: TextIO | None, choice: str, environment: Mapping[str, str] = os.environ) -> bool:
    """Whether text on ``stream`` is coloured: ``choice`` first, then NO_COLOR, FORCE_COLOR, then whether the
    stream is a terminal that can."""
    if choice != "auto":
        return choice == "always"
    if environment.get("NO_COLOR"):
        return False
    if environment.get("FORCE_COLOR"):
        return True
    return is_terminal(stream) and environment.get("TERM") != "dumb"


def print_text(text: str, *, err: bool) -> None:
    """Text for people: what the stream's encoding lacks is escaped, never an error. Lost where stderr is closed."""
    stream: TextIO | None = sys.stderr if err else sys.stdout
    if stream is not None or not err:
        _print(text.encode(getattr(stream, "encoding", None) or "utf-8", "backslashreplace"), stream)


def print_bytes(data: bytes) -> None:
    """Bytes to standard output as they are, whatever its encoding."""
    _print(data, sys.stdout)


def is_terminal(stream: TextIO | None) -> bool:
    """Whether the stream is a terminal; a closed one is None."""
    return stream is not None and stream.isatty()


def _print(data: bytes, stream: TextIO | None) -> None:
    if stream is None:
        # Closed by who started us: as good as a reader that has gone, and no success.
        raise BrokenPipeError(errno.EPIPE, "standard output is closed")
    stream.flush()
    stream.buffer.write(data)
    stream.buffer.flush()
