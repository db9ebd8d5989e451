"""What a dry run says of the place that a folder is to have."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from transformer.output.place import place_findings


def messages(target: Path) -> list[str]:
    found = place_findings(target)
    assert {each.code for each in found} <= {"unwritable-output"}
    return [each.message for each in found]


def test_a_place_that_can_be_had(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    for name in ("there", "new", "new/deep/out"):
        assert messages(tmp_path / name) == []


def test_a_file_where_a_folder_is_needed(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="ascii")
    assert "Not a directory" in messages(tmp_path / "file" / "new" / "out")[0]


def test_a_name_that_no_file_system_takes(tmp_path: Path) -> None:
    assert "File name too long" in messages(tmp_path / "new" / ("x" * 256))[0]
    assert "File name too long" in messages(tmp_path / ("\u00e9" * 130) / "out")[0]
    assert len(messages(Path("a\0b"))) == 1


def denying(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Make the system say that we may not write in a folder, whoever we are."""
    allowed: Callable[..., bool] = os.access

    def access(path: Path, mode: int) -> bool:
        return path != folder and allowed(path, mode)

    monkeypatch.setattr(os, "access", access)


@pytest.mark.parametrize("denied", ["", "out"])
def test_a_folder_that_may_not_be_written_in(denied: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "out").mkdir()
    denying(monkeypatch, tmp_path / denied)
    (message,) = messages(tmp_path / "out")
    assert message.endswith(f'Permission denied ("{tmp_path / denied}")')


def test_a_file_system_that_is_read_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    denying(monkeypatch, tmp_path)

    class ReadOnly:
        f_flag = os.ST_RDONLY

    monkeypatch.setattr(os, "statvfs", lambda _: ReadOnly)
    assert "Read-only file system" in messages(tmp_path / "new")[0]
