"""Which files are read, in which order, each once; and what is no file, without waiting for it."""

from __future__ import annotations

import io
import os
import random
import socket
import stat
from pathlib import Path

import pytest

from transformer.findings.finding import Finding
from transformer.manifests import file_text
from transformer.manifests.files import find_inputs, reason
from transformer.manifests.limits import Limits
from transformer.manifests.manifest import Manifest
from transformer.manifests.reading import read_inputs


def an_object(name: str) -> str:
    return f"apiVersion: v1\nkind: A\nmetadata:\n  name: {name}\n"


def write(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(an_object(path.stem.lstrip(".")))


def read(*paths: object) -> tuple[list[str], list[tuple[str, str]]]:
    """The files that gave objects, and the findings with their files."""
    files = []
    findings = []
    for result in read_inputs([str(path) for path in paths]):
        if isinstance(result, Manifest):
            files.append(result.origin.file)
        else:
            findings.append((result.code, result.position().file))
    return files, findings


def test_a_folder_gives_its_manifests_in_byte_order_and_passes_the_rest_over(tmp_path: Path) -> None:
    write(
        tmp_path, "b.yaml", "a.yml", "c.json", "B.yaml", "d/x.yaml", "d-e/x.yaml", "é.yaml", "notes.txt", "x.yaml.bak"
    )
    write(tmp_path, ".hidden.yaml", ".git/x.yaml", "kustomization.yaml", "kustomization.yml", "d/Kustomization")
    names = ["B.yaml", "a.yml", "b.yaml", "c.json", "d-e/x.yaml", "d/x.yaml", "é.yaml"]
    assert read(tmp_path) == ([f"{tmp_path}/{name}" for name in names], [])


def test_what_is_passed_over_in_a_folder_is_read_when_named(tmp_path: Path) -> None:
    write(tmp_path, ".hidden.yaml", "notes.txt")
    paths = [f"{tmp_path}/.hidden.yaml", f"{tmp_path}/notes.txt"]
    assert read(*paths) == (paths, [])


def test_the_order_of_arguments_does_not_matter(tmp_path: Path) -> None:
    write(tmp_path, "a/n1.yaml", "a/n2.yaml", "b.yaml", "a-b/n3.yaml")
    arguments = [tmp_path / "a", tmp_path / "b.yaml", tmp_path / "a-b", tmp_path / "missing", tmp_path / "a/n2.yaml"]
    expected = read(*arguments)
    assert expected[0] == [f"{tmp_path}/{name}" for name in ("a-b/n3.yaml", "a/n1.yaml", "a/n2.yaml", "b.yaml")]
    for seed in range(5):
        random.Random(seed).shuffle(arguments)
        assert read(*arguments) == expected


def test_names_are_as_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "a/x.yaml")
    monkeypatch.chdir(tmp_path)
    for argument, name in (("a", "a/x.yaml"), ("a/", "a/x.yaml"), ("./a", "./a/x.yaml"), (".", "./a/x.yaml")):
        assert read(argument) == ([name], [])


def test_a_file_that_is_reached_twice_is_read_once(tmp_path: Path) -> None:
    write(tmp_path, "a/x.yaml")
    (tmp_path / "a" / "link.yaml").symlink_to("x.yaml")
    (tmp_path / "b").symlink_to("a")
    once = [f"{tmp_path}/a/link.yaml"]
    assert read(tmp_path, tmp_path / "a" / "x.yaml", tmp_path / "b", tmp_path / "a") == (once, [])


def test_a_link_to_a_file_elsewhere_is_read(tmp_path: Path) -> None:
    write(tmp_path, "elsewhere/x.txt")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "x.yaml").symlink_to("../elsewhere/x.txt")
    assert read(tmp_path / "in") == ([f"{tmp_path}/in/x.yaml"], [])


def test_links_in_a_circle(tmp_path: Path) -> None:
    write(tmp_path, "a/x.yaml")
    (tmp_path / "a" / "up").symlink_to("..")
    (tmp_path / "a" / "self").symlink_to("self")
    (tmp_path / "a" / "self.yaml").symlink_to("self.yaml")
    files, findings = read(tmp_path)
    assert files == [f"{tmp_path}/a/x.yaml"]
    assert sorted(findings) == [("unreadable-file", f"{tmp_path}/a/{name}") for name in ("self", "self.yaml", "up")]


def test_a_dangling_link_is_reported_where_it_would_be_read(tmp_path: Path) -> None:
    write(tmp_path, "x.yaml")
    (tmp_path / "gone.yaml").symlink_to("nowhere")
    (tmp_path / "gone").symlink_to("nowhere")
    assert read(tmp_path) == ([f"{tmp_path}/x.yaml"], [("unreadable-file", f"{tmp_path}/gone.yaml")])


def test_pipes_sockets_and_devices_are_refused_and_never_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    os.mkfifo(tmp_path / "pipe")
    server = socket.socket(socket.AF_UNIX)
    server.bind(str(tmp_path / "socket.yaml"))
    (tmp_path / "device.yaml").symlink_to("/dev/zero")
    try:
        results = list(read_inputs([str(tmp_path), str(tmp_path / "pipe")]))
    finally:
        server.close()
    messages = {Path(result.position().file).name: result.message for result in results if isinstance(result, Finding)}
    assert len(results) == len(messages) == 4
    assert {name: message.split(": ")[1].split(",")[0] for name, message in messages.items()} == {
        "pipe.yaml": "it is a pipe",
        "pipe": "it is a pipe",
        "socket.yaml": "it is a socket",
        "device.yaml": "it is a device",
    }


def test_a_file_that_turns_into_a_pipe_before_it_is_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = tmp_path / "x.yaml"
    os.mkfifo(pipe)
    regular = os.stat_result((stat.S_IFREG, 0, 0, 1, 0, 0, 0, 0, 0, 0))
    monkeypatch.setattr(os, "stat", lambda _path: regular)
    finding = file_text.read_source(str(pipe), Limits(), None)
    assert isinstance(finding, Finding)
    assert "it is a pipe" in finding.message


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("missing.yaml", "there is no such file or folder"),
        ("", "there is no such file or folder"),
        ("x\0y", "its name is none that a file can have"),
        ("a" * 300, "its name is longer than a file's can be"),
        ("/dev/null/x", "a part of its path is no folder"),
    ],
)
def test_a_path_that_leads_nowhere(name: str, why: str) -> None:
    (finding,) = read_inputs([name])
    assert isinstance(finding, Finding)
    assert (finding.code, finding.position().file) == ("unreadable-file", name)
    assert finding.message.endswith(why)


def test_no_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "x.yaml", "folder/y.yaml")

    def refuse(*_arguments: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    assert read(tmp_path / "x.yaml") == ([], [("unreadable-file", f"{tmp_path}/x.yaml")])
    monkeypatch.setattr(os, "listdir", refuse)
    (finding,) = read_inputs([str(tmp_path / "folder")])
    assert isinstance(finding, Finding)
    assert "permission denied" in finding.message


def test_a_file_that_fails_while_it_is_read() -> None:
    # The memory of a process, whose first page is never there.
    (finding,) = read_inputs(["/proc/self/mem"])
    assert isinstance(finding, Finding)
    assert (finding.code, finding.message.endswith("cannot be read: input/output error")) == ("unreadable-file", True)


def test_a_reason_without_words() -> None:
    assert reason(OSError()) == "the operating system refuses it"


def test_standard_input_is_read_once_and_called_a_dash() -> None:
    stdin = io.BytesIO(an_object("a").encode())
    (manifest,) = read_inputs(["-", "-"], stdin=stdin)
    assert isinstance(manifest, Manifest)
    assert (manifest.origin.file, manifest.origin.at(("kind",)).position().file) == ("-", "-")


def test_standard_input_is_that_of_the_program_unless_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(an_object("a").encode())))
    assert read("-") == (["-"], [])


class Failing(io.BytesIO):
    def read(self, _size: int | None = -1, /) -> bytes:
        raise OSError(5, "Input/output error")


def test_standard_input_that_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = io.BytesIO()
    closed.close()
    for stdin, why in ((closed, "standard input is closed"), (Failing(), "input/output error")):
        (finding,) = read_inputs(["-"], stdin=stdin)
        assert isinstance(finding, Finding)
        assert (finding.code, finding.message.endswith(why)) == ("unreadable-file", True)
    monkeypatch.setattr("sys.stdin", None)
    assert read("-") == ([], [("unreadable-file", "-")])


def test_each_path_that_holds_nothing_is_named(tmp_path: Path) -> None:
    write(tmp_path, "full/x.yaml", "txt/x.txt")
    (tmp_path / "empty").mkdir()
    (tmp_path / "blank.yaml").write_text("---\n\n# nothing\n---\nnull\n")
    files, findings = read(tmp_path / "full", tmp_path / "empty", tmp_path / "txt", tmp_path / "blank.yaml")
    assert files == [f"{tmp_path}/full/x.yaml"]
    assert findings == [("no-manifests", f"{tmp_path}/{name}") for name in ("blank.yaml", "empty", "txt")]
    assert find_inputs([str(tmp_path / "empty")]).files == []


def test_standard_input_that_holds_nothing() -> None:
    (finding,) = read_inputs(["-"], stdin=io.BytesIO())
    assert isinstance(finding, Finding)
    assert (finding.code, finding.message) == ("no-manifests", "standard input holds no manifest")


def test_a_path_with_a_fault_is_not_called_empty_too(tmp_path: Path) -> None:
    write(tmp_path, "ok.yaml")
    (tmp_path / "bad.yaml").write_text("a: [")
    assert read(tmp_path / "bad.yaml") == ([], [("invalid-yaml", f"{tmp_path}/bad.yaml")])


def test_a_fault_in_one_file_does_not_keep_the_others_from_being_read(tmp_path: Path) -> None:
    write(tmp_path, "a.yaml", "c.yaml")
    (tmp_path / "b.yaml").write_text("a: [")
    (tmp_path / "d.yaml").write_bytes(b"\xff")
    files, findings = read(tmp_path)
    assert files == [f"{tmp_path}/a.yaml", f"{tmp_path}/c.yaml"]
    assert findings == [("invalid-yaml", f"{tmp_path}/b.yaml"), ("unreadable-file", f"{tmp_path}/d.yaml")]
