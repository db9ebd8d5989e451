"""Why a slice has no result for a provider."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_fleet import DIRECT, SmallFleet, thing

from transformer.findings.change import Cause
from transformer.findings.finding import ObjectRef
from transformer.review.why import RunWhy

SLICE = ObjectRef("discovery.k8s.io/v1", "EndpointSlice", "shop", "web-1")


@pytest.fixture
def fleet(tmp_path: Path) -> SmallFleet:
    return SmallFleet(tmp_path)


def why(fleet: SmallFleet, provider: str = "milan", *codes: str, **more: object) -> list[Cause]:
    return why_of(SLICE, fleet, provider, *codes, **more)


def why_of(source: ObjectRef, fleet: SmallFleet, provider: str, *codes: str, **more: object) -> list[Cause]:
    settings = fleet.settings(**more)  # type: ignore[arg-type]
    return list(RunWhy(fleet.run(settings), settings)(source, provider, codes))


def words(causes: list[Cause]) -> list[tuple[str, str, str, str]]:
    return [(str(each.object or ""), each.field, each.cluster, each.remark) for each in causes]


def line_of(cause: Cause) -> str:
    assert cause.location is not None
    return (cause.location.source_line() or "").strip()


def test_a_slice_that_has_its_results_has_no_cause(fleet: SmallFleet) -> None:
    assert why(fleet) == []


def test_a_service_that_skips(fleet: SmallFleet) -> None:
    fleet.get("rome", "Service", "web")["metadata"]["annotations"] = {"liqo.io/skip-reflection": "true"}
    (cause,) = why(fleet)
    field = 'metadata.annotations["liqo.io/skip-reflection"]'
    assert words([cause]) == [("Service shop/web", field, "rome", "reflection-skipped")]
    assert line_of(cause) == "liqo.io/skip-reflection: 'true'"


def test_a_slice_that_skips(fleet: SmallFleet) -> None:
    fleet.get("rome", "EndpointSlice", "web-1")["metadata"]["annotations"] = {"liqo.io/skip-reflection": "x"}
    assert [each[0] for each in words(why(fleet))] == ["EndpointSlice shop/web-1"]


def test_a_namespace_that_is_not_offloaded_there(fleet: SmallFleet) -> None:
    fleet.get("rome", "NamespaceMap", "milan")["status"] = {"currentMapping": {}}
    (cause,) = why(fleet)
    assert words([cause]) == [("NamespaceMap liqo-tenant-milan/milan", "", "rome", "namespace-not-offloaded")]
    assert why(fleet, "turin") == []


def test_a_namespace_that_the_settings_leave_out_is_told_by_the_message(fleet: SmallFleet) -> None:
    (cause,) = why(fleet, namespaces={"other": "other"})
    assert cause.object is None
    assert cause.remark.startswith('namespace-not-offloaded, namespace "shop" does not go to milan: the settings list')


def test_a_foreign_object_in_its_place(fleet: SmallFleet) -> None:
    fleet.objects["milan"].append(
        thing("discovery.k8s.io/v1", "EndpointSlice", "web-1", "shop-rome", addressType="IPv4", endpoints=[])
    )
    assert [each[3] for each in words(why(fleet))] == ["foreign-object"]
    assert why(fleet, "turin") == []


def test_what_refused_it_on_the_consumers_side(fleet: SmallFleet) -> None:
    del fleet.get("rome", "Service", "web")["metadata"]["annotations"][DIRECT]
    del fleet.get("rome", "IP", "turin")["status"]
    (cause,) = why(fleet, "milan", "pending-ip")
    assert (str(cause.object), cause.cluster, cause.remark) == ("IP shop/turin", "rome", "pending-ip")


def test_what_refused_it_on_the_providers_side(fleet: SmallFleet) -> None:
    condition = fleet.get("milan", "Configuration", "rome")["status"]["conditions"][0]
    condition["observedGeneration"] = 0
    (cause,) = why(fleet, "milan", "configuration-not-ready")
    assert (str(cause.object), cause.cluster) == ("Configuration liqo-tenant-rome/rome", "milan")
    assert cause.remark == "configuration-not-ready"
    assert why(fleet, "milan", "pending-ip") == []


def test_a_slice_that_is_not_among_the_inputs(fleet: SmallFleet) -> None:
    gone = SLICE._replace(name="web-9")
    assert why_of(gone, fleet, "milan") == [Cause(gone, cluster="rome", remark="not among the inputs any more")]


def test_a_provider_that_was_not_exported(fleet: SmallFleet) -> None:
    del fleet.objects["turin"]
    assert why(fleet, "turin") == [Cause(remark="the export of turin is missing")]
