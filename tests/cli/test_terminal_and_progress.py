"""Colour and the progress line: only where they belong."""

from __future__ import annotations

import io
import re
import time
from collections.abc import Iterator, Sequence

import pytest

from transformer.cli.progress import Progress
from transformer.cli.terminal import print_bytes, print_text, wants_color
from transformer.findings.catalogue import finding
from transformer.findings.finding import Finding
from transformer.manifests.manifest import Manifest


class Terminal(io.StringIO):
    """A stream that says that it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("terminal", "choice", "environment", "colored"),
    [
        (True, "auto", {"TERM": "xterm"}, True),
        (True, "auto", {}, True),
        (False, "auto", {"TERM": "xterm"}, False),
        (True, "auto", {"TERM": "dumb"}, False),
        (True, "auto", {"NO_COLOR": "1"}, False),
        (True, "auto", {"NO_COLOR": ""}, True),
        (False, "auto", {"FORCE_COLOR": "1"}, True),
        (True, "auto", {"NO_COLOR": "1", "FORCE_COLOR": "1"}, False),
        (False, "always", {"NO_COLOR": "1"}, True),
        (True, "never", {"FORCE_COLOR": "1"}, False),
    ],
)
def test_colour(terminal: bool, choice: str, environment: dict[str, str], colored: bool) -> None:
    assert wants_color(Terminal() if terminal else io.StringIO(), choice, environment) is colored


def test_text_that_the_stream_cannot_encode_is_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(raw, encoding="ascii"))
    print_text("café \ud800\n", err=False)
    print_bytes("café\n".encode())
    assert raw.getvalue() == b"caf\\xe9 \\ud800\ncaf\xc3\xa9\n"


def reading(paths: Sequence[str]) -> Iterator[Manifest | Finding]:
    for path in paths:
        yield finding("override", path)


def wait_for(condition: object, screen: Terminal) -> None:
    """Let the thread have its turn, at most for ten seconds."""
    end = time.monotonic() + 10
    while str(condition) not in screen.getvalue():
        assert time.monotonic() < end, screen.getvalue()
        time.sleep(0.005)


def test_the_line_counts_what_is_read_and_is_erased_at_the_end() -> None:
    screen = Terminal()
    with Progress(screen, delay=0.01) as progress:
        items = progress.watch(reading)(["exports/\x1brome", "b"])
        next(items)
        wait_for(r"reading exports/\x1brome, b: 1 objects read", screen)
        assert [each.message for each in items if isinstance(each, Finding)] == ["b"]
        wait_for("computing: 2 objects read", screen)
    assert screen.getvalue().endswith("\r\x1b[K")
    assert "\n" not in screen.getvalue()
    assert re.fullmatch(r"(\r\x1b\[K[^\x1b\r]*)+", screen.getvalue())


def test_a_short_run_shows_nothing() -> None:
    screen = Terminal()
    with Progress(screen) as progress:
        list(progress.watch(reading)(["a"]))
    assert screen.getvalue() == ""


def test_without_a_terminal_nothing_is_shown() -> None:
    with Progress(None, delay=0) as progress:
        assert len(list(progress.watch(reading)(["a"]))) == 1


def test_the_line_is_erased_when_the_work_fails() -> None:
    screen = Terminal()
    progress = Progress(screen, delay=0.01)
    progress.__enter__()
    wait_for("computing", screen)
    progress.__exit__(KeyError, KeyError(), None)
    assert screen.getvalue().endswith("\r\x1b[K")


def test_a_terminal_that_has_gone_stops_only_the_line() -> None:
    screen = Terminal()
    with Progress(screen, delay=0.01) as progress:
        wait_for("computing", screen)
        screen.close()
        assert len(list(progress.watch(reading)(["a"]))) == 1
