"""The configuration file from disk: found, read, checked, and turned into settings and options."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path

from transformer.configuration.conversion import placed, to_options, to_settings
from transformer.configuration.document import read_document
from transformer.configuration.options import RunOptions
from transformer.configuration.suppressions import suppressions_of
from transformer.findings.finding import Finding
from transformer.settings import Settings

FILE_NAME = "liqo-transform.yaml"


@dataclass(frozen=True, slots=True)
class Configuration:
    """What a configuration file asks for, its paths as seen from the working directory."""

    settings: Settings
    options: RunOptions


def find_configuration() -> str | None:
    """The path of ``liqo-transform.yaml`` in the working directory or the nearest folder above; None without one.

    The path is relative, so that messages stay short.
    """
    here = Path.cwd()
    for height, folder in enumerate((here, *here.parents)):
        if os.path.isfile(folder / FILE_NAME):  # noqa: PTH113 - no error where a folder above may not be looked into
            return str(Path(*[os.pardir] * height, FILE_NAME))
    return None


def read_configuration(file: str) -> Configuration | list[Finding]:
    """The configuration in ``file``, or all that is wrong with it."""
    # pydantic takes longer to import than most runs without a file take.
    from transformer.configuration.faults import validated

    document = read_document(file)
    if isinstance(document, list):
        return document
    model = validated(document.data, document.origin)
    if isinstance(model, list):
        return model
    folder, here = os.path.dirname(file), os.getcwd()  # noqa: PTH109, PTH120 - "" for a bare name, not "."

    def place(path: str) -> str:
        return placed(path, folder, here)

    ignore = suppressions_of(document.data, (), document.origin)
    return Configuration(replace(to_settings(model, place), ignore=ignore), to_options(model, place))
