"""Networks in CIDR notation as Go's ``net.ParseCIDR`` reads them and ``IPNet.Contains`` matches them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from transformer.network.address import MAPPED_PREFIX, Address, parse_address, parse_ipv6_bits

# Go accepts leading zeros here (/08), of any number.
_PREFIX_LENGTH = re.compile(r"0*([0-9]{1,3})")


@dataclass(frozen=True, slots=True)
class Cidr:
    """A network: ``network`` and ``mask`` are integers of ``bits`` (32 or 128) bits, host bits are zero.

    ``text`` is what was written. It takes part in comparisons on purpose: Liqo compares CIDRs as text,
    so 10.0.0.0/8 and 10.0.0.0/08 are one network but two CIDRs.
    """

    network: int
    mask: int
    bits: int
    prefix_length: int
    text: str

    def contains(self, address: Address) -> bool:
        """Whether the address lies within. An IPv6 network, ``::/0`` too, holds no IPv4 address, nor the reverse."""
        return address.bits == self.bits and address.value & self.mask == self.network

    def __str__(self) -> str:
        return self.text


def parse_cidr(text: str) -> Cidr | None:
    """The network that Go's ``net.ParseCIDR`` finds in ``text``; None where it finds none.

    Host bits are masked away. No prefix length, a netmask in its place, a zone or a sign are refused.
    An IPv4-mapped address with a prefix of 96 or longer is an IPv4 network, its prefix less 96; with
    a shorter one it is an IPv6 network.
    """
    address_text, slash, length_text = text.partition("/")
    length = _PREFIX_LENGTH.fullmatch(length_text)
    if not slash or length is None:
        return None
    prefix_length = int(length[1])
    if ":" in address_text:
        value, bits = parse_ipv6_bits(address_text), 128
    else:
        address = parse_address(address_text)
        value, bits = (address.value if address is not None else None), 32
    if value is None or prefix_length > bits:
        return None
    if bits == 128 and prefix_length >= 96 and value >> 32 == MAPPED_PREFIX:
        value, bits, prefix_length = value & 0xFFFFFFFF, 32, prefix_length - 96
    mask = (1 << bits) - (1 << (bits - prefix_length))
    return Cidr(value & mask, mask, bits, prefix_length, text)
