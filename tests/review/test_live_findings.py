"""What the providers hold against what Liqo would write: what is told, and what does not count."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from small_fleet import DIRECT, Data, SmallFleet, thing

from transformer.findings.change import Change, ChangeKind
from transformer.findings.finding import Finding, Severity
from transformer.manifests.reading import read_inputs
from transformer.review.fact_places import FactPlaces
from transformer.review.live import live_findings
from transformer.review.live_reasons import LiveReasons
from transformer.review.why import RunWhy
from transformer.review.write_times import WriteTimes

SLICE = ("EndpointSlice", "web-1")
SHADOW = ("ShadowEndpointSlice", "web-1")


@pytest.fixture
def fleet(tmp_path: Path) -> SmallFleet:
    """A fleet whose providers hold what Liqo makes."""
    fleet = SmallFleet(tmp_path)
    fleet.live()
    return fleet


def drift(fleet: SmallFleet, profile: str = "liqo-1.2") -> list[Finding]:
    settings = fleet.settings(profile)
    exports = {id: (str(fleet.folder / f"{id}.yaml"),) for id in fleet.objects}
    times = WriteTimes(exports)
    run = fleet.run(settings, times.watch(read_inputs))
    assert run.consumer is not None
    reasons = LiveReasons(run.consumer, run.providers, FactPlaces(run).location, RunWhy(run, settings), times.written)
    return live_findings(run, reasons)


def about(findings: list[Finding]) -> list[tuple[str | None, str]]:
    return [(each.provider, str(each.object)) for each in findings]


def only_change(findings: list[Finding]) -> Change:
    ((change,),) = [each.changes for each in findings]
    assert change.is_live
    return change


def remarks(findings: list[Finding]) -> list[list[str]]:
    """The causes of each finding's first line, in words."""
    return [[each.remark for each in found.changes[0].causes] for found in findings]


def test_equal_slices_are_no_drift(fleet: SmallFleet) -> None:
    assert drift(fleet) == []


def test_a_stale_address_is_told_with_both(fleet: SmallFleet) -> None:
    fleet.get("turin", *SLICE)["endpoints"][1]["addresses"] = ["10.99.0.1"]
    (found,) = drift(fleet)
    assert (found.code, found.severity, found.cluster, found.provider) == (
        "live-drift",
        Severity.WARNING,
        "turin",
        "turin",
    )
    assert found.message == "EndpointSlice shop-rome/web-1 on turin is not what it should be"
    change = only_change([found])
    assert (change.service, change.endpoint, change.kind) == ("shop/web", "Pod shop/web-1", ChangeKind.ADDRESS)
    assert (change.before, change.after) == ("10.99.0.1", "10.81.0.1")
    assert found.location is not None
    assert found.location.source_line() == "  - 10.99.0.1"
    assert [(each.message, str(each.object)) for each in found.related] == [
        ("what it should be made from", "EndpointSlice shop/web-1")
    ]


def test_a_slice_that_is_gone_is_told_with_what_should_be_there(fleet: SmallFleet) -> None:
    fleet.remove("milan", *SLICE)
    fleet.objects["milan"].append(
        thing("discovery.k8s.io/v1", "EndpointSlice", "other", "default", addressType="IPv4", endpoints=[])
    )
    (found,) = drift(fleet)
    assert about([found]) == [("milan", "EndpointSlice shop-rome/web-1")]
    change = only_change([found])
    assert (change.kind, change.before) == (ChangeKind.SLICE_MISSING, None)
    # Liqo 1.2 reflects the provider's own pod to others alone.
    assert change.after == (
        "2 endpoints: Pod shop/web-0 (10.200.0.1, through rome); Pod shop/web-2 (10.91.0.1, direct to turin)"
    )
    assert remarks([found]) == [
        ["its ShadowEndpointSlice is there: the controller of milan has not made it, or somebody deleted it since"]
    ]


def test_a_stale_shadow_endpoint_slice_explains_its_slice(fleet: SmallFleet) -> None:
    fleet.get("turin", *SHADOW)["spec"]["template"]["endpoints"][1]["addresses"] = ["10.61.0.9"]
    fleet.get("turin", *SLICE)["endpoints"][1]["addresses"] = ["10.81.0.9"]
    found = drift(fleet)
    assert about(found) == [
        ("turin", "ShadowEndpointSlice shop-rome/web-1"),
        ("turin", "EndpointSlice shop-rome/web-1"),
    ]
    assert remarks(found)[1] == ["it follows the live ShadowEndpointSlice, which is not what it should be"]


def test_both_gone_is_the_virtual_kubelets_affair(fleet: SmallFleet) -> None:
    other = {"labels": {"offloading.liqo.io/origin": "oslo"}, "spec": {"template": {"addressType": "IPv4"}}}
    for kind, name in (SHADOW, SLICE):
        fleet.remove("milan", kind, name)
    fleet.objects["milan"] += [
        thing("offloading.liqo.io/v1beta1", "ShadowEndpointSlice", "other", "default", **other),
        thing("discovery.k8s.io/v1", "EndpointSlice", "other", "default", addressType="IPv4", endpoints=[]),
    ]
    found = drift(fleet)
    assert about(found) == [
        ("milan", "ShadowEndpointSlice shop-rome/web-1"),
        ("milan", "EndpointSlice shop-rome/web-1"),
    ]
    assert remarks(found) == [
        ["the virtual kubelet of rome has not written it, or somebody deleted it"],
        ["it follows the live ShadowEndpointSlice, which is not what it should be"],
    ]


@pytest.mark.parametrize("kind", ["EndpointSlice", "ShadowEndpointSlice"])
def test_a_kind_that_was_not_exported_is_told_once(fleet: SmallFleet, kind: str) -> None:
    fleet.remove("milan", kind)
    (found,) = drift(fleet)
    assert (found.code, found.provider, found.object, found.changes) == ("live-drift", "milan", None, ())
    assert found.message.startswith(f"the export of milan holds no {kind} at all: whether the cluster has the 1 that")
    assert f"kubectl get {kind.lower()}s -A" in found.remedy


def test_an_export_without_slices_is_told_once_a_kind(tmp_path: Path) -> None:
    found = drift(SmallFleet(tmp_path))
    assert [(each.provider, each.message.split(" at all")[0].rpartition(" ")[2]) for each in found] == [
        ("milan", "ShadowEndpointSlice"),
        ("milan", "EndpointSlice"),
        ("turin", "ShadowEndpointSlice"),
        ("turin", "EndpointSlice"),
    ]


def test_a_slice_of_this_consumer_that_nothing_makes(fleet: SmallFleet) -> None:
    old = fleet.get("milan", *SLICE)
    fleet.objects["milan"].append({**old, "metadata": {**old["metadata"], "name": "old-1"}})
    (found,) = drift(fleet)
    assert about([found]) == [("milan", "EndpointSlice shop-rome/old-1")]
    assert only_change([found]).kind is ChangeKind.SLICE_LEFT_OVER
    assert "is there and should not be" in found.message
    assert remarks([found]) == [["nothing makes it any more"]]


def test_slices_that_are_left_because_the_service_skips_now(fleet: SmallFleet) -> None:
    fleet.get("rome", "Service", "web")["metadata"]["annotations"]["liqo.io/skip-reflection"] = "true"
    fleet.remove("turin", *SHADOW)
    fleet.remove("turin", *SLICE)
    found = drift(fleet)
    assert about(found) == [
        ("milan", "ShadowEndpointSlice shop-rome/web-1"),
        ("milan", "EndpointSlice shop-rome/web-1"),
    ]
    assert remarks(found)[0] == ["reflection-skipped"]
    assert str(found[0].changes[0].causes[0].object) == "Service shop/web"


def test_slices_of_others_are_none_of_ours(fleet: SmallFleet) -> None:
    slice, shadow = fleet.get("milan", *SLICE), fleet.get("milan", *SHADOW)
    for number, (data, labels) in enumerate(
        [
            (slice, {"offloading.liqo.io/origin": "oslo"}),
            (slice, {"liqo.io/managed-by": "somebody"}),
            (shadow, {"offloading.liqo.io/origin": "oslo"}),
            (shadow, {"offloading.liqo.io/destination": "oslo"}),
        ]
    ):
        metadata = data["metadata"]
        labelled = {**metadata, "name": f"other-{number}", "labels": {**metadata["labels"], **labels}}
        fleet.objects["milan"].append({**data, "metadata": labelled})
    assert drift(fleet) == []


def test_a_stale_generation_refuses_the_slice_now(fleet: SmallFleet) -> None:
    fleet.get("milan", "Configuration", "rome")["status"]["conditions"][0]["observedGeneration"] = 0
    (found,) = drift(fleet)
    change = only_change([found])
    assert (change.kind, change.after) == (ChangeKind.REFUSED, "configuration-not-ready")
    (cause,) = change.causes
    assert (str(cause.object), cause.remark) == ("Configuration liqo-tenant-rome/rome", "configuration-not-ready")
    assert cause.location is not None
    assert cause.location.position().file == str(fleet.folder / "milan.yaml")


def test_what_is_missing_of_the_live_labels_counts(fleet: SmallFleet) -> None:
    del fleet.get("milan", *SLICE)["metadata"]["labels"]["kubernetes.io/service-name"]
    change = only_change(drift(fleet))
    assert (change.kind, change.before, change.after) == (ChangeKind.LABEL, None, "web")


def test_data_that_should_not_be_there_steers_the_provider_and_counts(fleet: SmallFleet) -> None:
    data = fleet.get("milan", *SHADOW)["metadata"]["annotations"]
    del fleet.get("rome", "Service", "web")["metadata"]["annotations"][DIRECT]
    for cluster in ("milan", "turin"):
        fleet.remove(cluster, *SHADOW)
        fleet.remove(cluster, *SLICE)
    fleet.live()
    fleet.get("milan", *SHADOW)["metadata"]["annotations"] = data
    change = only_change(drift(fleet))
    assert (change.kind, change.field) == (
        ChangeKind.ANNOTATION,
        'metadata.annotations["liqo.io/direct-connections-data"]',
    )


def each_endpoint(data: Data) -> list[Data]:
    holder = data["spec"]["template"] if data["kind"] == SHADOW[0] else data
    found: list[Data] = holder["endpoints"]
    return found


def conditions(data: Data) -> None:
    for each in each_endpoint(data):
        each["conditions"] |= {"serving": True, "terminating": False}


def for_nodes(data: Data) -> None:
    for each in each_endpoint(data):
        each["hints"] = {"forNodes": [{"name": "n1"}]}


def owned(data: Data) -> None:
    owner = {"apiVersion": "v1", "kind": "Service", "name": "web", "uid": "u", "controller": True}
    data["metadata"] |= {"ownerReferences": [owner], "finalizers": ["x"], "managedFields": []}
    data["metadata"] |= {"uid": "u", "resourceVersion": "7", "generation": 3}
    data["metadata"]["creationTimestamp"] = "2026-12-01T05:22:51Z"


def global_labels(data: Data) -> None:
    data["metadata"]["labels"] |= {"liqo.io/global": "x"}


def global_annotations(data: Data) -> None:
    data["metadata"].setdefault("annotations", {})["liqo.io/global"] = "x"


def volatile(data: Data) -> None:
    data["metadata"].setdefault("annotations", {}).update(
        {
            "endpoints.kubernetes.io/last-change-trigger-time": "2026-12-01T05:22:51Z",
            "kubectl.kubernetes.io/last-applied-configuration": "{}",
        }
    )


def reordered(data: Data) -> None:
    each_endpoint(data).reverse()


@pytest.mark.parametrize(
    "change", [conditions, for_nodes, owned, global_labels, global_annotations, volatile, reordered]
)
@pytest.mark.parametrize("object", [SLICE, SHADOW])
def test_what_liqo_or_a_cluster_adds_does_not_count(
    fleet: SmallFleet, object: tuple[str, str], change: Callable[[Data], None]
) -> None:
    for provider in ("milan", "turin"):
        change(fleet.get(provider, *object))
    assert drift(fleet) == []


def test_volatile_annotations_of_the_source_do_not_count(fleet: SmallFleet) -> None:
    volatile(fleet.get("rome", "EndpointSlice", "web-1"))
    assert drift(fleet) == []


@pytest.mark.parametrize(
    ("spoil", "kind"),
    [
        (lambda data: data["ports"][0].update(port=81), ChangeKind.PORTS),
        (lambda data: data["endpoints"][0]["conditions"].update(ready=False), ChangeKind.READY),
        (lambda data: data["endpoints"].pop(), ChangeKind.ENDPOINT_MISSING),
        (lambda data: data["endpoints"][0].update(hints={"forZones": [{"name": "z"}]}), ChangeKind.ENDPOINT_FIELD),
        (lambda data: data["endpoints"][0].update(nodeName="other"), ChangeKind.ENDPOINT_FIELD),
        (lambda data: data.update(addressType="IPv6"), ChangeKind.FIELD),
    ],
)
def test_everything_else_counts(fleet: SmallFleet, spoil: Callable[[Data], Any], kind: ChangeKind) -> None:
    spoil(fleet.get("milan", *SLICE))
    assert only_change(drift(fleet)).kind is kind


def test_an_older_liqo_on_the_provider_passes_the_data_over(fleet: SmallFleet) -> None:
    labels = fleet.get("turin", "ConfigMap", "liqo-clusterid-configmap")["metadata"]["labels"]
    labels["app.kubernetes.io/version"] = "v1.1.2"
    fleet.get("turin", *SLICE)["endpoints"][1]["addresses"] = ["10.61.0.1"]
    (found,) = drift(fleet)
    assert remarks([found]) == [["Liqo v1.1.2 passes direct connections over"]]
    (cause,) = found.changes[0].causes
    assert (str(cause.object), cause.cluster) == ("ConfigMap liqo/liqo-clusterid-configmap", "turin")
    assert cause.location is not None
    assert "v1.1.2" in (cause.location.source_line() or "")
    assert found.related[0].message == "Liqo v1.1.2 passes direct connections over"


@pytest.mark.parametrize(
    ("version", "is_older"),
    [
        ("v1.1.2", True),
        ("1.0.0", True),
        ("v0.10.3", True),
        ("v1.1.9-rc.1", True),
        ("v1.2.0", False),
        ("v1.2.0-rc.2", False),
        ("v1.10.0", False),
        ("v2.0.0", False),
        ("v1", False),
        ("latest", False),
        ("vx.y.z", False),
        ("v1.\u00b2.0", False),
    ],
)
def test_which_liqo_is_older_than_direct_connections(fleet: SmallFleet, version: str, is_older: bool) -> None:
    labels = fleet.get("turin", "ConfigMap", "liqo-clusterid-configmap")["metadata"]["labels"]
    labels["app.kubernetes.io/version"] = version
    fleet.get("turin", *SLICE)["endpoints"][1]["addresses"] = ["10.99.0.1"]
    ((remark,),) = remarks(drift(fleet))
    assert (remark == f"Liqo {version} passes direct connections over") == is_older


def test_an_older_liqo_is_no_reason_for_a_slice_without_direct_connections(fleet: SmallFleet) -> None:
    del fleet.get("rome", "Service", "web")["metadata"]["annotations"][DIRECT]
    for cluster in ("milan", "turin"):
        fleet.remove(cluster, *SHADOW)
        fleet.remove(cluster, *SLICE)
    fleet.live()
    labels = fleet.get("turin", "ConfigMap", "liqo-clusterid-configmap")["metadata"]["labels"]
    labels["app.kubernetes.io/version"] = "v1.1.2"
    fleet.get("turin", *SLICE)["endpoints"][1]["addresses"] = ["10.99.0.1"]
    ((remark,),) = remarks(drift(fleet))
    assert "no exported input is newer" in remark


def written_at(data: Data, time: str, manager: str = "liqo-controller-manager") -> None:
    data["metadata"]["managedFields"] = [{"manager": manager, "operation": "Update", "time": time}]


def test_an_input_that_is_newer_than_the_slice(fleet: SmallFleet) -> None:
    live = fleet.get("turin", *SLICE)
    live["endpoints"][1]["addresses"] = ["10.99.0.1"]
    written_at(live, "2026-12-01T05:00:00Z")
    written_at(fleet.get("turin", "Configuration", "milan"), "2026-12-01T06:00:00Z")
    written_at(fleet.get("turin", "Configuration", "rome"), "2026-12-01T04:00:00Z")
    (found,) = drift(fleet)
    (cause,) = found.changes[0].causes
    assert (str(cause.object), cause.cluster) == ("Configuration liqo-tenant-milan/milan", "turin")
    assert cause.remark == "written at 2026-12-01T06:00:00Z, after the slice (2026-12-01T05:00:00Z)"
    assert cause.location is not None
    assert cause.location.position().file == str(fleet.folder / "turin.yaml")


def test_no_input_is_newer_than_a_slice_of_unknown_time(fleet: SmallFleet) -> None:
    fleet.get("turin", *SLICE)["endpoints"][1]["addresses"] = ["10.99.0.1"]
    written_at(fleet.get("turin", "Configuration", "milan"), "2026-12-01T06:00:00Z")
    assert remarks(drift(fleet)) == [["no exported input is newer: edited, or its controller failed to write it again"]]


def test_a_slice_that_is_newer_than_all_of_its_inputs(fleet: SmallFleet) -> None:
    live = fleet.get("turin", *SLICE)
    live["endpoints"][1]["addresses"] = ["10.99.0.1"]
    written_at(live, "2026-12-01T05:00:00Z", "kubectl-edit")
    (found,) = drift(fleet)
    assert remarks([found]) == [
        [
            "last written by kubectl-edit at 2026-12-01T05:00:00Z, and no exported input is newer: edited, or its "
            "controller failed to write it again"
        ]
    ]


def test_a_provider_that_is_not_exported_is_not_compared(fleet: SmallFleet) -> None:
    fleet.get("turin", *SLICE)["endpoints"][1]["addresses"] = ["10.99.0.1"]
    del fleet.objects["turin"]
    assert drift(fleet) == []


def test_live_slices_follow_the_profile_that_is_asked_for(fleet: SmallFleet) -> None:
    # In profile liqo-1.2 the endpoint without a targetRef is not in the data; in direct it is.
    del fleet.get("rome", "EndpointSlice", "web-1")["endpoints"][2]["targetRef"]
    for cluster in ("milan", "turin"):
        fleet.remove(cluster, *SHADOW)
        fleet.remove(cluster, *SLICE)
    fleet.live()
    assert drift(fleet) == []
    assert about(drift(fleet, "direct")) != []


def test_a_run_that_ended_before_the_consumer_was_read_is_not_compared(fleet: SmallFleet) -> None:
    run = fleet.run(fleet.settings("liqo-1.2"))
    assert live_findings(replace(run, consumer=None), None) == []  # type: ignore[arg-type]
