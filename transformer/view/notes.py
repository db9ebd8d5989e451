"""What computing one slice brought up: its findings, and the facts it rests on."""

from __future__ import annotations

from dataclasses import replace

from transformer.findings.catalogue import finding
from transformer.findings.finding import Finding, Severity
from transformer.manifests.manifest import field_text
from transformer.outcome import Fact
from transformer.resources.slice import Slice
from transformer.view.answer import Answer, Problem, Unknown, Value
from transformer.view.trail import Stops, Trail


class Notes:
    """Filled while one slice is computed, then read once. Findings point at the input slice, through its trace.

    ``trail`` takes the steps of the rules where somebody asks for them.
    """

    def __init__(self, slice: Slice, cluster: str, provider: str, trail: Trail | None = None) -> None:
        self._slice = slice
        self._cluster = cluster
        self._provider = provider
        self._findings: list[Finding] = []
        self._counted: dict[tuple[str, str, Severity | None], list[int]] = {}
        self._facts: dict[Fact, None] = {}
        self.trail = trail

    def add_facts(self, *facts: Fact) -> None:
        """Keeps facts; each only once, in the order they came."""
        for fact in facts:
            self._facts[fact] = None

    def add(self, problem: Problem, *steps: str | int, stops: Stops | None = None) -> None:
        """Keeps a problem as a finding at a path below the slice's template (or at the problem's own place).

        A ``cause`` seen before in this slice is counted, not repeated. ``stops``: what goes no further, where it is
        not the slice because of an error.
        """
        if self.trail is not None:
            self.trail.add_finding(self._finding(problem, steps), steps, stops)
        if problem.cause is not None:
            key = (problem.code, problem.cause, problem.severity)
            if key in self._counted:
                self._counted[key][1] += 1
                return
            self._counted[key] = [len(self._findings), 1]
        self._findings.append(self._finding(problem, steps))

    def text_of(self, answer: Answer, *steps: str | int) -> str | None:
        """The address of an answer, its facts and remarks kept; None where there is none, and the problem kept."""
        if not isinstance(answer, Value):
            self.add(answer.problem, *steps)
        for remark in () if isinstance(answer, Unknown) else answer.remarks:
            self.add(remark, *steps)
        if not isinstance(answer, Value):
            return None
        self.add_facts(*answer.facts)
        return answer.text

    def add_about_metadata(self, problem: Problem, *steps: str, stops: Stops | None = None) -> None:
        """Keeps a problem as a finding at a path of the slice's metadata."""
        trace = self._slice.trace
        path = ("metadata", *steps)
        located = replace(problem, object=trace.ref, field=field_text(path), location=trace.origin.at(path))
        self.add(located, stops=stops)

    @property
    def refused(self) -> bool:
        """Whether any finding refuses the slice."""
        return any(each.severity is Severity.ERROR for each in self._findings)

    @property
    def refusal_codes(self) -> tuple[str, ...]:
        """The codes of the errors, in the order they came: the first is where Liqo stops."""
        return tuple(dict.fromkeys(each.code for each in self._findings if each.severity is Severity.ERROR))

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The facts, each once, in the order they came."""
        return tuple(self._facts)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings, those with a cause saying how often it was seen."""
        found = list(self._findings)
        for place, count in self._counted.values():
            if count > 1:
                found[place] = replace(found[place], message=f"{found[place].message} ({count} times in this slice)")
        return tuple(found)

    def _finding(self, problem: Problem, steps: tuple[str | int, ...]) -> Finding:
        trace = self._slice.trace
        is_elsewhere = problem.object is not None
        # Without a path it is about the object as a whole: its name stands for it.
        place = trace.at(*steps) if steps else trace.origin.at(("metadata", "name"))
        return finding(
            problem.code,
            problem.message,
            severity=problem.severity,
            remedy=problem.remedy,
            cluster=problem.cluster or self._cluster,
            provider=self._provider,
            object=problem.object if is_elsewhere else trace.ref,
            field=problem.field if is_elsewhere else (field_text(trace.path(*steps)) if steps else None),
            location=problem.location if problem.location is not None else place,
            related=problem.related,
            shared_cause=problem.shared_cause,
            proposed=problem.proposed,
            slices=(f"{self._slice.ref.namespace}/{self._slice.ref.name}",) if problem.shared_cause else (),
        )
