"""The bytes of an input, and the text that they are."""

from __future__ import annotations

import codecs
import os
import stat
import sys
from typing import BinaryIO

from transformer.findings.catalogue import finding
from transformer.findings.finding import Finding, Position, quoted
from transformer.manifests.files import STANDARD_INPUT, reason, unreadable
from transformer.manifests.limits import Limits
from transformer.manifests.source import Source

_KINDS = (
    (stat.S_ISFIFO, "it is a pipe"),
    (stat.S_ISSOCK, "it is a socket"),
    (stat.S_ISCHR, "it is a device"),
    (stat.S_ISBLK, "it is a device"),
    (stat.S_ISDIR, "it is a folder"),
)
_ENCODING_REMEDY = "Save it as UTF-8 (UTF-16 with a byte order mark is read too)."


def read_source(name: str, limits: Limits, stdin: BinaryIO | None) -> Source | Finding:
    """The text of a file, or of ``stdin`` for ``-``; a finding when there is none to be had.

    Only regular files are opened, and never in a way that waits: a pipe or a device is refused. No more is
    read than the limit allows.
    """
    data = _read_stdin(stdin, limits) if name == STANDARD_INPUT else _read_file(name, limits)
    return _decode(name, data) if isinstance(data, bytes) else data


def _read_file(name: str, limits: Limits) -> bytes | Finding:
    try:
        # Looked at before it is opened: opening a device can already do something.
        mode = os.stat(name).st_mode  # noqa: PTH116 - the name as typed, which Path would tidy
        if not stat.S_ISREG(mode):
            return _not_a_file(name, mode)
        descriptor = os.open(name, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY)
    except (OSError, ValueError) as error:
        return unreadable(name, reason(error))
    try:
        with open(descriptor, "rb") as file:
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode):
                return _not_a_file(name, status.st_mode)
            if status.st_size > limits.file_bytes:
                return _too_large(name, limits, status.st_size)
            data = file.read(limits.file_bytes + 1)
    except OSError as error:
        return unreadable(name, reason(error))
    # A file can grow while it is read, and some that the kernel makes up say that they have no size.
    return data if len(data) <= limits.file_bytes else _too_large(name, limits, None)


def _read_stdin(stdin: BinaryIO | None, limits: Limits) -> bytes | Finding:
    stream = stdin if stdin is not None else getattr(sys.stdin, "buffer", None)
    if stream is None:
        return unreadable(STANDARD_INPUT, "standard input is closed")
    try:
        data = stream.read(limits.file_bytes + 1)
    except (OSError, ValueError) as error:
        why = reason(error) if isinstance(error, OSError) else "standard input is closed"
        return unreadable(STANDARD_INPUT, why)
    return data if len(data) <= limits.file_bytes else _too_large(STANDARD_INPUT, limits, None)


def _not_a_file(name: str, mode: int) -> Finding:
    kind = next((kind for is_kind, kind in _KINDS if is_kind(mode)), "it is no regular file")
    remedy = f"Give a file or a folder; to read from a program, pipe it in and give {STANDARD_INPUT} as the input."
    return unreadable(name, f"{kind}, and only files are read", remedy)


def _too_large(name: str, limits: Limits, size: int | None) -> Finding:
    much = f"has {size:,} bytes" if size is not None else "is too large"
    return finding(
        "limit-exceeded",
        f"{quoted(name, 200)} {much}; the limit is {limits.file_bytes:,} bytes",
        remedy="If this input is meant, raise the limit with --limit file-bytes=NUMBER.",
        location=Position(name),
    )


def _decode(name: str, data: bytes) -> Source | Finding:
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        encoding, called = "utf-16", "UTF-16"
    else:
        encoding, called = "utf-8-sig", "UTF-8"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1 if called == "UTF-8" and b"\0" not in data else None
        what = f"it is not text in {called}" if b"\0" not in data or called == "UTF-16" else "it is not text"
        return unreadable(name, f"{what} (byte {error.start:,} is wrong)", _ENCODING_REMEDY, line)
    if "\0" in text:
        return unreadable(name, "it is not text (it holds zero bytes)", _ENCODING_REMEDY)
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return Source(name, text)
