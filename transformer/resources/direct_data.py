"""The annotation that carries direct-connection data: C13 writes it, P02 reads it as Go would."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

DIRECT_DATA = "liqo.io/direct-connections-data"
_FIELD = "clusteraddresses"
#: Go's encoder writes these escaped, so that JSON may stand in HTML and JavaScript.
_ESCAPES = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"})


class BrokenDirectDataError(ValueError):
    """The text is not the JSON that P02 wants; the message says why."""


def encode_direct_data(addresses: Mapping[str, Sequence[str]]) -> str:
    """The annotation's value for addresses by cluster id, byte for byte as Go's encoder writes it (C13)."""
    data = {"clusterAddresses": {cluster: list(addresses[cluster]) for cluster in sorted(addresses)}}
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).translate(_ESCAPES)


def decode_direct_data(text: str) -> dict[str, list[str]]:
    """Addresses by cluster id, read as Go's decoder reads them (P02).

    Keys are found in any case (the long s counts as an s), a repeated outer key adds to what came
    before unless it is null, the last of a repeated cluster id counts, other keys are passed over,
    null is accepted for the whole, for the map, for a list (empty) and for an address (empty text).
    Raises BrokenDirectDataError for anything else.
    """
    try:
        document = json.loads(text, object_pairs_hook=_Pairs, parse_constant=_refuse_constant)
    except RecursionError:
        raise BrokenDirectDataError("it is nested too deeply") from None
    except ValueError as error:
        raise BrokenDirectDataError(f"it is no JSON: {error}") from None
    if document is None:
        return {}
    if not isinstance(document, _Pairs):
        raise BrokenDirectDataError("it is not a JSON object")
    clusters: dict[str, list[str]] = {}
    for key, value in document:
        if key.replace("\u017f", "s").lower() != _FIELD:
            continue
        if value is None:
            clusters = {}
        elif isinstance(value, _Pairs):
            clusters.update((_text(cluster), _addresses(cluster, addresses)) for cluster, addresses in value)
        else:
            raise BrokenDirectDataError("clusterAddresses is not an object")
    return clusters


def _addresses(cluster: str, value: Any) -> list[str]:
    if value is None:
        return []
    if isinstance(value, _Pairs) or not isinstance(value, list):
        raise BrokenDirectDataError(f"the addresses of cluster {cluster!r} are not a list")
    if not all(each is None or isinstance(each, str) for each in value):
        raise BrokenDirectDataError(f"an address of cluster {cluster!r} is not a string")
    return [_text(each) if each is not None else "" for each in value]


def _text(text: str) -> str:
    """As Go holds it: half of a surrogate pair is U+FFFD."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


class _Pairs(list[tuple[str, Any]]):
    """A JSON object as its pairs, repeated keys kept."""


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON value")
