"""Which of many networks hold an address: a dictionary for each prefix length in place of a search through all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeVar

from transformer.network.address import Address
from transformer.network.cidr import Cidr

T = TypeVar("T")


class CidrTable(Generic[T]):
    """Networks, each with a value, in the order given."""

    __slots__ = ("_masks", "_values")

    def __init__(self, entries: Iterable[tuple[Cidr, T]]) -> None:
        self._values: list[T] = []
        # For each family, pairs of a mask and {network: indexes of its entries, ascending}.
        self._masks: dict[int, list[tuple[int, dict[int, list[int]]]]] = {32: [], 128: []}
        by_mask: dict[tuple[int, int], dict[int, list[int]]] = {}
        for index, (cidr, value) in enumerate(entries):
            self._values.append(value)
            networks = by_mask.get((cidr.bits, cidr.mask))
            if networks is None:
                networks = by_mask[cidr.bits, cidr.mask] = {}
                self._masks[cidr.bits].append((cidr.mask, networks))
            networks.setdefault(cidr.network, []).append(index)

    def all(self, address: Address) -> list[T]:
        """The values of all networks that contain the address, in the order given."""
        found: list[int] = []
        for mask, networks in self._masks[address.bits]:
            found += networks.get(address.value & mask, ())
        return [self._values[index] for index in sorted(found)]
