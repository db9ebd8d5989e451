"""Makes a fleet's exports of any size, printed as ``kubectl get KIND -A -o yaml`` prints them.

The same sizes give the same bytes. Addresses of pods elsewhere that are not reached over a direct connection have
IP objects, as Liqo makes them.

    python -m benchmarks.fleet_data DIR --slices 1000 --endpoints 10
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path

from benchmarks import printed
from benchmarks.clusters import CONSUMER, EXTERNAL_CIDR, PROVIDERS, peers_of
from benchmarks.workloads import Workload, host_address, make_workloads


def write_fleet(folder: Path, slices: int, endpoints: int, *, all_direct: bool = False) -> None:
    """Writes ``folder/<cluster>/<kind>.yaml`` for the consumer and both providers.

    ``all_direct``: every Service uses direct connections, not every other; then there are no IPs.
    Raises ValueError for sizes that no such fleet can have.
    """
    workloads = list(make_workloads(slices, endpoints, all_direct=all_direct))
    consumer = folder / CONSUMER
    _write(consumer / "endpointslices.yaml", map(printed.endpoint_slice, workloads))
    _write(consumer / "services.yaml", map(printed.service, workloads))
    _write(consumer / "ips.yaml", _ips(workloads))
    _write(consumer / "namespacemaps.yaml", map(printed.namespace_map, PROVIDERS))
    for cluster in (CONSUMER, *PROVIDERS):
        peers = peers_of(cluster)
        _write(folder / cluster / "nodes.yaml", _nodes(cluster))
        _write(folder / cluster / "configmaps.yaml", [printed.cluster_id(cluster)])
        _write(folder / cluster / "configurations.yaml", (printed.configuration(cluster, peer) for peer in peers))
        _write(folder / cluster / "foreignclusters.yaml", map(printed.foreign_cluster, peers))


def _ips(workloads: list[Workload]) -> Iterator[str]:
    number = 0
    for one in workloads:
        for endpoint in one.endpoints:
            if not one.direct and endpoint.cluster != CONSUMER:
                yield printed.ip(one.namespace, endpoint, host_address(EXTERNAL_CIDR, number))
                number += 1


def _nodes(cluster: str) -> Iterator[str]:
    if cluster == CONSUMER:
        for provider in PROVIDERS:
            yield printed.node(f"liqo-{provider}", provider)
    for number in range(1, 4):
        yield printed.node(f"{cluster}-worker{number}")


def _write(path: Path, items: Iterable[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="ascii") as file:
        begun = False
        for item in items:
            file.write("" if begun else "apiVersion: v1\nitems:\n")
            begun = True
            file.write(item)
        file.write("" if begun else "apiVersion: v1\nitems: []\n")
        file.write('kind: List\nmetadata:\n  resourceVersion: ""\n')


def main() -> None:
    parser = argparse.ArgumentParser(description="Make a fleet's exports of any size.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--slices", type=int, default=1000)
    parser.add_argument("--endpoints", type=int, default=10, help="endpoints in each slice, 0 to 100")
    parser.add_argument("--all-direct", action="store_true", help="every Service uses direct connections")
    arguments = parser.parse_args()
    try:
        write_fleet(arguments.folder, arguments.slices, arguments.endpoints, all_direct=arguments.all_direct)
    except ValueError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
