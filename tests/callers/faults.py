"""Configurations and objects that the function refuses."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence

from callers.builds import Object, function
from callers.fleets import export

TO_MILAN = function("ConsumerTransform", consumer="rome", provider="milan")
BROKEN_ADDRESS = "10.62.2.999"


def with_a_slice_to_refuse() -> list[Object]:
    """rome's export, one endpoint's address being none."""
    objects = copy.deepcopy(list(export("rome")))
    slices = [each for each in objects if each["kind"] == "EndpointSlice"]
    slices[0]["endpoints"][0]["addresses"] = [BROKEN_ADDRESS]
    return objects


#: By name: the objects, the configuration, and what has to stand in a message about it.
FAULTS: Mapping[str, tuple[Sequence[Object], Object, str]] = {
    "unknown kind": (export("rome"), {**TO_MILAN, "kind": "ConsumerTransfrom"}, "ConsumerTransfrom"),
    "unknown field": (export("rome"), function("ConsumerTransform", provider="milan", consumers="x"), "consumers"),
    "refused slice": (with_a_slice_to_refuse(), TO_MILAN, BROKEN_ADDRESS),
    "refused at failOn": (
        export("rome"),
        function("ConsumerTransform", provider="milan", findings={"failOn": "info"}),
        "namespace-not-offloaded",
    ),
}
