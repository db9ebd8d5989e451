"""What the catalogue knows of one code."""

from __future__ import annotations

from dataclasses import dataclass

from transformer.findings.finding import Effect, Severity


@dataclass(frozen=True, slots=True)
class Code:
    """One code: a name that is never reused. ``title`` is one line; ``meaning``, ``why`` and ``remedy``
    are the paragraphs of its page; ``remedy`` also stands below a finding that brings none of its own.
    ``rules`` are the rule and hazard ids it comes from (C10, H11)."""

    name: str
    severity: Severity
    effect: Effect
    title: str
    meaning: str
    why: str
    remedy: str
    rules: tuple[str, ...] = ()
