"""Reading and printing addresses: the table of what Go does, a reading rule by rule, and ``ipaddress`` (C10, P05)."""

from __future__ import annotations

import ipaddress
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from transformer.network.address import Address, address_of_bits, parse_address

# What Go's net.ParseIP(text).String() gives; None where it gives nil.
GO_ADDRESSES = [
    ("10.0.0.1", "10.0.0.1"),
    ("0.0.0.0", "0.0.0.0"),
    ("255.255.255.255", "255.255.255.255"),
    ("010.0.0.1", None),
    ("10.0.0.01", None),
    ("10.0.0.00", None),
    ("10.0.0", None),
    ("10.0.0.", None),
    ("10.0.0.1.", None),
    ("10.0.0.1.2", None),
    ("10.0.0.256", None),
    ("10.0.0.-1", None),
    ("167772161", None),
    (" 10.0.0.1", None),
    ("10.0.0.1 ", None),
    ("10.0.0.1\n", None),
    ("10.0.0.1\x00", None),
    ("10.0.0.1\x00x", None),
    ("10.0.0.1/24", None),
    ("0x0a.0.0.1", None),
    ("１0.0.0.1", None),
    ("١0.0.0.1", None),
    ("10.0.0.1\ud800", None),
    ("[::1]", None),
    ("", None),
    ("web.example.com", None),
    ("::ffff:10.0.0.1", "10.0.0.1"),
    ("::FFFF:10.0.0.1", "10.0.0.1"),
    ("0:0:0:0:0:ffff:10.0.0.1", "10.0.0.1"),
    ("::ffff:a00:1", "10.0.0.1"),
    ("::ffff:0:0", "0.0.0.0"),
    ("::fffe:a00:1", "::fffe:a00:1"),
    ("::10.0.0.1", "::a00:1"),
    ("64:ff9b::10.0.0.1", "64:ff9b::a00:1"),
    ("::ffff:0:10.0.0.1", "::ffff:0:a00:1"),
    ("2001:DB8::1", "2001:db8::1"),
    ("2001:0db8:0000::0001", "2001:db8::1"),
    ("2001:00db8::1", None),
    ("00001::", None),
    ("::00001", None),
    ("fe80::1%eth0", None),
    ("fe80::1%", None),
    ("%eth0", None),
    ("1::2:3:4:5:6:7", "1:0:2:3:4:5:6:7"),
    ("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"),
    ("::2:3:4:5:6:7:8", "0:2:3:4:5:6:7:8"),
    ("1:2:3:4::5:6:7:8", None),
    ("1:2:3:4:5:6:7:8::", None),
    ("::1:2:3:4:5:6:7:8", None),
    ("1:2:3:4:5:6:7", None),
    ("1:2:3:4:5:6:7:8:9", None),
    ("2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"),
    ("2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"),
    ("0:0:1:1:0:0:0:0", "0:0:1:1::"),
    ("0:0:1:0:0:1:1:1", "::1:0:0:1:1:1"),
    ("10:0:0:1:100:0:0:1", "10::1:100:0:0:1"),
    ("1:0:0:0:0:0:0:0", "1::"),
    ("::", "::"),
    ("::1", "::1"),
    ("1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"),
    ("1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:102:304"),
    ("1:2:3:4:5::1.2.3.4", "1:2:3:4:5:0:102:304"),
    ("1:2:3:4:5:6::1.2.3.4", None),
    ("1:2:3:4:5:1.2.3.4", None),
    ("1:2:3:4:5:6:7:1.2.3.4", None),
    ("::1.2.3.04", None),
    ("::1.2.3.256", None),
    ("::1.2.3", None),
    ("::1.2.3.4.5", None),
    ("1.2.3.4::", None),
    ("1.2.3.4:1::", None),
    ("::1.2.3.4:1", None),
    ("::1::", None),
    (":::", None),
    (":", None),
    (":1", None),
    ("1:", None),
    (":1::", None),
    ("1::2:", None),
    (":1:2:3:4:5:6:7", None),
    ("1:2:3:4:5:6:7:", None),
    ("::g", None),
    ("::１", None),
    ("::1\n", None),
    ("::1 ", None),
    (" ::1", None),
    ("::1\x00", None),
    ("::\ud800", None),
    ("::1/128", None),
    ("::-1", None),
    ("::+1", None),
    ("::0x1", None),
]


@pytest.mark.parametrize(("text", "expected"), GO_ADDRESSES)
def test_an_address_is_read_and_printed_as_go_does(text: str, expected: str | None) -> None:
    address = parse_address(text)
    assert (str(address) if address is not None else None) == expected


def test_mapped_addresses_are_ipv4_addresses() -> None:
    assert parse_address("::ffff:10.0.0.1") == Address(0x0A000001, 32) == parse_address("10.0.0.1")
    assert address_of_bits(0xFFFF_0A00_0001, 128) == Address(0x0A000001, 32)
    assert address_of_bits(0x0A00_0001, 128) == Address(0x0A000001, 128)
    assert len({parse_address("::ffff:10.0.0.1"), parse_address("10.0.0.1")}) == 1


def read_by_the_rules(text: str) -> tuple[int, int] | None:
    """An address read group by group, without any library: value and bits."""
    if ":" not in text:
        octets = read_octets(text)
        return (octets, 32) if octets is not None else None
    if text.count("::") > 1 or ":::" in text:
        return None
    left_text, ellipsis, right_text = text.partition("::")
    left = left_text.split(":") if left_text else []
    right = right_text.split(":") if right_text else []
    groups = left + right
    if "." in text:
        octets = read_octets(groups[-1]) if (right or not ellipsis) and groups else None
        if octets is None:
            return None
        groups[-1:] = [f"{octets >> 16:x}", f"{octets & 0xFFFF:x}"]
    if not all(re.fullmatch("[0-9a-fA-F]{1,4}", group) for group in groups):
        return None
    if (len(groups) > 7) if ellipsis else (len(groups) != 8):
        return None
    groups[len(left) : len(left)] = ["0"] * (8 - len(groups))
    value = int("".join(group.zfill(4) for group in groups), 16)
    return (value & 0xFFFFFFFF, 32) if value >> 32 == 0xFFFF else (value, 128)


def read_octets(text: str) -> int | None:
    octets = text.split(".")
    if len(octets) != 4 or not all(re.fullmatch("0|[1-9][0-9]{0,2}", octet) and int(octet) < 256 for octet in octets):
        return None
    return int.from_bytes(bytes(map(int, octets)), "big")


pieces = st.sampled_from(
    [
        ":",
        "::",
        ".",
        "0",
        "00",
        "1",
        "ffff",
        "FFFF",
        "0a",
        "00000",
        "a00",
        "10.0.0.1",
        "256",
        "255",
        "%",
        "/",
        " ",
        "\0",
    ]
)
nearly_addresses = st.one_of(
    st.lists(pieces, max_size=18).map("".join),
    st.lists(st.sampled_from(["0", "1", "db8", "FFFF", "", "01"]), min_size=3, max_size=9).map(":".join),
    st.lists(st.sampled_from(["0", "1", "db8", ""]), max_size=8).map(lambda groups: ":".join([*groups, "10.0.0.1"])),
    st.ip_addresses().map(str),
    st.text(max_size=12),
)


@given(nearly_addresses)
@example("::")
def test_reading_agrees_with_the_rules_on_any_text(text: str) -> None:
    address = parse_address(text)
    assert ((address.value, address.bits) if address is not None else None) == read_by_the_rules(text)


@given(nearly_addresses)
def test_reading_agrees_with_ipaddress_but_for_zones_and_mapped_addresses(text: str) -> None:
    try:
        known = ipaddress.ip_address(text)
    except ValueError:
        assert parse_address(text) is None
        return
    if "%" in text:
        assert parse_address(text) is None
        return
    if isinstance(known, ipaddress.IPv6Address) and known.ipv4_mapped is not None:
        known = known.ipv4_mapped
    assert parse_address(text) == Address(int(known), known.max_prefixlen)


groups = st.lists(st.one_of(st.just(0), st.integers(0, 0xFFFF)), min_size=8, max_size=8)


@given(groups)
@example([0] * 8)
@example([0, 0, 0, 0, 0, 0, 0x0A00, 1])
def test_printing_ipv6_agrees_with_ipaddress(groups: list[int]) -> None:
    value = int("".join(f"{group:04x}" for group in groups), 16)
    address = address_of_bits(value, 128)
    known = ipaddress.IPv6Address(value)
    assert str(address) == (str(known.ipv4_mapped) if known.ipv4_mapped is not None else str(known))
    assert parse_address(str(address)) == address


@given(st.integers(0, 2**32 - 1))
def test_printing_ipv4_agrees_with_ipaddress(value: int) -> None:
    assert str(Address(value, 32)) == str(ipaddress.IPv4Address(value))
    assert parse_address(str(Address(value, 32))) == Address(value, 32)
