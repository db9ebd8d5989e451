"""What a run is asked to do: the merged result of configuration file and command line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from transformer.findings.suppression import Suppression


@dataclass(frozen=True, slots=True)
class NotReflected:
    """Label and annotation keys that are not reflected; None where the user did not say."""

    labels: tuple[str, ...] | None = None
    annotations: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class ConsumerSettings:
    """The consumer. Each of the five lower fields, when given, wins over what the export says."""

    id: str | None
    exports: tuple[str, ...]
    pod_cidrs: tuple[str, ...] = ()
    reflection: str | None = None
    namespaces: Mapping[str, str] | None = None
    nodes: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    not_reflected: NotReflected = NotReflected()


@dataclass(frozen=True, slots=True)
class ProviderSettings:
    """One provider. ``exports`` is empty when only its ShadowEndpointSlices are wanted or possible;
    ``namespaces`` replaces the consumer's."""

    id: str
    exports: tuple[str, ...] = ()
    deny_direct_connections: bool = False
    namespaces: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Settings:
    """A whole run, whatever the command.

    ``fleet``: consumer and providers, of these ``only_providers`` when not all are wanted. ``consumer``: consumer,
    and ``only_providers`` when --provider was given.
    ``provider``: exactly one provider in ``providers`` (its id may be "" when the export is to name it)
    and ``consumer_views``: consumer id (or "" where the path's ConfigMap names it) to paths.
    """

    profile: str = "direct"
    consumer: ConsumerSettings | None = None
    providers: tuple[ProviderSettings, ...] = ()
    only_providers: tuple[str, ...] = ()
    deny_all_direct_connections: bool = False
    consumer_views: tuple[tuple[str, str], ...] = ()
    # Provider and kind of the slices in the folder that this run is going to replace (nothing-reflected).
    replaced: tuple[tuple[str, str], ...] = ()
    force: bool = False
    keep_going: bool = False
    # Findings that the user accepts (findings.ignore).
    ignore: tuple[Suppression, ...] = ()
