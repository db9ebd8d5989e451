"""The table of networks answers as a search through the list would."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from transformer.network.address import Address, parse_address
from transformer.network.cidr import Cidr, parse_cidr
from transformer.network.cidr_table import CidrTable


def test_values_come_in_the_order_of_the_list_not_of_prefixes() -> None:
    texts = ["10.0.0.0/8", "10.1.0.0/16", "10.1.2.0/24", "10.0.0.0/08", "fd00::/8", "::ffff:10.1.0.0/112"]
    table = CidrTable((cidr, text) for text in texts if (cidr := parse_cidr(text)) is not None)
    address = parse_address("10.1.2.3")
    assert address is not None
    assert table.all(address) == ["10.0.0.0/8", "10.1.0.0/16", "10.1.2.0/24", "10.0.0.0/08", "::ffff:10.1.0.0/112"]


def test_an_address_of_no_network_has_no_value() -> None:
    cidr, address = parse_cidr("10.0.0.0/8"), parse_address("::a00:1")
    assert cidr is not None
    assert address is not None
    table = CidrTable([(cidr, 1)])
    assert table.all(address) == []
    assert CidrTable[int]([]).all(address) == []


small_addresses = st.builds(Address, st.integers(0, 15), st.sampled_from([32, 128]))


@st.composite
def small_networks(draw: st.DrawFn) -> Cidr:
    """Networks among the sixteen lowest addresses, so that many overlap."""
    bits, host_bits = draw(st.sampled_from([32, 128])), draw(st.integers(0, 5))
    mask = (1 << bits) - (1 << host_bits)
    return Cidr(draw(st.integers(0, 15)) & mask, mask, bits, bits - host_bits, "")


@given(st.lists(small_networks(), max_size=12), small_addresses)
def test_the_table_agrees_with_a_search_through_the_list(networks: list[Cidr], address: Address) -> None:
    table = CidrTable((cidr, index) for index, cidr in enumerate(networks))
    holding = [index for index, cidr in enumerate(networks) if cidr.contains(address)]
    assert table.all(address) == holding
