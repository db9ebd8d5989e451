"""``liqo-transform finding``: the page of a code, or the list of all."""

from __future__ import annotations

from pathlib import Path

import click

import transformer
from transformer.cli.status import FINE
from transformer.cli.terminal import print_text
from transformer.configuration.names import unknown
from transformer.findings.catalogue import CATALOGUE
from transformer.findings.page import render_page

_PACKAGE = Path(transformer.__file__).parent

#: Where a page may lie: in the installed package, or in a source checkout.
PAGE_FOLDERS = (_PACKAGE / "findings" / "pages", _PACKAGE.parent / "docs" / "findings")


@click.command()
@click.argument("code", required=False)
def command(code: str | None) -> int:
    """Print the page of a finding's CODE: what it means, why it matters, an example, what to do.

    Without CODE, list all codes with their severity.
    """
    if code is None:
        print_text(_listing(), err=False)
    elif code in CATALOGUE:
        print_text(page(code), err=False)
    else:
        raise click.UsageError(unknown("finding", code, CATALOGUE))
    return FINE


def page(code: str) -> str:
    """The page of a known code; without its examples where the pages were not installed."""
    for folder in PAGE_FOLDERS:
        file = folder / f"{code}.md"
        if file.is_file():
            return file.read_text(encoding="utf-8")
    return render_page(CATALOGUE[code], None, None)


def _listing() -> str:
    width = max(len(name) for name in CATALOGUE)
    return "".join(
        f"{name:<{width}}  {code.severity:<7}  {code.title}".rstrip() + "\n" for name, code in sorted(CATALOGUE.items())
    )
