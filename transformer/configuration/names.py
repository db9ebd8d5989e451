"""Names as they are given in a configuration file or on the command line: what is one, and what was meant."""

from __future__ import annotations

import re
from collections.abc import Iterable

from transformer.findings.finding import quoted

#: An RFC 1123 label, as Kubernetes wants namespaces and Liqo cluster ids.
_LABEL = re.compile(r"[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?")


def is_dns_label(name: str) -> bool:
    """Whether ``name`` can be a namespace or a cluster id: at most 63 of a-z, 0-9 and -, no - at either end."""
    return _LABEL.fullmatch(name) is not None


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that ``name`` most likely stands for; None when it is like none of them."""
    from difflib import get_close_matches  # only a fault needs it

    by_folded = {other.casefold(): other for other in sorted(known, reverse=True)}
    found = get_close_matches(name.casefold(), list(by_folded), n=1, cutoff=0.6)
    return by_folded[found[0]] if found else None


def unknown(what: str, name: str, known: Iterable[str]) -> str:
    """A message for a name that is none of ``known``: the nearest one, or else all of them."""
    names = sorted(known)
    meant = nearest(name, names)
    hint = f"did you mean {meant}?" if meant else f"known: {', '.join(names) or 'none'}"
    return f"unknown {what} {quoted(name)}; {hint}"
