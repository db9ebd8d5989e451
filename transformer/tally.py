"""What a run has come up with so far: objects, refusals, findings, counts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from transformer.findings.across_providers import join_providers
from transformer.findings.catalogue import CATALOGUE, finding
from transformer.findings.finding import Effect, Finding, Severity
from transformer.findings.suppression import Suppressed, suppress
from transformer.outcome import DerivedObject, Fact, Outcome, Refusal, Summary, names_beside
from transformer.profiles import VOLATILE_ANNOTATIONS
from transformer.resources.slice import Slice
from transformer.settings import Settings
from transformer.view.export import Export

_SILENT = "its slices are refused, and the errors that say so are suppressed"
_SILENT_REMEDY = "Take the entries for these slices out of `findings.ignore`: the errors then say what to do."


class Tally:
    """Filled along the main path, closed once into an Outcome."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.findings: list[Finding] = []
        self.dropped_annotations = 0
        #: What a result could have been made of and was not there, in words.
        self.lacks_input: str | None = None
        self.for_another = False
        self._is_stopped = False
        self._providers: list[str] = []
        self._objects: list[DerivedObject] = []
        self._refusals: list[Refusal] = []
        self._summary = Summary()

    def count_export(self, name: str, export: Export) -> None:
        """Counts what an export held, and keeps its findings."""
        self._summary.read[name] = dict(export.read)
        self._summary.ignored[name] = dict(export.ignored)
        self.findings.extend(export.findings)

    def add_provider(self, provider: str) -> None:
        """A provider the run is about, also when nothing comes out for it."""
        self._providers.append(provider)
        self._summary.written.setdefault(provider, {})
        self._summary.refused.setdefault(provider, 0)
        self._summary.skipped.setdefault(provider, 0)

    def add_object(self, provider: str, slice: Slice, data: dict[str, Any], facts: Iterable[Fact]) -> None:
        """An object to write."""
        kind = slice.ref.kind
        self._objects.append(
            DerivedObject(
                provider,
                kind,
                slice.ref.namespace,
                slice.ref.name,
                data,
                tuple(facts),
                slice.trace.ref,
                slice.trace.origin.at(("metadata", "name")),
            )
        )
        counts = self._summary.written[provider]
        counts[kind] = counts.get(kind, 0) + 1

    def add_nothing(
        self, provider: str, kind: str, namespace: str, name: str, codes: tuple[str, ...], facts: Iterable[Fact]
    ) -> None:
        """An object that is refused, or, without codes, skipped."""
        if codes:
            self._refusals.append(Refusal(provider, kind, namespace, name, codes, tuple(facts)))
            self._summary.refused[provider] += 1
        else:
            self.skip(provider, 1)

    def skip(self, provider: str, count: int) -> None:
        """Slices that do not go to a provider."""
        self._summary.skipped[provider] += count

    def stop(self) -> None:
        """Ends the run without a result: an error kept in the findings concerns all of it."""
        self._is_stopped = True

    @property
    def is_stopped(self) -> bool:
        """Whether a finding so far takes away the whole run."""
        return self._is_stopped or any(_stops(each) for each in self.findings)

    def close(self) -> Outcome:
        """The outcome: sorted, repeats joined, less what is suppressed; empty when the run is stopped or nothing
        came out of it."""
        if self.dropped_annotations:
            self.findings.append(
                finding(
                    "unlike-1.2",
                    f"annotations that change on every update are not reflected, {self.dropped_annotations} in all "
                    f"({', '.join(sorted(VOLATILE_ANNOTATIONS))}); Liqo 1.2 would reflect them",
                )
            )
        suppressed = self._suppress(self.findings)
        if not self.is_stopped:
            nothing = self._nothing_reflected()
            suppressed |= self._suppress(nothing)
            self.findings += nothing
        is_stopped = self.is_stopped
        suppressed = replace(suppressed, findings=tuple(join_providers(suppressed.findings, self._providers)))
        self._summary.suppressed = suppressed.count
        return Outcome(
            objects=() if is_stopped else tuple(sorted(self._objects, key=_identity)),
            refusals=tuple(
                sorted(self._refusals, key=lambda each: (each.provider, each.kind, each.namespace, each.name))
            ),
            findings=tuple(join_providers(self.findings, self._providers)),
            summary=self._summary,
            providers=tuple(sorted(self._providers)),
            stopped=is_stopped,
            for_another=self.for_another,
            suppressed=suppressed,
        )

    def _suppress(self, findings: list[Finding]) -> Suppressed:
        """Takes out of the findings what is suppressed; before they are joined, so that each slice is judged alone."""
        ignore, others = self._settings.ignore, names_beside(self._objects)
        findings[:], suppressed = suppress(findings, ignore, others, stopped=self.is_stopped)
        return suppressed

    def _nothing_reflected(self) -> list[Finding]:
        """An empty folder that is applied deletes everything: nothing at all, or nothing any more of a kind that a
        provider has in the folder being replaced, is an error. ``--force`` accepts it, with a warning."""
        produced = {(each.provider, each.kind) for each in self._objects}
        # Refused slices are errors of their own. What is left is worth saying only where it is written all the same.
        silent = self._refused_in_silence()
        refusing = {(each.provider, each.kind) for each in self._refusals}
        refused = set() if self._settings.keep_going else {provider for provider, _ in refusing - silent}
        accepted = Severity.WARNING if self._settings.force else None
        if not produced and not refused:
            return [_nothing(self._why_nothing(), accepted, silent=bool(silent))]
        lost: dict[str, list[str]] = {}
        for provider, kind in self._settings.replaced:
            if (provider, kind) not in produced and provider not in refused:
                lost.setdefault(provider, []).append(kind)
        emptied = silent - produced - set(self._settings.replaced)
        unused = set(self._providers) - {provider for provider, _ in produced | emptied} - lost.keys() - refused
        return [
            *(
                _nothing(
                    f"{provider} has {'s and '.join(kinds)}s in the folder that is being replaced, and none any more",
                    accepted,
                    provider,
                    silent=any((provider, kind) in silent for kind in kinds),
                )
                for provider, kinds in lost.items()
            ),
            *(
                _nothing(f"{provider} gets no {kind}", Severity.WARNING, provider, silent=True)
                for provider, kind in sorted(emptied)
            ),
            *(_nothing(f"{provider} gets no slice", Severity.INFO, provider) for provider in sorted(unused)),
        ]

    def _refused_in_silence(self) -> set[tuple[str, str]]:
        """Provider and kind of refused slices about which no error is left: all of them are suppressed."""
        erring = {each.provider for each in self.findings if each.severity is Severity.ERROR}
        return {(each.provider, each.kind) for each in self._refusals if not erring & {each.provider, None}}

    def _why_nothing(self) -> str:
        if not self._providers:
            return "nothing at all came out of this run: nothing exported or said names a provider"
        if self.lacks_input is not None:
            return f"nothing at all came out of this run: {self.lacks_input}"
        return "nothing at all came out of this run"


def _nothing(message: str, severity: Severity | None, provider: str | None = None, *, silent: bool = False) -> Finding:
    """The finding nothing-reflected. ``silent``: errors would have said why, and are suppressed."""
    return finding(
        "nothing-reflected",
        f"{message}: {_SILENT}" if silent else message,
        severity=severity,
        remedy=_SILENT_REMEDY if silent else None,
        provider=provider,
    )


def _stops(found: Finding) -> bool:
    return found.severity is Severity.ERROR and CATALOGUE[found.code].effect is Effect.RUN


def _identity(each: DerivedObject | Refusal) -> tuple[str, str, str, str]:
    return (each.provider, each.kind, each.namespace, each.name)
