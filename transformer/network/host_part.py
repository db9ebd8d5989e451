"""Host-part arithmetic: how an address of one network is seen in another of the same size (docs/rules.md)."""

from __future__ import annotations

from transformer.network.address import Address, address_of_bits
from transformer.network.cidr import Cidr


def with_host_part(address: Address, cidr: Cidr) -> Address:
    """The address with the network bits of ``cidr`` and its own host bits (P05, P06).

    ``result = (status network) | (address & ~status mask)``, docs/rules.md; ``cidr`` is the status network.
    Prefix lengths are not compared here: see ``lost_bits`` (P07). An IPv6 result within ``::ffff:0:0/96`` is the
    IPv4 address it stands for. Raises ValueError when one is IPv4 and the other IPv6: callers report that first.
    """
    if address.bits != cidr.bits:
        raise ValueError(f"{address} and {cidr} are of different families")
    return address_of_bits(cidr.network | (address.value & ~cidr.mask), cidr.bits)


def lost_bits(address: Address, from_cidr: Cidr, to_cidr: Cidr) -> int:
    """The host bits of the address within ``from_cidr`` that a longer prefix of ``to_cidr`` overwrites (P07).

    The bits stand at their places in the address; 0 when none that is set is lost, always so when the prefix of
    ``to_cidr`` is not the longer one. Raises ValueError when the three are not of one family.
    """
    if not address.bits == from_cidr.bits == to_cidr.bits:
        raise ValueError(f"{address}, {from_cidr} and {to_cidr} are of different families")
    return address.value & ~from_cidr.mask & to_cidr.mask
