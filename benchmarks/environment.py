"""What the figures were measured on: machine, versions, programs."""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PACKAGES = ("liqo-transformer", "click", "jsonschema", "pydantic", "ruamel.yaml", "ruamel.yaml.clib", "PyYAML")


#: Where scripts/callers.sh puts the kustomize that it builds.
BUILT_HERE = Path(__file__).resolve().parent.parent / ".tools" / "bin" / "kustomize"


def our_command(name: str = "liqo-transform") -> str:
    """The program of ours that is installed beside the running Python. Raises FileNotFoundError."""
    command = Path(sys.executable).parent / name
    if not command.exists():
        raise FileNotFoundError(f"{command} is missing: run the benchmark with the Python that the package is in")
    return str(command)


def kubectl() -> str | None:
    """The path of kubectl, None where there is none."""
    return shutil.which("kubectl")


def kustomize() -> str:
    """The path of kustomize. Raises FileNotFoundError."""
    program = str(BUILT_HERE) if BUILT_HERE.exists() else shutil.which("kustomize")
    if program is None:
        raise FileNotFoundError("kustomize is neither in .tools/bin nor on PATH; scripts/callers.sh builds it")
    return program


def describe(load: float) -> dict[str, str]:
    """Machine and versions, by name, in the order to print them; ``load`` is that of the minute before the runs."""
    described = {
        "Processor": f"{_processor()}, {len(os.sched_getaffinity(0))} cores usable",
        "Memory": f"{os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 2**30:.0f} GiB",
        "System": f"{platform.system()}, {platform.machine()}",
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
    }
    for package in PACKAGES:
        described[package] = _version(package)
    described["kubectl"] = _kubectl_version()
    described["kustomize"] = _told_by(kustomize(), "version")
    described["Load before"] = f"{load:.1f}"
    return described


def _processor() -> str:
    try:
        found = re.search(r"^model name\s*:\s*(.+)$", Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.MULTILINE)
    except OSError:
        found = None
    return found[1] if found else platform.processor() or "unknown"


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def _kubectl_version() -> str:
    program = kubectl()
    if program is None:
        return "not installed"
    return _told_by(program, "version", "--client")


def _told_by(*command: str) -> str:
    told = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    return ", ".join(line.strip() for line in told.splitlines() if line.strip()) or "unknown"
