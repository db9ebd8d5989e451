"""What to say where a query means nothing: the nearest names, or the CIDRs in which an address lies."""

from __future__ import annotations

from collections.abc import Sequence

from transformer.findings.finding import quoted
from transformer.pipeline import FleetRun
from transformer.reports.visible import visible
from transformer.review.explanation_text import fact_text
from transformer.review.fact_places import FactPlaces
from transformer.review.known_cidrs import cidrs_holding
from transformer.review.query import AddressQuery, NameQuery, Query, nearest


def nothing_meant(run: FleetRun, query: Query, providers: Sequence[str]) -> str:
    """The message, of several lines where there is more to say. ``providers`` are those that alone were looked at."""
    return _no_address(run, query, providers) if isinstance(query, AddressQuery) else _no_name(run, query)


def _no_name(run: FleetRun, query: NameQuery) -> str:
    close = ", ".join(visible(each) for each in nearest(run, query))
    hint = f"; did you mean {close}?" if close else ""
    return f"no slice and no Service of this fleet is called {quoted(query.text)}{hint}"


def _no_address(run: FleetRun, query: AddressQuery, providers: Sequence[str]) -> str:
    where = f" on {' or '.join(providers)}" if providers else ""
    message = f"no endpoint of this fleet has the address {quoted(query.text)}, and none gets it{where}"
    if query.address is None:
        return f"{message}; QUERY is an address, or NAMESPACE/NAME of a slice or a Service"
    places = FactPlaces(run)
    known = cidrs_holding(run, query.address)
    if not known:
        return f"{message}; it lies in no CIDR of the Configurations that were exported"
    lines = (f"  {visible(each.words)}: {fact_text(each.fact, places.location(each.fact))}" for each in known)
    return "\n".join([f"{message}; it lies in", *lines])
