"""EndpointSlices, Services and Configurations alone: a useful run, whose guesses are told."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
import yaml

from e2e.command_line import FIXTURES, transform, tree

KINDS = ("endpointslices.yaml", "services.yaml", "configurations.yaml")
UNKNOWN = {
    (provider, f"boutique/{service}")
    for provider in ("milan", "turin")
    for service in ("adservice-8xp2f", "currencyservice-8jxjb")
}


@pytest.fixture
def minimal(tmp_path: Path) -> Path:
    for cluster in ("rome", "milan", "turin"):
        (tmp_path / "exports" / cluster).mkdir(parents=True)
        for kind in KINDS:
            shutil.copy(FIXTURES / "fleet" / "exports" / cluster / kind, tmp_path / "exports" / cluster)
    return tmp_path


def test_exactly_four_slices_are_unknown_and_nothing_is_written(minimal: Path) -> None:
    ended = transform("fleet", "exports", "--consumer", "rome", "-o", "out", "--report", "json", cwd=minimal)
    assert ended.status == 1
    assert not (minimal / "out").exists()
    errors = [each for each in json.loads(ended.stdout)["findings"] if each["severity"] == "error"]
    assert {each["code"] for each in errors} == {"unknown-address"}
    stopped = {(each["provider"], f"{each['object']['namespace']}/{each['object']['name']}") for each in errors}
    assert stopped == UNKNOWN
    assert all("ips.ipam.liqo.io" in each["remedy"] for each in errors)


def test_keep_going_writes_all_others_as_the_full_export_has_them(minimal: Path) -> None:
    assert transform("fleet", "exports", "--consumer", "rome", "-o", "out", "--keep-going", cwd=minimal).status == 1
    full = FIXTURES / "fleet" / "exports"
    assert transform("fleet", full, "--consumer", "rome", "-o", "full", cwd=minimal).status == 0
    some, every = tree(minimal / "out"), tree(minimal / "full")
    slices = {path for path in every if "/boutique-rome/" in path}
    left_out = slices - set(some)
    assert len(left_out) == 8
    assert {(path.split("/")[0], f"boutique/{Path(path).stem}") for path in left_out} == UNKNOWN
    for path in slices - left_out:
        assert yaml.safe_load(some[path]) == yaml.safe_load(every[path])


def test_each_guess_is_a_finding(minimal: Path) -> None:
    ended = transform("fleet", "exports", "--consumer", "rome", "--dry-run", "--report", "json", cwd=minimal)
    codes = {each["code"] for each in json.loads(ended.stdout)["findings"]}
    assert {"namespace-assumed", "cluster-inferred", "assumed-ready"} <= codes
