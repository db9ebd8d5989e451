"""Text from files and manifests, made safe to print: no control character reaches a terminal."""

from __future__ import annotations

import unicodedata

#: As good as no limit.
UNLIMITED = 1_000_000_000


def visible(text: str) -> str:
    """The text with everything that is not printable escaped, line ends included (``\\x1b``, ``\\ud800``)."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else _escaped(c) for c in text)


def visible_lines(text: str) -> list[str]:
    """The lines of a text of several lines (a remedy that shows a manifest), each made safe."""
    return [visible(line) for line in text.rstrip("\n").split("\n")]


def shortened(text: str, limit: int) -> str:
    """The text made safe and, where that is longer than ``limit`` characters, cut there with its whole length told."""
    shown = visible(text)
    return shown if len(shown) <= limit else f"{shown[:limit]}… ({len(text):,} characters)"


def counted(count: int, noun: str) -> str:
    """``1 error``, ``2 errors``."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def width(text: str) -> int:
    """How many columns of a terminal a safe text takes: wide characters take two, combining ones none."""
    if text.isascii():
        return len(text)
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def _escaped(character: str) -> str:
    return character.encode("unicode_escape", "surrogatepass").decode("ascii")
