"""P06: the path to a listed address, with the consumer's view and without it."""

from __future__ import annotations

from ipaddress import ip_network

import pytest
from hypothesis import given
from hypothesis import strategies as st
from provider_run import addresses_of, codes_of, configuration, foreign_cluster, provider_run, refused_of, shadow

REAL, SEEN = "10.128.64.0/20", "10.68.16.0/20"
ROME = configuration("rome", ["10.40.32.0/19"], ["10.61.32.0/19"])
BASE = (foreign_cluster(), ROME)


def listed(*addresses: str, family: str = "IPv4") -> dict[str, object]:
    """A slice whose addresses are all listed for turin."""
    return shadow(*addresses, data={"turin": list(addresses)}, family=family)


@pytest.mark.rule("P06")
@given(st.integers(0, 2**32 - 1).filter(lambda value: value >> 12 != int(ip_network(REAL)[0]) >> 12))
def test_without_a_view_the_host_part_goes_into_the_one_pod_cidr(value: int) -> None:
    address = ".".join(str(value >> shift & 255) for shift in (24, 16, 8, 0))
    outcome = provider_run(*BASE, configuration("turin", [REAL], [SEEN]), listed(address))
    assert addresses_of(outcome) == [[str(ip_network(SEEN)[value & 0xFFF])]]
    assert codes_of(outcome) == {"outside-pod-cidrs"}


@pytest.mark.rule("P06")
def test_without_a_view_several_pod_cidrs_are_refused() -> None:
    turin = configuration("turin", [REAL, "10.9.0.0/24"], [SEEN, "10.69.1.0/24"])
    assert refused_of(provider_run(*BASE, turin, listed("10.200.70.5"))) == ("ambiguous-host-part",)
    # An address within one of them needs no guess.
    assert addresses_of(provider_run(*BASE, turin, listed("10.9.0.8"))) == [["10.69.1.8"]]


@pytest.mark.rule("P06")
@pytest.mark.parametrize("turin", [configuration("turin", [REAL], []), configuration("turin", [], [])])
def test_without_a_view_and_without_a_pod_cidr_there_is_no_address(turin: dict[str, object]) -> None:
    outcome = provider_run(*BASE, turin, listed("10.200.70.5"))
    assert refused_of(outcome) == ("outside-pod-cidrs",)


@pytest.mark.rule("P06", "P07")
def test_the_host_part_of_another_family_is_refused() -> None:
    turin = configuration("turin", [REAL], [SEEN])
    assert refused_of(provider_run(*BASE, turin, listed("fd30::9", family="IPv6"))) == ("family-mismatch",)


@pytest.mark.rule("P06")
def test_the_condition_is_not_asked_for_but_the_status_is() -> None:
    turin = configuration("turin", [REAL], [SEEN])
    turin["status"]["conditions"] = []
    assert addresses_of(provider_run(*BASE, turin, listed("10.128.70.5"))) == [["10.68.22.5"]]
    del turin["status"]["remote"]
    assert refused_of(provider_run(*BASE, turin, listed("10.128.70.5"))) == ("incomplete-configuration",)


@pytest.mark.rule("P06")
@pytest.mark.parametrize(
    ("view", "expected"),
    [
        # Not remapped: the real address is the address.
        ([configuration("turin", [REAL], [REAL])], "10.68.22.5"),
        # Another cluster's Configuration says nothing of turin: as without the view.
        ([configuration("lyon", ["10.3.0.0/17"], ["10.128.0.0/17"])], "10.68.22.5"),
        ([configuration("turin", [REAL], None)], "10.68.22.5"),
        ([], "10.68.22.5"),
        # The view moves it, although it lies in the spec CIDR here: really 10.128.70.5 is 10.128.64.0/20 + 6.5 again.
        ([configuration("turin", ["10.128.64.0/21"], ["10.128.64.0/20"])], "10.68.22.5"),
        # The view moves it elsewhere within milan's entry: 10.128.72.0/21 and the last 11 bits, 6.5: 10.128.78.5.
        ([configuration("turin", ["10.128.72.0/21"], ["10.128.64.0/21"])], "10.68.30.5"),
    ],
)
def test_the_view_decides_where_it_can(view: list[dict[str, object]], expected: str) -> None:
    outcome = provider_run(*BASE, configuration("turin", [REAL], [SEEN]), listed("10.128.70.5"), view=view)
    assert addresses_of(outcome) == [[expected]]


@pytest.mark.rule("P06")
@pytest.mark.parametrize(
    ("view", "code"),
    [
        # The address is in no pod CIDR as rome sees turin.
        ([configuration("turin", [REAL], ["10.200.64.0/20"])], "outside-pod-cidrs"),
        # The real address, 10.9.6.5, is in no pod CIDR that milan knows of turin.
        ([configuration("turin", ["10.9.0.0/20"], [REAL])], "outside-pod-cidrs"),
        (
            [configuration("turin", [REAL], [REAL]), configuration("turin", [REAL], [REAL], name="again")],
            "ambiguous-configuration",
        ),
        ([configuration("turin", [], [REAL])], "unequal-cidr-lists"),
        ([configuration("turin", ["10.9.0.0/19"], [REAL])], "ambiguous-host-part"),
        ([configuration("turin", ["10.9.0.0"], [REAL])], "invalid-cidr"),
        ([configuration("turin", ["fd30::/108"], [REAL])], "family-mismatch"),
    ],
)
def test_what_the_view_leaves_open_is_refused_and_never_guessed(view: list[dict[str, object]], code: str) -> None:
    outcome = provider_run(*BASE, configuration("turin", [REAL], [SEEN]), listed("10.128.70.5"), view=view)
    assert refused_of(outcome) == (code,)


@pytest.mark.rule("P06")
def test_a_view_that_gives_another_address_than_liqo_is_said() -> None:
    view = [configuration("turin", ["10.128.72.0/21"], ["10.128.64.0/21"])]
    turin = configuration("turin", [REAL], [SEEN])
    assert codes_of(provider_run(*BASE, turin, listed("10.128.70.5"), view=view)) == {"unlike-1.2"}
    liqo = provider_run(*BASE, turin, listed("10.128.70.5"), view=view, profile="liqo-1.2")
    assert addresses_of(liqo) == [["10.68.22.5"]]
    assert codes_of(liqo) == set()


@pytest.mark.rule("P06")
def test_a_spelling_is_kept_where_nothing_is_remapped() -> None:
    same = configuration("turin", ["fd30::/48"], ["fd30::/48"])
    written = "FD30:0:0::00AB"
    for view in ([same], None):
        assert addresses_of(provider_run(*BASE, same, listed(written, family="IPv6"), view=view)) == [[written]]
