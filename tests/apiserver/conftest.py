"""What all tests here need; without it they fail, and none is skipped."""

from __future__ import annotations

import signal
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from apiserver.cluster import Cluster
from apiserver.fleet import FLEET, PROVIDERS, REMOTE_NAMESPACE
from apiserver.loading import define_liqo_kinds, exported, load
from apiserver.programs import missing
from apiserver.servers import running_clusters


@pytest.fixture(scope="session", autouse=True)
def real_programs() -> None:
    """The API server, etcd and kubectl are there."""
    lack = missing()
    if lack is not None:
        pytest.fail(lack, pytrace=False)


@pytest.fixture(scope="session")
def clusters() -> Iterator[dict[str, Cluster]]:
    """rome, milan and turin, each an API server that holds its part of the shipped fleet. A test that changes one puts
    it back."""
    with (
        terminated_as_interrupted(),
        tempfile.TemporaryDirectory(prefix="liqo-transform-clusters-") as folder,
        running_clusters(Path(folder), ("rome", *PROVIDERS)) as running,
    ):
        with ThreadPoolExecutor() as pool:
            list(pool.map(_fill, running.values()))
        yield running


@contextmanager
def terminated_as_interrupted() -> Iterator[None]:
    """Within the block, a signal to terminate ends the tests as an interrupt does: what was started is stopped."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _fill(cluster: Cluster) -> None:
    define_liqo_kinds(cluster)
    load(cluster, exported(FLEET / cluster.id), [REMOTE_NAMESPACE] if cluster.id in PROVIDERS else [])
