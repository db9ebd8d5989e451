"""IP addresses as Go's ``net.ParseIP`` reads them and ``IP.String`` prints them.

The C library parses, since it is several times faster than ``ipaddress``; what C libraries
disagree on (long hexadecimal groups, octets with leading zeros, dotted output for IPv6) is
checked or done here, so that the result is the same on every machine.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from socket import AF_INET, AF_INET6, inet_ntoa, inet_pton
from struct import Struct

#: The 96 bits that make an IPv6 address an IPv4 address: ``::ffff:0:0/96``.
MAPPED_PREFIX = 0xFFFF

# Groups of at most four digits. How many there must be is left to inet_pton, on which libraries agree.
_IPV6_SHAPE = re.compile(r"(?:[0-9a-fA-F]{0,4}:){2,8}(?:[0-9a-fA-F]{0,4}|(?P<octets>[0-9]{1,3}(?:\.[0-9]{1,3}){3}))")
_GROUPS = Struct(">8H")
_ZERO_GROUPS = tuple(":0" * count for count in range(8, 1, -1))


@dataclass(frozen=True, slots=True)
class Address:
    """An IP address: its bits as an unsigned integer and how many there are, 32 or 128.

    Addresses that are equal are the same address, however they were written. An address within
    ``::ffff:0:0/96`` has 32 bits: make one from computed bits with ``address_of_bits``.
    """

    value: int
    bits: int

    def __str__(self) -> str:
        """The canonical text: dotted decimal, or RFC 5952 for IPv6."""
        packed = self.value.to_bytes(self.bits // 8, "big")
        return inet_ntoa(packed) if self.bits == 32 else _ipv6_text(packed)


def parse_address(text: str) -> Address | None:
    """The address that Go's ``net.ParseIP`` finds in ``text``; None where it finds none.

    Refused are, among others: zones (``fe80::1%eth0``), octets with leading zeros, spaces around
    it, a prefix length. ``::ffff:10.0.0.1`` is the IPv4 address 10.0.0.1.
    """
    if ":" not in text:
        packed = _packed_ipv4(text)
        return Address(int.from_bytes(packed, "big"), 32) if packed is not None else None
    value = parse_ipv6_bits(text)
    return address_of_bits(value, 128) if value is not None else None


def parse_ipv6_bits(text: str) -> int | None:
    """The 128 bits of an IPv6 address, IPv4-mapped ones included; None when ``text`` is none."""
    shape = _IPV6_SHAPE.fullmatch(text)
    if shape is None or (shape["octets"] is not None and _packed_ipv4(shape["octets"]) is None):
        return None
    try:
        return int.from_bytes(inet_pton(AF_INET6, text), "big")
    except OSError:
        return None


def address_of_bits(value: int, bits: int) -> Address:
    """The address with these bits; an IPv4-mapped IPv6 address becomes the IPv4 address it stands for."""
    if bits == 128 and value >> 32 == MAPPED_PREFIX:
        return Address(value & 0xFFFFFFFF, 32)
    return Address(value, bits)


def _packed_ipv4(text: str) -> bytes | None:
    try:
        packed = inet_pton(AF_INET, text)
    except (OSError, ValueError):  # ValueError: a NUL character or a lone surrogate
        return None
    # An IPv4 address has a single spelling; anything else a lenient library let through is none for Go.
    return packed if inet_ntoa(packed) == text else None


def _ipv6_text(packed: bytes) -> str:
    # Not inet_ntop: glibc prints ::10.0.0.1 for ::a00:1, and musl may shorten another run of zeros than the first.
    text = ":{:x}:{:x}:{:x}:{:x}:{:x}:{:x}:{:x}:{:x}".format(*_GROUPS.unpack(packed))
    if ":0:0" in text:
        closed = text + ":"
        for zeros in _ZERO_GROUPS:
            before, found, after = closed.partition(zeros + ":")
            if found:
                return f"{before[1:]}::{after[:-1]}"
    return text[1:]
