"""Objects that no rule asks for need not be readable in full, whatever kinds they speak of."""

from __future__ import annotations

import pytest

from transformer.krm.item import read_item
from transformer.krm.item_origin import Place
from transformer.manifests.engines import FastEngine
from transformer.manifests.limits import Limits

#: What kustomize prints for strings that YAML readers refuse or take for something else.
ODD = ("!!merge <<", "2001-13-45", "9" * 400, "!!binary AAEC")
CLUSTER_ID = "  labels:\n    app.kubernetes.io/name: clusterid-configmap\n"


def codes(text: str) -> list[str]:
    """The codes of what is wrong with an item; its text is kept in any case."""
    item, findings = read_item(text, Place(), FastEngine(Limits()), Limits())
    assert item.text == text
    return [each.code for each in findings]


def document(version: str, kind: str, value: str, labels: str = "") -> str:
    return f"apiVersion: {version}\ndata:\n  odd: {value}\nkind: {kind}\nmetadata:\n{labels}  name: a\n  namespace: b\n"


@pytest.mark.parametrize("value", ODD)
@pytest.mark.parametrize(
    ("version", "kind"),
    [("v1", "ConfigMap"), ("v1", "Secret"), ("serving.knative.dev/v1", "Service"), ("example.com/v1", "NodeList")],
)
def test_a_foreign_object_may_hold_what_it_likes(version: str, kind: str, value: str) -> None:
    assert codes(document(version, kind, value)) == []


@pytest.mark.parametrize("value", ODD)
@pytest.mark.parametrize(
    ("version", "kind"),
    [("v1", "Service"), ("discovery.k8s.io/v1", "EndpointSlice"), ("v1", "NodeList"), ("v1", "List")],
)
def test_an_object_that_the_rules_read_may_not(version: str, kind: str, value: str) -> None:
    assert len(codes(document(version, kind, value))) == 1


@pytest.mark.parametrize("value", ODD)
def test_of_config_maps_the_one_with_the_cluster_id_may_not(value: str) -> None:
    assert len(codes(document("v1", "ConfigMap", value, CLUSTER_ID))) == 1


@pytest.mark.parametrize("value", ODD)
def test_manifests_within_a_text_are_a_text(value: str) -> None:
    manifests = (
        f"apiVersion: v1\ndata:\n  more: |\n    kind: Service\n    apiVersion: v1\n  odd: {value}\nkind: ConfigMap\n"
    )
    assert codes(manifests + "metadata:\n  name: a\n") == []
