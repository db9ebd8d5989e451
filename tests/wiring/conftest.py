"""What the tests of the wiring start from."""

from __future__ import annotations

from pathlib import Path

import pytest

from wiring.repository import copied, make_programs, make_repository


@pytest.fixture(scope="session")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with the shipped fleet and its golden folder, and the folder `bin` of the programs beside it."""
    place = tmp_path_factory.mktemp("original")
    return make_repository(place / "repository", make_programs(place / "bin"))


@pytest.fixture
def repository(tmp_path: Path, original: Path) -> Path:
    """A copy of the repository that a test may change, with the programs beside it."""
    return copied(original, tmp_path)
