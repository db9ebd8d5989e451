"""The kinds of function configurations by name, and which of them a document is."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from transformer.configuration.names import nearest
from transformer.configuration.placed_fault import PlacedFault, spelled
from transformer.findings.finding import quoted
from transformer.manifests.described import described
from transformer.manifests.manifest import FieldPath

GROUP = "liqo-transformer.github.io"
VERSION = "v1alpha1"
API_VERSION = f"{GROUP}/{VERSION}"

#: The functions that make objects. Each object they make names its function: ``<kind>/<name>``.
DERIVING_KINDS = ("ConsumerTransform", "ProviderTransform", "FleetTransform")
#: All functions.
KINDS = (*DERIVING_KINDS, "ReviewCheck")

#: What ``emit`` may be, and what it is unless given; None where it has to be given.
EMITS: Mapping[str, tuple[tuple[str, ...], str | None]] = MappingProxyType(
    {
        "ConsumerTransform": (("All", "Derived"), "All"),
        "ProviderTransform": (("All", "Derived"), "All"),
        "FleetTransform": (("All", "Derived"), "Derived"),
        "ReviewCheck": (("Nothing", "All"), None),
    }
)

#: The name under which a kind's schema is published.
SCHEMA_NAMES: Mapping[str, str] = MappingProxyType(
    {
        "ConsumerTransform": "consumer-transform",
        "ProviderTransform": "provider-transform",
        "FleetTransform": "fleet-transform",
        "ReviewCheck": "review-check",
    }
)


_ALL = f"the functions are {', '.join(KINDS)}, of {API_VERSION}; or a ConfigMap of v1 has one of them as data.kind"


def kind_fault(document: Mapping[str, Any]) -> PlacedFault | None:
    """Why a document, by its apiVersion and kind, is no function's configuration; None for one that is."""
    version, kind = document.get("apiVersion"), document.get("kind")
    if kind != "ConfigMap" and (type(kind) is not str or kind not in KINDS):
        return no_function(document, ())
    if type(version) is str and version == API_VERSION and kind != "ConfigMap":
        return None
    return PlacedFault(
        f"{_wrong('apiVersion', document)} ({_ALL})", ("apiVersion",) if "apiVersion" in document else ()
    )


def no_function(holder: Mapping[str, Any], path: FieldPath) -> PlacedFault:
    """The fault of a mapping at ``path`` whose kind names no function: it names the nearest, and all."""
    kind = holder.get("kind")
    meant = _meant(kind) if isinstance(kind, str) else None
    wrong = _wrong("kind", holder, spelled((*path, "kind")))
    message = f"{wrong}; did you mean {meant}? ({_ALL})" if meant else f"{wrong} ({_ALL})"
    return PlacedFault(message, (*path, "kind")) if "kind" in holder else PlacedFault(message, path, key=bool(path))


def _wrong(field: str, holder: Mapping[str, Any], place: str | None = None) -> str:
    if field not in holder:
        return f"{place or field} is missing"
    given = holder[field]
    return f"{place or field} cannot be {quoted(given) if type(given) is str else described(given)}"


def _meant(given: str) -> str | None:
    """The kind that a name most likely stands for, a beginning of one too: Fleet is FleetTransform."""
    begun = [kind for kind in KINDS if given and kind.casefold().startswith(given.casefold())]
    return nearest(given, KINDS) or (begun[0] if len(begun) == 1 else None)
