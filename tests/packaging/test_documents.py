"""The documents: links lead somewhere, each rule has its line, shown output is real output."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("*/README.md")])
RULES = [f"C{number:02}" for number in range(1, 16)] + [f"P{number:02}" for number in range(1, 12)]
SHOWN = re.compile(r"<!-- (output|first finding) of: ([^\n]+) -->\n```text\n(.*?)```", re.DOTALL)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", document.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (document.parent / target).exists(), target


@pytest.mark.parametrize("rule", RULES)
def test_each_rule_has_its_line_with_an_example(rule: str) -> None:
    lines = [
        line
        for line in (ROOT / "docs/rules.md").read_text(encoding="utf-8").splitlines()
        if line.startswith(f"| {rule} |")
    ]
    assert len(lines) == 1
    assert "fixtures/cases/" in lines[0] or "tests/" in lines[0]


def test_shown_output_is_real_output(tmp_path: Path) -> None:
    shown = SHOWN.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    assert len(shown) == 2
    for part, command, text in shown:
        ended = subprocess.run(
            [sys.executable, "-m", "transformer", *shlex.split(command)[:-1], str(tmp_path / shlex.split(command)[-1])],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "NO_COLOR": "1", "PYTHONPATH": str(ROOT)},
        )
        output = ended.stderr.replace(f"{tmp_path}/", "")
        assert text == (output if part == "output" else output.split("\n\n")[0] + "\n")


def test_module_names_of_the_architecture_exist() -> None:
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    table = text[text.index("## Where is what?") : text.index("## The rooms")]
    named = re.findall(r"`([\w/*]+(?:\.py|/))`", table)
    assert len(named) > 20
    folder = ""
    for name in named:
        folder = name if name.endswith("/") else folder
        candidates = [ROOT / "transformer" / name, ROOT / "transformer" / folder / name]
        assert any(path.exists() or list(path.parent.glob(path.name)) for path in candidates), name
