"""What became of the endpoints of one derived object. Their order means nothing; that of one's addresses does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from transformer.findings.change import Change, ChangeKind
from transformer.review.endpoint_state import EndpointState
from transformer.review.values import is_same, value_text

#: Makes a change of the object that is compared: kind, endpoint, field, before, after.
MakeChange = Callable[[ChangeKind, str, str, str | None, str | None], Change]
#: The node that each endpoint was on in the source, by its name (its target, or its addresses).
Nodes = Mapping[str, str]

_DIRECT = "direct to "
#: What changes with every pod that takes another's name: said only where nothing else of the endpoint changed.
_IDENTITY = "targetRef."


def endpoint_changes(
    before: Sequence[EndpointState],
    after: Sequence[EndpointState],
    nodes_before: Nodes,
    nodes_after: Nodes,
    make: MakeChange,
) -> list[Change]:
    """The changes from one list of endpoints to another: those gone, those new, then those that differ, each in order.

    An endpoint is known by its target, so that a pod that moved is one line; one without by its addresses, and where
    these differ, by its place among those left over.
    """
    pairs, gone, new = _paired(before, after)
    found = [make(ChangeKind.ENDPOINT_REMOVED, name_of(each), "", described(each), None) for each in gone]
    found += [make(ChangeKind.ENDPOINT_ADDED, name_of(each), "", None, described(each)) for each in new]
    for old, now in pairs:
        nodes = (nodes_before.get(name_of(old), ""), nodes_after.get(name_of(now), ""))
        found += _pair_changes(old, now, nodes, make)
    return found


def name_of(endpoint: EndpointState) -> str:
    """What an endpoint is called in a line: its target, else its addresses."""
    return endpoint.target or _joined(endpoint.addresses)


def described(endpoint: EndpointState) -> str:
    """An endpoint's addresses, their route, and whether it is not ready."""
    parts = [_joined(endpoint.addresses) if endpoint.target else "", endpoint.route]
    return ", ".join(part for part in (*parts, "not ready" if endpoint.ready is False else "") if part)


def _paired(
    before: Sequence[EndpointState], after: Sequence[EndpointState]
) -> tuple[list[tuple[EndpointState, EndpointState]], list[EndpointState], list[EndpointState]]:
    """Those that belong together and are not equal, those only before, those only after."""
    waiting: dict[tuple[str, ...], list[EndpointState]] = {}
    for endpoint in before:
        waiting.setdefault(_key(endpoint), []).append(endpoint)
    # Of several under one name, those that are equal belong together, wherever they stand.
    left = [endpoint for endpoint in after if not _took_equal(waiting.get(_key(endpoint), []), endpoint)]
    pairs: list[tuple[EndpointState, EndpointState]] = []
    new: list[EndpointState] = []
    for endpoint in left:
        found = waiting.get(_key(endpoint))
        if found:
            pairs.append((found.pop(0), endpoint))
        else:
            new.append(endpoint)
    gone = [endpoint for left in waiting.values() for endpoint in left]
    nameless_gone = [endpoint for endpoint in gone if not endpoint.target]
    nameless_new = [endpoint for endpoint in new if not endpoint.target]
    # A CIDR that was renumbered gives every address of a slice another text: as many as went have come.
    if len(nameless_gone) == len(nameless_new):
        pairs += zip(nameless_gone, nameless_new, strict=True)
        gone = [endpoint for endpoint in gone if endpoint.target]
        new = [endpoint for endpoint in new if endpoint.target]
    return pairs, gone, new


def _took_equal(waiting: list[EndpointState], endpoint: EndpointState) -> bool:
    """Whether one that is equal was there, and is taken away."""
    for number, each in enumerate(waiting):
        if each[:3] == endpoint[:3] and is_same([each.ready, each.fields], [endpoint.ready, endpoint.fields]):
            del waiting[number]
            return True
    return False


def _key(endpoint: EndpointState) -> tuple[str, ...]:
    return (endpoint.target,) if endpoint.target else ("", *endpoint.addresses)


def _pair_changes(old: EndpointState, now: EndpointState, nodes: tuple[str, str], make: MakeChange) -> Iterator[Change]:
    name = name_of(old)
    kind = _way_changed(old, now, nodes)
    if kind is ChangeKind.ENDPOINT_MOVED:
        yield make(kind, name, "", _where(old, nodes[0]), _where(now, nodes[1]))
    elif kind is ChangeKind.PATH:
        yield make(kind, name, "", _by(old), _by(now))
    elif kind is not None:
        yield make(kind, name, "", _joined(old.addresses), _joined(now.addresses))
    if not is_same(old.ready, now.ready):
        yield make(ChangeKind.READY, name, "", value_text(old.ready), value_text(now.ready))
    for field in sorted({*old.fields, *now.fields}):
        values = old.fields.get(field), now.fields.get(field)
        if not is_same(*values) and not (kind is not None and field.startswith(_IDENTITY)):
            yield make(ChangeKind.ENDPOINT_FIELD, name, field, value_text(values[0]), value_text(values[1]))


def _way_changed(old: EndpointState, now: EndpointState, nodes: tuple[str, str]) -> ChangeKind | None:
    """Whether a pod is elsewhere now, or reached otherwise, or under another address."""
    is_known = old.route != "" and now.route != ""
    if old.addresses == now.addresses and (old.route == now.route or not is_known):
        return None
    both_direct = old.route.startswith(_DIRECT) and now.route.startswith(_DIRECT)
    if (all(nodes) and nodes[0] != nodes[1]) or (is_known and both_direct and old.route != now.route):
        return ChangeKind.ENDPOINT_MOVED
    return ChangeKind.PATH if is_known and old.route != now.route else ChangeKind.ADDRESS


def _where(endpoint: EndpointState, node: str) -> str:
    text = _joined(endpoint.addresses) + (f" on node {node}" if node else "")
    return f"{text}, {endpoint.route}" if endpoint.route else text


def _by(endpoint: EndpointState) -> str:
    return f"{endpoint.route} ({_joined(endpoint.addresses)})"


def _joined(addresses: Sequence[str]) -> str:
    return ", ".join(addresses)
