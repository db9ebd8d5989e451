"""The likeliest reason for which a live slice is not what it should be.

Nothing remembers what Liqo computed it from, so this is inferred: from what the slice was made of, from the times at
which objects were written, and from the provider's version.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from transformer.findings.change import Cause
from transformer.findings.finding import ObjectRef
from transformer.outcome import DerivedObject, Fact, Refusal
from transformer.resources.direct_data import DIRECT_DATA
from transformer.resources.installation import LIQO_VERSION, ClusterIdConfigMap
from transformer.resources.slice import Slice
from transformer.review.causes import FactPlace, limited
from transformer.review.reasons import Why
from transformer.view.consumer import ConsumerView
from transformer.view.provider import ProviderView

#: The first release whose providers know direct connections.
FIRST_WITH_DIRECT = (1, 2)


class Written(NamedTuple):
    """When an object was last written, as an ISO 8601 time in UTC, and by whom; empty where the export does not say."""

    time: str = ""
    manager: str = ""


#: When an object of a cluster's export was last written.
WrittenAt = Callable[[str, ObjectRef], Written]


@dataclass(frozen=True, slots=True)
class LiveReasons:
    """Finds the reason for a live slice of a provider. ``place`` says where a fact stands, ``why`` what the run says of
    a slice that is not made, ``written`` when an object was written."""

    consumer: ConsumerView
    providers: Mapping[str, ProviderView]
    place: FactPlace
    why: Why
    written: WrittenAt

    def causes(
        self,
        provider: str,
        live: Slice | None,
        due: DerivedObject | None,
        *,
        shadow: DerivedObject | None,
        is_shadow_drifted: bool,
        is_shadow_known: bool,
        refusal: Refusal | None,
    ) -> tuple[Cause, ...]:
        """The likeliest reason, or what is known instead. ``shadow`` is the ShadowEndpointSlice that an EndpointSlice
        should be made from; ``is_shadow_drifted``: the live one is not as it should be itself; ``is_shadow_known``:
        the export holds objects of that kind."""
        if is_shadow_drifted:
            return (Cause(remark="it follows the live ShadowEndpointSlice, which is not what it should be"),)
        if due is None:
            return self._not_due(live, provider, refusal)
        found = self._older_liqo(provider, shadow)
        if live is None:
            return found or (Cause(remark=self._not_there(shadow, provider, is_known=is_shadow_known)),)
        found = found or self._newer_inputs(live, due, shadow, provider)
        return found or (self._last_word(live, provider),)

    def _not_due(self, live: Slice | None, provider: str, refusal: Refusal | None) -> tuple[Cause, ...]:
        """Why nothing makes a live slice: what refused it, what left out the slice that it was made from, or that there
        is none."""
        name = live.ref.name if live is not None else ""
        codes = refusal.codes if refusal is not None else ()
        for source in self.consumer.slices:
            said = self.why(source.ref, provider, codes) if source.ref.name == name else ()
            if said:
                return said
        remark = "Liqo refuses it now, and this one is from before" if codes else "nothing makes it any more"
        return (Cause(remark=remark),)

    def _older_liqo(self, provider: str, shadow: DerivedObject | None) -> tuple[Cause, ...]:
        """A provider before 1.2 passes the data over: it maps every address as one of the consumer's."""
        if shadow is None or DIRECT_DATA not in (shadow.data["metadata"].get("annotations") or {}):
            return ()
        for config_map in self.providers[provider].export.of(ClusterIdConfigMap):
            version = config_map.labels.get(LIQO_VERSION, "")
            if _is_older(version):
                return (
                    Cause(
                        config_map.ref,
                        f'metadata.labels["{LIQO_VERSION}"]',
                        cluster=provider,
                        location=config_map.origin.at(("metadata", "labels", LIQO_VERSION)),
                        remark=f"Liqo {version} passes direct connections over",
                    ),
                )
        return ()

    def _newer_inputs(
        self, live: Slice, due: DerivedObject, shadow: DerivedObject | None, provider: str
    ) -> tuple[Cause, ...]:
        """The inputs that were written after the live slice."""
        time = self.written(provider, live.ref).time
        facts = (*due.facts, *(shadow.facts if shadow is not None else ()))
        newer: list[Cause] = []
        for fact in _one_an_object(facts):
            changed = self.written(fact.cluster, fact.object).time
            if time and changed > time:
                remark = f"written at {changed}, after the slice ({time})"
                newer.append(Cause(fact.object, fact.field, None, fact.value, fact.cluster, self.place(fact), remark))
        return limited(newer)

    def _last_word(self, live: Slice, provider: str) -> Cause:
        written = self.written(provider, live.ref)
        by = f" by {written.manager}" if written.manager else ""
        when = f"last written{by} at {written.time}, and " if written.time else ""
        return Cause(remark=f"{when}no exported input is newer: edited, or its controller failed to write it again")

    def _not_there(self, shadow: DerivedObject | None, provider: str, *, is_known: bool) -> str:
        if shadow is None:
            return f"the virtual kubelet of {self.consumer.id} has not written it, or somebody deleted it"
        if not is_known:
            return "whether its ShadowEndpointSlice is there is not known: none was exported"
        return (
            f"its ShadowEndpointSlice is there: the controller of {provider} has not made it, or somebody deleted it "
            "since"
        )


def _one_an_object(facts: Iterable[Fact]) -> list[Fact]:
    """The first fact of each object."""
    first: dict[tuple[str, ObjectRef], Fact] = {}
    for fact in facts:
        first.setdefault((fact.cluster, fact.object), fact)
    return list(first.values())


def _is_older(version: str) -> bool:
    numbers = version.removeprefix("v").split("-")[0].split(".")[:2]
    if len(numbers) < 2 or not all(each.isascii() and each.isdigit() for each in numbers):
        return False
    return tuple(map(int, numbers)) < FIRST_WITH_DIRECT
