"""The shipped fleet's output as kubectl reads it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module", params=["direct", "liqo-1.2"])
def output(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("fleet") / "out"
    arguments = ["fleet", "fixtures/fleet/exports", "--consumer", "rome", "--profile", request.param, "-o", str(out)]
    subprocess.run([sys.executable, "-m", "transformer", *arguments], cwd=ROOT, check=True, capture_output=True)
    return out


def test_every_file_decodes(output: Path) -> None:
    files = sorted(output.glob("*/*endpointslices/*/*.yaml"))
    assert len(files) == 44
    for file in files:
        command = ["kubectl", "label", "--local", "-f", str(file), "x=y", "-o", "json"]
        decoded = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
        assert decoded["metadata"]["labels"].pop("x") == "y"
        assert decoded == yaml.safe_load(file.read_text())


@pytest.mark.parametrize("provider", ["milan", "turin"])
def test_every_provider_is_a_kustomization(output: Path, provider: str) -> None:
    command = ["kubectl", "kustomize", str(output / provider)]
    built = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    objects = [each for each in yaml.safe_load_all(built) if each]
    written = [yaml.safe_load(file.read_text()) for file in sorted((output / provider).glob("*/*/*.yaml"))]
    key = lambda each: (each["kind"], each["metadata"]["name"])  # noqa: E731 - one sort key for both sides
    assert sorted(objects, key=key) == sorted(written, key=key)
    assert len(objects) == 22
