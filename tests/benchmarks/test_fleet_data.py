"""The data that benchmarks run on."""

from __future__ import annotations

from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import pytest
import yaml

from benchmarks.clusters import POD_CIDRS
from benchmarks.fleet_data import write_fleet


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.yaml")}


def items(path: Path) -> list[dict[str, Any]]:
    loaded = yaml.safe_load(path.read_text())
    assert loaded["kind"] == "List"
    found: list[dict[str, Any]] = loaded["items"]
    return found


@pytest.fixture(scope="module")
def fleet(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("fleet")
    write_fleet(folder, slices=30, endpoints=7)
    return folder


def test_sizes_are_those_asked_for(fleet: Path) -> None:
    slices = items(fleet / "rome" / "endpointslices.yaml")
    assert len(slices) == 30
    assert {len(one["endpoints"]) for one in slices} == {7}
    assert len(items(fleet / "rome" / "services.yaml")) == 30


def test_same_sizes_give_the_same_bytes(fleet: Path, tmp_path: Path) -> None:
    write_fleet(tmp_path, slices=30, endpoints=7)
    assert files(tmp_path) == files(fleet)


def test_keys_are_sorted_as_kubectl_sorts_them(fleet: Path) -> None:
    def sorted_keys(value: Any) -> bool:
        if isinstance(value, dict):
            return list(value) == sorted(value) and all(map(sorted_keys, value.values()))
        return all(map(sorted_keys, value)) if isinstance(value, list) else True

    for path in fleet.rglob("*.yaml"):
        assert sorted_keys(yaml.safe_load(path.read_text())), path


def test_every_slice_has_its_service_and_objects_come_in_order(fleet: Path) -> None:
    slices = [
        (one["metadata"]["namespace"], one["metadata"]["labels"]["kubernetes.io/service-name"])
        for one in items(fleet / "rome" / "endpointslices.yaml")
    ]
    services = [
        (one["metadata"]["namespace"], one["metadata"]["name"]) for one in items(fleet / "rome" / "services.yaml")
    ]
    assert slices == services == sorted(services)


def test_addresses_are_in_their_clusters_networks_and_mapped_where_needed(fleet: Path) -> None:
    direct = {
        (one["metadata"]["namespace"], one["metadata"]["name"])
        for one in items(fleet / "rome" / "services.yaml")
        if "annotations" in one["metadata"]
    }
    assert 0 < len(direct) < 30
    seen = []
    needed = set()
    for one in items(fleet / "rome" / "endpointslices.yaml"):
        namespace = one["metadata"]["namespace"]
        service = (namespace, one["metadata"]["labels"]["kubernetes.io/service-name"])
        for endpoint in one["endpoints"]:
            cluster = endpoint["nodeName"].removeprefix("liqo-").split("-")[0]
            (address,) = endpoint["addresses"]
            seen.append(address)
            assert ip_address(address) in ip_network(POD_CIDRS[cluster])
            if cluster != "rome" and service not in direct:
                needed.add((namespace, address))
    assert len(set(seen)) == len(seen)
    assert {(one["metadata"]["namespace"], one["spec"]["ip"]) for one in items(fleet / "rome" / "ips.yaml")} == needed


@pytest.mark.parametrize(("slices", "endpoints"), [(1, 101), (1, -1), (1_000_000, 2)])
def test_sizes_that_no_fleet_can_have_are_refused(tmp_path: Path, slices: int, endpoints: int) -> None:
    with pytest.raises(ValueError, match="endpoints"):
        write_fleet(tmp_path, slices, endpoints)


def test_all_direct_changes_nothing_but_the_services_and_the_ips(fleet: Path, tmp_path: Path) -> None:
    write_fleet(tmp_path, slices=30, endpoints=7, all_direct=True)
    services = items(tmp_path / "rome" / "services.yaml")
    assert {one["metadata"]["annotations"]["liqo.io/use-direct-connections"] for one in services} == {"true"}
    assert items(tmp_path / "rome" / "ips.yaml") == []
    changed = {"rome/services.yaml", "rome/ips.yaml"}
    before, after = files(fleet), files(tmp_path)
    assert {name for name in before if before[name] != after[name]} == changed


def test_no_slices_and_empty_slices(tmp_path: Path) -> None:
    write_fleet(tmp_path / "none", slices=0, endpoints=0)
    assert items(tmp_path / "none" / "rome" / "endpointslices.yaml") == []
    write_fleet(tmp_path / "empty", slices=1, endpoints=0)
    assert items(tmp_path / "empty" / "rome" / "endpointslices.yaml")[0]["endpoints"] == []
