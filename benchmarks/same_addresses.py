"""Checks that two programs did the same work: the same addresses, in order, in every slice of every provider.

    python -m benchmarks.same_addresses OUTPUT PEER_OUTPUT

OUTPUT is a folder that ``liqo-transform fleet`` wrote, PEER_OUTPUT holds one stream ``<provider>.yaml`` for each.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import yaml

from benchmarks.clusters import PROVIDERS

#: (namespace, name) of an EndpointSlice to its endpoints' addresses.
Addresses = dict[tuple[str, str], list[list[str]]]


def addresses_of(slices: Iterable[dict[str, Any]]) -> Addresses:
    """The addresses of every slice, an endpoint after the other."""
    return {
        (one["metadata"]["namespace"], one["metadata"]["name"]): [each["addresses"] for each in one["endpoints"]]
        for one in slices
    }


def _documents(paths: Iterable[Path]) -> Iterator[dict[str, Any]]:
    for path in paths:
        with path.open(encoding="utf-8") as file:
            yield from yaml.load_all(file, Loader=yaml.CSafeLoader)


def main() -> int:
    output, peer = Path(sys.argv[1]), Path(sys.argv[2])
    for provider in PROVIDERS:
        ours = addresses_of(_documents(sorted((output / provider / "endpointslices").rglob("*.yaml"))))
        theirs = addresses_of(_documents([peer / f"{provider}.yaml"]))
        if not theirs:
            print(f"{provider}: the peer wrote no slice")
            return 1
        differing = sorted(key for key in ours.keys() | theirs.keys() if ours.get(key) != theirs.get(key))
        if differing:
            namespace, name = differing[0]
            print(f"{provider}: {len(differing)} slices differ, the first is {namespace}/{name}:")
            print(f"  ours  {ours.get(differing[0])}\n  peer  {theirs.get(differing[0])}")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
