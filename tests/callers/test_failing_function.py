"""The executable by itself, with what no caller of ours can be made to send or do: it fails, and gives back nothing or
what came, never half of it."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
import yaml

from callers.builds import (
    EXEC,
    PROGRAM,
    Object,
    stream,
    through,
)
from callers.faults import FAULTS, TO_MILAN
from callers.fleets import export
from callers.programs import SECONDS, environment, run


@pytest.fixture(scope="module")
def listed(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The ResourceList that kustomize sends for rome's export."""
    folder = tmp_path_factory.mktemp("listed")
    recorder = folder / "recorder"
    recorder.write_text(f"#!/bin/sh\ntee {shlex.quote(str(folder / 'sent'))} | {PROGRAM}\n", encoding="utf-8")
    recorder.chmod(0o755)
    through(EXEC, folder, {"rome.yaml": export("rome")}, TO_MILAN, program=str(recorder)).checked()
    return (folder / "sent").read_bytes()


def items_of(text: bytes) -> list[Object]:
    """The items of a list."""
    items: list[Object] = yaml.load(text, yaml.CSafeLoader)["items"]
    return items


#: The last lines of a list for TO_MILAN.
CONFIGURED = b"functionConfig: " + yaml.safe_dump(TO_MILAN, default_flow_style=True, width=10_000).encode()
NO_LIST = {
    "nothing": b"",
    "blanks": b"\n \n",
    "a marker": b"---\n",
    "comments": b"# nothing\n---\n# here\n",
    "a number": b"42\n",
    "a word": b"items\n",
    "a sequence": b"- a\n- b\n",
    "an empty sequence": b"[]\n",
    "null": b"null\n",
    "no items": b"apiVersion: config.kubernetes.io/v1\nkind: ResourceList\n",
    "null for items": b"apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n",
    "a mapping for items": b"apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems: {a: b}\n",
    "a word for items": b"apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems: all\n",
    "another version": b"apiVersion: v1\nkind: ResourceList\nitems: []\n",
    "broken YAML": b"apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems: [\n",
    "broken YAML in an item": b"apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n- a: b: c\n",
    "broken JSON": b'{"apiVersion": "config.kubernetes.io/v1", "kind": "ResourceList", "items": [{]}',
    "no UTF-8": b"apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n- \xff\xfe\n",
    "a zero byte": b"apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n- a: \x00\n",
    "a program's output": b"INFO: starting\nTraceback (most recent call last):\n",
}


@pytest.mark.parametrize("text", NO_LIST.values(), ids=NO_LIST)
def test_what_is_no_list_gives_nothing_back(text: bytes) -> None:
    if text.startswith(b"apiVersion") and not text.endswith((b"[\n", b"c\n")):
        text += CONFIGURED
    done = run([PROGRAM], stdin=text)
    assert done.returncode in (1, 2)
    # What may be a stream of documents goes back as one, for want of a configuration.
    assert done.stdout == b"" or (done.stdout == text and b"kind:" not in text)
    assert done.stderr.startswith(f"{PROGRAM}: ".encode())
    assert b"Traceback (" not in done.stderr


@pytest.mark.parametrize("text", NO_LIST.values(), ids=NO_LIST)
def test_a_legacy_plugin_is_as_careful(text: bytes, tmp_path: Path) -> None:
    (tmp_path / "function.yaml").write_text(stream([TO_MILAN]), encoding="utf-8")
    done = run([PROGRAM, tmp_path / "function.yaml"], stdin=text, KUSTOMIZE_PLUGIN_CONFIG_ROOT=str(tmp_path))
    assert done.returncode in (1, 2)
    assert b"Traceback (" not in done.stderr
    assert done.stdout in (b"", text)


@pytest.mark.parametrize("end", [b"\nfunctionConfig:", b"\n  spec:", b"\n- ", b"\n    name:", b"milan"])
def test_half_a_list_fails(end: bytes, listed: bytes) -> None:
    """Cut off behind the last of these: what went before is a sound list."""
    half = listed[: listed.rindex(end)]
    assert len(half) > 1000
    for text in (half, half + b"\n"):
        done = run([PROGRAM], stdin=text)
        assert done.returncode in (1, 2), (text[-80:], done.stderr)
        if done.stdout:
            # What could be read goes back whole: kpt shows the results in it.
            assert items_of(done.stdout) == items_of(text)


@pytest.mark.parametrize("fault", FAULTS)
def test_items_come_back_as_they_came(fault: str) -> None:
    objects, config, _ = FAULTS[fault]
    given = yaml.safe_dump(
        {
            "apiVersion": "config.kubernetes.io/v1",
            "kind": "ResourceList",
            "items": [*objects],
            "functionConfig": config,
        },
        sort_keys=False,
    ).encode()
    done = run([PROGRAM], stdin=given)
    assert done.returncode in (1, 2)
    back = yaml.load(done.stdout, yaml.CSafeLoader)
    kept = back["items"][: len(objects)] if fault == "refused at failOn" else back["items"]
    assert kept == list(objects)
    assert {each["severity"] for each in back["results"]} & {"error", "info"}
    assert all(each["tags"]["code"] for each in back["results"])
    assert b"Traceback" not in done.stderr


def test_a_list_of_no_items_stays_one() -> None:
    text = b"apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems: []\n"
    done = run([PROGRAM], stdin=text + CONFIGURED)
    assert done.returncode == 0
    assert items_of(done.stdout) == []
    assert b"nothing-reflected" in done.stderr


class TestClosedStdout:
    """Nobody is there to take the list."""

    def test_a_reader_that_has_gone(self, listed: bytes) -> None:
        reader, writer = os.pipe()
        os.close(reader)
        try:
            done = self.start([PROGRAM], listed, writer)
        finally:
            os.close(writer)
        self.check(done)

    @pytest.mark.parametrize("unbuffered", ["", "1"])
    def test_a_reader_that_goes_after_some_bytes(self, unbuffered: str, listed: bytes) -> None:
        """More than a pipe holds, so that the function cannot be done before the reader goes."""
        comments = b"#" * 1000 + b"\n"
        head, _, rest = listed.partition(b"items:\n")
        long = head + b"items:\n" + rest.replace(b"\n- ", b"\n" + comments * 20 + b"- ", 20)
        assert len(long) > 400_000
        reader, writer = os.pipe()
        variables = environment(PYTHONUNBUFFERED=unbuffered)
        with subprocess.Popen(
            [PROGRAM], stdin=subprocess.PIPE, stdout=writer, stderr=subprocess.PIPE, env=variables
        ) as process:
            os.close(writer)
            assert process.stdin is not None
            process.stdin.write(long)
            process.stdin.close()
            assert os.read(reader, 100).startswith(b"apiVersion: config.kubernetes.io/v1\n")
            os.close(reader)
            assert process.stderr is not None
            said = process.stderr.read()
            status = process.wait(SECONDS)
        self.check(subprocess.CompletedProcess([PROGRAM], status, b"", said))

    def test_no_stdout_at_all(self, listed: bytes) -> None:
        self.check(self.start(["sh", "-c", f"exec {PROGRAM} >&-"], listed, subprocess.PIPE))

    def test_a_full_disk(self, listed: bytes) -> None:
        with open("/dev/full", "wb") as full:
            self.check(self.start([PROGRAM], listed, full.fileno()))

    def start(self, command: Sequence[str], stdin: bytes, stdout: int) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            command,
            input=stdin,
            stdout=stdout,
            stderr=subprocess.PIPE,
            env=environment(),
            timeout=SECONDS,
            check=False,
        )

    def check(self, done: subprocess.CompletedProcess[bytes]) -> None:
        assert done.returncode == 1
        assert not done.stdout
        assert done.stderr.startswith(f"{PROGRAM}: ".encode())
        assert b"Traceback" not in done.stderr
        assert b"Exception ignored" not in done.stderr


@pytest.mark.parametrize(
    ("number", "statuses"),
    [(signal.SIGTERM, (143, -15)), (signal.SIGINT, (130, -2)), (signal.SIGHUP, (129, -1)), (signal.SIGKILL, (-9,))],
)
def test_a_kill_in_the_middle_leaves_nothing(number: int, statuses: tuple[int, ...], listed: bytes) -> None:
    """It waits for the rest of a list whose beginning, more than a pipe holds, it has read."""
    head, _, rest = listed.partition(b"items:\n")
    beginning = head + b"items:\n" + rest.replace(b"\n- ", b"\n" + (b"#" * 1000 + b"\n") * 20 + b"- ", 20)
    with subprocess.Popen(
        [PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    ) as process:
        assert process.stdin is not None
        # Returns when all but what the pipe holds has been read.
        process.stdin.write(beginning[:300_000])
        process.stdin.flush()
        process.send_signal(number)
        out, said = process.communicate(timeout=SECONDS)
    assert process.returncode in statuses
    assert out == b""
    assert b"Traceback" not in said
