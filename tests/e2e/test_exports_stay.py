"""No run replaces, overwrites or reads by mistake what it was given: the exports stay as they are."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from e2e.command_line import FIXTURES, Ended, transform, tree


@pytest.fixture
def fleet(tmp_path: Path) -> Iterator[Path]:
    """A working directory with the fleet's exports, which must be the same afterwards."""
    shutil.copytree(FIXTURES / "fleet" / "exports", tmp_path / "ex")
    yield tmp_path
    assert tree(tmp_path / "ex") == tree(FIXTURES / "fleet" / "exports")


def run_fleet(fleet: Path, output: str, *more: str) -> Ended:
    return transform("fleet", "ex", "--consumer", "rome", "-o", output, *more, cwd=fleet)


def codes(fleet: Path, *arguments: str) -> list[str]:
    ended = transform(*arguments, "--report", "json:report.json", cwd=fleet)
    assert ended.status == 1, ended
    findings = json.loads((fleet / "report.json").read_text())["findings"]
    return [each["code"] for each in findings if each["severity"] == "error"]


@pytest.mark.parametrize("force", [[], ["--force"], ["--force", "--keep-going"], ["--force", "--dry-run"]])
@pytest.mark.parametrize("output", ["ex/turin", "link", "ex/rome", "ex"])
def test_a_providers_export_is_never_the_output(output: str, force: list[str], fleet: Path) -> None:
    (fleet / "link").symlink_to("ex/turin")
    assert codes(fleet, "fleet", "ex", "--consumer", "rome", "-o", output, *force) == ["output-not-ours"]


@pytest.mark.parametrize("force", [[], ["--force"]])
def test_an_output_in_an_export_is_refused(force: list[str], fleet: Path) -> None:
    for arguments in (("fleet", "ex"), ("consumer", "ex/rome")):
        line = (*arguments, "--consumer", "rome", "-o", "ex/rome/out", *force)
        assert codes(fleet, *line) == ["unwritable-output"]


def test_an_output_that_holds_the_configuration_is_refused(fleet: Path) -> None:
    (fleet / "conf").mkdir()
    (fleet / "conf" / "fleet.yaml").write_text(
        "apiVersion: liqo-transformer.github.io/v1alpha1\nkind: Fleet\n"
        "consumer: {id: rome, exports: [../ex/rome]}\nproviders: {milan: {exports: [../ex/milan]}}\n"
    )
    assert codes(fleet, "fleet", "-c", "conf/fleet.yaml", "-o", "conf", "--force") == ["output-not-ours"]
    assert (fleet / "conf" / "fleet.yaml").is_file()
    ended = transform("fleet", "-c", "conf/fleet.yaml", "-o", "out", "--consumer", "milan", cwd=fleet)
    assert (ended.status, ended.stdout) == (2, "")
    assert '"milan" is both the consumer and a provider' in ended.stderr
    ended = transform("fleet", "-c", "conf/fleet.yaml", "-o", "out", "--report", "json:conf/fleet.yaml", cwd=fleet)
    assert ended.status == 2
    assert "would replace the input" in ended.stderr


def test_a_result_beside_the_exports_is_not_read(fleet: Path) -> None:
    assert run_fleet(fleet, "ex/out").status == 0
    assert run_fleet(fleet, "ex/out").status == 0
    ended = run_fleet(fleet, "other")
    assert ended.status == 0
    assert 'note: "ex/out" holds a result' in ended.stderr
    assert tree(fleet / "other") == tree(fleet / "ex/out")
    assert "note:" not in run_fleet(fleet, "other", "-q").stderr
    shutil.rmtree(fleet / "ex/out")


def test_links_in_a_circle_are_no_internal_error(fleet: Path) -> None:
    (fleet / "loop").symlink_to("loop")
    for line in (
        ("fleet", "ex", "--consumer", "rome", "-o", "loop"),
        ("consumer", "ex/rome", "-o", "loop/out"),
        ("consumer", "ex/rome", "-o", "loop", "--dry-run"),
    ):
        assert codes(fleet, *line) == ["unwritable-output"]
    ended = transform("consumer", "ex/rome", "-o", "out", "--report", "json:loop", cwd=fleet)
    assert ended.status == 1
    assert 'the report "loop" cannot be written: Too many levels of symbolic links' in ended.stderr
    assert "Give `--report` a file" in ended.stderr
    assert (fleet / "loop").is_symlink()


@pytest.mark.parametrize("name", ["new/" + "x" * 256, "ex/rome/ips.yaml/out", "file/out"])
def test_a_dry_run_finds_what_the_run_would(name: str, fleet: Path) -> None:
    (fleet / "file").write_text("")
    line = ("fleet", "ex", "--consumer", "rome", "-o", name)
    assert codes(fleet, *line, "--dry-run") == codes(fleet, *line) == ["unwritable-output"]
    assert not (fleet / "new").exists()
