"""Kustomizations around one consumer's export: with our function, with two that compute nothing, and with none.

The lists that kustomize sends and gets are kept, so that the function can be run by itself on the very same bytes.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from benchmarks.clusters import CONSUMER, PROVIDERS
from benchmarks.measure import CommandFailedError

FUNCTION_FILE = "function.yaml"
DERIVED_KIND = b"\nkind: ShadowEndpointSlice\n"


@dataclass(frozen=True, slots=True)
class Builds:
    """Folders to build, and two files: what kustomize sends to our function, and what that answers.

    ``passed``: a function that hands its list back. ``ready``: one that hands back our answer from a file, so that
    what is left of a build's time is what kustomize does with the derived objects. ``ours`` gives back all,
    ``derived`` only what it made.
    """

    bare: Path
    passed: Path
    ready: Path
    ours: Path
    derived: Path
    sent: Path
    answer: Path


def build_command(kustomize: str, folder: Path) -> list[str]:
    """Builds ``folder`` with functions allowed."""
    return [kustomize, "build", "--enable-alpha-plugins", "--enable-exec", str(folder)]


def make_builds(folder: Path, export: Path, kustomize: str, function: str) -> Builds:
    """Writes the kustomizations into ``folder``, each with a copy of the consumer's ``export``.

    Raises CommandFailedError when kustomize or the function fails.
    """
    sent, answer = folder / "sent.yaml", folder / "answer.yaml"
    builds = Builds(
        bare=_kustomization(folder / "bare", export),
        passed=_kustomization(folder / "passed", export, _script(folder / "pass.sh", "exec cat")),
        ready=_kustomization(
            folder / "ready", export, _script(folder / "ready.sh", f"cat > /dev/null\nexec cat {_quoted(answer)}")
        ),
        ours=_kustomization(folder / "ours", export, function),
        derived=_kustomization(folder / "derived", export, function, "Derived"),
        sent=sent,
        answer=answer,
    )
    script = f"tee {_quoted(sent)} | {_quoted(Path(function))} > {_quoted(answer)}\nexec cat {_quoted(answer)}"
    kept = _kustomization(folder / "kept", export, _script(folder / "keep.sh", script))
    _output(build_command(kustomize, kept))
    return builds


def check_builds(builds: Builds, kustomize: str, slices: int) -> None:
    """The function was run and derived every slice, and the ready answer builds the same bytes.

    Raises CommandFailedError when not: the figures would compare different work.
    """
    ours, derived, ready, passed = (
        _output(build_command(kustomize, folder))
        for folder in (builds.ours, builds.derived, builds.ready, builds.passed)
    )
    for built in (ours, derived):
        count = built.count(DERIVED_KIND)
        if count != slices:
            raise CommandFailedError(f"the build with our function holds {count} ShadowEndpointSlices, not {slices}")
    if DERIVED_KIND in passed:
        raise CommandFailedError("the build with the function that passes its list on holds ShadowEndpointSlices")
    if ours != ready:
        raise CommandFailedError("the builds with our function and with its ready answer differ")


def _kustomization(folder: Path, export: Path, program: str | None = None, emit: str = "All") -> Path:
    """A folder that builds a copy of the export, through the function ``program`` where that is given."""
    shutil.copytree(export, folder)
    lines = [f"resources: [{', '.join(sorted(path.name for path in export.iterdir()))}]"]
    if program is not None:
        (folder / FUNCTION_FILE).write_text(_configuration(program, emit), encoding="utf-8")
        lines.append(f"transformers: [{FUNCTION_FILE}]")
    (folder / "kustomization.yaml").write_text("\n".join([*lines, ""]), encoding="utf-8")
    return folder


def _configuration(program: str, emit: str) -> str:
    return f"""\
apiVersion: liqo-transformer.github.io/v1alpha1
kind: ConsumerTransform
metadata:
  name: to-{PROVIDERS[0]}
  annotations:
    config.kubernetes.io/function: |
      exec: {{path: {json.dumps(program)}}}
spec:
  consumer: {CONSUMER}
  provider: {PROVIDERS[0]}
  emit: {emit}
"""


def _script(path: Path, commands: str) -> str:
    path.write_text(f"#!/bin/sh\n{commands}\n", encoding="utf-8")
    path.chmod(0o755)
    return str(path)


def _quoted(path: Path) -> str:
    escaped = str(path).replace("'", "'\\''")
    return f"'{escaped}'"


def _output(command: list[str]) -> bytes:
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode != 0:
        tail = done.stderr.decode(errors="replace")[-2000:]
        raise CommandFailedError(f"exit status {done.returncode}: {' '.join(command)}\n{tail}")
    return done.stdout
