"""The four kinds of function configurations: what they ask for, and every fault at its place."""

from __future__ import annotations

from typing import Any

import pytest
from function_documents import FULL, VIEW, changed, faults, function, valid
from spelled_places import Origin

from transformer.configuration.functions import FunctionConfiguration, read_function_configuration
from transformer.findings.finding import Severity
from transformer.findings.suppression import Suppression
from transformer.manifests.manifest import AmbiguousScalar
from transformer.settings import ConsumerSettings, NotReflected, ProviderSettings, Settings

LIMITS = {
    "file_bytes": 1,
    "documents": 2,
    "depth": 3,
    "scalar_bytes": 4,
    "integer_digits": 5,
    "name_length": 6,
}
ROME: dict[str, Any] = {
    "pod_cidrs": ("10.244.0.0/16", "fd00::/64"),
    "reflection": "AllowList",
    "namespaces": {"shop": "shop-rome"},
    "nodes": {"liqo-turin.example": "turin"},
    "not_reflected": NotReflected(labels=(), annotations=("a/b",)),
}
IGNORED = (
    Suppression("pending-ip", None, "known: ticket 12, until May"),
    Suppression("lossy-prefix", "shop/web-?", "until the renumbering"),
)
CHECK = function("ReviewCheck")
FUNCTIONS = (
    " (the functions are ConsumerTransform, ProviderTransform, FleetTransform, ReviewCheck, of "
    "liqo-transformer.github.io/v1alpha1; or a ConfigMap of v1 has one of them as data.kind)"
)


def test_a_consumer_transform_asks_for_one_provider() -> None:
    assert valid(function("ConsumerTransform", FULL["ConsumerTransform"])) == FunctionConfiguration(
        kind="ConsumerTransform",
        name="to-milan",
        emit="Derived",
        settings=Settings("liqo-1.2", ConsumerSettings("rome", (), **ROME), only_providers=("milan",), ignore=IGNORED),
        mark=False,
        fail_on=Severity.WARNING,
        provider="milan",
        limits=LIMITS,
    )


def test_a_provider_transform_takes_views_from_paths_and_from_itself() -> None:
    assert valid(function("ProviderTransform", FULL["ProviderTransform"])) == FunctionConfiguration(
        kind="ProviderTransform",
        name="to-milan",
        emit="Derived",
        settings=Settings(
            "liqo-1.2",
            providers=(ProviderSettings("milan", deny_direct_connections=True),),
            consumer_views=(("rome", "views/rome"), ("", "views/a=b/turin")),
            ignore=IGNORED,
        ),
        mark=False,
        fail_on=Severity.WARNING,
        provider="milan",
        limits=LIMITS,
        inline_views=((VIEW, ("spec", "consumerView", 1)),),
    )


def test_a_fleet_transform_keeps_all_providers_and_the_paths_as_written() -> None:
    assert valid(function("FleetTransform", FULL["FleetTransform"])) == FunctionConfiguration(
        kind="FleetTransform",
        name="to-milan",
        emit="All",
        settings=Settings(
            "liqo-1.2",
            ConsumerSettings("rome", ("exports/rome", "more"), **ROME),
            providers=(
                ProviderSettings("milan"),
                ProviderSettings("turin", ("t",), deny_direct_connections=True, namespaces={"shop": "other"}),
            ),
            deny_all_direct_connections=True,
            ignore=IGNORED,
        ),
        mark=False,
        fail_on=Severity.WARNING,
        provider="milan",
        limits=LIMITS,
    )


def test_a_review_check_computes_nothing() -> None:
    assert valid(function("ReviewCheck", FULL["ReviewCheck"])) == FunctionConfiguration(
        kind="ReviewCheck",
        name="to-milan",
        emit="All",
        settings=Settings(ignore=IGNORED[:1]),
        fail_on=Severity.INFO,
        requires=("ConsumerTransform/to-milan", "FleetTransform/a b"),
    )


@pytest.mark.parametrize(
    ("kind", "emit", "settings"),
    [
        ("ConsumerTransform", "All", Settings(consumer=ConsumerSettings(None, ()), only_providers=("milan",))),
        ("ProviderTransform", "All", Settings(providers=(ProviderSettings(""),))),
        ("FleetTransform", "Derived", Settings(consumer=ConsumerSettings("rome", ("exports/rome",)))),
        ("ReviewCheck", "Nothing", Settings()),
    ],
)
def test_what_is_not_said_has_its_default(kind: str, emit: str, settings: Settings) -> None:
    provider = "milan" if kind in ("ConsumerTransform", "FleetTransform") else ""
    assert valid(function(kind)) == FunctionConfiguration(kind, "to-milan", emit, settings, provider=provider)


def test_null_is_not_said() -> None:
    said_nothing = dict.fromkeys(FULL["FleetTransform"]) | {
        "provider": "milan",
        "consumer": {"id": "rome", "exports": ["exports/rome"], "nodes": None, "notReflected": {"labels": None}},
        "providers": {"milan": {"exports": None, "denyDirectConnections": None}},
        "limits": {"depth": None},
        "findings": {"failOn": None, "ignore": None},
    }
    assert valid(function("FleetTransform", said_nothing)) == valid(changed("FleetTransform", providers={"milan": {}}))


def test_a_spec_in_which_nothing_is_needed_may_be_left_out() -> None:
    document = function("ProviderTransform")
    assert valid({key: value for key, value in document.items() if key != "spec"}) == valid(document)
    assert valid({**document, "spec": None}) == valid(document)


@pytest.mark.parametrize("kind", list(FULL))
def test_other_metadata_is_for_others(kind: str) -> None:
    metadata = {
        "name": "to-milan",
        "annotations": {"config.kubernetes.io/function": "exec: {path: x}", "n": AmbiguousScalar("on"), "m": 3},
        "labels": None,
        "whatever": [AmbiguousScalar("1e3")],
    }
    assert valid(function(kind, metadata=metadata)) == valid(function(kind))


def test_what_an_object_in_consumer_view_holds_is_for_its_reader() -> None:
    view = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "x"}, "data": {"a": AmbiguousScalar("no")}}
    found = valid(changed("ProviderTransform", consumerView=[view]))
    assert found.inline_views == ((view, ("spec", "consumerView", 0)),)


@pytest.mark.parametrize(
    ("data", "place", "message"),
    [
        ([], "value of ", "the function's configuration must be a mapping, not an empty list"),
        (None, "value of ", "the function's configuration must be a mapping, not null"),
        ({}, "value of ", f"kind is missing{FUNCTIONS}"),
        (
            {**CHECK, "kind": "ConsumerTransfrom"},
            "value of kind",
            f'kind cannot be "ConsumerTransfrom"; did you mean ConsumerTransform?{FUNCTIONS}',
        ),
        (
            {**CHECK, "kind": "Fleet"},
            "value of kind",
            f'kind cannot be "Fleet"; did you mean FleetTransform?{FUNCTIONS}',
        ),
        ({**CHECK, "kind": "Deployment"}, "value of kind", f'kind cannot be "Deployment"{FUNCTIONS}'),
        ({**CHECK, "kind": 3}, "value of kind", f"kind cannot be the number 3{FUNCTIONS}"),
        (
            function("ReviewCheck", apiVersion="liqo-transformer.github.io/v1"),
            "value of apiVersion",
            f'apiVersion cannot be "liqo-transformer.github.io/v1"{FUNCTIONS}',
        ),
        ({"kind": "ReviewCheck"}, "value of ", f"apiVersion is missing{FUNCTIONS}"),
        ({**CHECK, "kind": "ConfigMap"}, "value of apiVersion", None),
        (function("ConsumerTransform", []), "value of spec", "spec must be a mapping, not an empty list"),
        (function("ConsumerTransform", {}), "key of spec", "provider is missing in spec"),
        (function("ConsumerTransform", metadata={}), "key of metadata", "name is missing in metadata"),
        (function("ConsumerTransform", metadata={"name": ""}), "value of metadata.name", None),
        (function("ConsumerTransform", metadata={"name": "a\ud800"}), "value of metadata.name", None),
        (
            function("ConsumerTransform", provider="milan"),
            "key of provider",
            'unknown field "provider" here; it belongs in spec',
        ),
        (
            function("ConsumerTransform", {"provdier": "milan"}),
            "key of spec.provdier",
            'unknown field "provdier"; did you mean provider?',
        ),
        (
            changed("ConsumerTransform", podCidrs=["10.0.0.0/8"]),
            "key of spec.podCidrs",
            'unknown field "podCidrs"; did you mean podCIDRs?',
        ),
        (changed("ConsumerTransform", podCIDRs=["10.0.0.0"]), "value of spec.podCIDRs[0]", None),
        (changed("ConsumerTransform", podCIDRs=[]), "value of spec.podCIDRs", "spec.podCIDRs must not be empty"),
        (changed("ConsumerTransform", exports=["x"]), "key of spec.exports", None),
        (
            changed("ConsumerTransform", emit="all"),
            "value of spec.emit",
            'spec.emit: unknown value "all"; did you mean All? (All keeps the inputs, Derived gives only what '
            "functions made)",
        ),
        (changed("ConsumerTransform", emit="Nothing"), "value of spec.emit", None),
        (changed("ConsumerTransform", provider="Milan"), "value of spec.provider", None),
        (
            changed("ConsumerTransform", consumer="milan"),
            "value of spec.provider",
            '"milan" is both the consumer and a provider',
        ),
        (changed("ConsumerTransform", mark="true"), "value of spec.mark", None),
        (changed("ConsumerTransform", limits={"depth": 513}), "value of spec.limits.depth", None),
        (changed("ConsumerTransform", limits={"depht": 5}), "key of spec.limits.depht", None),
        (
            changed("ConsumerTransform", findings={"ignored": []}),
            "key of spec.findings.ignored",
            'unknown field "ignored"; did you mean ignore?',
        ),
        (
            changed("ReviewCheck", findings={"ignore": [{"code": "function-not-ran", "reason": "x"}]}),
            "value of spec.findings.ignore[0].code",
            'spec.findings.ignore[0].code: unknown code "function-not-ran"; did you mean function-not-run?',
        ),
        (
            changed("ProviderTransform", findings={"ignore": [{"code": "pending-ip"}]}),
            "key of spec.findings.ignore[0]",
            "reason is missing in spec.findings.ignore[0]",
        ),
        (
            changed("FleetTransform", findings={"ignore": [{"code": "pending-ip", "reason": AmbiguousScalar("no")}]}),
            "value of spec.findings.ignore[0].reason",
            None,
        ),
        (
            changed("ConsumerTransform", provider=AmbiguousScalar("on", "the boolean true")),
            "value of spec.provider",
            '"on" is a string to some readers and the boolean true to others; put a string in quotes',
        ),
        (
            function("ReviewCheck", metadata={"name": AmbiguousScalar("1e3", "the number 1000")}),
            "value of metadata.name",
            '"1e3" is a string to some readers and the number 1000 to others; put a string in quotes',
        ),
        (
            changed("ProviderTransform", consumerView=["x", ""]),
            "value of spec.consumerView[1]",
            'spec.consumerView[1]: "" names no path',
        ),
        (
            changed("ProviderTransform", consumerView=["rome="]),
            "value of spec.consumerView[0]",
            'spec.consumerView[0]: "rome=" names no path',
        ),
        (changed("ProviderTransform", consumerView=[7]), "value of spec.consumerView[0]", None),
        (changed("ProviderTransform", consumerView=[AmbiguousScalar("no")]), "value of spec.consumerView[0]", None),
        (
            changed("ProviderTransform", consumerView=[{**VIEW, "metadata": {"namespace": "x"}}]),
            "value of spec.consumerView[0]",
            "spec.consumerView[0]: an object has apiVersion, kind and metadata.name, all of them text; "
            "metadata.name is missing or not",
        ),
        (changed("ProviderTransform", consumerView=[{**VIEW, "kind": ""}]), "value of spec.consumerView[0]", None),
        (changed("ProviderTransform", consumerView="x"), "value of spec.consumerView", None),
        (
            changed("FleetTransform", consumer={"id": "rome"}),
            "key of spec.consumer",
            "exports is missing in spec.consumer",
        ),
        (
            changed("FleetTransform", provider="rome"),
            "value of spec.provider",
            '"rome" is both the consumer and a provider',
        ),
        (
            changed("FleetTransform", providers={"rome": {}}),
            "value of spec.providers.rome",
            '"rome" is both the consumer and a provider',
        ),
        *[
            (changed("FleetTransform", **{field: "x"}), f"key of spec.{field}", None)
            for field in ("output", "layout", "reports", "dryRun", "keepGoing", "force", "quiet", "verbose", "color")
        ],
        (
            function("ReviewCheck", {}),
            "key of spec",
            "emit is missing in spec (Nothing is for a kustomize validator, All for kpt)",
        ),
        (
            changed("ReviewCheck", emit="Derived"),
            "value of spec.emit",
            'spec.emit: unknown value "Derived"; known: All, Nothing (Nothing is for a kustomize validator, All for '
            "kpt)",
        ),
        (
            changed("ReviewCheck", requires=["to-milan"]),
            "value of spec.requires[0]",
            'spec.requires[0]: "to-milan" is no mark; one is KIND/NAME, like ConsumerTransform/to-milan',
        ),
        (
            changed("ReviewCheck", requires=["ConsumerTransfrom/to-milan"]),
            "value of spec.requires[0]",
            'spec.requires[0]: unknown kind "ConsumerTransfrom"; did you mean ConsumerTransform?',
        ),
        (changed("ReviewCheck", mark=True), "key of spec.mark", None),
    ],
)
def test_a_fault_is_named_at_its_place(data: object, place: str, message: str | None) -> None:
    ((found_place, found_message),) = faults(data)
    assert found_place == place
    if message is not None:
        assert found_message == message


def test_all_faults_are_listed() -> None:
    data = changed("ConsumerTransform", consumer=3, emit=AmbiguousScalar("on"), colour="red", mark="no")
    assert [place for place, _ in faults(data)] == [
        "value of spec.consumer",
        "value of spec.mark",
        "key of spec.colour",
        "value of spec.emit",
    ]


def test_the_remedy_names_the_schema_of_the_kind() -> None:
    found = read_function_configuration(changed("FleetTransform", colour="red"), Origin())
    assert isinstance(found, list)
    assert "`liqo-transform schema fleet-transform`" in found[0].remedy
    none = read_function_configuration({}, Origin())
    assert isinstance(none, list)
    assert "`liqo-transform schema review-check`" in none[0].remedy


def test_what_is_suppressed_has_its_place() -> None:
    found = valid(function("ConsumerTransform", FULL["ConsumerTransform"])).settings.ignore
    assert [each.path for each in found] == ["spec.findings.ignore[0].code", "spec.findings.ignore[1].code"]
    assert [each.location and each.location.position().file for each in found] == [
        "value of spec.findings.ignore[0].code",
        "value of spec.findings.ignore[1].code",
    ]
