"""The kustomizations that the function is measured in. A program of two lines stands in for kustomize."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from benchmarks.environment import our_command
from benchmarks.fleet_data import write_fleet
from benchmarks.function_builds import Builds, build_command, check_builds, make_builds
from benchmarks.measure import CommandFailedError

DERIVED = "\nkind: ShadowEndpointSlice\n"


def script(path: Path, commands: str) -> str:
    path.write_text(f"#!/bin/sh\n{commands}\n")
    path.chmod(0o755)
    return str(path)


@pytest.fixture
def builds(tmp_path: Path) -> Builds:
    write_fleet(tmp_path / "exports", slices=2, endpoints=3, all_direct=True)
    folder = tmp_path / "it's here"
    folder.mkdir()
    return make_builds(folder, tmp_path / "exports" / "rome", script(tmp_path / "none", "exit 0"), "/bin/some function")


def configuration(folder: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((folder / "function.yaml").read_text())
    return loaded


def program(folder: Path) -> str:
    text = configuration(folder)["metadata"]["annotations"]["config.kubernetes.io/function"]
    path: str = yaml.safe_load(text)["exec"]["path"]
    return path


def test_each_folder_lists_the_whole_export_and_its_function(builds: Builds) -> None:
    for folder in (builds.bare, builds.passed, builds.ready, builds.ours, builds.derived):
        listed = yaml.safe_load((folder / "kustomization.yaml").read_text())
        assert {"endpointslices.yaml", "services.yaml", "nodes.yaml", "configurations.yaml"} < set(listed["resources"])
        assert all((folder / name).is_file() for name in listed["resources"])
        assert listed.get("transformers") == (None if folder == builds.bare else ["function.yaml"])
    assert program(builds.ours) == "/bin/some function"
    assert program(builds.derived) == "/bin/some function"
    assert configuration(builds.ours)["spec"] == {"consumer": "rome", "provider": "milan", "emit": "All"}
    assert configuration(builds.derived)["spec"] == {"consumer": "rome", "provider": "milan", "emit": "Derived"}


def test_functions_that_compute_nothing(builds: Builds) -> None:
    builds.answer.write_bytes(b"ready")
    for folder, expected in ((builds.passed, b"sent"), (builds.ready, b"ready")):
        assert subprocess.run([program(folder)], input=b"sent", capture_output=True, check=True).stdout == expected


def test_what_is_sent_and_answered_is_kept(builds: Builds) -> None:
    keeping = Path(program(builds.ours.parent / "kept"))
    keeping.write_text(keeping.read_text().replace("/bin/some function", our_command("liqo-transform-krm")))
    told = subprocess.run([keeping], input=b"no list at all", capture_output=True, check=True)
    assert builds.sent.read_bytes() == b"no list at all"
    assert told.stdout == builds.answer.read_bytes()


@pytest.mark.parametrize(
    ("ours", "derived", "ready", "passed", "complaint"),
    [
        (DERIVED, DERIVED * 2, DERIVED, "", "holds 1 ShadowEndpointSlices, not 2"),
        (DERIVED * 2, DERIVED, DERIVED * 2, "", "holds 1 ShadowEndpointSlices, not 2"),
        (DERIVED * 2, DERIVED * 2, DERIVED * 2, DERIVED, "passes its list on"),
        (DERIVED * 2, DERIVED * 2, DERIVED * 2 + "more", "", "differ"),
    ],
)
def test_builds_of_different_work_are_not_compared(
    builds: Builds, tmp_path: Path, ours: str, derived: str, ready: str, passed: str, complaint: str
) -> None:
    printing = script(tmp_path / "printing", 'cat "$4/out"')
    texts = {builds.ours: ours, builds.derived: derived, builds.ready: ready, builds.passed: passed}
    for folder, text in texts.items():
        (folder / "out").write_text(text)
    with pytest.raises(CommandFailedError, match=complaint):
        check_builds(builds, printing, 2)


def test_builds_of_the_same_work_pass(builds: Builds, tmp_path: Path) -> None:
    printing = script(tmp_path / "printing", 'cat "$4/out"')
    for folder in (builds.ours, builds.derived, builds.ready):
        (folder / "out").write_text(DERIVED * 2)
    (builds.passed / "out").write_text("")
    check_builds(builds, printing, 2)


def test_failing_build_says_what_it_said(builds: Builds, tmp_path: Path) -> None:
    failing = script(tmp_path / "failing", "echo no such folder >&2; exit 1")
    with pytest.raises(CommandFailedError, match=r"exit status 1(?s:.*)no such folder"):
        check_builds(builds, failing, 2)
    assert build_command(failing, builds.ours)[-1] == str(builds.ours)
