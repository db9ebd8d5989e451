"""What an earlier run made and this one does not."""

from __future__ import annotations

from typing import Any

import pytest
from function_calls import MARK, call, from_file, from_kustomize, function, listed, names, service, shadow, slice_of

MINE = "ConsumerTransform/to-milan"


def old(mark: str | None = MINE, provider: str = "milan") -> dict[str, Any]:
    """A ShadowEndpointSlice whose EndpointSlice is gone."""
    annotations = {MARK: mark} if mark is not None else {}
    return shadow(name="gone-1", provider=provider, annotations=annotations)


def from_another_consumer() -> dict[str, Any]:
    """A base's function of the same name made it."""
    made = old()
    made["metadata"]["labels"]["offloading.liqo.io/origin"] = "paris"
    return made


@pytest.mark.parametrize("emit", ["All", "Derived"])
@pytest.mark.parametrize("wrapped", [from_kustomize, lambda data: data])
def test_what_is_not_made_any_more_stays_with_a_warning(emit: str, wrapped: Any) -> None:
    ended = call(listed(wrapped(service()), wrapped(old()), wrapped(slice_of()), config=function(emit=emit)))
    assert ended.status == 0
    assert ended.codes == ["stale-derived"]
    assert ended.results[0]["severity"] == "warning"
    assert "ShadowEndpointSlice/gone-1" in names(ended.items)
    assert ended.items[-1]["metadata"]["name"] == "web-1"


def test_under_kpt_its_file_is_named() -> None:
    stale = from_file(old(), "old.yaml", 1)
    ended = call(listed(service(), stale, slice_of(), config=function()))
    assert (ended.status, ended.codes) == (0, ["stale-derived"])
    assert ended.items[1] == stale
    assert ended.results[0]["file"] == {"path": "old.yaml", "index": 1}


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(old(provider="turin"), id="another provider's"),
        pytest.param(old("ConsumerTransform/to-turin"), id="another function's"),
        pytest.param(old("ProviderTransform/to-milan"), id="another kind's"),
        pytest.param(old(None), id="nobody's"),
        pytest.param(from_another_consumer(), id="of another consumer"),
    ],
)
def test_what_others_made_is_not_stale(other: dict[str, Any]) -> None:
    ended = call(listed(service(), other, slice_of(), config=function()))
    assert ended.items[1] == other
    assert "stale-derived" not in ended.codes


@pytest.mark.parametrize("emit", ["All", "Derived"])
def test_nothing_is_taken_out_where_nothing_is_made(emit: str) -> None:
    """An export that was cut short looks just the same."""
    ended = call(listed(service(), old(), config=function(emit=emit)))
    assert ended.status == 0
    assert names(ended.items)[-1] == "ShadowEndpointSlice/gone-1"
    assert "stale-derived" not in ended.codes
    assert "nothing-reflected" in ended.codes


def test_nothing_is_taken_out_where_a_slice_is_refused() -> None:
    given = listed(service(), old(), slice_of(), slice_of("10.99.0.1", name="web-2"), config=function())
    ended = call(given)
    assert ended.status == 1
    assert ended.stdout.startswith(given)


def test_the_bar_for_failing_counts_it_and_the_list_is_whole_all_the_same() -> None:
    config = function(findings={"failOn": "warning"})
    ended = call(listed(service(), old(), slice_of(), config=config))
    assert (ended.status, ended.codes) == (1, ["stale-derived"])
    assert names(ended.items)[-1] == "ShadowEndpointSlice/web-1"
