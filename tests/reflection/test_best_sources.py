"""Semantics section 2, "Sources, best first": pod CIDRs, unreflected keys, reflection type, providers."""

from __future__ import annotations

from typing import Any

import pytest
from consumer_run import addresses_of, an_object, codes_of, consumer_run, ip_object, node, reader, service, slice_of

from transformer.outcome import Outcome
from transformer.pipeline import run_consumer
from transformer.settings import ConsumerSettings, NotReflected, Settings

TENANT = "liqo-tenant-milan"
NODES = (node("rome-worker-1"), node("liqo-milan", "milan"))


def virtual_node(
    *arguments: str, name: str = "liqo-milan", cluster: str = "milan", patch: dict[str, list[str]] | None = None
) -> dict[str, Any]:
    spec: dict[str, Any] = {
        "clusterID": cluster,
        "template": {"spec": {"template": {"spec": {"containers": [{"args": ["--nodename=x", *arguments]}]}}}},
    }
    if patch is not None:
        spec["offloadingPatch"] = patch
    return an_object("offloading.liqo.io/v1beta1", "VirtualNode", name, f"liqo-tenant-{cluster}", spec=spec)


def network(cidr: str, kind: str = "pod-cidr") -> dict[str, Any]:
    labels = {"ipam.liqo.io/network-type": kind}
    return an_object(
        "ipam.liqo.io/v1alpha1",
        "Network",
        kind,
        "liqo",
        labels=labels,
        spec={"cidr": "0.0.0.0/0"},
        status={"cidr": cidr},
    )


def configuration(*local: str) -> dict[str, Any]:
    labels = {"liqo.io/remote-cluster-id": "milan"}
    spec = {"local": {"cidr": {"pod": list(local)}}, "remote": {"cidr": {"pod": ["172.20.0.0/18"]}}}
    return an_object("networking.liqo.io/v1beta1", "Configuration", "milan", TENANT, labels=labels, spec=spec)


def template(labels: list[str], annotations: list[str], reflection: str | None = None) -> dict[str, Any]:
    spec: dict[str, Any] = {"labelsNotReflected": labels, "annotationsNotReflected": annotations}
    if reflection is not None:
        spec["reflectorsConfig"] = {"service": {"type": reflection, "workers": 3}}
    return an_object("offloading.liqo.io/v1beta1", "VkOptionsTemplate", "default", "liqo", spec=spec)


#: An address within each source's pod CIDR alone; each also has an IP object, so that it is seen which CIDR held.
INSIDE = {"settings": "10.1.0.1", "argument": "10.2.0.1", "network": "10.3.0.1", "configuration": "10.4.0.1"}
OUTSIDE = {address: f"10.96.0.{number}" for number, address in enumerate(INSIDE.values(), start=1)}


def unchanged(*objects: dict[str, Any], settings: tuple[str, ...] = ()) -> tuple[set[str], Outcome]:
    """The sources whose address was taken for one of the consumer's own pods."""
    outcome = consumer_run(
        *NODES,
        *(ip_object(local, external) for local, external in OUTSIDE.items()),
        service(),
        slice_of(*({"addresses": [each]} for each in INSIDE.values())),
        *objects,
        pod_cidrs=settings,
    )
    got = {each for (each,) in addresses_of(outcome) or []}
    return {source for source, address in INSIDE.items() if address in got}, outcome


@pytest.mark.rule("C10")
def test_pod_cidrs_come_from_the_best_source_alone() -> None:
    argument, of_network = virtual_node("--local-podcidr=10.2.0.0/20"), network("10.3.0.0/20")
    of_configuration = configuration("10.4.0.0/20")
    everything = (argument, of_network, of_configuration)
    assert unchanged(*everything)[0] == {"argument"}
    assert unchanged(of_network, of_configuration)[0] == {"network"}
    assert unchanged(of_configuration)[0] == {"configuration"}
    assert unchanged(virtual_node(), network("10.3.0.0/20", "external-cidr"), of_configuration)[0] == {"configuration"}
    said, outcome = unchanged(*everything, settings=("10.1.0.0/20",))
    assert said == {"settings"}
    assert codes_of(outcome) == ["override"]
    _, outcome = unchanged(*everything, settings=("10.2.0.0/20",))
    assert codes_of(outcome) == []


@pytest.mark.rule("C10")
def test_without_any_source_the_run_stops() -> None:
    _, outcome = unchanged()
    assert outcome.stopped
    assert codes_of(outcome) == ["unknown-pod-cidrs"]


@pytest.mark.rule("C10")
def test_several_virtual_nodes_of_a_provider_are_united() -> None:
    held, outcome = unchanged(
        virtual_node("--local-podcidr=10.2.0.0/20", name="milan-a"),
        virtual_node("--local-podcidr=10.3.0.0/20", name="milan-b"),
    )
    assert held == {"argument", "network"}
    assert codes_of(outcome) == ["virtual-nodes-differ"]


def metadata_of(outcome: Outcome) -> tuple[set[str], set[str]]:
    """The slice's own label and annotation keys that were reflected."""
    metadata = outcome.objects[0].data["metadata"]
    return {key for key in metadata["labels"] if "/" not in key}, set(metadata.get("annotations", {}))


def keys(*objects: dict[str, Any], said: NotReflected | None = None) -> tuple[set[str], set[str], list[str]]:
    """What is left of labels a, b, c, d and annotations a, b, c, d and one of Helm's defaults."""
    own = dict.fromkeys("abcd", "x")
    slice = slice_of(labels=own, annotations={**own, "cloud.google.com/neg": "x"})
    settings = Settings(
        consumer=ConsumerSettings(
            "rome", (), ("10.1.0.0/20",), namespaces={"shop": "shop-rome"}, not_reflected=said or NotReflected()
        ),
        only_providers=("milan",),
    )
    outcome = run_consumer(settings, reader([*NODES, service(), slice, *objects]))
    return *metadata_of(outcome), codes_of(outcome)


@pytest.mark.rule("C05")
def test_unreflected_keys_come_from_the_best_source() -> None:
    neg = "cloud.google.com/neg"
    every = {"a", "b", "c", "d"}
    patched = virtual_node(patch={"labelsNotReflected": ["a"], "annotationsNotReflected": ["b"]})
    options = template(["c"], ["d"])
    assert keys() == (every, every, ["defaults-assumed"])
    assert keys(options) == (every - {"c"}, every - {"d"} | {neg}, [])
    assert keys(virtual_node(), options) == (every - {"c"}, every - {"d"} | {neg}, [])
    assert keys(patched, options) == (every - {"a"}, every - {"b"} | {neg}, [])
    # Of the settings, each of the two lists counts for itself.
    assert keys(patched, said=NotReflected(labels=("d",))) == (every - {"d"}, every - {"b"} | {neg}, ["override"])
    assert keys(patched, said=NotReflected(("a",), ("b",))) == (every - {"a"}, every - {"b"} | {neg}, [])
    # Another provider's VirtualNode says nothing of milan.
    other = virtual_node(name="liqo-turin", cluster="turin", patch={"labelsNotReflected": ["a"]})
    assert keys(other, options) == (every - {"c"}, every - {"d"} | {neg}, [])


@pytest.mark.rule("C05")
def test_the_lists_of_several_virtual_nodes_are_united() -> None:
    one = virtual_node(name="milan-a", patch={"labelsNotReflected": ["a", "b"], "annotationsNotReflected": []})
    two = virtual_node(name="milan-b", patch={"labelsNotReflected": ["c"], "annotationsNotReflected": ["d"]})
    assert keys(one, two) == ({"d"}, {"a", "b", "c", "cloud.google.com/neg"}, ["virtual-nodes-differ"])
    same = virtual_node(name="milan-b", patch={"labelsNotReflected": ["b", "a"], "annotationsNotReflected": []})
    assert keys(one, same)[2] == []


@pytest.mark.rule("C03")
@pytest.mark.parametrize(
    ("objects", "said", "is_reflected", "codes"),
    [
        ((), None, True, []),
        ((template([], [], "AllowList"),), None, False, ["reflection-skipped"]),
        ((template([], [], "AllowList"), virtual_node("--service-reflection-type=DenyList")), None, True, []),
        (
            (template([], [], "DenyList"), virtual_node("--service-reflection-type=AllowList")),
            "DenyList",
            True,
            ["override"],
        ),
        (
            (
                virtual_node("--service-reflection-type=AllowList", name="milan-a"),
                virtual_node("--service-reflection-type=DenyList", name="milan-b"),
            ),
            None,
            False,
            ["reflection-skipped", "virtual-nodes-differ"],
        ),
    ],
)
def test_the_reflection_type_comes_from_the_best_source(
    objects: tuple[dict[str, Any], ...], said: str | None, is_reflected: bool, codes: list[str]
) -> None:
    slice = slice_of({"addresses": ["10.40.33.7"]})
    outcome = consumer_run(*NODES, service(), slice, *objects, reflection=said, pod_cidrs=("10.40.32.0/19",))
    assert bool(outcome.objects) == is_reflected
    assert codes_of(outcome) == codes


def namespace_map(cluster: str, *, replicated: bool = False) -> dict[str, Any]:
    labels = {"liqo.io/remote-cluster-id": cluster, **({"liqo.io/replicated": "true"} if replicated else {})}
    return an_object("offloading.liqo.io/v1beta1", "NamespaceMap", cluster, f"liqo-tenant-{cluster}", labels=labels)


@pytest.mark.parametrize(
    ("objects", "providers"),
    [
        ((node("a", "milan"), virtual_node(cluster="turin"), namespace_map("lyon")), ("lyon", "milan", "turin")),
        # A replicated map is of a cluster that offloads to us; a Node with the id alone is no virtual node.
        ((node("a", "milan"), namespace_map("paris", replicated=True)), ("milan",)),
        ((configuration("10.1.0.0/20"), node("a", "turin")), ("turin",)),
        ((configuration("10.1.0.0/20"), node("a")), ("milan",)),
        ((configuration("10.1.0.0/20"), namespace_map("paris", replicated=True)), ("milan",)),
        ((node("a"),), ()),
    ],
)
def test_providers_are_known_by_what_offloads_to_them(
    objects: tuple[dict[str, Any], ...], providers: tuple[str, ...]
) -> None:
    outcome = consumer_run(*objects, service(), slice_of(), providers=(), pod_cidrs=("10.1.0.0/20",))
    assert outcome.providers == providers
