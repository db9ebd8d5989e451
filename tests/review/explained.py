"""What holds for every explanation: it covers all there is, its chains join, and they end in what is written."""

from __future__ import annotations

from collections.abc import Iterable

from transformer.outcome import DerivedObject
from transformer.pipeline import FleetRun
from transformer.review.explaining import Explanation, explain
from transformer.review.explanation import Chain, SliceExplanation
from transformer.review.query import NameQuery
from transformer.review.rule_titles import TITLES
from transformer.settings import Settings

#: A provider, the kind, and the namespace and name of an object.
Key = tuple[str, str, str, str]


def explain_services(run: FleetRun, settings: Settings) -> list[Explanation]:
    """The explanation of every Service of a run, and of every slice that belongs to none."""
    assert run.consumer is not None
    asked = {(each.ref.namespace, each.service_name or each.ref.name) for each in run.consumer.slices}
    found = [explain(run, settings, NameQuery(*each)) for each in sorted(asked)]
    assert all(found)
    return [each for each in found if each is not None]


def check_all(run: FleetRun, settings: Settings) -> int:
    """Checks the explanations of all Services against the run's objects; returns how many addresses were written."""
    assert run.consumer is not None
    slices = {
        (provider.provider, slice.source): slice
        for explanation in explain_services(run, settings)
        for provider in explanation.providers
        for slice in provider.slices
    }
    assert set(slices) == {(id, each.ref) for id in run.outcome.providers for each in run.consumer.slices}
    for (provider, ref), slice in slices.items():
        source = next(each for each in run.consumer.slices if each.ref == ref)
        addresses = [[chain.address for chain in each.addresses] for each in slice.endpoints]
        assert addresses == [list(each["addresses"]) for each in source.endpoints]
        _check_slice(slice, is_exported=provider in run.providers)
    _check_refusals(run, slices.values())
    return sum(_check_object(each, slices[each.provider, each.source]) for each in run.outcome.objects if each.source)


def _check_slice(slice: SliceExplanation, *, is_exported: bool) -> None:
    assert all(each.step.rule in TITLES for each in slice.all_steps)
    facts = [fact for step in slice.all_steps for fact in step.facts]
    assert all(each.location is not None for each in facts), facts
    for endpoint in slice.endpoints:
        for chain in endpoint.addresses:
            _check_joined(chain)
            if is_exported:
                assert (chain.result is None) == (chain.reason is not None)
            assert chain.sent is not None or chain.reason is not None
            _check_ways(chain)
            if chain.reason is not None:
                assert chain.reason.step.stops is not None
                assert chain.reason.step.words


def _check_joined(chain: Chain) -> None:
    """Each step takes up the address where the one before left it."""
    address = chain.address
    for each in chain.steps:
        if each.step.before is not None:
            assert each.step.before == address
            assert each.step.after is not None
            address = each.step.after
    assert chain.result in (None, address)


def _check_ways(chain: Chain) -> None:
    """What was sent says why it was sent so, and what was written which way it went, and how it was mapped."""
    taken = [each for each in chain.steps if each.step.before is not None]
    sent_by = {each.step.rule for each in taken if not each.on_provider}
    written_by = {each.step.rule for each in taken if each.on_provider}
    assert chain.sent is None or sent_by & {"C10", "C11"}
    if chain.result is not None:
        is_off = any(each.step.words.endswith(" is off: as it is") for each in taken)
        assert "P04" in written_by
        assert is_off != bool(written_by & {"P05", "P06"})


def _check_object(object: DerivedObject, slice: SliceExplanation) -> int:
    """The chains that are not cut short end, in order, in the addresses of the object."""
    is_shadow = object.kind == "ShadowEndpointSlice"
    made = slice.sent if is_shadow else slice.result
    assert made is not None
    assert (made.kind, made.namespace, made.name) == (object.kind, object.namespace, object.name)
    template = object.data["spec"]["template"] if is_shadow else object.data
    written = [each["addresses"] for each in template.get("endpoints", [])]
    chains = [
        [chain.sent if is_shadow else chain.result for chain in endpoint.addresses] for endpoint in slice.endpoints
    ]
    kept = [[each for each in addresses if each is not None] for addresses in chains]
    assert [each for each in kept if each] == written
    return sum(map(len, written))


def _check_refusals(run: FleetRun, slices: Iterable[SliceExplanation]) -> None:
    """Every refused slice names the code at which Liqo stops."""
    codes = [
        each.reason.step.finding.code
        for each in slices
        if each.reason is not None and each.reason.step.finding is not None
    ]
    refused = [each.codes[0] for each in run.outcome.refusals]
    assert not [each for each in refused if codes.count(each) < refused.count(each)]
