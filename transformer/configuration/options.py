"""How a run is to be carried out, apart from what it computes; and how the command line wins over the file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType

from transformer.findings.finding import Severity
from transformer.settings import ConsumerSettings, ProviderSettings, Settings


@dataclass(frozen=True, slots=True)
class ReportTarget:
    """A report asked for: its name, and the file it goes to; None is standard output."""

    name: str
    file: str | None = None


@dataclass(frozen=True, slots=True)
class RunOptions:
    """Output, reports and limits of a run. None: not said; ``limits`` maps field names of Limits to values."""

    output: str | None = None
    golden: str | None = None
    layout: str | None = None
    dry_run: bool | None = None
    force: bool | None = None
    keep_going: bool | None = None
    reports: tuple[ReportTarget, ...] = ()
    fail_on: Severity | None = None
    quiet: bool | None = None
    verbose: bool | None = None
    color: str | None = None
    limits: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))

    def over(self, lower: RunOptions) -> RunOptions:
        """These options, and where they say nothing those of ``lower``. Limits are joined one by one."""
        joined: dict[str, object] = {}
        for each in fields(self):
            mine = getattr(self, each.name)
            joined[each.name] = getattr(lower, each.name) if mine is None or mine == () else mine
        if self.verbose and not self.quiet:
            joined["quiet"] = False
        if self.quiet and not self.verbose:
            joined["verbose"] = False
        joined["limits"] = {**lower.limits, **self.limits}
        return RunOptions(**joined)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Overrides:
    """What the command line says about the computation. Empty: nothing said.

    ``denied`` are provider ids; "" stands for all. ``namespaces`` is the whole map, for every provider.
    """

    profile: str | None = None
    denied: tuple[str, ...] = ()
    namespaces: Mapping[str, str] | None = None
    pod_cidrs: tuple[str, ...] = ()
    reflection: str | None = None

    def over(self, settings: Settings) -> Settings:
        """The settings with these values in place of the file's."""
        return replace(
            settings,
            profile=self.profile if self.profile is not None else settings.profile,
            consumer=self._consumer(settings.consumer),
            providers=tuple(self._provider(provider) for provider in settings.providers),
            deny_all_direct_connections=settings.deny_all_direct_connections or "" in self.denied,
        )

    def _consumer(self, consumer: ConsumerSettings | None) -> ConsumerSettings | None:
        if consumer is None:
            return None
        return replace(
            consumer,
            namespaces=self.namespaces if self.namespaces is not None else consumer.namespaces,
            pod_cidrs=self.pod_cidrs or consumer.pod_cidrs,
            reflection=self.reflection if self.reflection is not None else consumer.reflection,
        )

    def _provider(self, provider: ProviderSettings) -> ProviderSettings:
        return replace(
            provider,
            namespaces=provider.namespaces if self.namespaces is None else None,
            deny_direct_connections=provider.deny_direct_connections or provider.id in self.denied,
        )
