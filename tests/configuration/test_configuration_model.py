"""The configuration file's model: every fault at its place and in the user's words; conversion to settings."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, get_args

import pytest
from spelled_places import Origin

from transformer.configuration.conversion import placed, to_options, to_settings
from transformer.configuration.faults import validated
from transformer.configuration.limit_bounds import LARGEST
from transformer.configuration.model import FleetFile, LimitsPart, ReportPart
from transformer.configuration.options import Overrides, ReportTarget, RunOptions
from transformer.findings.finding import Severity
from transformer.manifests.limits import Limits
from transformer.manifests.manifest import AmbiguousScalar
from transformer.reports.table import REPORTS
from transformer.settings import ConsumerSettings, NotReflected, ProviderSettings, Settings


def fleet(**changes: Any) -> dict[str, Any]:
    """A smallest valid file, with changes."""
    return {
        "apiVersion": "liqo-transformer.github.io/v1alpha1",
        "kind": "Fleet",
        "consumer": {"id": "rome", "exports": ["exports/rome"]},
        **changes,
    }


def faults(data: object) -> list[tuple[str, str]]:
    found = validated(data, Origin())
    assert isinstance(found, list)
    assert {each.code for each in found} == {"invalid-configuration"}
    return [(each.position().file, each.message) for each in found]


def valid(data: object) -> FleetFile:
    found = validated(data, Origin())
    assert isinstance(found, FleetFile), found
    return found


def ignoring(**changes: Any) -> dict[str, Any]:
    """A file that suppresses one thing, with changes in that."""
    return fleet(findings={"ignore": [{"code": "pending-ip", "reason": "known", **changes}]})


def consumer(**changes: Any) -> dict[str, Any]:
    return fleet(consumer={"id": "rome", "exports": ["exports/rome"], **changes})


@pytest.mark.parametrize(
    ("data", "place", "message"),
    [
        (fleet(providerz={}), "key of providerz", 'unknown field "providerz"; did you mean providers?'),
        (
            consumer(podCidrs=["10.0.0.0/8"]),
            "key of consumer.podCidrs",
            'unknown field "podCidrs"; did you mean podCIDRs?',
        ),
        (
            fleet(providers={"milan": {"export": ["x"]}}),
            "key of providers.milan.export",
            'unknown field "export"; did you mean exports?',
        ),
        (
            fleet(reports=[{"format": "text", "fil": "x"}]),
            "key of reports[0].fil",
            'unknown field "fil"; did you mean file?',
        ),
        (
            fleet(podCIDRs=["10.0.0.0/8"]),
            "key of podCIDRs",
            'unknown field "podCIDRs" here; it belongs in consumer',
        ),
        (
            fleet(namespaces={}),
            "key of namespaces",
            'unknown field "namespaces" here; it belongs in consumer or providers',
        ),
        (
            consumer(zzz=1),
            "key of consumer.zzz",
            'unknown field "zzz"; known: exports, id, namespaces, nodes, notReflected, podCIDRs, reflection',
        ),
        (fleet(golden=""), "value of golden", "golden: a path is needed"),
        (fleet(golden="-"), "value of golden", "golden results need a folder: standard output cannot hold them"),
        (fleet(findings={"ignore": "pending-ip"}), "value of findings.ignore", None),
        (fleet(findings={"ignore": ["pending-ip"]}), "value of findings.ignore[0]", None),
        (
            ignoring(code="losy-prefix"),
            "value of findings.ignore[0].code",
            'findings.ignore[0].code: unknown code "losy-prefix"; did you mean lossy-prefix?',
        ),
        (
            ignoring(code="xyz"),
            "value of findings.ignore[0].code",
            'findings.ignore[0].code: unknown code "xyz"; `liqo-transform finding` lists the codes',
        ),
        (
            ignoring(code="unused-suppression"),
            "value of findings.ignore[0].code",
            "findings.ignore[0].code: unused-suppression cannot be suppressed: remove the entry that it is about",
        ),
        (
            fleet(findings={"ignore": [{"code": "pending-ip"}]}),
            "key of findings.ignore[0]",
            "reason is missing in findings.ignore[0]",
        ),
        (
            fleet(findings={"ignore": [{"reason": "known"}]}),
            "key of findings.ignore[0]",
            "code is missing in findings.ignore[0]",
        ),
        (
            ignoring(reason=" \n"),
            "value of findings.ignore[0].reason",
            "findings.ignore[0].reason: a reason is needed: why is the finding accepted?",
        ),
        (ignoring(reason=3), "value of findings.ignore[0].reason", None),
        (
            ignoring(object="EndpointSlice/shop/web"),
            "value of findings.ignore[0].object",
            'findings.ignore[0].object: "EndpointSlice/shop/web" means no object; a pattern is NAMESPACE/NAME, or NAME '
            "for what has no namespace, like shop/*",
        ),
        *[(ignoring(object=text), "value of findings.ignore[0].object", None) for text in ("", "/web", "shop/", "/")],
        (
            ignoring(objects="shop/*"),
            "key of findings.ignore[0].objects",
            'unknown field "objects"; did you mean object?',
        ),
        (fleet(consumer={"exports": ["x"]}), "key of consumer", "id is missing in consumer"),
        (fleet(kind="Flet"), "value of kind", 'kind: unknown value "Flet"; did you mean Fleet?'),
        (fleet(kind=3), "value of kind", "kind must be one of Fleet, not the number 3"),
        ([], "value of ", "the file must be a mapping, not an empty list"),
        (None, "value of ", "the file must be a mapping, not null"),
        (fleet(consumer="rome"), "value of consumer", 'consumer must be a mapping, not the string "rome"'),
        (consumer(id=12), "value of consumer.id", "consumer.id must be a string, not the number 12"),
        (consumer(id="Rome_1"), "value of consumer.id", None),
        (consumer(exports="x"), "value of consumer.exports", 'consumer.exports must be a list, not the string "x"'),
        (consumer(exports=[]), "value of consumer.exports", "consumer.exports must not be empty"),
        (consumer(exports=["x", ""]), "value of consumer.exports[1]", "consumer.exports[1]: a path is needed"),
        (
            consumer(podCIDRs=["10.0.0.0/8", "10.0.0.0"]),
            "value of consumer.podCIDRs[1]",
            'consumer.podCIDRs[1]: "10.0.0.0" is no CIDR; one is an address and a prefix length, like 10.244.0.0/16',
        ),
        (
            consumer(reflection="denylist"),
            "value of consumer.reflection",
            'consumer.reflection: unknown value "denylist"; did you mean DenyList?',
        ),
        (consumer(namespaces={"Shop": "x"}), "key of consumer.namespaces.Shop", None),
        (consumer(namespaces={"shop": "X"}), "value of consumer.namespaces.shop", None),
        (consumer(nodes={"n": "Milan"}), "value of consumer.nodes.n", None),
        (consumer(notReflected={"labels": ["a", 1]}), "value of consumer.notReflected.labels[1]", None),
        (fleet(providers={"Milan": {}}), "key of providers.Milan", None),
        (fleet(providers=["milan"]), "value of providers", "providers must be a mapping, not a list"),
        (
            fleet(providers={"milan": {"denyDirectConnections": "true"}}),
            "value of providers.milan.denyDirectConnections",
            'providers.milan.denyDirectConnections must be true or false, not the string "true"',
        ),
        (
            fleet(profile="liqo-1.1"),
            "value of profile",
            'profile: unknown profile "liqo-1.1"; did you mean liqo-1.2?',
        ),
        (fleet(profile="failover"), "value of profile", None),
        (
            fleet(reports=[{"format": "pdf"}]),
            "value of reports[0].format",
            f'reports[0].format: unknown value "pdf"; known: {", ".join(sorted(REPORTS))}',
        ),
        (fleet(limits={"depth": 0}), "value of limits.depth", "limits.depth must be 1 or more, not the number 0"),
        (fleet(limits={"depth": True}), "value of limits.depth", None),
        (fleet(limits={"integerDigits": 10**9}), "value of limits.integerDigits", None),
        (fleet(findings={"failOn": "never"}), "value of findings.failOn", None),
        (
            fleet(providers={"rome": {}}),
            "value of providers.rome",
            '"rome" is both the consumer and a provider',
        ),
        (fleet(output="-"), "value of output", None),
        (fleet(quiet=True, verbose=True), "value of quiet", "quiet and verbose exclude each other"),
    ],
)
def test_a_fault_is_named_at_its_place(data: object, place: str, message: str | None) -> None:
    ((found_place, found_message),) = faults(data)
    assert found_place == place
    if message is not None:
        assert found_message == message


def test_all_faults_are_listed() -> None:
    data = consumer(id=3, podCIDRs=["x"], colour="red")
    data["kind"] = "Fleets"
    assert [place for place, _ in faults(data)] == [
        "value of kind",
        "value of consumer.id",
        "value of consumer.podCIDRs[0]",
        "key of consumer.colour",
    ]


def test_a_scalar_that_readers_disagree_on_is_one_fault_whatever_the_field() -> None:
    data = consumer(namespaces={"shop": AmbiguousScalar("on", "the boolean true")})
    data["keepGoing"] = AmbiguousScalar("yes", "the boolean true")
    assert faults(data) == [
        (
            "value of consumer.namespaces.shop",
            '"on" is a string to some readers and the boolean true to others; put a string in quotes',
        ),
        (
            "value of keepGoing",
            '"yes" is a string to some readers and the boolean true to others; put a string in quotes',
        ),
    ]


@pytest.mark.parametrize("field", ["providers", "nodes", "namespaces"])
def test_a_key_that_readers_disagree_on_is_a_fault(field: str) -> None:
    for text, others in (("on", "the boolean true"), ("1", "the number 1"), ("null", "no value (null)")):
        key = AmbiguousScalar(text, others)
        holder: dict[str, Any] = {key: {}} if field == "providers" else {key: "milan"}
        part = {"id": "rome", "exports": ["x"], field: holder}
        data = fleet(providers=holder) if field == "providers" else fleet(consumer=part)
        path = f"providers.{text}" if field == "providers" else f"consumer.{field}.{text}"
        said = f'"{text}" is a string to some readers and {others} to others; put a string in quotes'
        assert faults(data) == [(f"key of {path}", said)]


@pytest.mark.parametrize("field", [str(info.alias) for info in LimitsPart.model_fields.values()])
def test_a_limit_has_a_largest_value(field: str) -> None:
    largest = next(LARGEST[name] for name, info in LimitsPart.model_fields.items() if info.alias == field)
    assert to_options(valid(fleet(limits={field: largest})), str).limits
    for value in (largest + 1, 10**30):
        ((place, message),) = faults(fleet(limits={field: value}))
        assert place == f"value of limits.{field}"
        assert f"limits.{field} must be {largest} or less" in message


def test_a_report_to_a_dash_is_one_to_standard_output() -> None:
    file = valid(fleet(reports=[{"format": "json", "file": "-"}]))
    assert to_options(file, lambda path: f"conf/{path}").reports == (ReportTarget("json"),)


def test_a_full_file_becomes_settings_and_options() -> None:
    file = valid(
        fleet(
            profile="liqo-1.2",
            consumer={
                "id": "rome",
                "exports": ["exports/rome"],
                "podCIDRs": ["10.244.0.0/16"],
                "reflection": "AllowList",
                "namespaces": {"shop": "shop-rome"},
                "nodes": {"liqo-milan": "milan"},
                "notReflected": {"labels": [], "annotations": ["a"]},
            },
            providers={
                "turin": {"exports": ["t"], "denyDirectConnections": True, "namespaces": {"shop": "other"}},
                "milan": {},
            },
            denyDirectConnections=True,
            output="manifests",
            golden="golden",
            layout="stream",
            reports=[{"format": "text"}, {"format": "json", "file": "r.json"}],
            findings={
                "failOn": "warning",
                "ignore": [
                    {"code": "pending-ip", "reason": "known"},
                    {"code": "lossy-prefix", "object": "shop/*", "reason": "until the renumbering"},
                ],
            },
            keepGoing=True,
            dryRun=True,
            force=True,
            quiet=False,
            verbose=True,
            color="never",
            limits={"fileBytes": 7, "nameLength": 8},
        )
    )
    assert to_settings(file, lambda path: f"conf/{path}") == Settings(
        profile="liqo-1.2",
        consumer=ConsumerSettings(
            id="rome",
            exports=("conf/exports/rome",),
            pod_cidrs=("10.244.0.0/16",),
            reflection="AllowList",
            namespaces={"shop": "shop-rome"},
            nodes={"liqo-milan": "milan"},
            not_reflected=NotReflected(labels=(), annotations=("a",)),
        ),
        providers=(
            ProviderSettings(id="milan"),
            ProviderSettings("turin", ("conf/t",), deny_direct_connections=True, namespaces={"shop": "other"}),
        ),
        deny_all_direct_connections=True,
    )
    assert to_options(file, lambda path: f"conf/{path}") == RunOptions(
        output="conf/manifests",
        golden="conf/golden",
        layout="stream",
        dry_run=True,
        force=True,
        keep_going=True,
        reports=(ReportTarget("text"), ReportTarget("json", "conf/r.json")),
        fail_on=Severity.WARNING,
        quiet=False,
        verbose=True,
        color="never",
        limits={"file_bytes": 7, "name_length": 8},
    )


def test_a_smallest_file_says_nothing_more() -> None:
    file = valid(fleet())
    assert to_options(file, str) == RunOptions()
    assert to_settings(file, str) == Settings(consumer=ConsumerSettings(id="rome", exports=("exports/rome",)))


def test_every_report_can_be_set_in_the_file() -> None:
    assert set(get_args(ReportPart.model_fields["format"].annotation)) == set(REPORTS)


def test_every_limit_can_be_set_in_the_file() -> None:
    assert list(LimitsPart.model_fields) == [each.name for each in fields(Limits)]


@pytest.mark.parametrize(
    ("path", "folder", "shown"),
    [
        ("exports/rome", "", "exports/rome"),
        ("./exports/rome/", "", "exports/rome"),
        ("exports", "conf", "conf/exports"),
        ("exports", "..", "../exports"),
        ("../exports", "conf", "conf/../exports"),
        ("exports", "/home/me/fleet/conf", "conf/exports"),
        ("exports", "/home/you", "/home/you/exports"),
        ("/data/rome", "conf", "/data/rome"),
        ("/home/me/fleet/rome", "conf", "rome"),
    ],
)
def test_paths_are_shown_from_the_working_directory(path: str, folder: str, shown: str) -> None:
    assert placed(path, folder, "/home/me/fleet") == shown


def test_the_command_line_wins() -> None:
    settings = Settings(
        consumer=ConsumerSettings("rome", ("r",), pod_cidrs=("10.0.0.0/8",), namespaces={"a": "b"}),
        providers=(
            ProviderSettings("milan", namespaces={"a": "c"}),
            ProviderSettings("turin", deny_direct_connections=True),
        ),
    )
    given = Overrides(
        profile="liqo-1.2", denied=("milan",), namespaces={"x": "y"}, pod_cidrs=("10.1.0.0/16",), reflection="AllowList"
    )
    assert given.over(settings) == Settings(
        profile="liqo-1.2",
        consumer=ConsumerSettings(
            "rome", ("r",), pod_cidrs=("10.1.0.0/16",), namespaces={"x": "y"}, reflection="AllowList"
        ),
        providers=(
            ProviderSettings("milan", deny_direct_connections=True),
            ProviderSettings("turin", deny_direct_connections=True),
        ),
    )
    assert Overrides().over(settings) == settings
    assert Overrides(denied=("",)).over(settings).deny_all_direct_connections


def test_options_of_the_command_line_win_one_by_one() -> None:
    file = RunOptions(output="a", keep_going=True, quiet=True, limits={"depth": 3, "documents": 4})
    line = RunOptions(output="b", keep_going=False, verbose=True, limits={"depth": 9})
    assert line.over(file) == RunOptions(
        output="b", keep_going=False, quiet=False, verbose=True, limits={"depth": 9, "documents": 4}
    )
    assert RunOptions().over(file) == file
