"""P02, P03: which addresses of a slice belong to pods that are reached over a direct link."""

from __future__ import annotations

from collections.abc import Mapping

from transformer.findings.finding import quoted
from transformer.resources.direct_data import DIRECT_DATA, BrokenDirectDataError, decode_direct_data
from transformer.resources.slice import ShadowEndpointSlice
from transformer.view.answer import Problem
from transformer.view.notes import Notes


def direct_addresses(shadow: ShadowEndpointSlice, notes: Notes) -> Mapping[str, str] | None:
    """The index of the data annotation: address, in its spelling there, to cluster id. Empty without data;
    None when the data cannot be read, so that which address goes which way is not known.

    Notes broken-direct-data (P02), ambiguous-direct-address (P03) and direct-data-mismatch (H8).
    """
    text = shadow.annotations.get(DIRECT_DATA)
    if text is None:
        return {}
    try:
        clusters = decode_direct_data(text)
    except BrokenDirectDataError as error:
        message = f"{DIRECT_DATA} of {shadow.ref} is {quoted(text)}: {error}"
        notes.add_about_metadata(Problem("broken-direct-data", message), "annotations", DIRECT_DATA)
        return None
    index: dict[str, str] = {}
    for cluster in sorted(clusters):
        for address in clusters[cluster]:
            other = index.setdefault(address, cluster)
            if other != cluster:
                message = f"{quoted(address)} is listed under both {other} and {cluster}; Liqo would pick one at random"
                notes.add_about_metadata(
                    Problem("ambiguous-direct-address", message, cause=address), "annotations", DIRECT_DATA
                )
    present = {address for endpoint in shadow.endpoints for address in endpoint["addresses"]}
    for address in sorted(index.keys() - present):
        message = f"the data lists {quoted(address)} of {index[address]}, which no endpoint has in that spelling"
        notes.add_about_metadata(Problem("direct-data-mismatch", message), "annotations", DIRECT_DATA)
    return index
