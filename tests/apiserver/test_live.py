"""``check --live`` on real API servers: it finds what was applied, and reports what was changed since."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from apiserver.cluster import Cluster
from apiserver.exporting import with_script
from apiserver.fleet import FLEET, PROVIDERS, REMOTE_NAMESPACE
from apiserver.programs import transform

CONFIGURATION = """\
apiVersion: liqo-transformer.github.io/v1alpha1
kind: Fleet
consumer:
  id: rome
  exports: [exports/rome]
providers:
  milan: {exports: [exports/milan]}
  turin: {exports: [exports/turin]}
"""
SLICE = "checkoutservice"
ELSEWHERE = "10.99.99.99"


@pytest.fixture(scope="module")
def output(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What Liqo 1.2 would write for the shipped fleet."""
    out = tmp_path_factory.mktemp("applied") / "out"
    ended = transform("fleet", FLEET, "--consumer", "rome", "--profile", "liqo-1.2", "-o", out)
    assert ended.returncode == 0, ended.stderr
    return out


@pytest.fixture
def applied(clusters: dict[str, Cluster], output: Path) -> Iterator[dict[str, Cluster]]:
    """The clusters, each provider with what Liqo 1.2 would write there."""
    parts = {
        id: ("-R", "-f", output / id / "endpointslices", "-f", output / id / "shadowendpointslices") for id in PROVIDERS
    }
    try:
        for id, part in parts.items():
            clusters[id].done("apply", "--server-side", *part)
        yield clusters
    finally:
        for id, part in parts.items():
            clusters[id].done("delete", "--ignore-not-found", *part)


def checked(
    clusters: dict[str, Cluster], folder: Path
) -> tuple[subprocess.CompletedProcess[str], list[dict[str, Any]]]:
    """How ``check --live`` ends on a fresh export, and its findings of live-drift."""
    exported = with_script(folder, clusters["rome"])
    assert exported.returncode == 0, exported.stderr
    (folder / "liqo-transform.yaml").write_text(CONFIGURATION)
    ended = transform("check", "--live", "-c", "liqo-transform.yaml", "--report", "json", cwd=folder)
    findings: list[dict[str, Any]] = json.loads(ended.stdout)["findings"]
    return ended, [each for each in findings if each["code"] == "live-drift"]


def test_what_was_applied_is_found_as_it_should_be(applied: dict[str, Cluster], tmp_path: Path) -> None:
    ended, drift = checked(applied, tmp_path)
    assert drift == []
    assert ended.returncode == 0, ended.stderr
    # There was something to find.
    for id in PROVIDERS:
        for kind in ("endpointslices", "shadowendpointslices"):
            items = yaml.safe_load((tmp_path / "exports" / id / f"{kind}.yaml").read_text())["items"]
            assert sum(each["metadata"]["namespace"] == REMOTE_NAMESPACE for each in items) == 11


def test_an_address_that_was_edited_is_the_one_thing_reported(
    applied: dict[str, Cluster], output: Path, tmp_path: Path
) -> None:
    (file,) = (output / "turin" / "endpointslices" / REMOTE_NAMESPACE).glob(f"{SLICE}-*.yaml")
    due = yaml.safe_load(file.read_text())
    path = "/endpoints/0/addresses/0"
    patch = json.dumps([{"op": "replace", "path": path, "value": ELSEWHERE}])
    applied["turin"].done("patch", "endpointslice", file.stem, "-n", REMOTE_NAMESPACE, "--type=json", "-p", patch)
    ended, drift = checked(applied, tmp_path)
    assert ended.returncode == 1, ended.stderr
    (found,) = drift
    assert (found["provider"], found["object"]["kind"], found["object"]["name"]) == (
        "turin",
        "EndpointSlice",
        file.stem,
    )
    (change,) = found["changes"]
    assert (change["kind"], change["before"], change["after"]) == (
        "address",
        ELSEWHERE,
        due["endpoints"][0]["addresses"][0],
    )
    lines = (tmp_path / "exports" / "turin" / "endpointslices.yaml").read_text().splitlines()
    assert ELSEWHERE in lines[found["line"] - 1]


def test_a_slice_that_was_deleted_is_reported(applied: dict[str, Cluster], output: Path, tmp_path: Path) -> None:
    (file,) = (output / "milan" / "shadowendpointslices" / REMOTE_NAMESPACE).glob(f"{SLICE}-*.yaml")
    applied["milan"].done("delete", "shadowendpointslice", file.stem, "-n", REMOTE_NAMESPACE)
    ended, drift = checked(applied, tmp_path)
    assert ended.returncode == 1, ended.stderr
    (found,) = drift
    assert (found["provider"], found["object"]["kind"], found["object"]["name"]) == (
        "milan",
        "ShadowEndpointSlice",
        file.stem,
    )
