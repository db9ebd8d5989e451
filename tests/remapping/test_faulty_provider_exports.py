"""Provider exports that are possible and yet at odds with themselves."""

from __future__ import annotations

import pytest
from provider_run import configuration, foreign_cluster, provider_run, reader, shadow

from transformer.findings.finding import Severity
from transformer.pipeline import run_provider
from transformer.settings import ProviderSettings, Settings

ROME = configuration("rome", ["10.40.32.0/19"], ["10.60.32.0/19"])
TURIN = configuration("turin", ["10.128.64.0/20"], ["10.68.16.0/20"])


@pytest.mark.rule("P01")
@pytest.mark.parametrize("lost", ["status", "modules", "networking", "enabled"])
@pytest.mark.parametrize("profile", ["direct", "liqo-1.2"])
def test_a_foreign_cluster_that_does_not_say_whether_networking_is_on(lost: str, profile: str) -> None:
    peer = foreign_cluster()
    holders = {
        "status": peer,
        "modules": peer["status"],
        "networking": peer["status"]["modules"],
        "enabled": peer["status"]["modules"]["networking"],
    }
    del holders[lost][lost]
    outcome = provider_run(ROME, peer, shadow("10.40.32.1"), profile=profile)
    assert [each.codes for each in outcome.refusals] == [("missing-foreign-cluster",)]
    assert not outcome.objects


@pytest.mark.parametrize("family", ["", "ipv4", "IPv4 "])
def test_an_address_type_that_no_endpoint_slice_may_have(family: str) -> None:
    outcome = provider_run(ROME, foreign_cluster(), shadow("10.40.32.1", family=family))
    assert [each.codes for each in outcome.refusals] == [("family-mismatch",)]


@pytest.mark.rule("P06")
@pytest.mark.parametrize("seen", [["10.68.16.0/20"], ["10.68.16.0/20", "10.69.1.0/24"]])
def test_no_guess_where_the_cluster_has_several_pod_cidrs(seen: list[str]) -> None:
    turin = configuration("turin", ["10.128.64.0/20", "10.9.0.0/24"], seen)
    outcome = provider_run(ROME, turin, foreign_cluster(), shadow("10.200.70.5", data={"turin": ["10.200.70.5"]}))
    assert [each.codes for each in outcome.refusals] == [("ambiguous-host-part",)]


@pytest.mark.rule("P06")
def test_a_cidr_that_is_none_in_the_consumer_s_view() -> None:
    view = [configuration("turin", ["10.128.64.0/20"], ["10.200.64.0"])]
    slice = shadow("10.200.70.5", data={"turin": ["10.200.70.5"]})
    outcome = provider_run(ROME, TURIN, foreign_cluster(), slice, view=view)
    assert [each.codes for each in outcome.refusals] == [("invalid-cidr",)]


@pytest.mark.rule("P06")
@pytest.mark.parametrize("order", [("one", "other"), ("other", "one")])
def test_several_paths_of_one_consumer_are_one_view(order: tuple[str, str]) -> None:
    exports = {
        "milan": [ROME, TURIN, foreign_cluster(), shadow("10.200.70.5", data={"turin": ["10.200.70.5"]})],
        "one": [configuration("turin", ["10.128.64.0/20"], ["10.200.64.0/20"])],
        "other": [configuration("milan", ["10.61.0.0/17"], ["10.61.0.0/17"])],
    }
    settings = Settings(
        providers=(ProviderSettings("milan", ("milan",)),), consumer_views=tuple(("rome", path) for path in order)
    )
    outcome = run_provider(settings, reader(exports))
    (slice,) = outcome.objects
    assert slice.data["endpoints"][0]["addresses"] == ["10.68.22.5"]
    (warning,) = [each for each in outcome.findings if each.severity is Severity.WARNING]
    assert "10.128.70.5" in warning.message
    assert "guess" not in warning.remedy


@pytest.mark.rule("P05")
def test_a_configuration_that_lost_the_other_clusters_cidrs() -> None:
    rome = configuration("rome", ["10.40.32.0/19"], ["10.60.32.0/19"])
    del rome["spec"]["remote"]
    outcome = provider_run(rome, foreign_cluster(), shadow("10.40.32.1"))
    assert [each.codes for each in outcome.refusals] == [("incomplete-configuration",)]


def test_slices_for_another_provider_alone_are_named() -> None:
    slice = shadow("10.40.32.1")
    slice["metadata"]["labels"]["offloading.liqo.io/destination"] = "turin"
    outcome = provider_run(ROME, foreign_cluster(), slice)
    (finding,) = [each for each in outcome.findings if each.code == "nothing-reflected"]
    assert finding.message.endswith("are for turin, not for milan")
