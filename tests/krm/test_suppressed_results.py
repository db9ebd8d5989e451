"""Suppression in functions: what goes on, what still gives everything back, and what is said of it."""

from __future__ import annotations

from typing import Any

import pytest
from function_calls import MARK, an_object, call, function, listed, names, peering, service, shadow, slice_of

#: No IP object says what this address becomes: unknown-address, an error.
REFUSED = slice_of("10.99.0.1", name="web-2")
ITEMS = (service(), slice_of(), REFUSED)
ACCEPTED = {"code": "unknown-address", "object": "shop/web-2", "reason": "until the gateway is mapped"}


def ignoring(*entries: dict[str, str], kind: str = "ConsumerTransform", **spec: Any) -> dict[str, Any]:
    """A configuration that suppresses something."""
    return function(kind, findings={"ignore": list(entries)}, **spec)


def any_of(code: str) -> dict[str, str]:
    return {"code": code, "reason": "known"}


@pytest.mark.parametrize("emit", ["All", "Derived"])
def test_a_suppressed_error_refuses_its_slice_alone(emit: str) -> None:
    ended = call(listed(*ITEMS, config=ignoring(ACCEPTED, emit=emit)))
    assert (ended.status, ended.results, ended.stderr) == (0, [], "")
    kept = ["Service/web", "EndpointSlice/web-1", "EndpointSlice/web-2"] if emit == "All" else []
    assert names(ended.items) == [*kept, "ShadowEndpointSlice/web-1"]


def test_a_config_map_can_suppress_too() -> None:
    data = {"kind": "ConsumerTransform", "consumer": "rome", "provider": "milan", "podCIDRs": "10.40.0.0/16"}
    data |= {f"findings.ignore.0.{field}": text for field, text in ACCEPTED.items()}
    config = an_object("ConfigMap", "function-input", data={**data, "namespaces.shop": "shop-rome"})
    ended = call(listed(*ITEMS, config=config))
    assert (ended.status, ended.codes) == (0, [])
    assert names(ended.items)[3:] == ["ShadowEndpointSlice/web-1"]
    ended = call(listed(service(), slice_of(), config=config))
    assert (ended.status, ended.codes) == (0, ["unused-suppression"])
    (result,) = ended.results
    assert result["field"] == {"path": "data.findings.ignore.0.code", "currentValue": "unknown-address"}


def test_another_error_gives_everything_back_as_it_came() -> None:
    other = slice_of("not an address", name="web-2")
    given = listed(*ITEMS[:2], other, config=ignoring(ACCEPTED))
    ended = call(given)
    assert (ended.status, ended.codes) == (1, ["invalid-address", "unused-suppression"])
    assert ended.stdout.startswith(given)


def test_an_unused_suppression_is_a_result_about_the_configuration() -> None:
    ended = call(listed(*ITEMS, config=ignoring(ACCEPTED, any_of("pending-ip"))))
    assert (ended.status, ended.codes) == (0, ["unused-suppression"])
    (result,) = ended.results
    assert result["severity"] == "warning"
    assert result["resourceRef"]["kind"] == "ConsumerTransform"
    assert result["field"] == {"path": "spec.findings.ignore[1].code", "currentValue": "pending-ip"}
    assert "the suppression of pending-ip for any object matches nothing" in ended.stderr
    strict = ignoring(ACCEPTED, any_of("pending-ip"))
    strict["spec"]["findings"]["failOn"] = "warning"
    assert call(listed(*ITEMS, config=strict)).status == 1


def test_a_result_that_suppression_empties_is_an_error_that_nothing_suppresses() -> None:
    for more in ([], [any_of("nothing-reflected")]):
        given = listed(service(), REFUSED, config=ignoring(ACCEPTED, *more, emit="Derived"))
        ended = call(given)
        assert (ended.status, ended.codes[0]) == (1, "nothing-reflected")
        assert ended.results[0]["severity"] == "error"
        assert "out of `findings.ignore`" in ended.results[0]["message"]
        assert ended.stdout.startswith(given)


def test_that_a_run_was_for_a_cluster_nobody_meant_is_not_suppressed() -> None:
    other = shadow(provider="turin")
    config = ignoring(any_of("other-destination"), kind="ProviderTransform", emit="Derived")
    ended = call(listed(other, peering(), config=config))
    assert (ended.status, ended.codes[0]) == (1, "other-destination")
    assert names(ended.items) == ["ShadowEndpointSlice/web-1", "Configuration/rome"]


def test_what_is_found_among_the_items_afterwards_can_be_suppressed() -> None:
    stale = shadow(name="gone-1", annotations={MARK: "ConsumerTransform/to-milan"})
    items = (service(), slice_of(), stale)
    entry = {"code": "stale-derived", "object": "shop-rome/gone-*", "reason": "another function's"}
    assert call(listed(*items, config=ignoring())).codes == ["stale-derived"]
    ended = call(listed(*items, config=ignoring(entry)))
    assert (ended.status, ended.codes) == (0, [])
    assert call(listed(*items[:2], config=ignoring(entry))).codes == ["unused-suppression"]


def test_an_empty_list_may_be_accepted() -> None:
    ended = call(listed(config=ignoring(any_of("nothing-reflected"))))
    assert (ended.status, ended.items, ended.codes) == (0, [], [])


@pytest.mark.parametrize("emit", ["Nothing", "All"])
def test_that_a_function_did_not_run_is_not_suppressed(emit: str) -> None:
    config = ignoring(any_of("function-not-run"), kind="ReviewCheck", emit=emit)
    ended = call(listed(service(), config=config))
    assert (ended.status, ended.codes) == (1, ["function-not-run", "unused-suppression"])
    assert "matches only errors that stop the whole run" in ended.stderr
    made = shadow(annotations={MARK: "ConsumerTransform/to-milan"})
    ended = call(listed(made, config=config))
    assert (ended.status, ended.codes) == (0, ["unused-suppression"])
    assert "matches nothing" in ended.stderr
