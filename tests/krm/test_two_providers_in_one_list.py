"""One list holds one object of a name: the slices for a second provider may not take the place of the first one's."""

from __future__ import annotations

from typing import Any

import pytest

from transformer.krm.derived import Placement, place_derived
from transformer.krm.item import Item
from transformer.krm.item_origin import Place
from transformer.manifests.emitting import dump
from transformer.outcome import DerivedObject


def shadow(destination: str, mark: str | None = None) -> dict[str, Any]:
    """The ShadowEndpointSlice shop-rome/web-1."""
    metadata: dict[str, Any] = {
        "name": "web-1",
        "namespace": "shop-rome",
        "labels": {"offloading.liqo.io/origin": "rome", "offloading.liqo.io/destination": destination},
    }
    if mark is not None:
        metadata["annotations"] = {"liqo-transformer.github.io/derived-by": mark}
    return {"apiVersion": "offloading.liqo.io/v1beta1", "kind": "ShadowEndpointSlice", "metadata": metadata}


@pytest.mark.rule("C04")
@pytest.mark.parametrize("mark", ["ConsumerTransform/to-milan", None])
def test_another_providers_slice_of_the_same_name_is_an_error(mark: str | None) -> None:
    there = Item(dump(shadow("milan", mark)), shadow("milan", mark), (), Place())
    derived = DerivedObject("turin", "ShadowEndpointSlice", "shop-rome", "web-1", shadow("turin"))
    how = Placement("ConsumerTransform/to-turin", marked=True, keeps_inputs=True, provider="turin")
    items, findings = place_derived([there], [derived], how)
    assert items == (there,)
    assert [(each.code, str(each.severity)) for each in findings] == [("duplicate-output", "error")]
