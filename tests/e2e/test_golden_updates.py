"""``update``: prints what changed, replaces the folder whole or not at all, and never in CI."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys

import pytest

from e2e.command_line import ROOT, tree
from e2e.reviewed_fleet import FRONTEND, RECORD, Repository

CONFIGURATIONS = "exports/turin/configurations.yaml"


def renumber(repository: Repository) -> None:
    repository.replace(CONFIGURATIONS, "- 10.81.0.0/16", "- 10.95.0.0/16")


@pytest.mark.parametrize("value", ["true", "1", "false"])
def test_it_refuses_in_ci_and_writes_nothing(repository: Repository, value: str) -> None:
    renumber(repository)
    with repository.unchanged():
        ended = repository.run("update", CI=value)
    assert (ended.status, ended.stdout) == (2, "")
    assert "`liqo-transform check` is for CI" in ended.stderr
    assert repository.check(CI=value).codes == ["golden-drift"] * 6


def test_the_first_update_makes_the_folder(repository: Repository) -> None:
    before = tree(repository.golden)
    shutil.rmtree(repository.golden)
    ended = repository.run("update")
    assert (ended.status, ended.stdout) == (0, "")
    assert tree(repository.golden) == before


def test_it_prints_what_changed_as_check_did(repository: Repository) -> None:
    renumber(repository)
    checked = repository.run("check")
    ended = repository.run("update")
    assert (checked.status, ended.status) == (1, 0)

    def lines(text: str) -> list[str]:
        return [line for line in text.splitlines() if line.startswith(("boutique/", "    ~"))]

    assert len(lines(ended.stdout)) == 15
    assert lines(ended.stdout) == lines(checked.stdout)
    assert repository.check().status == 0
    assert repository.run("update").stdout == ""


def test_what_changed_is_no_fault_whatever_fails_a_run(repository: Repository) -> None:
    renumber(repository)
    updated = repository.report("update", "--fail-on", "warning")
    assert updated.status == 0
    assert {each["severity"] for each in updated.findings} == {"info"}
    assert not any("remedy" in each for each in updated.findings if each.get("remedy"))


def test_quiet_prints_nothing(repository: Repository) -> None:
    renumber(repository)
    ended = repository.run("update", "-q")
    assert (ended.status, ended.stdout, ended.stderr) == (0, "", "")


def test_with_an_error_nothing_is_written(repository: Repository) -> None:
    repository.replace("exports/milan/configurations.yaml", "observedGeneration: 1", "observedGeneration: 0", 2)
    renumber(repository)
    with repository.unchanged():
        updated = repository.report("update")
    assert updated.status == 1
    assert set(updated.codes) == {"configuration-not-ready"}
    assert "nothing written" in updated.ended.stderr


def test_keep_going_writes_what_is_free_of_errors(repository: Repository) -> None:
    repository.replace("exports/milan/configurations.yaml", "observedGeneration: 1", "observedGeneration: 0", 2)
    renumber(repository)
    ended = repository.run("update", "--keep-going")
    assert ended.status == 1
    assert "refused now: configuration-not-ready" in ended.stdout
    assert "10.95." in (repository.golden / FRONTEND).read_text()


def test_a_dry_run_prints_and_writes_nothing(repository: Repository) -> None:
    renumber(repository)
    with repository.unchanged():
        ended = repository.run("update", "--dry-run")
    assert ended.status == 0
    assert "address 10.81.14.214 -> 10.95.14.214" in ended.stdout


def test_a_disk_that_is_full_leaves_the_old_folder_whole(repository: Repository) -> None:
    renumber(repository)
    size = (repository.golden / RECORD).stat().st_size // 2

    def limit_files() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    with repository.unchanged():
        done = subprocess.run(
            [sys.executable, "-B", "-m", "transformer", "update"],
            cwd=repository.folder,
            env={**os.environ, "PYTHONPATH": str(ROOT), "CI": ""},
            preexec_fn=limit_files,
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 1
    assert "[unwritable-output]" in done.stderr
    assert "nothing written" in done.stderr


def test_a_folder_that_cannot_be_replaced_stays(repository: Repository) -> None:
    renumber(repository)
    repository.golden.rename(repository.folder / "real")
    repository.golden.symlink_to("real")
    before = tree(repository.folder / "real")
    with repository.unchanged():
        ended = Repository(repository.folder / "real").run("update")
    assert ended.status == 1
    assert "the working directory lies in it" in ended.stderr
    # A link to a folder is followed, and stays.
    assert repository.run("update").status == 0
    assert repository.golden.is_symlink()
    assert tree(repository.folder / "real") != before


def test_a_golden_folder_among_the_inputs_is_refused(repository: Repository) -> None:
    for folder in ("exports", "exports/rome", "exports/rome/golden", "."):
        with repository.unchanged():
            updated = repository.report("update", "--golden", folder)
        assert updated.status == 1
        assert set(updated.codes) <= {"output-not-ours", "unwritable-output"}


def test_a_provider_that_comes_to_nothing_is_accepted(repository: Repository) -> None:
    repository.edit("exports/rome/namespacemaps.yaml", lambda items: [
        each["status"].update(currentMapping={}) for each in items if each["metadata"]["name"] == "milan"
    ])  # fmt: skip
    checked = repository.check()
    assert checked.status == 1
    assert {each["provider"] for each in checked.changes} == {"milan"}
    ended = repository.run("update")
    assert ended.status == 0
    assert "slice removed" in ended.stdout
    assert "[NamespaceMap liqo-tenant-milan/milan of rome" in ended.stdout
    assert repository.check().status == 0
