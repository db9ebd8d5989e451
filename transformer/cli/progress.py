"""One line on the terminal that says what a long run is at; gone when the run ends."""

from __future__ import annotations

import shutil
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import TextIO

from transformer.cli.terminal import is_terminal
from transformer.configuration.options import RunOptions
from transformer.findings.finding import Finding
from transformer.manifests.manifest import Manifest
from transformer.reports.visible import visible

Reader = Callable[[Sequence[str]], Iterator[Manifest | Finding]]

#: Seconds before the line appears, and between two updates.
DELAY = 1.0
_PERIOD = 0.2


def progress_of(options: RunOptions) -> Progress:
    """The line of a run with these options: on a terminal alone, and not where it is to be quiet."""
    return Progress(sys.stderr if is_terminal(sys.stderr) and not options.quiet else None)


class Progress:
    """A context in which ``watch(read)`` counts what is read, and a thread shows the count after a second.

    Without a stream nothing is shown and no thread runs.
    """

    def __init__(self, stream: TextIO | None, delay: float = DELAY) -> None:
        self._stream = stream
        self._delay = delay
        self._read = 0
        self._path: str | None = None
        self._doing = "computing"
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def watch(self, read: Reader) -> Reader:
        """The same reader, counting."""

        def reading(paths: Sequence[str]) -> Iterator[Manifest | Finding]:
            self._path = ", ".join(paths)
            for item in read(paths):
                self._read += 1
                yield item
            self._path = None

        return reading

    def writing(self) -> None:
        """All is computed and read; the rest is writing."""
        self._doing = "writing"

    def stop(self) -> None:
        """Erase the line, for good: what comes next may print on the same terminal."""
        self._end.set()
        if self._stream is None or not self._thread.is_alive():
            return
        self._thread.join()

    def __enter__(self) -> Progress:
        if self._stream is not None:
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def line(self) -> str:
        """What the line says now."""
        doing = f"reading {visible(self._path)}" if self._path is not None else self._doing
        return f"{doing}: {self._read:,} objects read"

    def _run(self) -> None:
        if self._end.wait(self._delay):
            return
        while True:
            columns = shutil.get_terminal_size().columns
            self._write(f"\r\x1b[K{self.line()[: columns - 1]}")
            if self._end.wait(_PERIOD):
                break
        self._write("\r\x1b[K")

    def _write(self, text: str) -> None:
        assert self._stream is not None
        try:
            self._stream.write(text)
            self._stream.flush()
        except (OSError, ValueError):
            # A terminal that has gone is no reason to stop the work.
            self._end.set()
