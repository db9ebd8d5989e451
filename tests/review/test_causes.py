"""Which facts and settings are the cause of a line."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_sides import PLACE, RUN
from slice_data import REF

from transformer.findings.change import Cause, Change, ChangeKind
from transformer.findings.finding import ObjectRef
from transformer.outcome import Fact
from transformer.review.causes import (
    NAMED,
    FactChange,
    concerns,
    fact_causes,
    fact_changes,
    limited,
    one_sided_causes,
    other_causes,
    setting_causes,
    setting_changes,
    version_causes,
)

CONFIGURATION = ObjectRef("networking.liqo.io/v1beta1", "Configuration", "liqo-tenant-milan", "milan")
IP = ObjectRef("ipam.liqo.io/v1alpha1", "IP", "shop", "web-0")
SERVICE = ObjectRef("v1", "Service", "shop", "web")
FOREIGN = ObjectRef("core.liqo.io/v1beta1", "ForeignCluster", "", "rome")
SLICE = ObjectRef("discovery.k8s.io/v1", "EndpointSlice", "shop", "web-1")
MAP = ObjectRef("offloading.liqo.io/v1beta1", "NamespaceMap", "liqo-tenant-milan", "milan")
CIDR = "status.remote.cidr.pod[0]"


def change(kind: ChangeKind, before: str | None = None, after: str | None = None, endpoint: str = "") -> Change:
    return Change(kind, "shop/web", "milan", REF, endpoint, "", before, after)


def fact(object: ObjectRef, field: str, before: str | None, after: str | None, cluster: str = "turin") -> FactChange:
    return FactChange(Fact(object, field, after or before or "", cluster), before, after)


ADDRESS = change(ChangeKind.ADDRESS, "10.81.14.214", "10.91.14.214", "Pod shop/web-0")
RENUMBERED = fact(CONFIGURATION, CIDR, "10.81.0.0/16", "10.91.0.0/16")


def causes(of: Change, *changed: FactChange) -> list[Cause]:
    return list(fact_causes(of, changed, lambda _: PLACE))


def test_facts_are_compared_by_cluster_object_and_field() -> None:
    before = [
        Fact(CONFIGURATION, CIDR, "a", "turin"),
        Fact(CONFIGURATION, CIDR, "x", "rome"),
        Fact(IP, "f", "s", "rome"),
    ]
    after = [Fact(CONFIGURATION, CIDR, "b", "turin"), Fact(IP, "f", "s", "rome"), Fact(IP, "g", "n", "rome")]
    assert fact_changes(before, after) == [
        FactChange(Fact(IP, "g", "n", "rome"), None, "n"),
        FactChange(Fact(CONFIGURATION, CIDR, "x", "rome"), "x", None),
        FactChange(Fact(CONFIGURATION, CIDR, "b", "turin"), "a", "b"),
    ]


_facts = st.lists(
    st.builds(
        Fact, st.sampled_from([IP, SERVICE]), st.sampled_from("fg"), st.sampled_from("vw"), st.sampled_from("rm")
    ),
    unique_by=lambda each: (each.cluster, each.object, each.field),
)


@given(_facts, _facts)
def test_facts_that_are_equal_did_not_change(before: list[Fact], after: list[Fact]) -> None:
    assert fact_changes(before, list(reversed(before))) == []
    changed = fact_changes(before, after)
    assert {each.fact[:2] + each.fact[3:] for each in changed} == {
        each[:2] + each[3:] for each in set(before) ^ set(after)
    }
    back = fact_changes(after, before)
    assert [(each.after, each.before) for each in back] == [(each.before, each.after) for each in changed]


def test_the_cidr_that_holds_the_address() -> None:
    other = fact(CONFIGURATION, "status.remote.cidr.external[0]", "10.82.0.0/16", "10.92.0.0/16")
    assert causes(ADDRESS, other, RENUMBERED) == [
        Cause(CONFIGURATION, CIDR, "10.81.0.0/16", "10.91.0.0/16", "turin", PLACE)
    ]


def test_a_cidr_of_ipv6() -> None:
    moved = change(ChangeKind.ADDRESS, "fd00:1::5", "fd00:2::5", "Pod shop/web-0")
    renumbered = fact(CONFIGURATION, CIDR, "fd00:1::/64", "fd00:2::/64")
    other = fact(CONFIGURATION, "status.remote.cidr.pod[1]", "fd00:3::/64", "fd00:4::/64")
    assert causes(moved, RENUMBERED, other, renumbered) == [
        Cause(CONFIGURATION, CIDR, "fd00:1::/64", "fd00:2::/64", "turin", PLACE)
    ]


def test_the_address_in_the_words_of_a_path_is_found() -> None:
    path = change(ChangeKind.PATH, "direct to milan (10.81.14.214)", "through rome (10.80.8.9)", "Pod shop/web-0")
    assert [each.object for each in causes(path, RENUMBERED)] == [CONFIGURATION]


def test_the_ip_object_of_the_address() -> None:
    mapped = fact(IP, "status.ip", "10.70.8.10", "10.70.8.11", "rome")
    other = fact(IP._replace(name="web-9"), "status.ip", "10.70.9.1", "10.70.9.2", "rome")
    moved = change(ChangeKind.ADDRESS, "10.70.8.10", "10.70.8.11", "Pod shop/web-0")
    assert [each.object for each in causes(moved, other, mapped)] == [IP]


@pytest.mark.parametrize("kind", [ChangeKind.PATH, ChangeKind.ADDRESS, ChangeKind.ENDPOINT_REMOVED])
def test_the_annotation_of_the_service(kind: ChangeKind) -> None:
    annotation = fact(SERVICE, 'metadata.annotations["liqo.io/use-direct-connections"]', "true", "", "rome")
    assert [each.object for each in causes(change(kind, "10.1.0.1", "10.2.0.1", "Pod shop/web-0"), annotation)] == [
        SERVICE
    ]
    assert causes(change(ChangeKind.READY, "true", "false", "Pod shop/web-0"), annotation) == []


def test_the_node_of_the_pod_and_of_no_other() -> None:
    moved = change(ChangeKind.ENDPOINT_MOVED, "10.1.0.1 on node n1", "10.1.0.2 on node n2", "Pod shop/web-0")
    own = fact(SLICE, "endpoints[Pod shop/web-0]", "10.1.0.1 on node n1", "10.1.0.2 on node n2", "rome")
    other = fact(SLICE, "endpoints[Pod shop/web-1]", "10.1.0.1 on node n1", "10.1.0.2 on node n2", "rome")
    assert [each.field for each in causes(moved, other, own)] == ["endpoints[Pod shop/web-0]"]
    assert not concerns(own, change(ChangeKind.LABEL, "a", "b"))


def test_readiness_is_a_matter_of_the_foreign_cluster() -> None:
    down = fact(FOREIGN, "status.conditions[APIServerStatus]", "Established", "Error", "milan")
    ready = change(ChangeKind.READY, "true", "false", "Pod shop/web-0")
    assert [each.field for each in causes(ready, RENUMBERED, down)] == ["status.conditions[APIServerStatus]"]
    assert causes(ADDRESS, down) == []


@pytest.mark.parametrize("kind", [ChangeKind.REFUSED, ChangeKind.ACCEPTED, ChangeKind.SLICE_ADDED])
def test_what_a_whole_slice_may_hang_on(kind: ChangeKind) -> None:
    mapped = fact(MAP, "status.currentMapping.shop", "shop-a", "shop-b", "rome")
    assert [each.object for each in causes(change(kind), mapped, RENUMBERED)] == [MAP, CONFIGURATION]


def test_a_label_hangs_on_no_fact() -> None:
    assert causes(change(ChangeKind.LABEL, "10.81.0.1", "10.91.0.1"), RENUMBERED) == []


def test_a_fact_that_one_side_alone_has_is_a_cause_of_its_own_kind() -> None:
    asked = fact(CONFIGURATION, "spec.remote.cidr.pod[0]", None, "10.91.0.0/16")
    assert [each.field for each in causes(ADDRESS, asked, RENUMBERED)] == [CIDR]
    one_sided = one_sided_causes(ADDRESS, [asked, RENUMBERED], lambda _: PLACE)
    assert [each.field for each in one_sided] == ["spec.remote.cidr.pod[0]"]


def test_an_endpoint_that_is_new_or_gone_tells_by_itself() -> None:
    gone = fact(SLICE, "endpoints[Pod shop/web-0]", "10.1.0.1 on node n1", None, "rome")
    removed = change(ChangeKind.ENDPOINT_REMOVED, "10.1.0.1", None, "Pod shop/web-0")
    assert [each.object for each in causes(removed, gone)] == [SLICE]
    assert one_sided_causes(removed, [gone], lambda _: None) == ()


def test_what_is_not_there_any_more_has_no_place() -> None:
    gone = fact(CONFIGURATION, CIDR, "10.81.0.0/16", None)
    assert one_sided_causes(ADDRESS, [gone], lambda _: PLACE) == (
        Cause(CONFIGURATION, CIDR, "10.81.0.0/16", None, "turin", None),
    )


@pytest.mark.parametrize("value", ["true", "", "10.81.0.0/99", "nonsense", "10.81.14"])
def test_a_value_that_is_no_address_holds_none(value: str) -> None:
    assert causes(ADDRESS, fact(CONFIGURATION, CIDR, value, value + "x")) == []


def test_facts_that_concern_nothing_are_named_where_nothing_else_is_known() -> None:
    new = fact(IP, "status.ip", None, "10.1.0.1")
    assert [each.object for each in other_causes([RENUMBERED, new], lambda _: None)] == [CONFIGURATION]


@given(st.integers(0, 9))
def test_no_more_than_three_causes_are_named_and_the_rest_is_counted(count: int) -> None:
    all_of_them = [Cause(field=str(number)) for number in range(count)]
    found = limited(all_of_them)
    assert list(found[:NAMED]) == all_of_them[:3]
    rest = [each.remark for each in found[NAMED:]]
    assert rest == ([] if count <= 3 else [f"and {count - 3} more"])


def test_a_line_never_names_more_than_three_causes() -> None:
    many = [
        fact(CONFIGURATION, f"status.remote.cidr.pod[{number}]", "10.81.0.0/16", "10.91.0.0/16") for number in range(5)
    ]
    found = causes(ADDRESS, *many)
    assert [each.field for each in found] == [f"status.remote.cidr.pod[{number}]" for number in range(3)] + [""]
    assert found[-1].remark == "and 2 more"


def test_settings_are_named_as_the_configuration_file_names_them() -> None:
    settings = {
        "consumer": {"id": "rome", "podCIDRs": ["10.1.0.0/16", "10.2.0.0/16"]},
        "providers": {"milan": {"denyDirectConnections": True}},
    }
    other = replace(RUN, profile="liqo-1.2", command="consumer", settings=settings)
    assert setting_changes(RUN, other) == [
        ("command", "fleet", "consumer"),
        ("consumer.podCIDRs", None, "10.1.0.0/16, 10.2.0.0/16"),
        ("layout", "tree", None),
        ("profile", "direct", "liqo-1.2"),
        ("providers.milan.denyDirectConnections", None, "true"),
    ]
    assert setting_changes(RUN, replace(RUN, version="9")) == []
    listed = replace(RUN, settings={**RUN.settings, "providers": {"milan": {}}})
    assert setting_changes(RUN, listed) == [("providers.milan", None, "{}")]
    denying = replace(RUN, settings={**RUN.settings, "providers": {"milan": {"denyDirectConnections": True}}})
    assert setting_changes(listed, denying) == [("providers.milan.denyDirectConnections", None, "true")]
    assert [each.field for each in setting_causes(RUN, other)] == ["command", "consumer.podCIDRs", "layout", ""]


def test_the_version_is_a_cause_by_itself() -> None:
    newer = replace(RUN, version="1.1.0")
    assert version_causes(RUN, newer) == (Cause(field="version of liqo-transform", before="1.0.0", after="1.1.0"),)
    assert version_causes(RUN, RUN) == ()


def test_of_an_unknown_run_nothing_is_said() -> None:
    assert (setting_causes(None, RUN), setting_causes(RUN, None)) == ((), ())
    assert (version_causes(None, RUN), version_causes(RUN, None)) == ((), ())
