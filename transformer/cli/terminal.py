"""What the terminal is: whether it takes colour, and how text reaches it without an encoding error."""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import TextIO

#: What stands for standard output where a file is named; a terminal could be named otherwise, too.
_STDOUT = ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1")

STDOUT_CLOSED = "standard output is closed"
STDOUT_FULL = "standard output cannot be written"


class StdoutError(Exception):
    """Standard output takes nothing, and not because its reader has gone; the message says why."""


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
    """Text for people: what the stream's encoding lacks is escaped, never an error. Lost where stderr takes none: what
    was done stays done. Raises as ``print_bytes`` does for stdout."""
    stream: TextIO | None = sys.stderr if err else sys.stdout
    data = text.encode(getattr(stream, "encoding", None) or "utf-8", "backslashreplace")
    if not err:
        print_bytes(data)
    elif stream is not None:
        with suppress(OSError, ValueError):
            _print(data, stream)


def print_bytes(data: bytes) -> None:
    """Bytes to standard output as they are, whatever its encoding.

    Raises BrokenPipeError where its reader has gone, StdoutError where it is closed or its disk is full.
    """
    if sys.stdout is None:
        raise StdoutError(STDOUT_CLOSED)
    try:
        _print(data, sys.stdout)
    except BrokenPipeError:
        raise
    except OSError as fault:
        raise StdoutError(f"{STDOUT_FULL}: {fault.strerror or fault}") from None


def is_stdout(file: str) -> bool:
    """Whether what is written to a file of this name comes out of standard output."""
    if file == "-" or os.path.abspath(file) in _STDOUT:  # noqa: PTH100 - the name, links in it not followed
        return True
    try:
        named, printed = os.stat(file), os.fstat(1)  # noqa: PTH116 - beside fstat, which Path has not
    except (OSError, ValueError):
        return False
    # One terminal can be stdout, stderr and more; only where it is named as stdout is it meant.
    return sys.stdout is not None and os.path.samestat(named, printed) and not stat.S_ISCHR(named.st_mode)


def is_terminal(stream: TextIO | None) -> bool:
    """Whether the stream is a terminal; a closed one is None."""
    return stream is not None and stream.isatty()


def silence(stream: TextIO | None) -> None:
    """Let the interpreter flush at its end into nowhere, in place of a complaint on the screen."""
    if stream is None:
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def _print(data: bytes, stream: TextIO) -> None:
    stream.flush()
    rest = memoryview(data)
    while rest:
        # Where Python does not buffer (-u, PYTHONUNBUFFERED), a write to a full disk or a gone reader may take the
        # first part without an error; the next one has it.
        rest = rest[_written(rest, stream) :]
    stream.buffer.flush()


def _written(data: memoryview, stream: TextIO) -> int:
    count: int | None = stream.buffer.write(data)
    if count is None:
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
    return count
