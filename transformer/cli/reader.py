"""Reading as the options of a command line want it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from transformer.cli.progress import Reader
from transformer.configuration.options import RunOptions
from transformer.findings.finding import Finding
from transformer.manifests.limits import Limits
from transformer.manifests.manifest import Manifest
from transformer.manifests.reading import read_inputs


def reader_of(options: RunOptions) -> Reader:
    """Reads files, folders and standard input within the limits asked for."""
    limits = Limits(**options.limits)

    def read(paths: Sequence[str]) -> Iterator[Manifest | Finding]:
        return read_inputs(paths, limits=limits, stdin=getattr(sys.stdin, "buffer", None))

    return read
