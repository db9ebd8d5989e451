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


def our_command() -> str:
    """The ``liqo-transform`` that is installed beside the running Python. Raises FileNotFoundError."""
    command = Path(sys.executable).parent / "liqo-transform"
    if not command.exists():
        raise FileNotFoundError(f"{command} is missing: run the benchmark with the Python that the package is in")
    return str(command)


def kubectl() -> str | None:
    """The path of kubectl, None where there is none."""
    return shutil.which("kubectl")


def describe() -> dict[str, str]:
    """Machine and versions, by name, in the order to print them."""
    described = {
        "Processor": f"{_processor()}, {len(os.sched_getaffinity(0))} cores usable",
        "Memory": f"{os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 2**30:.0f} GiB",
        "System": f"{platform.system()}, {platform.machine()}",
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
    }
    for package in PACKAGES:
        described[package] = _version(package)
    described["kubectl"] = _kubectl_version()
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
    told = subprocess.run([program, "version", "--client"], capture_output=True, text=True, check=False).stdout
    return ", ".join(line.strip() for line in told.splitlines() if line.strip()) or "unknown"
