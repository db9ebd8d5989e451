"""The script that takes commands out of the README for CI."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


def load_script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("readme_block", ROOT / ".ci" / "readme_block.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


readme_block = load_script().readme_block


def test_block_below_the_marker_is_taken_as_it_stands() -> None:
    text = "```sh\nfirst\n```\n<!-- ci:setup -->\n```sh\n# why\npython3 -m venv .venv\n  indented\n```\n```sh\nx\n```\n"
    assert readme_block(text, "setup") == "# why\npython3 -m venv .venv\n  indented\n"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("```sh\nx\n```\n", "found it 0 times"),
        ("<!-- ci:test -->\n```sh\nx\n```\n<!-- ci:test -->\n```sh\nx\n```\n", "found it 2 times"),
        ("<!-- ci:test -->\n\n```sh\nx\n```\n", "directly below"),
        ("<!-- ci:test -->\n```python\nx\n```\n", "directly below"),
        ("<!-- ci:test -->", "directly below"),
        ("<!-- ci:test -->\n```sh\nx\n", "never closed"),
        ("<!-- ci:test -->\n```sh\n\n# only a comment\n```\n", "no command"),
    ],
)
def test_a_block_that_is_not_clear_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(LookupError, match=complaint):
        readme_block(text, "test")


@pytest.mark.parametrize("name", ["setup", "test", "callers"])
def test_the_readme_has_every_block_that_ci_runs(name: str) -> None:
    assert readme_block((ROOT / "README.md").read_text(encoding="utf-8"), name)
