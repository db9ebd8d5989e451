"""What each function makes of its items and of the files that its configuration names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from function_calls import (
    MARK,
    an_object,
    call,
    function,
    listed,
    names,
    peering,
    service,
    shadow,
    slice_of,
)

from transformer.manifests.emitting import dump

DATA = "liqo.io/direct-connections-data"
#: What rome sends to milan of a pod on turin: its address as rome sees it.
DIRECT = shadow("10.80.0.7", annotations={DATA: '{"clusterAddresses":{"turin":["10.80.0.7"]}}'})
#: milan sees rome and turin, which has pods in two networks: without rome's view it cannot be told which is meant.
TURIN = peering("turin")
TURIN["spec"]["remote"]["cidr"]["pod"] = ["10.31.0.0/16", "10.30.0.0/16"]
TURIN["status"]["remote"]["cidr"]["pod"] = ["10.91.0.0/16", "10.90.0.0/16"]
ON_MILAN = (peering(), TURIN)
VIEW = peering("turin", "10.30.0.0/16", "10.80.0.0/16")
CLUSTER_ID = an_object(
    "ConfigMap",
    "clusterid-configmap",
    "liqo",
    labels={"app.kubernetes.io/name": "clusterid-configmap"},
    data={"CLUSTER_ID": "rome"},
)


def addresses(items: list[Any]) -> list[str]:
    """The addresses of the one EndpointSlice."""
    (found,) = [each for each in items if each["kind"] == "EndpointSlice"]
    return [address for endpoint in found["endpoints"] for address in endpoint["addresses"]]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.rule("P06")
@pytest.mark.parametrize("given", ["rome=view.yaml", "rome=views", "views"])
def test_the_consumers_view_is_read_from_files(folder: Path, given: str) -> None:
    (folder / "view.yaml").write_text(dump(VIEW))
    (folder / "views").mkdir()
    (folder / "views" / "view.yaml").write_text(dump(VIEW))
    (folder / "views" / "id.yaml").write_text(dump(CLUSTER_ID))
    config = function("ProviderTransform", consumerView=[given])
    ended = call(listed(DIRECT, *ON_MILAN, config=config))
    assert ended.status == 0
    assert addresses(ended.items) == ["10.90.0.7"]


@pytest.mark.rule("P06")
@pytest.mark.parametrize("views", [[VIEW], [VIEW, CLUSTER_ID]])
def test_the_consumers_view_may_stand_in_the_configuration(views: list[Any]) -> None:
    ended = call(listed(DIRECT, *ON_MILAN, config=function("ProviderTransform", consumerView=views)))
    assert addresses(ended.items) == ["10.90.0.7"]


@pytest.mark.rule("P06")
def test_without_the_view_it_cannot_be_told() -> None:
    ended = call(listed(DIRECT, *ON_MILAN, config=function("ProviderTransform")))
    assert (ended.status, ended.items) == (1, [DIRECT, *ON_MILAN])
    assert "ambiguous-host-part" in ended.codes


def test_a_view_that_cannot_be_read_stops_the_run(folder: Path) -> None:
    given = listed(DIRECT, *ON_MILAN, config=function("ProviderTransform", consumerView=[f"rome={folder}/none.yaml"]))
    ended = call(given)
    assert (ended.status, ended.codes) == (1, ["unreadable-file"])
    assert ended.stdout.startswith(given)


def test_whose_view_it_is_has_to_be_known() -> None:
    other = {**shadow(name="web-2"), "metadata": {**shadow(name="web-2")["metadata"]}}
    other["metadata"]["labels"] = {**other["metadata"]["labels"], "offloading.liqo.io/origin": "paris"}
    given = listed(
        DIRECT, other, *ON_MILAN, peering("paris"), config=function("ProviderTransform", consumerView=[VIEW])
    )
    ended = call(given)
    assert ended.status == 2
    assert "invalid-configuration" in ended.codes
    assert ended.stdout.startswith(given)


def test_a_fault_in_a_view_in_the_configuration_is_found_there() -> None:
    broken = peering("turin", "10.30.0.0/40", "10.80.0.0/16")
    ended = call(listed(DIRECT, *ON_MILAN, config=function("ProviderTransform", consumerView=[broken])))
    assert ended.status == 1
    assert "invalid-cidr" in ended.codes
    assert ended.items == [DIRECT, *ON_MILAN]


def test_a_fleet_makes_both_kinds_for_one_provider_and_reads_no_other(folder: Path) -> None:
    (folder / "rome.yaml").write_text("---\n".join(map(dump, (service(), slice_of()))))
    (folder / "milan.yaml").write_text(dump(peering()))
    (folder / "turin.yaml").write_text("broken: [\n")
    config = function(
        "FleetTransform",
        consumer={"id": "rome", "exports": ["rome.yaml"], "podCIDRs": ["10.40.0.0/16"], "namespaces": {"shop": "s"}},
        providers={
            "milan": {"exports": ["milan.yaml"]},
            "turin": {"exports": ["turin.yaml"]},
            "paris": {"exports": ["x"]},
        },
    )
    ended = call(listed(config=config))
    assert ended.status == 0
    assert names(ended.items) == ["EndpointSlice/web-1", "ShadowEndpointSlice/web-1"]
    assert addresses(ended.items) == ["10.71.0.1"]
    assert {each["metadata"]["annotations"][MARK] for each in ended.items} == {"FleetTransform/to-milan"}
    broken = call(listed(config={**config, "spec": {**config["spec"], "provider": "turin"}}))
    assert (broken.status, broken.items) == (1, [])
    assert broken.codes == ["invalid-yaml"]


def test_a_fleet_leaves_an_object_of_the_same_name_alone_that_liqo_did_not_make(folder: Path) -> None:
    (folder / "rome.yaml").write_text("---\n".join(map(dump, (service(), slice_of()))))
    consumer = {
        "id": "rome",
        "exports": ["rome.yaml"],
        "podCIDRs": ["10.40.0.0/16"],
        "namespaces": {"shop": "shop-rome"},
    }
    config = function("FleetTransform", consumer=consumer, emit="All")
    own = shadow("10.9.9.9")
    ours = call(listed(own, config=config))
    assert ours.items[0]["spec"]["template"]["endpoints"][0]["addresses"] == ["10.40.0.1"]
    own["metadata"]["labels"] = {"app": "web"}
    ended = call(listed(own, config=config))
    assert (ended.status, ended.items) == (0, [own])
    assert "foreign-object" in ended.codes
    of_ours = shadow("10.9.9.9", annotations={MARK: "ConsumerTransform/earlier"})
    updated = call(listed(of_ours, config=config))
    assert updated.items[0]["metadata"]["annotations"] == {MARK: "FleetTransform/to-milan"}
    assert updated.items[0]["spec"]["template"]["endpoints"][0]["addresses"] == ["10.40.0.1"]
    assert "foreign-object" not in updated.codes


@pytest.mark.parametrize("kind", ["ConsumerTransform", "ProviderTransform"])
def test_an_empty_list_stays_one_with_a_warning(kind: str) -> None:
    ended = call(listed(config=function(kind)))
    assert (ended.status, ended.items, ended.codes) == (0, [], ["nothing-reflected"])
    failing = call(listed(config=function(kind, findings={"failOn": "warning"})))
    assert (failing.status, failing.items) == (1, [])


def test_nothing_reflected_is_no_error_and_all_stays() -> None:
    ended = call(listed(service(), config=function()))
    assert (ended.status, ended.items) == (0, [service()])
    assert [each["severity"] for each in ended.results if each["tags"]["code"] == "nothing-reflected"] == ["warning"]


@pytest.mark.parametrize("emit", ["All", "Derived"])
def test_one_refused_slice_gives_everything_back_as_it_came(emit: str) -> None:
    given = listed(service(), slice_of(), slice_of("10.99.0.1", name="web-2"), config=function(emit=emit))
    ended = call(given)
    assert (ended.status, ended.codes) == (1, ["unknown-address"])
    assert ended.stdout.startswith(given)


def test_a_configuration_that_is_none_gives_everything_back() -> None:
    for config in (None, an_object("Gizmo", "x"), {}, function(provider=5), function("ReviewCheck", emit="Some")):
        given = listed(service(), slice_of(), config=config)
        ended = call(given)
        assert ended.status == 2
        assert ended.items == [service(), slice_of()]
        assert ended.stdout.startswith(given)
        assert set(ended.codes) == {"invalid-configuration"}


def test_a_config_map_is_a_configuration_too() -> None:
    data = {"kind": "ConsumerTransform", "consumer": "rome", "provider": "milan", "podCIDRs": "10.40.0.0/16"}
    config = an_object("ConfigMap", "function-input", data={**data, "namespaces.shop": "shop-rome"})
    ended = call(listed(service(), slice_of(), config=config))
    assert ended.status == 0
    assert ended.items[-1]["metadata"]["annotations"] == {MARK: "ConsumerTransform/function-input"}


MADE = [
    shadow(annotations={MARK: "ConsumerTransform/to-milan"}),
    shadow(name="web-2", annotations={MARK: "ConsumerTransform/to-milan"}),
]


@pytest.mark.parametrize(
    ("items", "requires", "missing"),
    [
        (MADE, [], 0),
        (MADE, ["ConsumerTransform/to-milan"], 0),
        (MADE, ["ConsumerTransform/to-turin"], 1),
        (MADE, ["ConsumerTransform/to-turin", "ConsumerTransform/to-milan", "ProviderTransform/x"], 2),
        ([service()], [], 1),
        ([service()], ["ConsumerTransform/a", "ConsumerTransform/b"], 2),
        ([], [], 1),
        ([], ["ConsumerTransform/to-milan"], 1),
    ],
)
@pytest.mark.parametrize("emit", ["Nothing", "All"])
def test_a_review_looks_for_the_marks(items: list[Any], requires: list[str], missing: int, emit: str) -> None:
    ended = call(listed(*items, config=function("ReviewCheck", emit=emit, requires=requires)))
    assert ended.codes == ["function-not-run"] * missing
    assert ended.status == (1 if missing else 0)
    assert ended.items == (items if emit == "All" else [])


def test_a_review_says_what_it_found_instead() -> None:
    config = function("ReviewCheck", requires=["ConsumerTransform/to-turin"])
    (result,) = call(listed(*MADE, config=config)).results
    assert "ConsumerTransform/to-turin" in result["message"]
    assert "ConsumerTransform/to-milan on 2" in result["message"]


def test_a_provider_that_the_consumer_does_not_know_is_an_error_where_nothing_comes_out() -> None:
    labels = {"liqo.io/type": "virtual-node", "liqo.io/remote-cluster-id": "milan"}
    mapped = {"currentMapping": {"shop": {"remoteNamespace": "shop-rome", "phase": "Accepted"}}}
    goes = an_object(
        "NamespaceMap",
        "milan",
        "liqo-tenant-milan",
        "offloading.liqo.io/v1beta1",
        labels={"liqo.io/remote-cluster-id": "milan"},
        status=mapped,
    )
    config = function(provider="paris")
    del config["spec"]["namespaces"]
    ended = call(
        listed(an_object("Node", "liqo-milan", labels=labels), goes, service(), slice_of("10.40.0.1"), config=config)
    )
    assert ended.status == 1
    assert ended.codes[0] == "provider-not-exported"
    assert "it offloads to milan" in ended.stderr
    assert len(ended.items) == 4


def test_slices_for_another_provider_alone_are_an_error() -> None:
    other = shadow("10.80.0.7", provider="turin")
    ended = call(listed(other, *ON_MILAN, config=function("ProviderTransform", emit="Derived")))
    assert (ended.status, ended.codes[0]) == (1, "other-destination")
    assert ended.items == [other, *ON_MILAN]


def test_a_view_of_no_use_is_told(folder: Path) -> None:
    (folder / "view.yaml").write_text(dump(VIEW))
    (folder / "none.yaml").write_text(dump(service()))
    for view, said in (
        ("paris=view.yaml", "the consumer's view of paris is of no use"),
        ("rome=none.yaml", "the consumer's view of rome holds no Configuration"),
    ):
        config = function("ProviderTransform", consumerView=[view])
        assert said in call(listed(shadow("10.40.0.7"), *ON_MILAN, config=config)).stderr


def test_what_failed_on_a_lower_severity_says_so() -> None:
    config = function(findings={"failOn": "warning"})
    ended = call(listed(service("other"), slice_of("10.40.0.1"), config=config))
    assert (ended.status, ended.codes[0]) == (1, "missing-service")
    assert "ConsumerTransform/to-milan: failed, since findings.failOn is warning" in ended.stderr


def test_limits_of_the_configuration_hold_for_the_list() -> None:
    long = service(annotations={"note": "x" * 2_000_000})
    assert call(listed(long, slice_of("10.40.0.1"), config=function())).codes == ["limit-exceeded"]
    raised = call(listed(long, slice_of("10.40.0.1"), config=function(limits={"scalarBytes": 3_000_000})))
    assert raised.status == 0
    lowered = call(listed(service(), slice_of("10.40.0.1"), config=function(limits={"depth": 3})))
    assert (lowered.status, lowered.stdout) == (1, "")
    assert "limit-exceeded" in lowered.stderr
