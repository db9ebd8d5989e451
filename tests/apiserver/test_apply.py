"""Every object that we write is one that an API server takes, as it stands."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from apiserver.cluster import Cluster
from apiserver.fleet import FLEET, PROVIDERS
from apiserver.programs import transform

#: The folders that hold objects, and how many of them each provider of the shipped fleet gets.
FOLDERS = {"endpointslices": 11, "shadowendpointslices": 11}


@pytest.fixture(scope="module", params=["direct", "liqo-1.2"])
def output(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("fleet") / "out"
    ended = transform("fleet", FLEET, "--consumer", "rome", "--profile", request.param, "-o", out)
    assert ended.returncode == 0, ended.stderr
    return out


def named(items: list[dict[str, Any]]) -> dict[tuple[str, str], dict[str, Any]]:
    return {(item["metadata"]["namespace"], item["metadata"]["name"]): item for item in items}


def as_written(taken: dict[str, Any], written: dict[str, Any]) -> dict[str, Any]:
    """An object as the server has it, without what it adds. An empty list of endpoints comes back as null."""
    metadata = {part: taken["metadata"][part] for part in written["metadata"]}
    return {part: [] if value is None else value for part, value in taken.items()} | {"metadata": metadata}


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("folder", FOLDERS)
def test_every_object_passes_a_dry_run_on_the_server(
    clusters: dict[str, Cluster], output: Path, provider: str, folder: str
) -> None:
    files = sorted((output / provider / folder).rglob("*.yaml"))
    assert len(files) == FOLDERS[folder]
    dry_run = ("apply", "--server-side", "--dry-run=server")
    # A warning on stderr would fail it, too.
    said = clusters[provider].done(*dry_run, "-R", "-f", output / provider / folder).splitlines()
    assert len(said) == len(files)
    assert all(line.endswith(" serverside-applied (server dry run)") for line in said)
    taken = json.loads(clusters[provider].done(*dry_run, "-o", "json", "-R", "-f", output / provider / folder))
    written = named([yaml.load(file.read_bytes(), yaml.CSafeLoader) for file in files])
    assert {key: as_written(item, written[key]) for key, item in named(taken["items"]).items()} == written


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_provider_folder_passes_as_a_kustomization(clusters: dict[str, Cluster], output: Path, provider: str) -> None:
    said = clusters[provider].done("apply", "--server-side", "--dry-run=server", "-k", output / provider)
    assert len(said.splitlines()) == sum(FOLDERS.values())


def test_an_object_that_no_server_would_take_is_refused(clusters: dict[str, Cluster], output: Path) -> None:
    """The dry run does look: the same object with one address that is none."""
    file = next((output / "milan" / "endpointslices").rglob("*.yaml"))
    item = yaml.safe_load(file.read_text())
    item["endpoints"][0]["addresses"] = ["10.0.0.256"]
    refused = clusters["milan"].kubectl("apply", "--server-side", "--dry-run=server", "-f", "-", stdin=json.dumps(item))
    assert refused.returncode == 1
    assert "endpoints[0].addresses[0]: Invalid value" in refused.stderr
