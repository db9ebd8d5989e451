"""A finding that every provider brought up is about none of them: it is said once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from transformer.findings.finding import Finding


def join_providers(findings: Iterable[Finding], providers: Sequence[str]) -> list[Finding]:
    """The findings, those that came up alike for all of two or more providers joined into one without a
    provider. The order of first appearance is kept."""
    by_finding: dict[object, list[Finding]] = {}
    for each in findings:
        # Without a provider it was said once; each is a finding of its own.
        key = id(each) if each.provider is None else _but_for_provider(each)
        by_finding.setdefault(key, []).append(each)
    joined: list[Finding] = []
    for same in by_finding.values():
        if len(providers) > 1 and {each.provider for each in same} == set(providers):
            joined.append(replace(same[0], provider=None))
        else:
            joined.extend(same)
    return joined


def _but_for_provider(finding: Finding) -> tuple[object, ...]:
    return (
        finding.code,
        finding.severity,
        finding.message,
        finding.cluster,
        finding.object,
        finding.field,
        finding.shared_cause,
        finding.slices,
    )
