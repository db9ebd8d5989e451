"""``python -m transformer.cli.pages``: writes docs/findings/ anew, in a source checkout, from the catalogue and
fixtures/findings/<code>/{failing,passing}/."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from transformer.findings.catalogue import CATALOGUE
from transformer.findings.code import Code
from transformer.findings.page import render_page


def pages(examples: Path) -> dict[str, str]:
    """The page of every code by file name, with the examples found in the folder ``examples``."""
    return {f"{name}.md": _page(CATALOGUE[name], examples / name) for name in CATALOGUE}


def _page(code: Code, folder: Path) -> str:
    made = folder / "made-by-test"
    return render_page(
        code,
        _example(folder / "failing"),
        _example(folder / "passing"),
        made.read_text(encoding="utf-8") if made.is_file() else None,
    )


def _example(folder: Path) -> Mapping[str, str] | None:
    """The command, the configuration and the input files; what else lies there is for tests."""
    if not folder.is_dir():
        return None
    files = [folder / "command", folder / "config.yaml", *sorted((folder / "input").rglob("*"))]
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8", errors="backslashreplace")
        for path in files
        if path.is_file()
    }


def main(root: Path) -> None:
    """Write all pages below ``root`` and remove those of codes that are no more."""
    folder = root / "docs" / "findings"
    folder.mkdir(parents=True, exist_ok=True)
    written = pages(root / "fixtures" / "findings")
    for stale in set(folder.glob("*.md")) - {folder / name for name in written}:
        stale.unlink()
    for name, text in written.items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
