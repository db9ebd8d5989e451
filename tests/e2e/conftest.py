"""The repository of the shipped fleet that is reviewed: made once a module, copied for each test."""

from __future__ import annotations

from pathlib import Path

import pytest

from e2e.reviewed_fleet import Repository, copied, make_repository


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    """The repository with its golden folder, for tests that change nothing."""
    return make_repository(tmp_path_factory.mktemp("original") / "repository")


@pytest.fixture
def repository(original: Repository, tmp_path: Path) -> Repository:
    """A copy of it, to be changed."""
    return copied(original, tmp_path / "repository")
