"""The script that someone would write with PyYAML's C reader: load the exports, rewrite the addresses, dump.

It does what the transformer does to addresses, on the benchmark's fleet and nothing more: no checks, no findings,
no positions, one output file for each provider.

    python benchmarks/peers/pyyaml_rewrite.py EXPORTS OUTPUT CONSUMER PROVIDER...
"""

from __future__ import annotations

import sys
from ipaddress import IPv4Address, IPv4Network
from pathlib import Path
from typing import Any

import yaml

Pairs = list[tuple[IPv4Network, IPv4Network]]


def load(path: Path) -> list[dict[str, Any]]:
    with path.open(encoding="utf-8") as file:
        items: list[dict[str, Any]] = yaml.load(file, Loader=yaml.CSafeLoader)["items"]
    return items


def networks(folder: Path) -> dict[str, Pairs]:
    """For each cluster that this one knows: its real networks beside how this cluster sees them."""
    known = {}
    for item in load(folder / "configurations.yaml"):
        real, seen = item["spec"]["remote"]["cidr"], item["status"]["remote"]["cidr"]
        texts = [*zip(real["pod"], seen["pod"], strict=True), *zip(real["external"], seen["external"], strict=True)]
        known[item["metadata"]["labels"]["liqo.io/remote-cluster-id"]] = [
            (IPv4Network(before), IPv4Network(after)) for before, after in texts
        ]
    return known


def mapped(address: str, pairs: Pairs) -> str:
    parsed = IPv4Address(address)
    for before, after in pairs:
        if parsed in before:
            return str(IPv4Address(int(after.network_address) | int(parsed) & int(before.hostmask)))
    return address


def rewrite(exports: Path, output: Path, consumer: str, providers: list[str]) -> None:
    slices = load(exports / consumer / "endpointslices.yaml")
    services = {
        (item["metadata"]["namespace"], item["metadata"]["name"]): item["metadata"].get("annotations", {})
        for item in load(exports / consumer / "services.yaml")
    }
    ips = {item["spec"]["ip"]: item["status"]["ip"] for item in load(exports / consumer / "ips.yaml")}
    clusters = {
        item["metadata"]["name"]: item["metadata"]["labels"].get("liqo.io/remote-cluster-id", consumer)
        for item in load(exports / consumer / "nodes.yaml")
    }
    namespaces = {
        item["metadata"]["name"]: item["status"]["currentMapping"]
        for item in load(exports / consumer / "namespacemaps.yaml")
    }
    for provider in providers:
        known = networks(exports / provider)
        made = []
        for item in slices:
            metadata = item["metadata"]
            service = (metadata["namespace"], metadata["labels"]["kubernetes.io/service-name"])
            direct = services[service].get("liqo.io/use-direct-connections") == "true"
            endpoints = []
            for endpoint in item["endpoints"]:
                cluster = clusters[endpoint["nodeName"]]
                if cluster == provider:
                    continue
                addresses = endpoint["addresses"]
                if cluster != consumer and direct:
                    addresses = [mapped(address, known[cluster]) for address in addresses]
                else:
                    addresses = [mapped(ips.get(address, address), known[consumer]) for address in addresses]
                endpoints.append({**endpoint, "addresses": addresses, "nodeName": consumer})
            namespace = namespaces[provider][metadata["namespace"]]["remoteNamespace"]
            made.append(
                {
                    **item,
                    "metadata": {"name": metadata["name"], "namespace": namespace, "labels": metadata["labels"]},
                    "endpoints": endpoints,
                }
            )
        with (output / f"{provider}.yaml").open("w", encoding="utf-8") as file:
            yaml.dump_all(made, file, Dumper=yaml.CSafeDumper)


if __name__ == "__main__":
    rewrite(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], sys.argv[4:])
