"""P02, P03: which addresses of a slice belong to pods that are reached over a direct link."""

from __future__ import annotations

from collections.abc import Mapping

from transformer.findings.finding import quoted
from transformer.resources.direct_data import DIRECT_DATA, BrokenDirectDataError, decode_direct_data
from transformer.resources.slice import ShadowEndpointSlice
from transformer.view.answer import Problem
from transformer.view.notes import Notes


def direct_addresses(shadow: ShadowEndpointSlice, notes: Notes) -> Mapping[str, str | None] | None:
    """The index of the data annotation: address, in its spelling there, to cluster id, or to None where the
    address is listed under several. Empty without data;
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
    listed: dict[str, list[str]] = {}
    for cluster in sorted(clusters):
        for address in dict.fromkeys(clusters[cluster]):
            listed.setdefault(address, []).append(cluster)
    for address, under in listed.items():
        if len(under) > 1:
            message = f"{quoted(address)} is listed under {' and '.join(under)}; Liqo would pick one at random"
            notes.add_about_metadata(Problem("ambiguous-direct-address", message), "annotations", DIRECT_DATA)
    index = {address: under[0] if len(under) == 1 else None for address, under in listed.items()}
    present = {address for endpoint in shadow.endpoints for address in endpoint["addresses"]}
    for address in sorted(index.keys() - present):
        message = f"the data lists {quoted(address)} of {' and '.join(listed[address])}, which no endpoint has so spelt"
        notes.add_about_metadata(Problem("direct-data-mismatch", message), "annotations", DIRECT_DATA)
    return index
