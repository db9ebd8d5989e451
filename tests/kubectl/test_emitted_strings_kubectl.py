"""What the emitter writes is read by kubectl as the strings it was given. Needs kubectl, and fails without it."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from transformer.manifests.emitting import dump

NASTY = Path(__file__).parents[2] / "fixtures" / "nasty-strings.txt"


def read_by_kubectl(file: Path) -> Any:
    """The object in a file as kubectl understands it; no cluster is asked."""
    command = ["kubectl", "label", "--local", "-f", str(file), "x=y", "-o", "json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_nasty_strings_survive_kubectl_as_keys_and_values(tmp_path: Path) -> None:
    texts = [json.loads(line) for line in NASTY.read_text(encoding="ascii").splitlines()]
    assert len(texts) >= 200
    data = {
        "apiVersion": "example.com/v1",
        "kind": "Sample",
        "metadata": {"name": "nasty", "annotations": {text: text for text in texts}},
        "data": {f"k{index:04}": text for index, text in enumerate(texts)},
        "lists": {"list": texts, "numbers": {text: index for index, text in enumerate(texts)}},
        "nested": {"both": {text: {text: [text, {text: text}]} for text in texts}},
        "typed": {"true": True, "false": False, "null": None, "int": 80, "big": 2**53, "list": [], "map": {}},
    }
    file = tmp_path / "nasty.yaml"
    file.write_bytes(dump(data).encode())
    back = read_by_kubectl(file)
    assert back["metadata"].pop("labels") == {"x": "y"}
    assert back == data
