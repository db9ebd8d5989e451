"""Which folders may be replaced: unwritable-output and output-not-ours, and what --force can and cannot do."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from transformer.output.ownership import is_hollow, is_result, target_findings
from transformer.output.replace import replace_folder
from transformer.output.state import STATE_FILE, RunRecord, with_state
from transformer.output.tree import OutputFile

FILES = (
    OutputFile("milan/a.yaml", "milan", ({"a": 1},)),
    OutputFile("turin/b/c.yaml", "turin", ({"b": 2},)),
)


def write_ours(folder: Path, command: str = "fleet") -> None:
    written = with_state(FILES, RunRecord("1", command, "direct"), ())
    assert replace_folder(folder, written, command=command) == []


def codes(
    target: Path, *, command: str = "fleet", force: bool = False, inputs: tuple[Path, ...] = ()
) -> list[tuple[str, str]]:
    found = target_findings(target, command, force=force, inputs=inputs)
    assert all(each.position().file == str(target) for each in found)
    return [(each.code, each.message) for each in found]


def test_a_missing_an_empty_and_our_own_folder_may_be_replaced(tmp_path: Path) -> None:
    assert codes(tmp_path / "missing" / "deep") == []
    (tmp_path / "empty" / "hollow").mkdir(parents=True)
    assert codes(tmp_path / "empty") == []
    write_ours(tmp_path / "ours")
    assert codes(tmp_path / "ours") == []


def test_a_result_that_was_edited_or_thinned_out_is_still_ours(tmp_path: Path) -> None:
    write_ours(tmp_path / "out")
    (tmp_path / "out" / "milan" / "a.yaml").write_text("edited", encoding="ascii")
    (tmp_path / "out" / "turin" / "b" / "c.yaml").unlink()
    assert codes(tmp_path / "out") == []


def test_a_folder_with_files_and_no_record_is_not_ours(tmp_path: Path) -> None:
    (tmp_path / "out" / "notes").mkdir(parents=True)
    (tmp_path / "out" / "notes" / "todo.txt").write_text("", encoding="ascii")
    ((code, message),) = codes(tmp_path / "out")
    assert code == "output-not-ours"
    assert STATE_FILE in message
    assert codes(tmp_path / "out", force=True) == []


def test_a_broken_record_is_not_ours(tmp_path: Path) -> None:
    write_ours(tmp_path / "out")
    (tmp_path / "out" / STATE_FILE).write_text("{}", encoding="ascii")
    assert [code for code, _ in codes(tmp_path / "out")] == ["output-not-ours"]
    assert codes(tmp_path / "out", force=True) == []


def test_another_commands_result_is_named(tmp_path: Path) -> None:
    write_ours(tmp_path / "out", command="consumer")
    ((code, message),) = codes(tmp_path / "out", command="provider")
    assert code == "output-not-ours"
    assert '"consumer"' in message
    assert codes(tmp_path / "out", command="provider", force=True) == []


@pytest.mark.parametrize("name", ["mine.yaml", "milan/mine.yaml", "turin/b/c.yaml.orig", ".hidden", "new/deep/er"])
def test_a_file_of_somebody_else_is_named(tmp_path: Path, name: str) -> None:
    write_ours(tmp_path / "out")
    (tmp_path / "out" / name).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / "out" / name).write_text("", encoding="ascii")
    ((code, message),) = codes(tmp_path / "out")
    assert code == "output-not-ours"
    assert f'"{name}"' in message
    assert codes(tmp_path / "out", force=True) == []


def test_a_link_in_the_folder_is_somebody_elses_and_not_followed(tmp_path: Path) -> None:
    write_ours(tmp_path / "out")
    (tmp_path / "loop").symlink_to(tmp_path / "out")
    (tmp_path / "out" / "milan" / "link").symlink_to(tmp_path / "loop")
    ((code, message),) = codes(tmp_path / "out")
    assert code == "output-not-ours"
    assert '"milan/link"' in message


def test_many_files_of_somebody_else_are_counted(tmp_path: Path) -> None:
    write_ours(tmp_path / "out")
    for index in range(8):
        (tmp_path / "out" / f"{index}.txt").write_text("", encoding="ascii")
    ((_, message),) = codes(tmp_path / "out")
    assert '"0.txt", "1.txt", "2.txt" and 5 more' in message


def test_a_file_a_pipe_and_a_device_are_no_folders(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="ascii")
    os.mkfifo(tmp_path / "pipe")
    for target in (tmp_path / "file", tmp_path / "pipe", Path("/dev/null")):
        assert [code for code, _ in codes(target, force=True)] == ["unwritable-output"]


def test_a_folder_below_a_file_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="ascii")
    assert [code for code, _ in codes(tmp_path / "file" / "out", force=True)] == ["unwritable-output"]


def test_a_link_to_a_folder_stands_for_it(tmp_path: Path) -> None:
    write_ours(tmp_path / "real")
    (tmp_path / "link").symlink_to("real")
    assert codes(tmp_path / "link") == []
    (tmp_path / "real" / "mine").write_text("", encoding="ascii")
    assert [code for code, _ in codes(tmp_path / "link")] == ["output-not-ours"]


def test_a_link_to_nothing_and_a_link_to_itself_are_refused(tmp_path: Path) -> None:
    (tmp_path / "dangling").symlink_to("nowhere")
    (tmp_path / "loop").symlink_to("loop")
    for name in ("dangling", "loop"):
        assert [code for code, _ in codes(tmp_path / name, force=True)] == ["unwritable-output"]


def test_the_root_and_a_mount_point_are_refused_even_by_force() -> None:
    for target in (Path("/"), Path("/proc")):
        assert [code for code, _ in codes(target, force=True)] == ["unwritable-output"]


def test_the_working_directory_and_what_holds_it_are_refused_even_by_force(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "a" / "b")
    for target in (Path(), Path(".."), tmp_path / "a", tmp_path / "a" / "b"):
        assert [code for code, _ in codes(target, force=True)] == ["unwritable-output"]
    assert codes(Path("c"), force=True) == []
    assert codes(tmp_path / "a" / "b" / "c", force=True) == []


def test_a_deleted_working_directory_is_a_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gone").mkdir()
    (tmp_path / "out").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    assert [code for code, _ in codes(tmp_path / "out")] == ["unwritable-output"]
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("name", ["out", "out/exports", "out/exports/rome.yaml", "link/rome.yaml"])
def test_a_folder_that_holds_an_input_is_refused_even_by_force(tmp_path: Path, name: str) -> None:
    (tmp_path / "out" / "exports").mkdir(parents=True)
    (tmp_path / "out" / "exports" / "rome.yaml").write_text("", encoding="ascii")
    (tmp_path / "link").symlink_to("out/exports")
    ((code, message),) = codes(tmp_path / "out", force=True, inputs=(tmp_path / "else", tmp_path / name))
    assert code == "output-not-ours"
    assert str(tmp_path / name) in message


def test_an_input_beside_the_folder_is_fine(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    assert codes(tmp_path / "out", inputs=(tmp_path / "out2", tmp_path / "outer" / "x.yaml")) == []


@pytest.mark.parametrize("name", ["ex/rome/out", "ex/rome/deep/out", "link/out"])
@pytest.mark.parametrize("force", [False, True])
def test_a_folder_in_an_input_would_be_read_next_time(name: str, force: bool, tmp_path: Path) -> None:
    (tmp_path / "ex" / "rome").mkdir(parents=True)
    (tmp_path / "link").symlink_to("ex/rome")
    ((code, message),) = codes(tmp_path / name, force=force, inputs=(tmp_path / "else", tmp_path / "ex" / "rome"))
    assert code == "unwritable-output"
    assert message.endswith(f'it lies in the input "{tmp_path}/ex/rome", and would be read as an input next time')


def test_a_folder_in_an_input_that_is_never_read_is_fine(tmp_path: Path) -> None:
    (tmp_path / "rome").mkdir()
    assert codes(tmp_path / "rome" / ".out", inputs=(tmp_path / "rome",)) == []
    assert codes(tmp_path / "rome" / ".hidden" / "out", inputs=(tmp_path / "rome",)) == []


def test_what_is_a_result_and_what_holds_nothing(tmp_path: Path) -> None:
    write_ours(tmp_path / "ours")
    (tmp_path / "export" / "deep").mkdir(parents=True)
    assert is_result(tmp_path / "ours")
    assert not is_hollow(tmp_path / "ours")
    assert not is_result(tmp_path / "export")
    assert is_hollow(tmp_path / "export")
    (tmp_path / "export" / "deep" / "nodes.yaml").write_text("", encoding="ascii")
    assert not is_hollow(tmp_path / "export")


def test_a_path_that_no_system_has_is_a_finding(tmp_path: Path) -> None:
    for name in ("a\0b", "x" * 300):
        assert [code for code, _ in codes(tmp_path / name)] == ["unwritable-output"]


def test_a_folder_that_cannot_be_listed_is_a_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_ours(tmp_path / "out")

    def refuse(path: Path) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(os, "scandir", refuse)
    ((code, message),) = codes(tmp_path / "out")
    assert code == "unwritable-output"
    assert "Permission denied" in message
