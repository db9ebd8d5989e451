"""What a user installs: the wheel's and the sdist's contents, built without network."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import venv
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder

import transformer
from transformer.findings.catalogue import CATALOGUE

ROOT = Path(__file__).resolve().parents[2]
SHARED = {path.relative_to(ROOT).as_posix() for path in (ROOT / "share").rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    (built,) = WheelBuilder(str(ROOT)).build(directory=str(folder), versions=["standard"])
    return Path(built)


@pytest.fixture(scope="module")
def wheel_names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_wheel_holds_every_module(wheel_names: set[str]) -> None:
    modules = {path.relative_to(ROOT).as_posix() for path in (ROOT / "transformer").rglob("*.py")}
    assert "transformer/__init__.py" in modules
    assert modules <= wheel_names


def test_wheel_says_that_it_is_typed(wheel_names: set[str]) -> None:
    assert "transformer/py.typed" in wheel_names


def test_wheel_holds_every_schema(wheel_names: set[str]) -> None:
    schemas = {f"transformer/schemas/{path.name}" for path in (ROOT / "schemas").glob("*.json")}
    assert "transformer/schemas/finding.schema.json" in schemas
    assert schemas <= wheel_names


def test_wheel_holds_the_page_of_every_code(wheel_names: set[str]) -> None:
    pages = {f"transformer/findings/pages/{code}.md" for code in CATALOGUE}
    assert pages
    assert pages <= wheel_names


def test_wheel_holds_nothing_but_the_package_and_what_is_shared(wheel_names: set[str]) -> None:
    folder = f"liqo_transformer-{transformer.__version__}"
    assert {name.split("/")[0] for name in wheel_names} == {"transformer", f"{folder}.dist-info", f"{folder}.data"}
    shared = {name for name in wheel_names if name.startswith(f"{folder}.data/")}
    assert shared == {f"{folder}.data/data/{path}" for path in SHARED}
    assert not [name for name in wheel_names if name.endswith(".pyc")]


def test_an_environment_has_the_man_pages_and_the_completion_of_each_shell(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv/bin/python"
    # What the wheel needs is not needed to install it, so no index is.
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", wheel], check=True)
    for path in SHARED:
        assert (tmp_path / "venv" / path).read_bytes() == (ROOT / path).read_bytes()
    places = {
        "share/man/man1/liqo-transform.1",
        "share/bash-completion/completions/liqo-transform",
        "share/zsh/site-functions/_liqo-transform",
        "share/fish/vendor_completions.d/liqo-transform.fish",
    }
    assert places <= SHARED


def test_wheel_metadata(wheel: Path) -> None:
    folder = f"liqo_transformer-{transformer.__version__}.dist-info"
    with zipfile.ZipFile(wheel) as archive:
        metadata = Parser().parsestr(archive.read(f"{folder}/METADATA").decode())
        licence = archive.read(f"{folder}/licenses/LICENSE")
        entry_points = archive.read(f"{folder}/entry_points.txt").decode()
    assert metadata["Name"] == "liqo-transformer"
    assert metadata["Version"] == transformer.__version__
    assert metadata["License-Expression"] == "Apache-2.0"
    assert metadata["Requires-Python"] == ">=3.11"
    needed = [value for value in metadata.get_all("Requires-Dist", []) if "extra ==" not in value]
    names = sorted(re.split("[<>=]", value)[0] for value in needed)
    assert names == ["click", "jsonschema", "pydantic", "ruamel-yaml"]
    assert licence == (ROOT / "LICENSE").read_bytes()
    assert "liqo-transform = transformer.cli.main:main" in entry_points


def test_wheel_works_away_from_the_checkout(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "site")}
    for arguments in (["finding", "duplicate-key"], ["schema", "finding"]):
        run = subprocess.run(
            [sys.executable, "-m", "transformer", *arguments],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.returncode == 0, run.stderr
        assert run.stdout


def test_two_builds_are_the_same_bytes(wheel: Path, tmp_path: Path) -> None:
    (again,) = WheelBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])
    assert Path(again).read_bytes() == wheel.read_bytes()


def test_sdist_can_build_and_test_itself(tmp_path: Path) -> None:
    (built,) = SdistBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])
    with tarfile.open(built) as archive:
        names = {name.split("/", 1)[1] for name in archive.getnames()}
    wanted = {
        "pyproject.toml",
        "README.md",
        "LICENSE",
        "transformer/py.typed",
        "schemas/finding.schema.json",
        "docs/findings/duplicate-key.md",
        "tests/packaging/test_wheel.py",
        "fixtures/fleet/exports/rome/endpointslices.yaml",
        "scripts/export.sh",
        "scripts/action/check.sh",
        "action.yml",
        ".pre-commit-hooks.yaml",
        "share/man/man1/liqo-transform.1",
    }
    assert wanted <= names
    assert not [name for name in names if name.startswith((".venv", ".git/", ".tools", "out/"))]
