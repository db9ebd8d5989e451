"""Every refusal is reported, in the order in which Liqo would stop: P01, P02, P03, then endpoints and addresses."""

from __future__ import annotations

import json

import pytest
from provider_run import addresses_of, codes_of, configuration, foreign_cluster, provider_run, refused_of, shadow

ROME = configuration("rome", ["10.40.32.0/19"], ["10.61.32.0/19"])
TURIN = configuration("turin", ["10.128.64.0/20"], ["10.68.16.0/20"])


@pytest.mark.rule("P01", "P02", "P03")
@pytest.mark.parametrize("profile", ["direct", "liqo-1.2"])
def test_all_of_them_in_order(profile: str) -> None:
    data = {"lyon": ["10.3.0.1"], "turin": ["10.3.0.1", "not-an-address"]}
    outcome = provider_run(
        foreign_cluster("turin"),
        TURIN,
        shadow(["not-an-address", "10.40.33.7"], "10.3.0.1", data=data),
        profile=profile,
    )
    assert refused_of(outcome) == (
        "missing-foreign-cluster",
        "ambiguous-direct-address",
        "invalid-address",
        "missing-configuration",
    )


@pytest.mark.rule("P02")
def test_broken_data_comes_after_the_foreign_cluster_and_leaves_nothing_to_say_of_addresses() -> None:
    outcome = provider_run(foreign_cluster("turin"), shadow("10.40.33.7", data="{"))
    assert refused_of(outcome) == ("missing-foreign-cluster", "broken-direct-data")


@pytest.mark.rule("P05")
def test_an_address_that_is_none_is_asked_for_after_the_configuration() -> None:
    assert refused_of(provider_run(foreign_cluster(), ROME, shadow("10.40.33"))) == ("invalid-address",)
    assert refused_of(provider_run(foreign_cluster(), shadow("10.40.33"))) == ("missing-configuration",)
    doubled = configuration("rome", ["10.40.32.0/19"], ["10.40.32.0/19"], name="rome-2")
    outcome = provider_run(foreign_cluster(), ROME, doubled, shadow("10.40.33.7"))
    assert refused_of(outcome) == ("ambiguous-configuration",)


@pytest.mark.rule("P03")
@pytest.mark.parametrize("text", ["::ffff:10.128.70.5", "10.128.70.5 "])
def test_the_data_is_matched_by_its_text(text: str) -> None:
    outcome = provider_run(foreign_cluster(), ROME, TURIN, shadow("10.128.70.5", data={"turin": [text]}))
    # Not found in the data, the address is mapped as one of rome's, and lies in none of its CIDRs.
    assert addresses_of(outcome) == [["10.128.70.5"]]
    assert codes_of(outcome) == {"direct-data-mismatch", "untranslated-address"}


@pytest.mark.rule("P04")
@pytest.mark.parametrize("denies", [False, True])
@pytest.mark.parametrize("enabled", [False, True])
@pytest.mark.rule("P08")
def test_the_four_ways_of_an_address(enabled: bool, denies: bool) -> None:
    data = {"rome": ["10.40.50.9"], "turin": ["10.128.70.5"]}
    endpoints: list[str | list[str]] = ["10.128.70.5", "10.40.33.7", "10.40.50.9", ["10.40.33.8", "10.128.70.5"]]
    outcome = provider_run(foreign_cluster(enabled=enabled), ROME, TURIN, shadow(*endpoints, data=data), denies=denies)
    plain = "10.61.33.7" if enabled else "10.40.33.7"
    beside = "10.61.33.8" if enabled else "10.40.33.8"
    expected = [["10.68.22.5"], [plain], ["10.61.50.9"], [beside, "10.68.22.5"]]
    assert addresses_of(outcome) == ([[plain]] if denies else expected)


@pytest.mark.rule("P07")
@pytest.mark.parametrize(
    ("address", "seen", "in_direct", "in_liqo"),
    [
        # /20 to /22: bits 10 and 11 of the host part are lost; 66 has none of them set, 70 has one.
        ("10.128.66.5", "10.68.16.0/22", "10.68.18.5", "10.68.18.5"),
        ("10.128.70.5", "10.68.16.0/22", None, "10.68.18.5"),
        # /20 to /18: nothing is lost, two bits are taken from the address that belong to its network: 70 & 63 is 6.
        ("10.128.70.5", "10.68.64.0/18", "10.68.70.5", "10.68.70.5"),
    ],
)
def test_prefixes_of_different_length(address: str, seen: str, in_direct: str | None, in_liqo: str) -> None:
    turin = configuration("turin", ["10.128.64.0/20"], [seen])
    for profile, expected in (("direct", in_direct), ("liqo-1.2", in_liqo)):
        outcome = provider_run(
            foreign_cluster(), ROME, turin, shadow(address, data={"turin": [address]}), profile=profile
        )
        assert addresses_of(outcome) == ([[expected]] if expected is not None else None)
        assert codes_of(outcome) == {"lossy-prefix"}


@pytest.mark.rule("P10")
@pytest.mark.parametrize("ready", [None, True, False])
@pytest.mark.parametrize("enabled", [True, False])
@pytest.mark.parametrize("network", ["Established", "Pending", "Error", "None"])
def test_readiness(ready: bool | None, enabled: bool, network: str) -> None:
    slice = shadow("10.40.33.7")
    if ready is not None:
        slice["spec"]["template"]["endpoints"][0]["conditions"] = {"ready": ready, "serving": True}
    outcome = provider_run(foreign_cluster(enabled=enabled, network=network), ROME, slice)
    (endpoint,) = outcome.objects[0].data["endpoints"]
    is_up = not enabled or network == "Established"
    assert endpoint["conditions"]["ready"] == (ready is not False and is_up)
    assert codes_of(outcome) == ({"endpoints-not-ready"} if ready is not False and not is_up else set())


@pytest.mark.rule("P02")
def test_data_that_lists_nothing_changes_nothing() -> None:
    for data in ("null", "{}", json.dumps({"clusterAddresses": {"turin": None}})):
        outcome = provider_run(foreign_cluster(), ROME, shadow("10.40.33.7", data=data), denies=True)
        assert addresses_of(outcome) == [["10.61.33.7"]]
