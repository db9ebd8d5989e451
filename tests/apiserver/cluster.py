"""A cluster as kubectl reaches it."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from apiserver.programs import run

TOKEN = "administrator"
_USER = "admin"


@dataclass(frozen=True)
class Cluster:
    """A running API server: the cluster's id, and the kubeconfig that leads to it and its neighbours."""

    id: str
    kubeconfig: Path

    @property
    def context(self) -> str:
        """The context of this cluster in the kubeconfig, named as the README's commands name it."""
        return context_of(self.id)

    @property
    def variables(self) -> dict[str, str]:
        """The variables by which kubectl finds these clusters, and nothing of this machine's."""
        return {"KUBECONFIG": str(self.kubeconfig), "KUBECACHEDIR": str(self.kubeconfig.parent / "cache")}

    def kubectl(self, *arguments: str | Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
        """Runs kubectl on this cluster; whatever its exit status, the caller looks at it."""
        return run(["kubectl", "--context", self.context, *arguments], stdin=stdin, variables=self.variables)

    def done(self, *arguments: str | Path, stdin: str = "") -> str:
        """What kubectl prints; one that fails, or warns, fails the test."""
        ended = self.kubectl(*arguments, stdin=stdin)
        assert (ended.returncode, ended.stderr) == (0, ""), f"kubectl {arguments[0]} on {self.id}: {ended.stderr}"
        return ended.stdout


def context_of(cluster: str) -> str:
    """The name of the context of a cluster id."""
    return f"{cluster}-admin"


def write_tokens(file: Path) -> None:
    """Writes the API server's list of tokens."""
    file.write_text(f"{TOKEN},{_USER},{_USER}\n")


def write_kubeconfig(file: Path, ports: Mapping[str, int], folder: Path) -> None:
    """Writes a kubeconfig with a context for each cluster id. ``folder`` holds for each a folder with the certificate
    that the API server makes for itself."""
    clusters = [
        {
            "name": cluster,
            "cluster": {
                "server": f"https://127.0.0.1:{port}",
                "certificate-authority": str(folder / cluster / "apiserver.crt"),
            },
        }
        for cluster, port in ports.items()
    ]
    contexts = [{"name": context_of(each), "context": {"cluster": each, "user": _USER}} for each in ports]
    users = [{"name": _USER, "user": {"token": TOKEN}}]
    head = {"apiVersion": "v1", "kind": "Config"}
    file.write_text(json.dumps({**head, "clusters": clusters, "contexts": contexts, "users": users}))
