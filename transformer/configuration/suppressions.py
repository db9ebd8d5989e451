"""From the plain data of a valid configuration to what it suppresses: the entries of ``findings.ignore``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from transformer.configuration.placed_fault import spelled
from transformer.findings.suppression import Suppression
from transformer.manifests.manifest import FieldPath, Origin


def suppressions_of(
    holder: Mapping[str, Any],
    path: FieldPath,
    origin: Origin,
    given: Callable[[FieldPath], FieldPath] = lambda path: path,
) -> tuple[Suppression, ...]:
    """The suppressions of the mapping at ``path`` that has the field ``findings``, each at its code. ``given`` leads
    from a path to the one that the user wrote, which is looked for in ``origin``."""
    entries = (holder.get("findings") or {}).get("ignore") or ()
    places = [given((*path, "findings", "ignore", index, "code")) for index in range(len(entries))]
    return tuple(
        Suppression(each["code"], each.get("object"), each["reason"], origin.at(place), spelled(place))
        for each, place in zip(entries, places, strict=True)
    )
