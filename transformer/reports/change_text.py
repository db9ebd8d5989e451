"""A change and its causes in one line, the same in every report. Values are as they are: each report escapes them."""

from __future__ import annotations

from transformer.findings.change import Cause, Change, ChangeKind
from transformer.reports.result import place_text

#: What stands for a value that was not there.
ABSENT = "none"

#: Kinds whose name says all: what there was or is of them follows.
_WHOLE = (
    ChangeKind.SLICE_ADDED,
    ChangeKind.SLICE_REMOVED,
    ChangeKind.REFUSED,
    ChangeKind.ACCEPTED,
    ChangeKind.ENDPOINT_ADDED,
    ChangeKind.ENDPOINT_REMOVED,
    ChangeKind.SLICE_MISSING,
    ChangeKind.SLICE_LEFT_OVER,
    ChangeKind.ENDPOINT_MISSING,
    ChangeKind.ENDPOINT_LEFT_OVER,
)


def change_text(change: Change) -> str:
    """What changed: ``Pod shop/web-0: address 10.81.3.172 -> 10.91.3.172``."""
    what = change.field or str(change.kind)
    if change.is_live and change.kind not in _WHOLE:
        text = f"{what}: has {_shown(change.before)}, should have {_shown(change.after)}"
    elif change.kind in _WHOLE:
        value = change.after if change.after is not None else change.before
        text = str(change.kind) + (f": {value}" if value else "")
    else:
        text = f"{what} {_shown(change.before)} -> {_shown(change.after)}"
    return f"{change.endpoint}: {text}" if change.endpoint else text


def cause_text(cause: Cause) -> str:
    """Why: ``Configuration liqo-tenant-milan/milan of turin, status.remote.cidr.pod[0]: 10.81.0.0/16 to 10.91.0.0/16
    (turin/configurations.yaml:66:9)``."""
    whose = f" of {cause.cluster}" if cause.cluster and cause.object is not None else ""
    what = f"{cause.object}{whose}" if cause.object is not None else ""
    where = ", ".join(part for part in (what, cause.field) if part)
    values = ""
    if cause.before is not None or cause.after is not None:
        values = f"{_said(cause.before)} to {_said(cause.after)}"
    text = ": ".join(part for part in (where, values, cause.remark) if part)
    place = place_text(cause.location.position()) if cause.location is not None else ""
    return f"{text} ({place})" if place else text


def whole_text(change: Change) -> str:
    """The change, and in square brackets what caused it."""
    causes = "; ".join(cause_text(cause) for cause in change.causes)
    return f"{change_text(change)} [{causes}]" if causes else change_text(change)


def _said(value: str | None) -> str:
    """A field of an input: for what reads it, an empty one is as good as none."""
    return "not set" if value == "" else _shown(value)


def _shown(value: str | None) -> str:
    return ABSENT if value is None else value or '""'
