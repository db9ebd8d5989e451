"""Derived objects as plain data, small ones made by hand and generated ones, and what an edit does to them."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping, Sequence
from typing import Any

from hypothesis import strategies as st

from transformer.findings.finding import ObjectRef
from transformer.review.object_changes import Compared

SHADOW = "ShadowEndpointSlice"
SLICE = "EndpointSlice"
DATA = "liqo.io/direct-connections-data"
REF = ObjectRef("discovery.k8s.io/v1", SLICE, "shop-rome", "web-1")

Data = dict[str, Any]


def endpoint(address: str, pod: str = "", **more: Any) -> Data:
    """An endpoint with one address, of the pod in namespace ``shop`` if one is named."""
    target = {"targetRef": {"kind": "RemotePod", "namespace": "shop", "name": pod}} if pod else {}
    return {"addresses": [address], "nodeName": "rome", **target, **more}


def direct_data(clusters: Mapping[str, Sequence[str]]) -> str:
    """The annotation that lists the addresses of other clusters' pods."""
    return json.dumps({"clusterAddresses": clusters}, separators=(",", ":"))


def shadow(*endpoints: Data, direct: Mapping[str, Sequence[str]] | None = None, **template: Any) -> Data:
    """A ShadowEndpointSlice of Service shop/web from rome for milan."""
    metadata: Data = {
        "name": "web-1",
        "namespace": "shop-rome",
        "labels": {"kubernetes.io/service-name": "web", "offloading.liqo.io/origin": "rome"},
    }
    if direct is not None:
        metadata["annotations"] = {DATA: direct_data(direct)}
    body = {"addressType": "IPv4", "endpoints": list(endpoints), "ports": [{"name": "http", "port": 80}], **template}
    return {
        "apiVersion": "offloading.liqo.io/v1beta1",
        "kind": SHADOW,
        "metadata": metadata,
        "spec": {"template": body},
    }


def plain(*endpoints: Data, **fields: Any) -> Data:
    """The EndpointSlice that such a ShadowEndpointSlice becomes."""
    return {
        "apiVersion": "discovery.k8s.io/v1",
        "kind": SLICE,
        "metadata": {
            "name": "web-1",
            "namespace": "shop-rome",
            "labels": {"kubernetes.io/service-name": "web", "liqo.io/managed-by": "shadowendpointslice"},
        },
        "addressType": "IPv4",
        "endpoints": list(endpoints),
        "ports": [{"name": "http", "port": 80}],
        **fields,
    }


def compared(before: Data | None = None, after: Data | None = None, **nodes: Mapping[str, str]) -> Compared:
    """The comparison of Service shop/web on milan, with the ShadowEndpointSlices of both versions."""
    return Compared("shop/web", "milan", REF, before, after, **nodes)


def of_itself(before: Data, after: Data) -> Compared:
    """The comparison of two versions, each of which is its own ShadowEndpointSlice if it is one."""
    shadows = [each if each.get("kind") == SHADOW else None for each in (before, after)]
    return compared(*shadows)


def template(data: Data) -> Data:
    """What holds the endpoints of an object of sound shape."""
    found: Data = data["spec"]["template"] if data["kind"] == SHADOW else data
    return found


_names = st.sampled_from(["web-0", "web-1", "web-2"])
_addresses = st.sampled_from(["10.1.0.1", "10.1.0.2", "10.1.0.3", "10.62.0.1", "10.62.0.2"])
_targets = st.fixed_dictionaries(
    {"kind": st.sampled_from(["RemotePod", "Pod"]), "namespace": st.just("shop"), "name": _names},
    optional={"uid": st.sampled_from(["u1", "u2"]), "apiVersion": st.just("v1")},
)
_endpoints = st.fixed_dictionaries(
    {"addresses": st.lists(_addresses, min_size=1, max_size=2)},
    optional={
        "targetRef": _targets,
        "conditions": st.fixed_dictionaries(
            {}, optional={"ready": st.booleans(), "serving": st.booleans(), "terminating": st.booleans()}
        ),
        "hostname": st.sampled_from(["", "a", "b"]),
        "nodeName": st.just("rome"),
        "zone": st.sampled_from(["z1", "z2"]),
        "hints": st.fixed_dictionaries(
            {}, optional={"forZones": st.lists(st.fixed_dictionaries({"name": st.sampled_from(["z1", "z2"])}))}
        ),
    },
)
_ports = st.fixed_dictionaries(
    {},
    optional={
        "name": st.sampled_from(["", "http", "grpc"]),
        "port": st.sampled_from([80, 443]),
        "protocol": st.sampled_from(["TCP", "UDP"]),
        "appProtocol": st.sampled_from(["h2c", "kubernetes.io/ws"]),
    },
)
_keys = st.sampled_from(["a", "b.example/c", "kubernetes.io/service-name"])
_texts = st.sampled_from(["", "x", "y", "true"])


@st.composite
def objects(draw: st.DrawFn) -> Data:
    """An EndpointSlice or ShadowEndpointSlice of sound shape, some with data about direct connections."""
    kind = draw(st.sampled_from([SHADOW, SLICE]))
    body: Data = {"addressType": "IPv4"}
    body |= draw(
        st.fixed_dictionaries(
            {}, optional={"endpoints": st.lists(_endpoints, max_size=4), "ports": st.lists(_ports, max_size=2)}
        )
    )
    metadata: Data = {"name": "web-1", "namespace": "shop-rome"}
    metadata |= draw(
        st.fixed_dictionaries(
            {},
            optional={
                "labels": st.dictionaries(_keys, _texts, max_size=2)
                | st.just({"offloading.liqo.io/origin": "rome", "a": "x"}),
                "annotations": st.dictionaries(_keys, _texts, max_size=2),
            },
        )
    )
    clusters = draw(
        st.none()
        | st.dictionaries(st.sampled_from(["turin", "oslo"]), st.lists(_addresses, unique=True, max_size=3), max_size=2)
    )
    if clusters is not None:
        metadata["annotations"] = {**metadata.get("annotations", {}), DATA: direct_data(clusters)}
    if kind == SHADOW:
        return {
            "apiVersion": "offloading.liqo.io/v1beta1",
            "kind": kind,
            "metadata": metadata,
            "spec": {"template": body},
        }
    return {"apiVersion": "discovery.k8s.io/v1", "kind": kind, "metadata": metadata, **body}


def _places(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """The paths of everything in an object but its identity."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found = [] if not path or path in IDENTITY else [path]
    for step, each in items:
        found += _places(each, (*path, step))
    return found


#: Never edited: another name is another object.
IDENTITY = {("kind",), ("metadata",), ("metadata", "name"), ("metadata", "namespace")}
_VALUES: tuple[Any, ...] = (
    None, "", "x", "10.1.0.9", "true", True, False, 0, 1, 80, 1.5, [], {}, [None], ["10.1.0.1"], [{}], {"a": "x"},
    [{"addresses": ["10.1.0.1"]}], [["10.1.0.1"]], {"name": "web-9"}, direct_data({"turin": ["10.1.0.1"]}),
)  # fmt: skip


@st.composite
def edits(draw: st.DrawFn, data: Data) -> Data:
    """The object with one field set to something else, taken away, doubled or added, as a hand does it."""
    edited = copy.deepcopy(data)
    path = draw(st.sampled_from(_places(edited)))
    holder = edited
    for step in path[:-1]:
        holder = holder[step]  # type: ignore[index]
    last: Any = path[-1]
    what = draw(st.sampled_from(["set", "take away", "add"]))
    if what == "set":
        holder[last] = draw(st.sampled_from(_VALUES))
    elif what == "take away":
        del holder[last]
    elif isinstance(holder, list):
        holder.insert(last, copy.deepcopy(draw(st.sampled_from([holder[last], *_VALUES]))))
    else:
        holder[draw(st.sampled_from(["x", "ready", "labels", "hostname", DATA]))] = draw(st.sampled_from(_VALUES))
    return edited


def meaning(value: Data) -> str:
    """What an object says: nothing empty, ports and endpoints in an order of their own, and of a ShadowEndpointSlice's
    data the address and cluster of each entry. As text, so that True is not 1."""
    return json.dumps(_pruned(_decoded(_sorted(value))), sort_keys=True)


def _decoded(data: Any) -> Any:
    """The object with its data as entries, unless that is broken or lists an address under two clusters."""
    metadata = data.get("metadata")
    annotations = metadata.get("annotations") if isinstance(metadata, dict) else None
    if data.get("kind") != SHADOW or not isinstance(annotations, dict) or not isinstance(annotations.get(DATA), str):
        return data
    try:
        clusters = json.loads(annotations[DATA])["clusterAddresses"]
        entries = sorted({(address, id) for id, addresses in clusters.items() for address in addresses})
    except (ValueError, TypeError):
        return data
    if len(dict(entries)) < len(entries):
        return data
    return {**data, "metadata": {**metadata, "annotations": {**annotations, DATA: entries}}}


def _pruned(value: Any) -> Any:
    if isinstance(value, dict):
        kept = {name: _pruned(each) for name, each in value.items()}
        return {name: each for name, each in kept.items() if each is not None} or None
    return ([_pruned(each) for each in value] or None) if isinstance(value, (list, tuple)) else value


def _sorted(data: Data) -> Data:
    """The object with its endpoints and ports in order, where they are lists."""
    changed = copy.deepcopy(data)
    holder: Any = changed
    if data.get("kind") == SHADOW:
        spec = changed.get("spec")
        holder = spec.get("template") if isinstance(spec, dict) else None
    if isinstance(holder, dict):
        for name in ("endpoints", "ports"):
            if isinstance(holder.get(name), list):
                holder[name] = sorted(holder[name], key=lambda each: json.dumps(_pruned(each), sort_keys=True))
    return changed
