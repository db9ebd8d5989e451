"""Why a source slice has no result for a provider: what a run, done once more with its steps recorded, says of it."""

from __future__ import annotations

from collections import Counter
from functools import cached_property

from transformer.findings.change import Cause
from transformer.findings.finding import Finding, ObjectRef
from transformer.pipeline import FleetRun, trails_of
from transformer.review.causes import limited
from transformer.settings import Settings
from transformer.view.trail import Stops


class RunWhy:
    """Asks a run that was not stopped. Nothing is computed before somebody asks."""

    def __init__(self, run: FleetRun, settings: Settings) -> None:
        self._run = run
        self._settings = settings

    def __call__(self, source: ObjectRef, provider: str, codes: tuple[str, ...]) -> tuple[Cause, ...]:
        """The causes for a slice of the consumer's export and a provider: the findings with the codes that refused it,
        or, without codes, the one that left it out; else that the slice, or the provider's export, is missing."""
        stopping = self._stopping.get((source, provider), ())
        found = {_key(each): _cause(each) for each in stopping if not codes or each.code in codes}
        if found:
            return limited(list(found.values()))
        consumer = self._run.consumer
        if consumer is not None and all(each.ref != source for each in consumer.slices):
            return (Cause(source, cluster=consumer.id, remark="not among the inputs any more"),)
        if provider not in self._run.providers:
            return (Cause(remark=f"the export of {provider} is missing"),)
        return ()

    @cached_property
    def _stopping(self) -> dict[tuple[ObjectRef, str], list[Finding]]:
        """The findings that stopped a slice on its way to a provider."""
        stopping: dict[tuple[ObjectRef, str], list[Finding]] = {}
        for trail in trails_of(self._run, self._settings, self._incomplete()):
            for step in trail.steps:
                if step.stops is Stops.SLICE and step.finding is not None:
                    stopping.setdefault((trail.slice.trace.ref, trail.provider), []).append(step.finding)
        return stopping

    def _incomplete(self) -> list[ObjectRef]:
        """The slices of which something was not made for a provider."""
        outcome, consumer = self._run.outcome, self._run.consumer
        made = Counter(each.source for each in outcome.objects)
        all_of_one = len(outcome.providers) + len(self._run.providers)
        return [each.ref for each in consumer.slices if made[each.ref] < all_of_one] if consumer is not None else []


def _key(finding: Finding) -> tuple[str, ObjectRef | None, str | None]:
    return finding.code, finding.object, finding.field


def _cause(finding: Finding) -> Cause:
    # Without an object, only the message tells what it is about.
    remark = finding.code if finding.object is not None else f"{finding.code}, {finding.message}"
    return Cause(
        finding.object, finding.field or "", cluster=finding.cluster or "", location=finding.location, remark=remark
    )
