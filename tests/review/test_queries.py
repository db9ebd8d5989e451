"""What an explanation can be asked for: any spelling of an address, any name of a slice or Service."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from written_fleet import endpoint, run_of, service, slice_of, write_fleet

from transformer.network.address import address_of_bits
from transformer.review.explaining import Explanation, explain
from transformer.review.nothing_meant import nothing_meant
from transformer.review.query import AddressQuery, NameQuery, nearest, parse_query
from transformer.settings import Settings


def ask(settings: Settings, text: str) -> Explanation | None:
    query = parse_query(text)
    assert query is not None
    return explain(run_of(settings), settings, query)


def addresses_in(explanation: Explanation | None) -> dict[str, list[str]]:
    """By provider, the consumer's addresses that the explanation is about."""
    assert explanation is not None
    return {
        each.provider: [
            chain.address for slice in each.slices for endpoint in slice.endpoints for chain in endpoint.addresses
        ]
        for each in explanation.providers
    }


def refusal_of(settings: Settings, text: str) -> str:
    query = parse_query(text)
    assert query is not None
    run = run_of(settings)
    assert explain(run, settings, query) is None
    return nothing_meant(run, query, ())


@pytest.fixture
def fleet(tmp_path: Path) -> Settings:
    """Service web of two pods on turin and one on rome, in two slices; blog/web is not offloaded."""
    return write_fleet(
        tmp_path,
        service(),
        slice_of(endpoint("10.72.0.7", pod="web-0"), endpoint("10.200.0.1", "10.200.0.2", node="liqo-milan")),
        slice_of(endpoint("10.72.0.8", pod="web-1"), name="web-2"),
        service(namespace="blog"),
        slice_of(endpoint("10.72.0.9"), namespace="blog"),
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("10.72.0.7", {"milan": ["10.72.0.7"], "turin": ["10.72.0.7"]}),  # as rome has it
        ("10.91.0.7", {"milan": ["10.72.0.7"]}),  # as it is written on milan
        ("10.62.0.8", {"milan": ["10.72.0.8"]}),  # as turin itself has it: in no object, but on the way
        ("::ffff:10.72.0.7", {"milan": ["10.72.0.7"], "turin": ["10.72.0.7"]}),
        ("10.200.0.2", {"milan": ["10.200.0.2"], "turin": ["10.200.0.2"]}),  # one of two addresses of an endpoint
        ("10.72.0.9", {"milan": ["10.72.0.9"], "turin": ["10.72.0.9"]}),  # of a namespace that goes nowhere
    ],
)
def test_an_address_is_found_wherever_it_stands_on_the_way(
    fleet: Settings, text: str, expected: dict[str, list[str]]
) -> None:
    assert addresses_in(ask(fleet, text)) == expected


def test_an_ipv6_address_is_found_in_any_spelling(tmp_path: Path) -> None:
    settings = write_fleet(tmp_path, slice_of(endpoint("FD00:0:0::A7", node=""), family="IPv6"))
    for text in ("fd00::a7", "fd00:0:0:0:0:0:0:00a7", "FD00:0:0::A7"):
        assert addresses_in(ask(settings, text)) == {"milan": ["FD00:0:0::A7"], "turin": ["FD00:0:0::A7"]}


@given(st.integers(0, 2**128 - 1))
def test_every_spelling_of_an_address_means_it(value: int) -> None:
    address = address_of_bits(value, 128)
    groups = f"{value:032x}"
    spelt = ":".join(groups[start : start + 4] for start in range(0, 32, 4))
    query = parse_query(spelt)
    assert isinstance(query, AddressQuery)
    assert query.means(str(address))
    assert not query.means(str(address_of_bits(value ^ 1, 128)))


def test_a_name_of_an_fqdn_slice_can_be_asked_for(tmp_path: Path) -> None:
    settings = write_fleet(tmp_path, slice_of(endpoint("db.example.com", node=""), family="FQDN"))
    explanation = ask(settings, "db.example.com")
    assert addresses_in(explanation) == {"milan": ["db.example.com"], "turin": ["db.example.com"]}


@pytest.mark.parametrize("text", ["shop/web-2", "shop-rome/web-2"])
def test_a_slice_is_found_by_its_name_on_either_side(fleet: Settings, text: str) -> None:
    assert addresses_in(ask(fleet, text)) == {"milan": ["10.72.0.8"], "turin": ["10.72.0.8"]}


@pytest.mark.parametrize("text", ["shop/web", "shop-rome/web"])
def test_a_service_is_found_by_its_name_on_either_side(fleet: Settings, text: str) -> None:
    explanation = ask(fleet, text)
    assert explanation is not None
    assert [(each.name, each.has_slices) for each in explanation.services] == [("shop/web", True)]
    assert addresses_in(explanation)["milan"] == ["10.72.0.7", "10.200.0.1", "10.200.0.2", "10.72.0.8"]


def test_a_service_that_was_not_exported_is_known_by_the_labels_of_its_slices(tmp_path: Path) -> None:
    settings = write_fleet(tmp_path, slice_of(endpoint("10.200.0.1", node="")))
    explanation = ask(settings, "shop/web")
    assert explanation is not None
    assert explanation.services == ()
    assert addresses_in(explanation) == {"milan": ["10.200.0.1"], "turin": ["10.200.0.1"]}
    assert "missing-service" in [each.code for each in explanation.providers[0].surer]


@pytest.mark.rule("C04")
def test_a_namespace_that_goes_nowhere_is_explained(fleet: Settings) -> None:
    explanation = ask(fleet, "blog/web")
    assert explanation is not None
    reasons = [slice.reason for each in explanation.providers for slice in each.slices]
    assert [each.step.rule for each in reasons if each is not None] == ["C04", "C04"]


def test_a_service_without_a_slice_is_a_match(tmp_path: Path) -> None:
    explanation = ask(write_fleet(tmp_path, service()), "shop/web")
    assert explanation is not None
    assert [(each.name, each.has_slices) for each in explanation.services] == [("shop/web", False)]
    assert explanation.providers == ()


def test_an_unknown_name_gets_the_nearest_ones(fleet: Settings) -> None:
    assert refusal_of(fleet, "shop/wep") == (
        'no slice and no Service of this fleet is called "shop/wep"; did you mean shop/web, shop/web-2, shop/web-1?'
    )
    assert "did you mean blog/web-1, shop/web-1" in refusal_of(fleet, "store/web-1")
    assert refusal_of(fleet, "nothing/alike") == 'no slice and no Service of this fleet is called "nothing/alike"'


def test_an_unknown_address_is_placed_in_the_cidrs_that_are_known(fleet: Settings) -> None:
    assert fleet.consumer is not None
    rome = fleet.consumer.exports[0]
    milan = fleet.providers[0].exports[0]
    first, *lines = refusal_of(fleet, "10.91.250.250").splitlines()
    assert first == 'no endpoint of this fleet has the address "10.91.250.250", and none gets it; it lies in'
    assert len(lines) == 1
    assert lines[0].startswith(
        "  a pod CIDR of turin as milan sees it: Configuration liqo-tenant-turin/turin of milan, "
        f"status.remote.cidr.pod[0]: 10.91.0.0/16 ({milan}:"
    )
    own = refusal_of(fleet, "10.200.250.250").splitlines()
    # Each Configuration of rome says it of rome, and milan's does: told once for each.
    assert [line.partition(":")[0] for line in own[1:]] == ["  a pod CIDR of rome itself", "  a pod CIDR of rome"]
    assert rome in own[1]
    assert milan in own[2]


def test_an_address_in_no_known_cidr_is_said_to_be_in_none(fleet: Settings) -> None:
    assert refusal_of(fleet, "192.0.2.1").endswith("it lies in no CIDR of the Configurations that were exported")


@pytest.mark.parametrize("text", ["", "/", "shop/", "/web", "a/b/c"])
def test_what_is_neither_an_address_nor_a_name_is_no_query(text: str) -> None:
    assert parse_query(text) is None


def test_names_and_addresses_are_told_apart() -> None:
    assert isinstance(parse_query("10.0.0.1"), AddressQuery)
    assert isinstance(parse_query("fd00::1"), AddressQuery)
    assert parse_query("shop/web") == NameQuery("shop", "web")


def test_the_same_name_in_another_namespace_comes_first(fleet: Settings) -> None:
    assert nearest(run_of(fleet), NameQuery("shob", "web"))[:2] == ["blog/web", "shop/web"]


def test_a_pod_is_asked_for_by_its_name(fleet: Settings) -> None:
    assert addresses_in(ask(fleet, "shop/web-0")) == {"milan": ["10.72.0.7"], "turin": ["10.72.0.7"]}
    assert ask(fleet, "shop/web-9") is None
