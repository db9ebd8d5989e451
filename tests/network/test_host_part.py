"""Host-part arithmetic: the table of the specification, its properties, ``ipaddress`` (P05, P06, P07)."""

from __future__ import annotations

import ipaddress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transformer.network.address import Address, address_of_bits, parse_address
from transformer.network.cidr import Cidr, parse_cidr
from transformer.network.host_part import lost_bits, with_host_part

TABLE = Path(__file__).parents[2] / "fixtures" / "network" / "host-part.tsv"


def rows() -> list[list[str]]:
    lines = TABLE.read_text(encoding="ascii").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def address_of(text: str) -> Address:
    address = parse_address(text)
    assert address is not None
    return address


def cidr_of(text: str) -> Cidr:
    cidr = parse_cidr(text)
    assert cidr is not None
    return cidr


def test_the_table_of_the_specification_has_rows_of_both_families() -> None:
    assert len(rows()) >= 70
    assert {address_of(address).bits for address, _, _ in rows()} == {32, 128}


@pytest.mark.rule("P05")
def test_every_row_of_the_table_of_the_specification() -> None:
    computed = [[a, c, str(with_host_part(address_of(a), cidr_of(c)))] for a, c, _ in rows()]
    assert computed == rows()


families = st.sampled_from([32, 128])


@st.composite
def cidrs(draw: st.DrawFn, bits: int) -> Cidr:
    value, prefix_length = draw(st.integers(0, 2**bits - 1)), draw(st.integers(0, bits))
    mask = (1 << bits) - (1 << (bits - prefix_length))
    return Cidr(value & mask, mask, bits, prefix_length, "")


@st.composite
def addresses_and_networks(draw: st.DrawFn) -> tuple[Address, Cidr]:
    bits = draw(families)
    address = address_of_bits(draw(st.integers(0, 2**bits - 1)), bits)
    return address, draw(cidrs(address.bits))


def as_bits(address: Address, bits: int) -> int:
    """The bits of a result, the prefix of IPv4-mapped addresses put back where the network was an IPv6 one."""
    return address.value | (0xFFFF << 32 if address.bits < bits else 0)


@given(addresses_and_networks())
def test_host_bits_are_kept_and_network_bits_replaced(case: tuple[Address, Cidr]) -> None:
    address, cidr = case
    result = as_bits(with_host_part(address, cidr), cidr.bits)
    host_mask = 2 ** (cidr.bits - cidr.prefix_length) - 1
    assert result & host_mask == address.value & host_mask
    assert result >> (cidr.bits - cidr.prefix_length) == cidr.network >> (cidr.bits - cidr.prefix_length)


@given(addresses_and_networks())
def test_a_result_is_left_alone_by_its_own_network(case: tuple[Address, Cidr]) -> None:
    address, cidr = case
    result = with_host_part(address, cidr)
    if result.bits == cidr.bits:
        assert cidr.contains(result)
        assert with_host_part(result, cidr) == result


@given(addresses_and_networks())
def test_an_address_of_the_network_is_left_alone(case: tuple[Address, Cidr]) -> None:
    address, cidr = case
    if cidr.contains(address):
        assert with_host_part(address, cidr) == address


@given(addresses_and_networks())
def test_the_arithmetic_agrees_with_ipaddress(case: tuple[Address, Cidr]) -> None:
    address, cidr = case
    as_known = ipaddress.IPv4Address if cidr.bits == 32 else ipaddress.IPv6Address
    network = ipaddress.ip_network(f"{as_known(cidr.network)}/{cidr.prefix_length}")
    expected = network[int(as_known(address.value)) % network.num_addresses]
    assert as_bits(with_host_part(address, cidr), cidr.bits) == int(expected)


def test_a_result_among_the_mapped_addresses_is_an_ipv4_address() -> None:
    assert str(with_host_part(address_of("fd00::2:2:3"), cidr_of("::ffff:0:0/95"))) == "::fffe:2:3"
    assert str(with_host_part(address_of("fd00::1:2:3"), cidr_of("::fffe:0:0/95"))) == "0.2.0.3"


def test_families_must_agree() -> None:
    with pytest.raises(ValueError, match="different families"):
        with_host_part(address_of("10.0.0.1"), cidr_of("fd00::/64"))
    with pytest.raises(ValueError, match="different families"):
        with_host_part(address_of("fd00::1"), cidr_of("10.0.0.0/8"))
    with pytest.raises(ValueError, match="different families"):
        lost_bits(address_of("fd00::1"), cidr_of("fd00::/64"), cidr_of("10.0.0.0/8"))


@pytest.mark.parametrize(
    ("address", "source", "target", "expected"),
    [
        ("10.10.3.5", "10.10.0.0/16", "10.71.4.0/24", "0.0.3.0"),
        ("10.10.0.5", "10.10.0.0/16", "10.71.4.0/24", "0.0.0.0"),
        ("10.10.3.5", "10.10.0.0/16", "10.0.0.0/8", "0.0.0.0"),
        ("10.10.3.5", "10.10.0.0/16", "10.71.0.0/16", "0.0.0.0"),
        ("fd00::1:2", "fd00::/64", "fd01::/112", "::1:0"),
        ("10.255.255.255", "10.0.0.0/8", "10.0.0.0/32", "0.255.255.255"),
    ],
)
@pytest.mark.rule("P07")
def test_lost_bits_are_the_set_host_bits_that_the_longer_prefix_overwrites(
    address: str, source: str, target: str, expected: str
) -> None:
    assert lost_bits(address_of(address), cidr_of(source), cidr_of(target)) == address_of(expected).value


@given(st.data(), families)
def test_nothing_is_lost_exactly_where_the_way_back_leads_to_the_same_address(data: st.DataObject, bits: int) -> None:
    source, target = data.draw(cidrs(bits)), data.draw(cidrs(bits))
    host = data.draw(st.integers(0, 2**bits - 1)) & ~source.mask
    address = Address(source.network | host, bits)
    result = target.network | (address.value & ~target.mask)
    back = source.network | (result & ~target.mask & ~source.mask)
    assert (lost_bits(address, source, target) == 0) == (back == address.value)
