"""A server that does not come up says why, and leaves nothing running."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from apiserver.cluster import Cluster
from apiserver.programs import ROOT
from apiserver.servers import Server, api_server_command, free_ports, running, wait_until_ready

SOURCE = ROOT / "tests" / "e2e" / "apiserver"


def test_a_server_that_ends_is_reported_with_its_log(tmp_path: Path) -> None:
    with (
        running("rome", ["sh", "-c", "echo no such flag; exit 7"], tmp_path) as server,
        pytest.raises(AssertionError, match=r"rome ended with exit status 7; the end of its log:\nno such flag"),
    ):
        wait_until_ready(Cluster("rome", tmp_path / "kubeconfig"), [server])


def test_a_server_is_stopped_when_a_test_fails(tmp_path: Path) -> None:
    started: list[Server] = []

    def failing() -> None:
        with running("rome", ["sleep", "1000"], tmp_path) as server:
            started.append(server)
            raise LookupError

    with pytest.raises(LookupError):
        failing()
    assert started[0].process.returncode == -9


def test_free_ports_differ() -> None:
    assert len(set(free_ports(50))) == 50


def test_the_servers_are_of_the_version_that_go_mod_requires(clusters: dict[str, Cluster]) -> None:
    required = re.search(r"^\tk8s\.io/kubernetes (v\S+)$", (SOURCE / "go.mod").read_text(), re.MULTILINE)
    assert required is not None
    for cluster in clusters.values():
        assert json.loads(cluster.done("get", "--raw=/version"))["gitVersion"] == required[1]


def test_every_flag_has_its_reason_in_the_readme() -> None:
    readme = (SOURCE / "README.md").read_text()
    flags = [part.partition("=")[0] for part in api_server_command("rome", 1, 1, 1)[1:]]
    assert len(flags) > 10
    short = {flag: flag.removeprefix("--service-account") for flag in flags}
    assert [flag for flag in flags if f"`{flag}" not in readme and f"`{short[flag]}`" not in readme] == []
