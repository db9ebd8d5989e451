"""When the objects of an export were last written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from transformer.findings.catalogue import finding
from transformer.findings.finding import Finding, ObjectRef, Position
from transformer.manifests.manifest import FieldPath, Manifest
from transformer.review.live_reasons import Written
from transformer.review.write_times import WriteTimes, last_written

ONE, TWO, THREE = "2026-12-01T05:00:00Z", "2026-12-01T06:00:00Z", "2026-12-01T07:00:00Z"
TRIGGERED = "endpoints.kubernetes.io/last-change-trigger-time"
FAULT = finding("invalid-yaml", "broken")


class Nowhere:
    """The origin of an object of no file."""

    file = ""

    def at(self, path: FieldPath, *, key: bool = False) -> Position:  # noqa: ARG002 - it is nowhere
        return Position(self.file)


def thing(name: str, **metadata: Any) -> Manifest:
    return Manifest({"apiVersion": "v1", "kind": "Node", "metadata": {"name": name, **metadata}}, Nowhere())


@pytest.mark.parametrize(
    ("data", "written"),
    [
        ({}, Written()),
        ({"metadata": {"creationTimestamp": ONE}}, Written(ONE)),
        ({"metadata": {"creationTimestamp": ONE, "annotations": {TRIGGERED: TWO}}}, Written(TWO)),
        (
            {"metadata": {"creationTimestamp": TWO, "managedFields": [{"manager": "kubelet", "time": ONE}]}},
            Written(TWO),
        ),
        (
            {"metadata": {"managedFields": [{"manager": "a", "time": THREE}, {"manager": "b", "time": ONE}]}},
            Written(THREE, "a"),
        ),
        ({"metadata": {"managedFields": [{"time": ONE}]}}, Written(ONE)),
        ({"metadata": {"creationTimestamp": ONE, "managedFields": [{"manager": "a", "time": ONE}]}}, Written(ONE, "a")),
        ({"status": {"conditions": [{"lastTransitionTime": TWO}, {"lastTransitionTime": ONE}]}}, Written(TWO)),
    ],
)
def test_the_latest_time_counts_and_its_writer_where_that_is_known(data: dict[str, Any], written: Written) -> None:
    assert last_written({"metadata": {}, **data}) == written


@pytest.mark.parametrize(
    "data",
    [
        {"metadata": {"creationTimestamp": None}},
        {"metadata": {"creationTimestamp": 20261201}},
        {"metadata": {"creationTimestamp": "2026-12-01"}},
        {"metadata": {"creationTimestamp": "2026-12-01T05:00:00+01:00"}},
        {"metadata": {"creationTimestamp": "yesterday, as it happens: Z"}},
        {"metadata": {"annotations": [TRIGGERED]}},
        {"metadata": {"managedFields": "x"}},
        {"metadata": {"managedFields": [None, "x", {}, {"time": 5, "manager": "a"}]}},
        {"status": []},
        {"status": {"conditions": {}}},
        {"status": {"conditions": ["x", {"lastTransitionTime": {}}]}},
    ],
)
def test_what_is_no_time_counts_as_none(data: dict[str, Any]) -> None:
    assert last_written({"metadata": {}, **data}).time == ""


def test_times_are_noted_by_cluster_while_reading() -> None:
    exports = {("rome.yaml",): [thing("n1", creationTimestamp=ONE)], ("a", "b"): [thing("n1", creationTimestamp=TWO)]}

    def read(paths: Any) -> Iterator[Manifest | Finding]:
        yield from exports[tuple(paths)]
        yield FAULT

    times = WriteTimes({"rome": ("rome.yaml",), "milan": ("a", "b")})
    reading = times.watch(read)
    node = ObjectRef("v1", "Node", "", "n1")
    assert times.written("rome", node) == Written()
    assert list(reading(["rome.yaml"])) == [*exports[("rome.yaml",)], FAULT]
    assert list(reading(("a", "b"))) == [*exports[("a", "b")], FAULT]
    assert (times.written("rome", node), times.written("milan", node)) == (Written(ONE), Written(TWO))
    assert times.written("turin", node) == Written()
    assert times.written("rome", node._replace(name="n2")) == Written()
