"""Runs of the consumer's side over objects that a test writes down, without a file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from transformer.findings.finding import Finding, Position
from transformer.manifests.manifest import FieldPath, Manifest
from transformer.outcome import Outcome
from transformer.pipeline import run_consumer
from transformer.settings import ConsumerSettings, Settings

DATA = "liqo.io/direct-connections-data"
DIRECT = {"liqo.io/use-direct-connections": "true"}


class Nowhere:
    """The origin of an object that was read from no file."""

    file = "-"

    def at(self, path: FieldPath, *, key: bool = False) -> Position:  # noqa: ARG002 - the protocol's signature
        return Position("-")


def an_object(api_version: str, kind: str, name: str, namespace: str = "", **fields: Any) -> dict[str, Any]:
    """An object; ``labels`` and ``annotations`` go into its metadata."""
    metadata = {"name": name, **({"namespace": namespace} if namespace else {})}
    for part in ("labels", "annotations"):
        if fields.get(part) is not None:
            metadata[part] = fields[part]
    rest = {key: value for key, value in fields.items() if key not in ("labels", "annotations")}
    return {"apiVersion": api_version, "kind": kind, "metadata": metadata, **rest}


def node(name: str, cluster: str | None = None) -> dict[str, Any]:
    """A Node: of the consumer, or, with a cluster, a virtual one."""
    labels = {"kubernetes.io/hostname": name}
    if cluster is not None:
        labels |= {"liqo.io/type": "virtual-node", "liqo.io/remote-cluster-id": cluster}
    return an_object("v1", "Node", name, labels=labels)


def service(annotations: dict[str, str] | None = None, name: str = "web") -> dict[str, Any]:
    """A Service in namespace shop."""
    return an_object("v1", "Service", name, "shop", annotations=annotations)


def slice_of(*endpoints: dict[str, Any], family: str = "IPv4", **metadata: Any) -> dict[str, Any]:
    """The EndpointSlice shop/web-1 of Service web."""
    labels = {"kubernetes.io/service-name": "web", **metadata.pop("labels", {})}
    return an_object(
        "discovery.k8s.io/v1",
        "EndpointSlice",
        "web-1",
        "shop",
        labels=labels,
        addressType=family,
        endpoints=list(endpoints),
        **metadata,
    )


def ip_object(local: str, external: str, namespace: str = "shop") -> dict[str, Any]:
    """An IP."""
    name = "ip-" + local.replace(".", "-").replace(":", "-").strip("-")
    return an_object("ipam.liqo.io/v1alpha1", "IP", name, namespace, spec={"ip": local}, status={"ip": external})


def reader(objects: Sequence[dict[str, Any]]) -> Any:
    """A reader that gives these objects, whatever the paths."""

    def read(paths: Sequence[str]) -> Iterator[Manifest | Finding]:  # noqa: ARG001 - the reader's signature
        return (Manifest(each, Nowhere()) for each in objects)

    return read


def consumer_run(
    *objects: dict[str, Any],
    profile: str = "direct",
    pod_cidrs: Sequence[str] = ("10.40.32.0/19",),
    providers: Sequence[str] = ("milan",),
    reflection: str | None = None,
    namespaces: Mapping[str, str] | None = MappingProxyType({"shop": "shop-rome"}),
    consumer: str | None = "rome",
) -> Outcome:
    """The consumer, namespace shop going to ``shop-rome`` unless said otherwise."""
    settings = Settings(
        profile=profile,
        consumer=ConsumerSettings(
            consumer, (), pod_cidrs=tuple(pod_cidrs), reflection=reflection, namespaces=namespaces
        ),
        only_providers=tuple(providers),
        force=True,
        keep_going=True,
    )
    return run_consumer(settings, reader(objects))


def codes_of(outcome: Outcome) -> list[str]:
    """The codes of all findings but those about the run as a whole, sorted."""
    return sorted(each.code for each in outcome.findings if each.code != "nothing-reflected")


def addresses_of(outcome: Outcome, provider: str = "milan") -> list[list[str]] | None:
    """The addresses of the one ShadowEndpointSlice for a provider, an endpoint a list; None where there is none."""
    found = [each for each in outcome.objects if each.provider == provider]
    if not found:
        return None
    assert len(found) == 1
    return [each["addresses"] for each in found[0].data["spec"]["template"].get("endpoints", [])]


def data_of(outcome: Outcome, provider: str = "milan") -> str | None:
    """Its direct-connections data."""
    (found,) = [each for each in outcome.objects if each.provider == provider]
    text: str | None = found.data["metadata"].get("annotations", {}).get(DATA)
    return text
