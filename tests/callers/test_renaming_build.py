"""The function in kustomizations that rename, move and label what it is given: the same endpoints come out.

kustomize renames first, and mends references only when the function is done: what belongs together has other names
when the function sees it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from callers.builds import (
    BUILDS,
    EXEC,
    KUBECTL_LEGACY,
    Build,
    Object,
    build,
    called_by,
    function,
    through,
    unmarked,
    write_kustomization,
)
from callers.fleets import export, reflected, remapped
from callers.programs import ROOT
from callers.rule_cases import configured, expected, given

PREFIX, SUFFIX, NAMESPACE = "prod-", "-v2", "other"
SERVICE_NAME = "kubernetes.io/service-name"
TO_MILAN = function("ConsumerTransform", consumer="rome", provider="milan")
AT_MILAN = function("ProviderTransform", "at-milan", cluster="milan")

#: Lets kustomize mend the label of slices when it has renamed the Service.
NAME_REFERENCE = (ROOT / "kustomize-plugin" / "name-reference.yaml").read_text(encoding="utf-8")
RENAMED = {
    "prefix": {"namePrefix": PREFIX},
    "suffix": {"nameSuffix": SUFFIX},
    "namespace": {"namespace": NAMESPACE},
    "all of them": {"namePrefix": PREFIX, "nameSuffix": SUFFIX, "namespace": NAMESPACE},
}
LABELLED = {
    "labels": {"labels": [{"pairs": {"team": "a"}, "includeSelectors": False}]},
    "labels and templates": {"labels": [{"pairs": {"team": "a"}, "includeTemplates": True}]},
    "commonLabels": {"commonLabels": {"team": "a"}},
}


def rome() -> list[Object]:
    """rome's export with the namespace "default" offloaded too, so that nothing but its name keeps default/kubernetes
    at home."""
    objects = []
    for each in export("rome"):
        if each["kind"] == "NamespaceMap":
            mapping = {
                **each["status"]["currentMapping"],
                "default": {"phase": "Accepted", "remoteNamespace": "default-rome"},
            }
            each = {**each, "status": {**each["status"], "currentMapping": mapping}}
        objects.append(each)
    assert any(each["kind"] == "EndpointSlice" and each["metadata"]["namespace"] == "default" for each in objects)
    return objects


def with_original_names(built: Build, names: Mapping[str, Any]) -> dict[tuple[str, str, str], Object]:
    """The derived objects without the mark, and without the prefix and suffix on their names and on the names of
    Services that were built."""
    prefix, suffix = names.get("namePrefix", ""), names.get("nameSuffix", "")
    there = services(built)

    def original(name: str) -> str:
        assert name.startswith(prefix)
        assert name.endswith(suffix)
        return name.removeprefix(prefix).removesuffix(suffix)

    restored = []
    for each in unmarked(built.derived).values():
        metadata = each["metadata"]
        service = metadata["labels"][SERVICE_NAME]
        labels = {**metadata["labels"], SERVICE_NAME: original(service) if service in there else service}
        restored.append({**each, "metadata": {**metadata, "labels": labels, "name": original(metadata["name"])}})
    return unmarked(restored)


def services(built: Build) -> set[str]:
    """The names of the Services as they are at the end."""
    return {each["metadata"]["name"] for each in built.objects if each["kind"] == "Service"}


def service_names(objects: Sequence[Object]) -> set[str]:
    """The names of Services by the labels of slices."""
    return {each["metadata"]["labels"][SERVICE_NAME] for each in objects}


@pytest.mark.parametrize("mended", [False, True], ids=["without nameReference", "with nameReference"])
@pytest.mark.parametrize("names", RENAMED.values(), ids=RENAMED)
def test_a_renamed_consumers_side_is_the_same(names: Mapping[str, Any], mended: bool, tmp_path: Path) -> None:
    files: dict[str, str | Sequence[Object]] = {"rome.yaml": rome()}
    built = with_reference(EXEC, tmp_path, files, TO_MILAN, mended, names)
    assert with_original_names(built, names) == unmarked(reflected())
    assert service_names(built.derived) < services(built)
    inputs = [each for each in built.others if each["kind"] == "EndpointSlice"]
    assert (service_names(inputs) <= services(built)) is (mended or set(names) == {"namespace"})


@pytest.mark.parametrize("caller", [each for each in BUILDS if each != EXEC])
def test_every_caller_renames_the_same(caller: str, tmp_path: Path) -> None:
    names = RENAMED["all of them"]
    built = through(caller, tmp_path, {"rome.yaml": rome()}, TO_MILAN, **names).checked()
    assert with_original_names(built, names) == unmarked(reflected())
    assert service_names(built.derived) < services(built)


@pytest.mark.parametrize("mended", [False, True], ids=["without nameReference", "with nameReference"])
@pytest.mark.parametrize("renamed", ["prefix", "all of them"])
def test_a_renamed_providers_side_is_the_same(renamed: str, mended: bool, tmp_path: Path) -> None:
    """The Services on the provider, which Liqo reflects too, stand beside the slices and are renamed with them."""
    names, namespace = RENAMED[renamed], reflected()[0]["metadata"]["namespace"]
    beside = [
        {**each, "metadata": {"name": each["metadata"]["name"], "namespace": namespace}}
        for each in export("rome")
        if each["kind"] == "Service" and each["metadata"]["namespace"] == "boutique"
    ]
    files = {"milan.yaml": export("milan"), "shadows.yaml": reflected(), "services.yaml": beside}
    built = with_reference(EXEC, tmp_path, files, AT_MILAN, mended, names)
    wanted = remapped()
    if "namespace" in names:
        wanted = tuple({**each, "metadata": {**each["metadata"], "namespace": NAMESPACE}} for each in wanted)
    assert with_original_names(built, names) == unmarked(wanted)
    assert service_names(built.derived) < services(built)


def with_reference(
    caller: str,
    folder: Path,
    files: Mapping[str, str | Sequence[Object]],
    config: Object,
    mended: bool,
    names: Mapping[str, Any],
) -> Build:
    """The build of a kustomization that renames; ``mended``: kustomize is told of the label that names a Service."""
    written = {**files, "function.yaml": [called_by(caller, config)], "references.yaml": NAME_REFERENCE}
    more = {"configurations": ["references.yaml"]} if mended else {}
    write_kustomization(
        folder / "renamed", written, resources=list(files), transformers=["function.yaml"], **names, **more
    )
    return build(caller, folder / "renamed").checked()


@pytest.mark.parametrize("labels", LABELLED.values(), ids=LABELLED)
def test_labels_are_reflected_and_change_nothing_else(labels: Mapping[str, Any], tmp_path: Path) -> None:
    built = through(EXEC, tmp_path, {"rome.yaml": rome()}, TO_MILAN, **labels).checked()
    derived = unmarked(built.derived)
    assert [each["metadata"]["labels"].pop("team") for each in derived.values()] == ["a"] * 11
    assert derived == unmarked(reflected())


@pytest.mark.parametrize("caller", [EXEC, KUBECTL_LEGACY])
def test_a_prefix_around_a_base_with_the_function_changes_names_only(caller: str, tmp_path: Path) -> None:
    """What is derived is then one of the objects that kustomize renames."""
    write_kustomization(
        tmp_path / "base",
        {"rome.yaml": rome(), "function.yaml": [called_by(caller, TO_MILAN)]},
        resources=["rome.yaml"],
        transformers=["function.yaml"],
    )
    write_kustomization(tmp_path / "overlay", {}, resources=["../base"], namePrefix=PREFIX)
    built = build(caller, tmp_path / "overlay").checked()
    derived = unmarked(built.derived)
    assert {name for _, _, name in derived} == {f"{PREFIX}{each['metadata']['name']}" for each in reflected()}
    for each in derived.values():
        each["metadata"]["name"] = each["metadata"]["name"].removeprefix(PREFIX)
    assert unmarked(list(derived.values())) == unmarked(reflected())


def test_a_prefix_of_a_base_and_the_function_in_the_overlay(tmp_path: Path) -> None:
    write_kustomization(
        tmp_path / "base", {"rome.yaml": rome()}, resources=["rome.yaml"], namePrefix="a-", namespace=NAMESPACE
    )
    write_kustomization(
        tmp_path / "overlay",
        {"function.yaml": [called_by(EXEC, TO_MILAN)]},
        resources=["../base"],
        transformers=["function.yaml"],
        namePrefix="b-",
        namespace="third",
    )
    built = build(EXEC, tmp_path / "overlay").checked()
    assert with_original_names(built, {"namePrefix": "b-a-"}) == unmarked(reflected())
    assert service_names(built.derived) < services(built)


@pytest.mark.parametrize(
    "case",
    [
        "c01-api-server-slice",
        "c01-api-server-slice-near-miss",
        "c02-both-annotations-near-miss",
        "c03-allow-list",
        "c09-missing-node",
        "c09-virtual-node",
        "c09-virtual-node-near-miss",
        "p01-oldest-counts",
        "p05-older-configuration",
        "p11-foreign-slice",
    ],
)
def test_joins_of_single_rules_hold(case: str, tmp_path: Path) -> None:
    """Each of these needs an object found by its name, or by its namespace."""
    config, names = configured(case), RENAMED["all of them"]
    built = through(EXEC, tmp_path, {"objects.yaml": given(case)}, config, **names).checked()
    wanted = expected(case)
    assert wanted
    if config["kind"] == "ProviderTransform":
        wanted = [{**each, "metadata": {**each["metadata"], "namespace": NAMESPACE}} for each in wanted]
    assert with_original_names(built, names) == unmarked(wanted)


@pytest.mark.parametrize(
    ("case", "code"),
    [("c02-both-annotations", "reflection-conflict"), ("c10-other-namespace-in-liqo", "unmapped-address")],
)
def test_what_a_rule_refuses_stays_refused(case: str, code: str, tmp_path: Path) -> None:
    """Objects of two namespaces are still two when kustomize has moved them into one."""
    built = through(EXEC, tmp_path, {"objects.yaml": given(case)}, configured(case), **RENAMED["all of them"])
    assert (built.status, built.text) == (1, "")
    assert f"error[{code}]" in built.said


def test_namespaces_of_maps_are_found_under_a_prefix(tmp_path: Path) -> None:
    """Two namespaces with a Service of one name: kustomize cannot move these into one."""
    case, names = "c04-namespace-map", {"namePrefix": PREFIX}
    built = through(EXEC, tmp_path, {"objects.yaml": given(case)}, configured(case), **names).checked()
    assert with_original_names(built, names) == unmarked(expected(case))
