"""Fills an API server with an export: the way back from what ``kubectl get`` printed."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import yaml

from apiserver.cluster import Cluster
from apiserver.crds import LIQO_KINDS, definition, plural

Object = dict[str, Any]

#: What the API server makes by itself, of kinds that an export has.
_OWN = {("default", "kubernetes")}
_KEPT_METADATA = ("name", "namespace", "generateName", "labels", "annotations")
SERVED_SECONDS = 30  # until a new kind is served


def exported(folder: Path) -> list[Object]:
    """The objects of a cluster's export, without those that every API server makes by itself."""
    lists = [yaml.load(file.read_bytes(), yaml.CSafeLoader) for file in sorted(folder.glob("*.yaml"))]
    items: list[Object] = [item for each in lists for item in each["items"]]
    return [item for item in items if _identity(item)[2:] not in _OWN]


def define_liqo_kinds(cluster: Cluster) -> None:
    """Creates the CustomResourceDefinitions of Liqo's kinds and waits until the kinds are served."""
    apply(cluster, [definition(kind) for kind in LIQO_KINDS])
    wanted = {f"{plural(kind)}.{kind.group}" for kind in LIQO_KINDS}
    limit = time.monotonic() + SERVED_SECONDS
    while not wanted <= set(cluster.done("api-resources", "-o", "name").split()):
        assert time.monotonic() < limit, f"{cluster.id} does not serve all kinds of Liqo"
        time.sleep(0.2)


def load(cluster: Cluster, objects: Iterable[Object], namespaces: Iterable[str] = ()) -> None:
    """Creates objects with their status, the namespaces they stand in, and ``namespaces`` besides."""
    objects = list(objects)
    needed = {*namespaces, *(item["metadata"]["namespace"] for item in objects if "namespace" in item["metadata"])}
    apply(cluster, [{"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}} for name in sorted(needed)])
    live = {_identity(item): item for item in apply(cluster, [_fresh(item) for item in objects])}
    statuses = [_status(item, live[_identity(item)]) for item in objects if "status" in item]
    apply(cluster, [item for item in statuses if item["status"] != live[_identity(item)].get("status")], "status")


def apply(cluster: Cluster, objects: list[Object], subresource: str = "") -> list[Object]:
    """Applies objects, or a subresource of them, on the server's side; gives them as they are there then."""
    if not objects:
        return []
    options = [f"--subresource={subresource}"] if subresource else []
    text = json.dumps({"apiVersion": "v1", "kind": "List", "items": objects})
    printed = json.loads(cluster.done("apply", "--server-side", *options, "-o", "json", "-f", "-", stdin=text))
    found: list[Object] = printed["items"] if printed["kind"] == "List" else [printed]
    assert len(found) == len(objects)
    return found


def _identity(item: Object) -> tuple[str, str, str, str]:
    metadata = item["metadata"]
    return item["apiVersion"], item["kind"], metadata.get("namespace", ""), metadata["name"]


def _fresh(item: Object) -> Object:
    """An object without what the API server decides."""
    metadata = {name: item["metadata"][name] for name in _KEPT_METADATA if name in item["metadata"]}
    return {**item, "metadata": metadata}


def _status(item: Object, live: Object) -> Object:
    """An object with its status alone. A condition that was about the object's generation is about the live one's:
    generations of a new object begin at 1."""
    before, now = item["metadata"].get("generation"), live["metadata"].get("generation")
    status = dict(item["status"])
    if "conditions" in status:
        status["conditions"] = [
            {**each, "observedGeneration": now} if each.get("observedGeneration", -1) == before else each
            for each in status["conditions"]
        ]
    head = {key: value for key, value in _fresh(item).items() if key in ("apiVersion", "kind", "metadata")}
    return {**head, "status": status}
