"""Services, slices and endpoints of a fleet of any size, as plain records; the same sizes give the same records."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network

from benchmarks.clusters import CONSUMER, POD_CIDRS, PREFIX, SERVICE_CIDR

SEED = 20240
NAMESPACES = tuple(f"team-{number}" for number in range(10))
#: The lowest addresses of a network stay free, as in a cluster.
FIRST_HOST = 256
WORDS = ("cart", "catalog", "checkout", "invoice", "ledger", "orders", "payments", "search", "shipping", "stock")


@dataclass(frozen=True, slots=True)
class Endpoint:
    cluster: str
    node: str
    address: str
    pod: str
    uid: str
    ready: bool


@dataclass(frozen=True, slots=True)
class Workload:
    """One Service and its one EndpointSlice."""

    namespace: str
    service: str
    slice: str
    direct: bool
    cluster_ip: str
    uid: str
    slice_uid: str
    endpoints: tuple[Endpoint, ...]


def make_workloads(slices: int, endpoints: int, *, all_direct: bool = False) -> Iterator[Workload]:
    """``slices`` workloads of ``endpoints`` endpoints each, in the order in which kubectl lists them.

    Half of the Services use direct connections, or all of them; endpoints lie evenly on the three clusters.
    Raises ValueError when there are more endpoints than a cluster's network has addresses, or more than
    the 100 that the controller puts into a slice.
    """
    if not 0 <= endpoints <= 100:
        raise ValueError("a slice holds 0 to 100 endpoints")
    if slices * endpoints > 2 ** (32 - PREFIX) - 2 * FIRST_HOST:
        raise ValueError(f"{slices * endpoints} endpoints do not fit into a /{PREFIX}")
    count = len(NAMESPACES)
    chance = random.Random(SEED)
    taken = dict.fromkeys(POD_CIDRS, 0)
    clusters = sorted(POD_CIDRS)
    names = [f"{WORDS[number // count % len(WORDS)]}-{number:06d}" for number in range(slices)]
    # kubectl lists by namespace, then by name.
    for number in sorted(range(slices), key=lambda number: (number % count, names[number])):
        service = names[number]
        replica_set = f"{service}-{_suffix(chance, 10)}"
        made = []
        for _ in range(endpoints):
            cluster = chance.choice(clusters)
            address = host_address(POD_CIDRS[cluster], taken[cluster])
            taken[cluster] += 1
            node = f"{CONSUMER}-worker{chance.randrange(1, 4)}" if cluster == CONSUMER else f"liqo-{cluster}"
            pod = f"{replica_set}-{_suffix(chance, 5)}"
            made.append(Endpoint(cluster, node, address, pod, _uid(chance), chance.random() < 0.97))
        yield Workload(
            namespace=NAMESPACES[number % count],
            service=service,
            slice=f"{service}-{_suffix(chance, 5)}",
            direct=all_direct or number // count % 2 == 0,
            cluster_ip=host_address(SERVICE_CIDR, number),
            uid=_uid(chance),
            slice_uid=_uid(chance),
            endpoints=tuple(made),
        )


def host_address(cidr: str, number: int) -> str:
    """The address of host ``number`` (from 0) of an IPv4 network."""
    return str(IPv4Address(int(IPv4Network(cidr).network_address) + FIRST_HOST + number))


def _suffix(chance: random.Random, length: int) -> str:
    return "".join(chance.choices("bcdfghjklmnpqrstvwxz2456789", k=length))


def _uid(chance: random.Random) -> str:
    digits = f"{chance.getrandbits(128):032x}"
    return f"{digits[:8]}-{digits[8:12]}-4{digits[13:16]}-a{digits[17:20]}-{digits[20:]}"


def uid_for(text: str) -> str:
    """A uid that is always the same for the same text."""
    return _uid(random.Random(text))
