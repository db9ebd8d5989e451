"""Kinds of change in words: counted, and the sign in front of a line."""

from __future__ import annotations

import pytest
from slice_data import REF

from transformer.findings.change import ChangeKind
from transformer.review.golden import counted
from transformer.review.object_changes import Compared


@pytest.mark.parametrize(
    ("kind", "one", "two"),
    [
        (ChangeKind.SLICE_ADDED, "1 slice added", "2 slices added"),
        (ChangeKind.SLICE_REMOVED, "1 slice removed", "2 slices removed"),
        (ChangeKind.REFUSED, "1 refused now", "2 refused now"),
        (ChangeKind.ACCEPTED, "1 no longer refused", "2 no longer refused"),
        (ChangeKind.ENDPOINT_ADDED, "1 endpoint added", "2 endpoints added"),
        (ChangeKind.ENDPOINT_REMOVED, "1 endpoint removed", "2 endpoints removed"),
        (ChangeKind.ENDPOINT_MOVED, "1 endpoint moved", "2 endpoints moved"),
        (ChangeKind.ADDRESS, "1 address", "2 addresses"),
        (ChangeKind.PATH, "1 path", "2 paths"),
        (ChangeKind.READY, "1 ready", "2 ready"),
        (ChangeKind.ENDPOINT_FIELD, "1 endpoint field", "2 endpoint fields"),
        (ChangeKind.LABEL, "1 label", "2 labels"),
        (ChangeKind.ANNOTATION, "1 annotation", "2 annotations"),
        (ChangeKind.PORTS, "1 ports", "2 ports"),
        (ChangeKind.FIELD, "1 field", "2 fields"),
    ],
)
def test_counts(kind: ChangeKind, one: str, two: str) -> None:
    assert (kind.counted(1), kind.counted(2)) == (one, two)


def test_every_kind_has_a_sign() -> None:
    signs: dict[str, set[ChangeKind]] = {}
    for kind in ChangeKind:
        signs.setdefault(kind.sign, set()).add(kind)
    assert signs["+"] == {ChangeKind.SLICE_ADDED, ChangeKind.ENDPOINT_ADDED, ChangeKind.ACCEPTED}
    assert signs["-"] == {ChangeKind.SLICE_REMOVED, ChangeKind.ENDPOINT_REMOVED, ChangeKind.REFUSED}
    assert signs["~"] == set(ChangeKind) - signs["+"] - signs["-"]


def test_a_message_counts_the_changes_of_each_kind_in_their_order() -> None:
    of = Compared("shop/web", "milan", REF)
    kinds = [ChangeKind.ADDRESS, ChangeKind.READY, ChangeKind.ADDRESS]
    assert counted(of.change(kind) for kind in kinds) == "2 addresses, 1 ready"
