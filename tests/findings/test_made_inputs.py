"""Codes whose cause no file can hold: a device, a folder that is not ours, a full disk, a very long annotation.

Each is raised through the command line, and each has a near miss that does not raise it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

PLAIN = Path(__file__).parents[2] / "fixtures" / "findings" / "unknown-address" / "passing" / "input" / "rome.yaml"
DATA_KEY = "liqo.io/direct-connections-data"
DATA = '{"clusterAddresses":{"turin":["10.62.0.9"]}}'
LARGEST = 262_144


@dataclass(frozen=True)
class Run:
    """How a command ended, and the codes that it reported."""

    status: int
    codes: list[str]
    stderr: str


def consumer(*arguments: str, stdin: bytes | None = None) -> Run:
    """Run ``consumer`` for rome and milan with a JSON report on stdout."""
    command = [sys.executable, "-m", "transformer", "consumer", "--consumer", "rome", "--provider", "milan"]
    done = subprocess.run(
        [*command, "--report", "json", *arguments], input=stdin or b"", capture_output=True, check=False, timeout=60
    )
    text = done.stdout.decode()
    codes = [found["code"] for found in json.loads(text)["findings"]] if text.startswith("{") else []
    return Run(done.returncode, codes, done.stderr.decode())


@pytest.fixture
def output(tmp_path: Path) -> Path:
    """A path for the output folder, which does not exist yet."""
    return tmp_path / "out"


def test_a_missing_file_is_unreadable(tmp_path: Path) -> None:
    run = consumer(str(tmp_path / "rome.yaml"), "--dry-run")
    assert (run.status, run.codes) == (1, ["unreadable-file"])


def test_a_device_is_unreadable() -> None:
    run = consumer("/dev/zero", "--dry-run")
    assert (run.status, run.codes) == (1, ["unreadable-file"])


def test_a_pipe_in_a_file_s_place_is_unreadable_and_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "rome.yaml"
    os.mkfifo(pipe)
    run = consumer(str(pipe), "--dry-run")
    assert (run.status, run.codes) == (1, ["unreadable-file"])


def test_latin_1_is_unreadable(tmp_path: Path) -> None:
    file = tmp_path / "rome.yaml"
    file.write_bytes(PLAIN.read_text(encoding="utf-8").replace("name: web\n", "name: web # café\n").encode("latin-1"))
    run = consumer(str(file), "--dry-run")
    assert (run.status, run.codes) == (1, ["unreadable-file"])


def test_utf_16_with_a_byte_order_mark_and_standard_input_are_read(tmp_path: Path) -> None:
    file = tmp_path / "rome.yaml"
    file.write_bytes(PLAIN.read_text(encoding="utf-8").encode("utf-16"))
    for run in (consumer(str(file), "--dry-run"), consumer("-", "--dry-run", stdin=PLAIN.read_bytes())):
        assert (run.status, run.codes) == (0, [])


def test_an_empty_standard_input_holds_no_manifest() -> None:
    run = consumer("-", "--dry-run", stdin=b"")
    assert (run.status, run.codes) == (1, ["no-manifests"])


def test_a_file_where_the_output_folder_should_be_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder\n", encoding="utf-8")
    run = consumer(str(PLAIN), "-o", str(tmp_path / "file" / "out"))
    assert (run.status, run.codes) == (1, ["unwritable-output"])
    assert (tmp_path / "file").read_text(encoding="utf-8") == "not a folder\n"


def test_a_new_folder_can_be_written(output: Path) -> None:
    run = consumer(str(PLAIN), "-o", str(output))
    assert (run.status, run.codes) == (0, [])
    assert (output / "milan" / "shadowendpointslices" / "shop-rome" / "web-abc12.yaml").is_file()


def test_a_report_on_a_full_disk_cannot_be_written() -> None:
    run = consumer(str(PLAIN), "--dry-run", "--report", "json:/dev/full")
    assert run.status == 1
    assert "unwritable-output" in run.stderr


def test_a_folder_with_other_files_is_left_alone(output: Path) -> None:
    output.mkdir()
    (output / "notes.txt").write_text("mine\n", encoding="utf-8")
    run = consumer(str(PLAIN), "-o", str(output))
    assert (run.status, run.codes) == (1, ["output-not-ours"])
    assert [path.name for path in output.iterdir()] == ["notes.txt"]


def test_force_replaces_a_folder_with_other_files(output: Path) -> None:
    output.mkdir()
    (output / "notes.txt").write_text("mine\n", encoding="utf-8")
    run = consumer(str(PLAIN), "-o", str(output), "--force")
    assert run.status == 0
    assert not (output / "notes.txt").exists()


def test_an_empty_folder_and_the_folder_of_an_earlier_run_are_ours(output: Path) -> None:
    output.mkdir()
    for _ in range(2):
        run = consumer(str(PLAIN), "-o", str(output))
        assert (run.status, run.codes) == (0, [])


def test_a_file_added_to_our_folder_makes_it_not_ours(output: Path) -> None:
    consumer(str(PLAIN), "-o", str(output))
    (output / "milan" / "notes.txt").write_text("mine\n", encoding="utf-8")
    run = consumer(str(PLAIN), "-o", str(output))
    assert (run.status, run.codes) == (1, ["output-not-ours"])


def direct_slice_with_annotations_of(size: int) -> str:
    """An annotated Service with an endpoint on turin; the slice's annotations, data included, have ``size`` bytes."""
    filler = size - len(DATA_KEY) - len(DATA) - len("note")
    text = PLAIN.read_text(encoding="utf-8")
    text = text.replace(
        "kind: Service\nmetadata:\n",
        'kind: Service\nmetadata:\n  annotations: {liqo.io/use-direct-connections: "true"}\n',
    )
    text = text.replace(
        "kind: EndpointSlice\nmetadata:\n", f"kind: EndpointSlice\nmetadata:\n  annotations: {{note: {'x' * filler}}}\n"
    )
    first, _, rest = text.partition("endpoints:\n")
    _, _, others = rest.partition("---\n")
    endpoint = (
        "- addresses: [10.62.0.9]\n  nodeName: liqo-turin\n  targetRef: {kind: Pod, name: web-1, namespace: shop}\n"
    )
    node = (
        "apiVersion: v1\nkind: Node\nmetadata:\n  name: liqo-turin\n"
        "  labels: {liqo.io/type: virtual-node, liqo.io/remote-cluster-id: turin}\n"
    )
    configuration = (
        "apiVersion: networking.liqo.io/v1beta1\nkind: Configuration\nmetadata:\n  name: turin\n"
        "  namespace: liqo-tenant-turin\n  labels: {liqo.io/remote-cluster-id: turin}\n"
        "status: {remote: {cidr: {pod: [10.62.0.0/18]}}}\n"
    )
    return f"{first}endpoints:\n{endpoint}---\n{others}---\n{node}---\n{configuration}"


@pytest.mark.parametrize(
    ("size", "expected"),
    [(LARGEST, (1, ["annotation-too-large"])), (LARGEST - 1, (0, []))],
)
def test_annotations_of_the_api_server_s_limit_are_too_large(
    tmp_path: Path, size: int, expected: tuple[int, list[str]]
) -> None:
    file = tmp_path / "rome.yaml"
    file.write_text(direct_slice_with_annotations_of(size), encoding="utf-8")
    run = consumer(str(file), "--dry-run")
    assert (run.status, run.codes) == expected
