"""The shipped fleets as the tests here need them, and what the command line makes of them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from callers.builds import Object, documents, stream
from callers.programs import ROOT, run

FLEET, OVERLAPPING = "fleet", "fleet-overlapping"


def exports_of(fleet: str) -> Path:
    """The folder with the exports of a fleet."""
    return ROOT / "fixtures" / fleet / "exports"


@cache
def export(cluster: str, fleet: str = FLEET) -> tuple[Object, ...]:
    """The objects of a cluster's export: kpt takes no file that is a List. Not to be changed."""
    lists = (documents(file.read_text(encoding="utf-8")) for file in sorted((exports_of(fleet) / cluster).iterdir()))
    return tuple(item for (each,) in lists for item in each["items"])


@cache
def reflected(fleet: str = FLEET) -> tuple[Object, ...]:
    """milan's ShadowEndpointSlices as ``liqo-transform consumer`` prints them. Not to be changed."""
    return _printed("consumer", exports_of(fleet) / "rome", "--provider", "milan")


@cache
def remapped(fleet: str = FLEET, *options: str) -> tuple[Object, ...]:
    """milan's EndpointSlices as ``liqo-transform provider`` prints them. Not to be changed."""
    shadows = stream(reflected(fleet)).encode()
    return _printed("provider", "-", exports_of(fleet) / "milan", *options, stdin=shadows)


def fleet_of_milan(folder: Path, fleet: str = FLEET) -> list[Object]:
    """milan's objects as ``liqo-transform fleet`` writes them below ``folder``."""
    output = folder / "out"
    done = run(["liqo-transform", "fleet", exports_of(fleet), "--consumer", "rome", "-o", output])
    assert done.returncode == 0, done.stderr
    files = sorted(file for file in (output / "milan").rglob("*.yaml") if file.name != "kustomization.yaml")
    return [each for file in files for each in documents(file.read_text(encoding="utf-8"))]


def _printed(*arguments: str | Path, stdin: bytes = b"") -> tuple[Object, ...]:
    done = run(["liqo-transform", *arguments], stdin=stdin)
    assert done.returncode == 0, done.stderr
    return tuple(documents(done.stdout.decode()))
