"""Changes in the order in which people read them: by Service and provider, below that by slice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from transformer.findings.change import Change
from transformer.findings.finding import ObjectRef
from transformer.reports.result import Placed

#: What stands for the name of a Service where a slice belongs to none.
NO_SERVICE = "slices of no Service"


class SliceChanges(NamedTuple):
    """What one finding says of one slice."""

    slice: ObjectRef
    placed: Placed
    changes: tuple[Change, ...]


class ServiceChanges(NamedTuple):
    """What changed in one Service on one provider. ``service`` is empty for slices of no Service."""

    service: str
    provider: str
    slices: tuple[SliceChanges, ...]

    def changes(self) -> Iterator[Change]:
        """All changes, in order."""
        return (change for each in self.slices for change in each.changes)


def by_service(findings: Iterable[Placed]) -> list[ServiceChanges]:
    """The changes of all findings, sorted by Service, provider and slice; the lines of one finding stay in order."""
    groups: dict[tuple[str, str], dict[tuple[ObjectRef, int], tuple[Placed, list[Change]]]] = {}
    for number, placed in enumerate(findings):
        for change in placed.finding.changes:
            slices = groups.setdefault((change.service, change.provider), {})
            slices.setdefault((change.slice, number), (placed, []))[1].append(change)
    return [
        ServiceChanges(
            service,
            provider,
            tuple(
                SliceChanges(slice, placed, tuple(changes))
                for (slice, _), (placed, changes) in sorted(slices.items(), key=lambda entry: entry[0])
            ),
        )
        for (service, provider), slices in sorted(groups.items(), key=lambda entry: entry[0])
    ]


def distinct_remedies(findings: Iterable[Placed]) -> dict[str, str]:
    """The remedies of findings with changes, each once, in the order of the findings; and the code of the first."""
    remedies: dict[str, str] = {}
    for placed in findings:
        if placed.finding.changes and placed.finding.remedy:
            remedies.setdefault(placed.finding.remedy, placed.finding.code)
    return remedies
