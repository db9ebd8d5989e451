"""What kustomize and kpt write on the objects that pass through them: earlier names, and annotations of their own."""

from __future__ import annotations

from collections.abc import Mapping

#: Our own mark on a derived object that a function made: KIND/NAME of the function's configuration.
DERIVED_BY = "liqo-transformer.github.io/derived-by"

#: The keys by which kustomize and kpt keep book: of use between them and a function, never part of an object.
_BOOKKEEPING = (
    "internal.config.kubernetes.io/",
    "config.kubernetes.io/",
    "kustomize.config.k8s.io/",
    "config.k8s.io/",
    "internal.kpt.dev/",
)
_PREVIOUS_NAMES = "internal.config.kubernetes.io/previousNames"
_PREVIOUS_NAMESPACES = "internal.config.kubernetes.io/previousNamespaces"
#: What kustomize notes as the namespace of a kind that has none.
_NO_NAMESPACE = "_non_namespaceable_"

#: A namespace and a name.
Identity = tuple[str, str]


def is_bookkeeping(key: str) -> bool:
    """Whether an annotation belongs to kustomize or kpt and not to the object."""
    return key.startswith(_BOOKKEEPING)


def lasting_annotations(annotations: Mapping[str, str]) -> Mapping[str, str]:
    """The annotations of the object itself: without those of kustomize and kpt, and without our mark."""
    if not any(is_bookkeeping(key) or key == DERIVED_BY for key in annotations):
        return annotations
    return {key: value for key, value in annotations.items() if not is_bookkeeping(key) and key != DERIVED_BY}


def earlier_identities(annotations: Mapping[str, str]) -> list[Identity]:
    """The namespaces and names that an object had before kustomize renamed it, the original one first; none where it
    was not renamed. References between objects still follow these: kustomize mends them only at the end of a build."""
    names = annotations.get(_PREVIOUS_NAMES)
    if not names or not isinstance(names, str):
        return []
    namespaces = str(annotations.get(_PREVIOUS_NAMESPACES, "")).split(",")
    return [
        ("" if namespace == _NO_NAMESPACE else namespace, name)
        for namespace, name in zip(namespaces, names.split(","), strict=False)
    ]
