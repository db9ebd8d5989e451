"""Equal inputs give equal bytes, whatever the order they come in and wherever they are read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from e2e.command_line import FIXTURES, ROOT, transform, tree
from e2e.shuffled_exports import FLEET, write_shuffled


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    out = tmp_path_factory.mktemp("reference") / "out"
    assert transform("fleet", FLEET, "--consumer", "rome", "-o", out).status == 0
    files = tree(out)
    assert len(files) > 40
    return files


@pytest.mark.parametrize("seed", range(3))
def test_order_of_files_documents_and_keys(seed: int, reference: dict[str, bytes], tmp_path: Path) -> None:
    write_shuffled(tmp_path / "exports", seed)
    assert transform("fleet", tmp_path / "exports", "--consumer", "rome", "-o", tmp_path / "out").status == 0
    assert tree(tmp_path / "out") == reference


@pytest.mark.parametrize("hash_seed", range(5))
def test_hash_seed(hash_seed: int, reference: dict[str, bytes], tmp_path: Path) -> None:
    out = tmp_path / "out"
    ended = transform("fleet", FLEET, "--consumer", "rome", "-o", out, PYTHONHASHSEED=str(hash_seed))
    assert ended.status == 0
    assert tree(out) == reference


def test_working_directory(reference: dict[str, bytes], tmp_path: Path) -> None:
    ended = transform("fleet", FLEET, "--consumer", "rome", "-o", "out", cwd=tmp_path)
    assert ended.status == 0
    assert tree(tmp_path / "out") == reference


def test_a_second_run_changes_no_byte(reference: dict[str, bytes], tmp_path: Path) -> None:
    for _ in range(2):
        assert transform("fleet", FLEET, "--consumer", "rome", "-o", tmp_path / "out").status == 0
        assert tree(tmp_path / "out") == reference


def consumer_report(*inputs: str) -> str:
    ended = transform("consumer", *inputs, "--consumer", "rome", "--dry-run", "--report", "json", cwd=ROOT)
    assert ended.status == 1
    return ended.stdout


def test_report_for_any_order_of_arguments() -> None:
    # Without IP objects, so that there is something to report.
    folder = (FIXTURES / "fleet" / "exports" / "rome").relative_to(ROOT)
    files = [str(path) for path in sorted((ROOT / folder).glob("*.yaml")) if path.name != "ips.yaml"]
    files = [str(Path(path).relative_to(ROOT)) for path in files]
    forwards, backwards = consumer_report(*files), consumer_report(*reversed(files))
    assert json.loads(forwards)["findings"]
    assert forwards == backwards


def test_report_for_any_order_of_directory_entries(tmp_path: Path) -> None:
    texts = {
        path.name: path.read_text(encoding="utf-8")
        for path in (FIXTURES / "fleet" / "exports" / "rome").glob("*.yaml")
        if path.name != "ips.yaml"
    }
    reports: list[Any] = []
    for number, names in enumerate((sorted(texts), sorted(texts, reverse=True))):
        folder = tmp_path / str(number) / "rome"
        folder.mkdir(parents=True)
        for name in names:  # the order in which a directory lists its entries follows that of their making
            (folder / name).write_text(texts[name], encoding="utf-8")
        ended = transform(
            "consumer", "rome", "--consumer", "rome", "--dry-run", "--report", "json", cwd=tmp_path / str(number)
        )
        assert ended.status == 1
        reports.append(ended.stdout)
    assert reports[0] == reports[1]
