"""What all tests here need; without it they fail, and none is skipped."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from callers.examples import PLUGIN
from callers.programs import missing, run


@pytest.fixture(scope="session", autouse=True)
def real_programs() -> None:
    """kustomize, kubectl, kpt, the image and the stand-in for docker are there."""
    lack = missing()
    if lack is not None:
        pytest.fail(lack, pytrace=False)


@pytest.fixture
def plugin(tmp_path: Path) -> Path:
    """A copy of kustomize-plugin/ that a test may change."""
    return Path(shutil.copytree(PLUGIN, tmp_path / "kustomize-plugin", symlinks=True))


@pytest.fixture(scope="session")
def fleet(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the command line writes for the examples' fleet."""
    out = tmp_path_factory.mktemp("fleet") / "out"
    exports = PLUGIN / "examples" / "exports"
    done = run(["liqo-transform", "fleet", exports, "--consumer", "rome", "--fail-on", "warning", "-o", out])
    assert done.returncode == 0, done.stderr.decode()
    assert b"findings 0 errors, 0 warnings" in done.stderr
    return out
