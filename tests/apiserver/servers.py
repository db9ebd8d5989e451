"""Starts etcd and API servers, and stops them. All that they write lies in one folder."""

from __future__ import annotations

import os
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from apiserver.cluster import Cluster, write_kubeconfig, write_tokens
from apiserver.programs import KUBE_APISERVER, run

START_SECONDS = 90  # a server that is not ready by then fails the tests
SHOWN_LINES = 40  # of the log of a server that failed

_SERVICE_ACCOUNTS = "service-accounts.key"
_TOKENS = "tokens.csv"


@dataclass(frozen=True)
class Server:
    """A process, what it is called, and where it writes what it has to say."""

    name: str
    process: subprocess.Popen[bytes]
    log: Path

    def failure(self, what: str) -> AssertionError:
        """An error that says what the server did wrong, with the end of its log."""
        lines = self.log.read_text(encoding="utf-8", errors="replace").splitlines()
        return AssertionError(f"{self.name} {what}; the end of its log:\n" + "\n".join(lines[-SHOWN_LINES:]))


@contextmanager
def running_clusters(folder: Path, ids: Sequence[str]) -> Iterator[dict[str, Cluster]]:
    """An API server for each cluster id, all over one etcd, until the block ends. ``folder`` is an empty one.

    Raises AssertionError with the end of the server's log where one does not come up.
    """
    client, peer, *rest = free_ports(2 + len(ids))
    ports = dict(zip(ids, rest, strict=True))
    make_key(folder / _SERVICE_ACCOUNTS)
    write_tokens(folder / _TOKENS)
    kubeconfig = folder / "kubeconfig"
    write_kubeconfig(kubeconfig, ports, folder)
    clusters = {cluster: Cluster(cluster, kubeconfig) for cluster in ids}
    with ExitStack() as stack:
        etcd = stack.enter_context(running("etcd", etcd_command(client, peer), folder))
        # All are started before the first is waited for.
        servers = [
            stack.enter_context(running(cluster, api_server_command(cluster, number, ports[cluster], client), folder))
            for number, cluster in enumerate(ids, start=1)
        ]
        for cluster, server in zip(clusters.values(), servers, strict=True):
            wait_until_ready(cluster, (etcd, server))
        yield clusters


@contextmanager
def running(name: str, command: Sequence[str], folder: Path) -> Iterator[Server]:
    """A program that runs in ``folder`` until the block ends."""
    log = folder / f"{name}.log"
    with log.open("wb") as stream:
        process = subprocess.Popen(
            command,
            cwd=folder,
            # etcd takes its settings from variables, too; none of this machine's shall count.
            env={"PATH": os.environ["PATH"], "HOME": str(folder)},
            stdin=subprocess.DEVNULL,
            stdout=stream,
            stderr=subprocess.STDOUT,
        )
    try:
        yield Server(name, process, log)
    finally:
        # Nothing that it holds is kept, so nothing needs to be put in order first.
        process.kill()
        process.wait()


def etcd_command(client: int, peer: int) -> list[str]:
    """The command of etcd; ``client`` and ``peer`` are the ports it listens on."""
    here, there = f"http://127.0.0.1:{client}", f"http://127.0.0.1:{peer}"
    return [
        "etcd",
        "--data-dir=etcd",
        f"--listen-client-urls={here}",
        f"--advertise-client-urls={here}",
        f"--listen-peer-urls={there}",
        f"--initial-advertise-peer-urls={there}",
        f"--initial-cluster=default={there}",
    ]


def api_server_command(cluster: str, number: int, port: int, etcd: int) -> list[str]:
    """The command of an API server; tests/e2e/apiserver/README.md says what each flag is for."""
    return [
        str(KUBE_APISERVER),
        "--bind-address=127.0.0.1",
        f"--secure-port={port}",
        f"--advertise-address=192.0.2.{number}",
        f"--cert-dir={cluster}",
        f"--etcd-servers=http://127.0.0.1:{etcd}",
        f"--etcd-prefix=/{cluster}",
        f"--service-account-issuer=https://{cluster}.example",
        f"--service-account-key-file={_SERVICE_ACCOUNTS}",
        f"--service-account-signing-key-file={_SERVICE_ACCOUNTS}",
        "--authorization-mode=AlwaysAllow",
        f"--token-auth-file={_TOKENS}",
        "--disable-admission-plugins=ServiceAccount",
        "--service-cluster-ip-range=10.96.0.0/16",
    ]


def make_key(file: Path) -> None:
    """Writes a fresh private key."""
    made = run(["openssl", "ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", file])
    assert made.returncode == 0, made.stderr


def free_ports(count: int) -> list[int]:
    """Ports that nobody listens on. All are held until all are known, so that they differ."""
    with ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in sockets]


def wait_until_ready(cluster: Cluster, servers: Sequence[Server]) -> None:
    """Waits until the cluster's API server, the last of ``servers``, is ready and has made what it makes by itself.

    Raises AssertionError where one of the servers ends, or time runs out.
    """
    limit = time.monotonic() + START_SECONDS
    while not _is_ready(cluster):
        for server in servers:
            if server.process.poll() is not None:
                raise server.failure(f"ended with exit status {server.process.returncode}")
        if time.monotonic() > limit:
            raise servers[-1].failure(f"was not ready within {START_SECONDS} seconds")
        time.sleep(0.2)


def _is_ready(cluster: Cluster) -> bool:
    ready = cluster.kubectl("get", "--raw=/readyz")
    # The Service default/kubernetes is there by then, its EndpointSlice a little later.
    return ready.returncode == 0 and cluster.kubectl("get", "endpointslice", "kubernetes").returncode == 0
