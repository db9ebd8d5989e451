"""``python -m transformer.cli.publish``: in a source checkout, writes anew what is published from the code.

These are ``docs/findings/`` (from the catalogue and fixtures/findings/<code>/), ``schemas/``,
``kustomize-plugin/definitions/`` (from the functions' models and the examples beside it), and ``share/`` (man pages
and completion, from the commands).
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path

from transformer.cli.completion_script import completion_scripts
from transformer.cli.man_page import man_pages
from transformer.cli.schema import schema_texts
from transformer.configuration.definitions import function_definition
from transformer.configuration.function_kinds import KINDS
from transformer.findings.catalogue import CATALOGUE
from transformer.findings.code import Code
from transformer.findings.page import render_page
from transformer.manifests.emitting import dump

_PLUGIN = "kustomize-plugin"
#: What the wheel puts into the ``share`` of an environment.
_SHARE = "share"


def published(root: Path) -> dict[str, str]:
    """Every published file of the checkout ``root`` by its path in it, and its text."""
    examples = root / "fixtures" / "findings"
    pages = {f"docs/findings/{name}.md": _page(code, examples / name) for name, code in CATALOGUE.items()}
    schemas = {f"schemas/{name}.schema.json": text for name, text in schema_texts().items()}
    definitions = {
        f"{_PLUGIN}/definitions/{kind.lower()}.yaml": dump(function_definition(kind, _guides(root, kind)))
        for kind in KINDS
    }
    manual = {f"{_SHARE}/man/man1/{name}": text for name, text in man_pages().items()}
    completion = {f"{_SHARE}/{place}": text for place, text in completion_scripts().items()}
    return pages | schemas | definitions | manual | completion


def existing(root: Path) -> dict[str, str]:
    """The published files that are there."""
    files = [
        *(root / "docs" / "findings").glob("*.md"),
        *(root / "schemas").glob("*.json"),
        *(root / _PLUGIN / "definitions").glob("*.yaml"),
        *(path for path in (root / _SHARE).rglob("*") if path.is_file()),
    ]
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


def _guides(root: Path, kind: str) -> list[str]:
    """The README of every example in which a function of the kind is configured, by its path in the checkout."""
    configured = re.compile(rf"^kind: {kind}$", re.MULTILINE)
    return [
        guide.relative_to(root).as_posix()
        for guide in sorted((root / _PLUGIN / "examples").glob("*/README.md"))
        if any(configured.search(file.read_text(encoding="utf-8")) for file in guide.parent.rglob("*.yaml"))
    ]


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
