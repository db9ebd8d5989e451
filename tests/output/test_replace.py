"""The folder is replaced whole or not at all, whatever fails and whenever the run is killed."""

from __future__ import annotations

import builtins
import errno
import os
import shutil
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from transformer.findings.finding import Finding, Severity
from transformer.output.replace import recover_interrupted, replace_folder
from transformer.output.state import RunRecord, with_state
from transformer.output.tree import OutputFile


def result(*numbers: int) -> Iterator[tuple[str, bytes]]:
    """The files of a run with a file for each number, the record at the end."""
    files = [OutputFile(f"milan/shop/{number}.yaml", "milan", ({"a": number},)) for number in numbers]
    return with_state(files, RunRecord("1", "fleet", "direct"), ())


def replace(target: Path, *numbers: int, force: bool = False) -> list[Finding]:
    return replace_folder(target, result(*numbers), command="fleet", force=force)


def tree(folder: Path) -> dict[str, bytes]:
    """All files below a folder; links and empty folders count too."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else b"(no file)"
        for path in sorted(folder.rglob("*"))
        if not path.is_dir() or not any(path.iterdir())
    }


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def expected(*numbers: int) -> dict[str, bytes]:
    return dict(result(*numbers))


def test_a_missing_folder_is_created_with_its_parents(tmp_path: Path) -> None:
    assert replace(tmp_path / "a" / "b" / "out", 1, 2) == []
    assert tree(tmp_path / "a" / "b" / "out") == expected(1, 2)
    assert names(tmp_path / "a" / "b") == ["out"]


def test_the_old_result_is_gone_whole(tmp_path: Path) -> None:
    assert replace(tmp_path / "out", 1, 2) == []
    assert replace(tmp_path / "out", 2, 3) == []
    assert tree(tmp_path / "out") == expected(2, 3)
    assert names(tmp_path) == ["out"]


def test_an_empty_folder_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    assert replace(tmp_path / "out", 1) == []
    assert tree(tmp_path / "out") == expected(1)


def test_a_relative_target_is_below_the_working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert replace(Path("x/../out"), 1) == []
    assert tree(tmp_path / "out") == expected(1)


def test_a_link_to_a_folder_is_followed_and_stays(tmp_path: Path) -> None:
    (tmp_path / "disk" / "real").mkdir(parents=True)
    (tmp_path / "out").symlink_to("disk/real")
    assert replace(tmp_path / "out", 1) == []
    assert (tmp_path / "out").is_symlink()
    assert tree(tmp_path / "disk" / "real") == expected(1)
    assert names(tmp_path / "disk") == ["real"]


def test_a_folder_of_somebody_else_stays_as_it_was_without_force(tmp_path: Path) -> None:
    (tmp_path / "out" / "mine").mkdir(parents=True)
    (tmp_path / "out" / "mine" / "file").write_bytes(b"dear to me")
    (found,) = replace(tmp_path / "out", 1)
    assert found.code == "output-not-ours"
    assert tree(tmp_path) == {"out/mine/file": b"dear to me"}
    assert replace(tmp_path / "out", 1, force=True) == []
    assert tree(tmp_path / "out") == expected(1)


def test_the_target_of_a_link_in_a_replaced_folder_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "else").mkdir()
    (tmp_path / "else" / "file").write_bytes(b"dear to me")
    assert replace(tmp_path / "out", 1) == []
    (tmp_path / "out" / "link").symlink_to(tmp_path / "else")
    assert replace(tmp_path / "out", 2, force=True) == []
    assert tree(tmp_path) == {"else/file": b"dear to me"} | {f"out/{k}": v for k, v in expected(2).items()}


def test_a_refused_target_makes_no_parents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_bytes(b"")
    (found,) = replace(tmp_path / "file" / "x" / "out", 1)
    assert found.code == "unwritable-output"
    monkeypatch.setattr(os, "rename", failing(PermissionError, 0))
    (found,) = replace(tmp_path / "a" / "b" / "out", 1)
    assert found.code == "unwritable-output"
    assert names(tmp_path) == ["file"]


def test_modes_follow_the_umask(tmp_path: Path) -> None:
    for umask in (0o022, 0o027, 0o077):
        before = os.umask(umask)
        try:
            assert replace(tmp_path / "out", 1) == []
        finally:
            os.umask(before)
        modes = {path.stat().st_mode & 0o777 for path in (tmp_path / "out").rglob("*") if path.is_file()}
        folders = {path.stat().st_mode & 0o777 for path in [tmp_path / "out", tmp_path / "out" / "milan"]}
        assert modes == {0o666 & ~umask}
        assert folders == {0o777 & ~umask}


@pytest.mark.parametrize("path", ["", "/etc/x", "../x", "a/../../x", "..", "/"])
def test_a_path_that_leaves_the_folder_is_our_mistake_and_leaves_nothing(tmp_path: Path, path: str) -> None:
    assert replace(tmp_path / "out", 1) == []
    with pytest.raises(ValueError, match="no path below"):
        replace_folder(tmp_path / "out", [("a", b""), (path, b"x")], command="fleet")
    assert tree(tmp_path / "out") == expected(1)
    assert names(tmp_path) == ["out"]


def test_two_files_of_one_path_are_refused(tmp_path: Path) -> None:
    (found,) = replace_folder(tmp_path / "out", [("a/b", b"1"), ("a/b", b"2")], command="fleet")
    assert found.code == "unwritable-output"
    assert names(tmp_path) == []


def test_what_the_generator_raises_is_raised_and_nothing_left(tmp_path: Path) -> None:
    assert replace(tmp_path / "out", 1) == []

    def broken() -> Iterator[tuple[str, bytes]]:
        yield "a", b""
        raise KeyError("ours")

    with pytest.raises(KeyError, match="ours"):
        replace_folder(tmp_path / "out", broken(), command="fleet")
    assert tree(tmp_path / "out") == expected(1)
    assert names(tmp_path) == ["out"]


def failing(error: type[BaseException], after: int, real: Callable[..., Any] | None = None) -> Callable[..., Any]:
    """A function that does as the real one does some times, then fails once, then does again."""
    calls = iter(range(10**6))

    def function(*arguments: Any, **keywords: Any) -> Any:
        if next(calls) == after:
            if issubclass(error, PermissionError):
                raise error(errno.EACCES, "Permission denied", str(arguments[0]))
            raise error(errno.ENOSPC, "No space left on device") if issubclass(error, OSError) else error()
        assert real is not None
        return real(*arguments, **keywords)

    return function


# How often each function is called when a folder with three files is replaced by one with three.
STEPS = [(os, "mkdir", 4), (builtins, "open", 3), (os, "rename", 2)]
POINTS = [(module, name, after) for module, name, count in STEPS for after in range(count)]


@pytest.mark.parametrize("error", [PermissionError, OSError, KeyboardInterrupt])
@pytest.mark.parametrize(("module", "name", "after"), POINTS)
def test_a_failure_at_any_step_leaves_the_old_tree_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: Any, name: str, after: int, error: type[BaseException]
) -> None:
    assert replace(tmp_path / "out", 1, 2) == []
    monkeypatch.setattr(module, name, failing(error, after, getattr(module, name)))
    if error is KeyboardInterrupt:
        with pytest.raises(KeyboardInterrupt):
            replace(tmp_path / "out", 3, 4)
    else:
        (found,) = replace(tmp_path / "out", 3, 4)
        assert (found.code, found.severity) == ("unwritable-output", Severity.ERROR)
        assert ("Permission denied" if error is PermissionError else "No space left") in found.message
        assert ".liqo-transform-" not in found.message
    monkeypatch.undo()
    assert tree(tmp_path / "out") == expected(1, 2)
    assert names(tmp_path) == ["out"]


def test_a_disk_that_is_full_while_a_file_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert replace(tmp_path / "out", 1) == []
    # Writing to this device fails as on a full disk; only the new files are redirected to it.
    real_open = builtins.open

    def full(path: Any, mode: str = "r", *arguments: Any, **keywords: Any) -> Any:
        return real_open("/dev/full" if mode == "xb" else path, "wb" if mode == "xb" else mode, *arguments, **keywords)

    monkeypatch.setattr(builtins, "open", full)
    (found,) = replace(tmp_path / "out", 2)
    assert found.code == "unwritable-output"
    assert "No space left on device" in found.message
    monkeypatch.undo()
    assert tree(tmp_path / "out") == expected(1)
    assert names(tmp_path) == ["out"]


def test_an_old_tree_that_cannot_be_removed_is_a_warning_and_removed_by_the_next_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert replace(tmp_path / "out", 1) == []
    monkeypatch.setattr(shutil, "rmtree", failing(OSError, 0))
    (found,) = replace(tmp_path / "out", 2)
    assert (found.code, found.severity) == ("unwritable-output", Severity.WARNING)
    monkeypatch.undo()
    assert tree(tmp_path / "out") == expected(2)
    assert len(names(tmp_path)) == 2
    assert replace(tmp_path / "out", 3) == []
    assert tree(tmp_path / "out") == expected(3)
    assert names(tmp_path) == ["out"]


def test_a_read_only_old_tree_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert replace(tmp_path / "out", 1) == []
    (tmp_path / "out" / "milan" / "shop").chmod(0o500)
    # Permissions do not bind the superuser, so the refusal that others meet is played.
    real_rmtree = shutil.rmtree

    def refuse_read_only(folder: Path) -> None:
        if any(path.is_dir() and not path.stat().st_mode & 0o200 for path in folder.rglob("*")):
            raise PermissionError(errno.EACCES, "Permission denied", str(folder))
        real_rmtree(folder)

    monkeypatch.setattr(shutil, "rmtree", refuse_read_only)
    assert replace(tmp_path / "out", 2) == []
    assert tree(tmp_path / "out") == expected(2)
    assert names(tmp_path) == ["out"]


def killed_at(module: Any, name: str, after: int, work: Callable[[], object]) -> None:
    """Do the work in a child process that is killed instead of the call ``after`` of a function."""
    child = os.fork()
    if child == 0:
        real, calls = getattr(module, name), iter(range(10**6))

        def function(*arguments: Any, **keywords: Any) -> Any:
            if next(calls) == after:
                os.kill(os.getpid(), signal.SIGKILL)
            return real(*arguments, **keywords)

        setattr(module, name, function)
        try:
            work()
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status)
    assert os.WTERMSIG(status) == signal.SIGKILL


@pytest.mark.parametrize(("module", "name", "after"), [*POINTS, (shutil, "rmtree", 0)])
def test_a_run_killed_at_any_step_leaves_old_or_new_whole_and_the_next_run_cleans_up(
    tmp_path: Path, module: Any, name: str, after: int
) -> None:
    target = tmp_path / "out"
    assert replace(target, 1, 2) == []
    killed_at(module, name, after, lambda: replace(target, 3, 4))
    recover_interrupted(target)
    assert tree(target) in (expected(1, 2), expected(3, 4))
    assert names(tmp_path) == ["out"]
    killed_at(module, name, after, lambda: replace(target, 5, 6))
    assert replace(target, 7) == []
    assert tree(target) == expected(7)
    assert names(tmp_path) == ["out"]


def test_a_foreign_folder_that_was_moved_away_by_a_killed_run_is_back_and_still_refused(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "file").write_bytes(b"dear to me")
    killed_at(os, "rename", 1, lambda: replace(tmp_path / "out", 1, force=True))
    assert not (tmp_path / "out").exists()
    (found,) = replace(tmp_path / "out", 1)
    assert found.code == "output-not-ours"
    assert tree(tmp_path) == {"out/file": b"dear to me"}


def test_nothing_is_recovered_where_nothing_was_interrupted(tmp_path: Path) -> None:
    recover_interrupted(tmp_path / "missing" / "out")
    recover_interrupted(tmp_path / "a\0b")
    assert replace(tmp_path / "out", 1) == []
    recover_interrupted(tmp_path / "out")
    assert tree(tmp_path / "out") == expected(1)


def test_the_remains_of_another_folders_run_are_left_alone(tmp_path: Path) -> None:
    killed_at(builtins, "open", 1, lambda: replace(tmp_path / "one", 1, 2))
    remains = tree(tmp_path)
    assert replace(tmp_path / "two", 3) == []
    assert tree(tmp_path) == remains | {f"two/{path}": content for path, content in expected(3).items()}
    assert replace(tmp_path / "one", 4) == []
    assert names(tmp_path) == ["one", "two"]


def test_two_runs_at_once_leave_one_of_the_two_results(tmp_path: Path) -> None:
    target = tmp_path / "out"
    assert replace(target, 0) == []
    children = []
    for number in (1, 2, 3, 4):
        child = os.fork()
        if child == 0:
            failed = True
            try:
                failed = replace(target, *range(number * 10, number * 10 + 5)) != []
            finally:
                os._exit(failed)
        children.append(child)
    assert [os.waitpid(child, 0)[1] for child in children] == [0, 0, 0, 0]
    assert tree(target) in [expected(*range(number * 10, number * 10 + 5)) for number in (1, 2, 3, 4)]
    assert names(tmp_path) == ["out"]


def test_without_locks_a_folder_is_replaced_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fcntl.flock", failing(OSError, 0))
    assert replace(tmp_path / "out", 1) == []
    assert tree(tmp_path / "out") == expected(1)


def test_a_target_that_no_system_has_is_a_finding(tmp_path: Path) -> None:
    for name in ("a\0b", "x" * 300):
        (found,) = replace(tmp_path / name, 1)
        assert found.code == "unwritable-output"
    assert names(tmp_path) == []


@pytest.mark.parametrize("end", [KeyboardInterrupt, SystemExit])
def test_an_end_while_the_old_result_is_removed_leaves_nothing_behind(
    end: type[BaseException], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert replace(tmp_path / "out", 1) == []
    remove, ends = shutil.rmtree, [end]

    def interrupted(path: Path) -> None:
        if ends:
            raise ends.pop()
        remove(path)

    monkeypatch.setattr(shutil, "rmtree", interrupted)
    with pytest.raises(end):
        replace(tmp_path / "out", 2)
    assert names(tmp_path) == ["out"]
    assert tree(tmp_path / "out") == expected(2)


def test_a_warning_about_the_old_result_reads_like_every_other_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert replace(tmp_path / "out", 1) == []

    def refuse(path: Path) -> None:
        raise OSError(errno.EIO, "Input/output error", str(path))

    monkeypatch.setattr(shutil, "rmtree", refuse)
    (warning,) = replace(tmp_path / "out", 2)
    assert warning.message.startswith("the output folder")
    assert not warning.message.endswith(".")
