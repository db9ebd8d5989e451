"""Reading CIDRs and matching addresses: the table of what Go does, and ``ipaddress`` (P05)."""

from __future__ import annotations

import ipaddress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transformer.network.address import Address, address_of_bits, parse_address
from transformer.network.cidr import Cidr, parse_cidr

# The network Go's net.ParseCIDR(text) gives, as an address, a prefix length and a width; None where it gives an error.
GO_CIDRS = [
    ("10.1.2.3/8", ("10.0.0.0", 8, 32)),
    ("10.0.0.0/08", ("10.0.0.0", 8, 32)),
    ("10.0.0.0/008", ("10.0.0.0", 8, 32)),
    ("10.0.0.0/0000000008", ("10.0.0.0", 8, 32)),
    ("10.0.0.0/" + "0" * 5000 + "8", ("10.0.0.0", 8, 32)),
    ("10.0.0.0/" + "8" * 5000, None),
    ("10.0.0.1/32", ("10.0.0.1", 32, 32)),
    ("10.0.0.1/0", ("0.0.0.0", 0, 32)),
    ("10.0.0.1/00", ("0.0.0.0", 0, 32)),
    ("10.0.0.0/+8", None),
    ("10.0.0.0/-1", None),
    ("10.0.0.0/33", None),
    ("10.0.0.0/128", None),
    ("10.0.0.0/", None),
    ("10.0.0.0/8 ", None),
    ("10.0.0.0/8\n", None),
    ("10.0.0.0 /8", None),
    ("10.0.0.0/8/8", None),
    ("10.0.0.0/٨", None),
    ("10.0.0.0/8.0", None),
    ("10.0.0.0/1e1", None),
    ("10.0.0.0", None),
    ("10.0.0.0/255.0.0.0", None),
    ("10.0.0.0/0.255.255.255", None),
    ("010.0.0.0/8", None),
    ("/8", None),
    ("", None),
    ("10/8", None),
    ("fe80::%eth0/64", None),
    ("fe80::/64%eth0", None),
    ("fd00::1/64", ("fd00::", 64, 128)),
    ("fd00::1/128", ("fd00::1", 128, 128)),
    ("fd00::1/129", None),
    ("fd00::/200", None),
    ("fd00::", None),
    ("::/0", ("::", 0, 128)),
    ("::ffff:10.1.0.0/104", ("10.0.0.0", 8, 32)),
    ("::ffff:a01:0/104", ("10.0.0.0", 8, 32)),
    ("::ffff:10.0.0.0/128", ("10.0.0.0", 32, 32)),
    ("::ffff:10.0.0.0/96", ("0.0.0.0", 0, 32)),
    ("::ffff:10.0.0.0/8", ("::", 8, 128)),
    ("::ffff:10.0.0.0/33", ("::", 33, 128)),
    ("::ffff:10.0.0.0/95", ("::fffe:0:0", 95, 128)),
    ("\ud800/8", None),
    ("10.0.0.0/\ud800", None),
]


@pytest.mark.parametrize(("text", "expected"), GO_CIDRS)
def test_a_cidr_is_read_as_go_does(text: str, expected: tuple[str, int, int] | None) -> None:
    cidr = parse_cidr(text)
    if cidr is None:
        assert expected is None
    else:
        assert (str(Address(cidr.network, cidr.bits)), cidr.prefix_length, cidr.bits) == expected
        assert cidr.text == str(cidr) == text


@pytest.mark.parametrize(
    ("cidr_text", "address_text", "expected"),
    [
        ("10.0.0.0/8", "10.255.0.1", True),
        ("10.0.0.0/8", "11.0.0.0", False),
        ("10.0.0.0/8", "::ffff:10.0.0.1", True),
        ("::ffff:10.0.0.0/104", "10.9.9.9", True),
        ("::ffff:10.0.0.0/104", "11.9.9.9", False),
        ("0.0.0.0/0", "255.255.255.255", True),
        ("0.0.0.0/0", "::1", False),
        ("0.0.0.0/0", "::ffff:1.2.3.4", True),
        ("::/0", "fd00::1", True),
        ("::/0", "10.0.0.1", False),
        ("::/0", "::ffff:10.0.0.1", False),
        ("::ffff:10.0.0.0/8", "10.0.0.1", False),
        ("::ffff:10.0.0.0/8", "::1", True),
        ("fd00::/64", "fd00::ffff:0:0:1", True),
        ("fd00::/64", "fd00:0:0:1::", False),
        ("10.0.0.1/32", "10.0.0.1", True),
        ("10.0.0.1/32", "10.0.0.0", False),
    ],
)
def test_a_cidr_contains_what_go_says(cidr_text: str, address_text: str, expected: bool) -> None:
    cidr, address = parse_cidr(cidr_text), parse_address(address_text)
    assert cidr is not None
    assert address is not None
    assert cidr.contains(address) is expected


def test_one_network_in_two_spellings_is_two_cidrs() -> None:
    plain, padded = parse_cidr("10.10.0.0/16"), parse_cidr("10.10.0.0/016")
    assert plain is not None
    assert padded is not None
    assert plain != padded
    assert (plain.network, plain.mask) == (padded.network, padded.mask) == (0x0A0A0000, 0xFFFF0000)


@given(st.data(), st.sampled_from([32, 128]))
def test_networks_agree_with_ipaddress(data: st.DataObject, bits: int) -> None:
    value = data.draw(st.integers(0, 2**bits - 1))
    prefix_length = data.draw(st.integers(0, bits))
    other = data.draw(st.one_of(st.integers(0, 2**bits - 1), st.integers(0, 255).map(lambda low: value ^ low)))
    as_known = ipaddress.IPv4Address if bits == 32 else ipaddress.IPv6Address
    text = f"{as_known(value)}/{prefix_length}"
    known = ipaddress.ip_network(text, strict=False)
    expected = Cidr(int(known.network_address), int(known.netmask), bits, prefix_length, text)
    address = address_of_bits(other, bits)
    cidr = parse_cidr(text)
    assert cidr is not None
    if cidr.bits == bits:
        assert cidr == expected
    if cidr.bits == address.bits == bits:
        assert cidr.contains(address) == (as_known(other) in known)


@given(st.integers(0, 2**32 - 1), st.integers(0, 32))
def test_a_mapped_network_is_the_ipv4_network(value: int, prefix_length: int) -> None:
    text = str(ipaddress.IPv4Address(value))
    mapped, plain = parse_cidr(f"::ffff:{text}/{prefix_length + 96}"), parse_cidr(f"{text}/{prefix_length}")
    assert mapped is not None
    assert plain is not None
    assert (mapped.network, mapped.mask, mapped.bits, mapped.prefix_length) == (
        plain.network,
        plain.mask,
        plain.bits,
        plain.prefix_length,
    )


@given(
    st.one_of(
        st.text(max_size=12),
        st.tuples(
            st.sampled_from(["10.0.0.0", "fd00::", "::ffff:1.2.3.4", "", "1", "010.0.0.0"]),
            st.sampled_from(["/", "", "//", " /"]),
            st.one_of(st.integers(-2, 140).map(str), st.text(max_size=3), st.sampled_from(["08", "255.0.0.0", "0x8"])),
        ).map("".join),
    )
)
def test_what_is_read_ipaddress_reads_too(text: str) -> None:
    cidr = parse_cidr(text)
    if cidr is not None:
        known = ipaddress.ip_network(text, strict=False)
        assert known.prefixlen in (cidr.prefix_length, cidr.prefix_length + 96)
