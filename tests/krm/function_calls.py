"""Calls of the function within the test's own process, and the lists and configurations that they are made with."""

from __future__ import annotations

import io
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from textwrap import indent
from typing import Any
from unittest import mock

import yaml

from transformer.cli import krm
from transformer.krm.item_list import ItemList, list_text
from transformer.krm.list_reading import read_list
from transformer.manifests.emitting import dump
from transformer.manifests.limits import Limits
from transformer.manifests.source import Source

#: The tail of a list that kustomize sends: it adds the annotation to every configuration.
LOCAL_CONFIG = 'functionConfig:\n  metadata:\n    annotations:\n      config.kubernetes.io/local-config: "true"\n'
HEAD = "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\n"
MARK = "liqo-transformer.github.io/derived-by"
KUSTOMIZE_ID = "kustomize.config.k8s.io/id"

SPECS: Mapping[str, dict[str, Any]] = {
    "ConsumerTransform": {
        "consumer": "rome",
        "provider": "milan",
        "podCIDRs": ["10.40.0.0/16"],
        "namespaces": {"shop": "shop-rome"},
    },
    "ProviderTransform": {"cluster": "milan"},
    "FleetTransform": {"provider": "milan", "consumer": {"id": "rome", "exports": ["rome.yaml"]}},
    "ReviewCheck": {"emit": "All"},
}


@dataclass(frozen=True)
class Ended:
    """How a call ended."""

    status: int
    stdout: str
    stderr: str

    @property
    def whole(self) -> dict[str, Any]:
        """The list on stdout, read by a library that knows nothing of the program."""
        value = yaml.safe_load(self.stdout)
        assert isinstance(value, dict)
        return value

    @property
    def items(self) -> list[Any]:
        """The items of that list."""
        found = self.whole["items"]
        assert isinstance(found, list)
        return found

    @property
    def results(self) -> list[dict[str, Any]]:
        """The results of that list."""
        found = self.whole.get("results", [])
        assert isinstance(found, list)
        return found

    @property
    def codes(self) -> list[str]:
        """The codes of the results, in their order."""
        return [each["tags"]["code"] for each in self.results]


def call(given: str | bytes, *arguments: str, **environment: str) -> Ended:
    """Run the program on ``given`` as its standard input."""
    data = given.encode() if isinstance(given, str) else given
    out, err = io.BytesIO(), io.BytesIO()
    with (
        mock.patch.multiple(
            sys,
            stdin=io.TextIOWrapper(io.BytesIO(data)),
            stdout=io.TextIOWrapper(out, encoding="utf-8"),
            stderr=io.TextIOWrapper(err, encoding="utf-8"),
        ),
        mock.patch.dict("os.environ", environment),
    ):
        status = krm.run(list(arguments))
        return Ended(status, out.getvalue().decode(), err.getvalue().decode())


def function(kind: str = "ConsumerTransform", name: str = "to-milan", **spec: Any) -> dict[str, Any]:
    """A configuration of a kind, its usual spec with changes."""
    return {
        "apiVersion": "liqo-transformer.github.io/v1alpha1",
        "kind": kind,
        "metadata": {"name": name},
        "spec": {**SPECS[kind], **spec},
    }


def listed(*items: dict[str, Any] | str, config: dict[str, Any] | None = None) -> str:
    """A list in the form that kustomize prints; an item given as text stands as it is, without its dash."""
    if config is not None and any(not isinstance(item, str) and _is_kustomizes(item) for item in items):
        config = _noted(config, {"config.kubernetes.io/local-config": "true"})
    texts = [item if isinstance(item, str) else dump(item) for item in items]
    body = "".join("- " + indent(text, "  ")[2:] for text in texts)
    tail = "functionConfig:\n" + indent(dump(config), "  ") if config is not None else ""
    return HEAD + ("items:\n" + body if items else "items: []\n") + tail


def read(text: str) -> ItemList:
    """A list, read; nothing may be wrong with its items."""
    given, findings = read_list(Source("-", text), Limits())
    assert findings == []
    return given


def given_back(text: str) -> str:
    """A list, read and given back without a change."""
    given = read(text)
    return list_text(given, given.items, ())


def an_object(kind: str, name: str, namespace: str = "", api_version: str = "v1", **rest: Any) -> dict[str, Any]:
    """An object; ``labels`` and ``annotations`` go into its metadata."""
    metadata: dict[str, Any] = {"name": name, **({"namespace": namespace} if namespace else {})}
    for part in ("labels", "annotations"):
        if rest.get(part):
            metadata[part] = rest[part]
    fields = {key: value for key, value in rest.items() if key not in ("labels", "annotations")}
    return {"apiVersion": api_version, "kind": kind, "metadata": metadata, **fields}


def slice_of(*addresses: str, name: str = "web-1", namespace: str = "shop", **metadata: Any) -> dict[str, Any]:
    """An EndpointSlice of the consumer's."""
    return an_object(
        "EndpointSlice",
        name,
        namespace,
        "discovery.k8s.io/v1",
        addressType="IPv4",
        endpoints=[{"addresses": [each]} for each in addresses or ("10.40.0.1",)],
        labels={"kubernetes.io/service-name": "web"},
        **metadata,
    )


def service(name: str = "web", namespace: str = "shop", **metadata: Any) -> dict[str, Any]:
    """A Service of the consumer's."""
    return an_object("Service", name, namespace, **metadata)


def shadow(*addresses: str, name: str = "web-1", provider: str = "milan", **rest: Any) -> dict[str, Any]:
    """A ShadowEndpointSlice from rome."""
    endpoints = [{"addresses": [each]} for each in addresses or ("10.40.0.1",)]
    return an_object(
        "ShadowEndpointSlice",
        name,
        "shop-rome",
        "offloading.liqo.io/v1beta1",
        labels={
            "endpointslice.kubernetes.io/managed-by": "endpointslice.reflection.liqo.io",
            "offloading.liqo.io/destination": provider,
            "offloading.liqo.io/origin": "rome",
        },
        spec={"template": {"addressType": "IPv4", "endpoints": endpoints}},
        **rest,
    )


def peering(cluster: str = "rome", real: str = "10.40.0.0/16", seen: str = "10.71.0.0/16") -> dict[str, Any]:
    """A Configuration: a cluster's pod CIDR, and the one by which it is seen."""
    return an_object(
        "Configuration",
        cluster,
        f"liqo-tenant-{cluster}",
        "networking.liqo.io/v1beta1",
        labels={"liqo.io/remote-cluster-id": cluster},
        spec={"remote": {"cidr": {"pod": [real]}}},
        status={
            "conditions": [{"type": "NetworkCIDRsConfigured", "status": "True"}],
            "remote": {"cidr": {"pod": [seen]}},
        },
    )


def from_file(data: dict[str, Any], file: str, index: int = 0) -> dict[str, Any]:
    """An object as kpt hands it over."""
    notes = {
        f"{prefix}config.kubernetes.io/{key}": value
        for prefix in ("", "internal.")
        for key, value in (("path", file), ("index", str(index)))
    }
    return _noted(data, notes)


def from_kustomize(data: dict[str, Any]) -> dict[str, Any]:
    """An object as kustomize hands it over."""
    metadata = data["metadata"]
    identity = f"kind: {data['kind']}\nname: {metadata['name']}\n"
    return _noted(data, {KUSTOMIZE_ID: identity, "internal.config.kubernetes.io/index": "0"})


def _is_kustomizes(data: dict[str, Any]) -> bool:
    metadata = data.get("metadata")
    annotations = metadata.get("annotations") if isinstance(metadata, dict) else None
    return isinstance(annotations, dict) and KUSTOMIZE_ID in annotations


def _noted(data: dict[str, Any], notes: dict[str, str]) -> dict[str, Any]:
    metadata = data["metadata"]
    return {**data, "metadata": {**metadata, "annotations": {**metadata.get("annotations", {}), **notes}}}


def names(items: list[Any]) -> list[str]:
    """Items as KIND/NAME."""
    return [f"{each['kind']}/{each['metadata']['name']}" for each in items]
