"""Exports clusters by the commands of the README's section on it, as readers would type them."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from apiserver.cluster import Cluster
from apiserver.crds import LIQO_KINDS, plural
from apiserver.programs import ROOT, run

_TITLE = "## Export your clusters\n"
_BUILT_IN = ("endpointslices.discovery.k8s.io", "services", "nodes")
#: Every kind that is exported whole, as kubectl calls it.
RESOURCES = (*_BUILT_IN, *(f"{plural(kind)}.{kind.group}" for kind in LIQO_KINDS))


def _section() -> str:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    return text.partition(_TITLE)[2].partition("\n## ")[0]


def _blocks() -> tuple[str, str]:
    """The commands with the script and those by hand."""
    script, by_hand = re.findall(r"^```sh\n(.*?)^```$", _section(), re.MULTILINE | re.DOTALL)
    return script, by_hand


def listed_kinds() -> set[str]:
    """The kinds of the README's table, as far as they are exported whole, in the names of RESOURCES."""
    cells = re.findall(r"^\| ([^|]+) \|", _section(), re.MULTILINE)
    words = {word for cell in cells for word in re.findall(r"[a-z0-9.]+", cell)}
    # Of two kinds of one group, the group stands at the second.
    return {name for name in RESOURCES if name in words or name.partition(".")[0] in words}


def as_the_readme_tells(folder: Path, cluster: Cluster) -> str:
    """Runs the README's commands with the script in ``folder``, as in a checkout; what they say on stderr.

    ``cluster`` is any of those of one kubeconfig.
    """
    (folder / ".venv").symlink_to(sys.prefix)
    (folder / "scripts").symlink_to(ROOT / "scripts")
    return _shell(_blocks()[0], folder, cluster)


def with_script(folder: Path, cluster: Cluster, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs the script with these arguments in ``folder``; whatever its exit status, the caller looks at it.

    ``cluster`` is any of those of one kubeconfig.
    """
    command: list[str | Path] = [ROOT / "scripts" / "export.sh", *arguments]
    return run(command, folder, variables=cluster.variables)


def by_hand(folder: Path, clusters: Iterable[Cluster], *, form: str = "-o yaml", suffix: str = ".yaml") -> None:
    """Runs the README's commands by hand for each cluster in ``folder``, every kind of its table in a file of its own.

    ``form`` and ``suffix`` stand in place of ``-o yaml`` and ``.yaml``.
    """
    with ThreadPoolExecutor() as pool:
        list(pool.map(lambda cluster: _by_hand(folder, cluster, form, suffix), clusters))


def _by_hand(folder: Path, cluster: Cluster, form: str, suffix: str) -> None:
    commands = _blocks()[1].replace("-o yaml", form).replace(".yaml", suffix)
    commands = commands.replace("CLUSTER", cluster.id).replace("CONTEXT", cluster.context).replace("\\\n", " ")
    lines: list[str] = []
    for line in commands.splitlines():
        kinds = sorted(listed_kinds()) if "KIND" in line else [""]
        lines += [line.replace("KIND", kind).replace("FILE", kind.partition(".")[0]) for kind in kinds]
    _shell("\n".join(lines), folder, cluster)


def _shell(commands: str, folder: Path, cluster: Cluster) -> str:
    ended = run(["bash", "-euo", "pipefail", "-c", commands], folder, variables=cluster.variables)
    assert ended.returncode == 0, ended.stderr
    return ended.stderr
