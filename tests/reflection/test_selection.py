"""C01, C02, C03: every combination of the two annotations, on slice and Service, under both reflection types."""

from __future__ import annotations

from itertools import product

import pytest
from consumer_run import addresses_of, codes_of, consumer_run, node, service, slice_of

ALLOW, SKIP = "liqo.io/allow-reflection", "liqo.io/skip-reflection"
#: Values, and whether they count as set: all do but "false" in any case, and absence.
VALUES = {None: False, "false": False, "FaLsE": False, "fal\u017fe": False, "true": True, "no": True, "": True}
SETS = [
    {key: value for key, value in ((ALLOW, allow), (SKIP, skip)) if value is not None}
    for allow, skip in product((None, "false", ""), (None, "FALSE", "no"))
]


def is_set(annotations: dict[str, str], key: str) -> bool:
    return VALUES.get(annotations.get(key), False)


def fate(own: dict[str, str], of_service: dict[str, str] | None, reflection: str) -> str:
    """The rules, sentence by sentence."""
    if is_set(own, ALLOW) and is_set(own, SKIP):
        return "conflict"
    if is_set(own, ALLOW):
        return "reflected"
    if is_set(own, SKIP):
        return "skipped"
    decider = own if of_service is None else of_service
    if reflection == "DenyList":
        return "skipped" if is_set(decider, SKIP) else "reflected"
    return "reflected" if is_set(decider, ALLOW) else "skipped"


@pytest.mark.rule("C02", "C03")
@pytest.mark.parametrize("reflection", ["DenyList", "AllowList"])
@pytest.mark.parametrize("of_service", [None, *SETS], ids=str)
@pytest.mark.parametrize("own", SETS, ids=str)
def test_slice_then_service(own: dict[str, str], of_service: dict[str, str] | None, reflection: str) -> None:
    slice = slice_of({"addresses": ["10.40.33.7"]}, annotations=own)
    if of_service is None:
        del slice["metadata"]["labels"]["kubernetes.io/service-name"]
    services = [] if of_service is None else [service(of_service)]
    outcome = consumer_run(node("rome-worker-1"), *services, slice, reflection=reflection)
    expected = fate(own, of_service, reflection)
    assert addresses_of(outcome) == ([["10.40.33.7"]] if expected == "reflected" else None)
    codes = {"reflected": [], "skipped": ["reflection-skipped"], "conflict": ["reflection-conflict"]}
    assert codes_of(outcome) == codes[expected]


@pytest.mark.rule("C02", "C03")
@pytest.mark.parametrize(("value", "counts"), [each for each in VALUES.items() if each[0] is not None])
def test_any_value_but_false_counts(value: str, counts: bool) -> None:
    slice = slice_of({"addresses": ["10.40.33.7"]})
    outcome = consumer_run(node("rome-worker-1"), service({SKIP: value}), slice)
    assert (addresses_of(outcome) is None) == counts


@pytest.mark.rule("C03")
def test_a_service_that_was_not_exported_leaves_the_slice_to_decide() -> None:
    slice = slice_of({"addresses": ["10.40.33.7"]})
    outcome = consumer_run(node("rome-worker-1"), slice)
    assert addresses_of(outcome) == [["10.40.33.7"]]
    assert codes_of(outcome) == ["missing-service"]
    outcome = consumer_run(node("rome-worker-1"), slice, reflection="AllowList")
    assert addresses_of(outcome) is None
