"""``python -m transformer.cli.publish``: in a source checkout, writes anew what is published from the code.

These are ``docs/findings/`` (from the catalogue and fixtures/findings/<code>/) and ``schemas/``.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from transformer.cli.schema import schema_texts
from transformer.findings.catalogue import CATALOGUE
from transformer.findings.code import Code
from transformer.findings.page import render_page


def published(root: Path) -> dict[str, str]:
    """Every published file of the checkout ``root`` by its path in it, and its text."""
    examples = root / "fixtures" / "findings"
    pages = {f"docs/findings/{name}.md": _page(code, examples / name) for name, code in CATALOGUE.items()}
    schemas = {f"schemas/{name}.schema.json": text for name, text in schema_texts().items()}
    return pages | schemas


def existing(root: Path) -> dict[str, str]:
    """The published files that are there."""
    files = [*(root / "docs" / "findings").glob("*.md"), *(root / "schemas").glob("*.json")]
    return {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in files}


def main(root: Path) -> None:
    """Write all of them and remove those that are published no more."""
    wanted = published(root)
    for stale in existing(root).keys() - wanted.keys():
        (root / stale).unlink()
    for name, text in wanted.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


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


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
