"""No cluster is both consumer and provider of one run, and no provider is named that the run does not have."""

from __future__ import annotations

from collections.abc import Iterable

import click

from transformer.configuration.names import unknown
from transformer.findings.finding import quoted
from transformer.settings import Settings


def check_roles(settings: Settings) -> None:
    """Raises click.UsageError where a provider is the consumer, or the consumer of a view.

    Ids that only the exports say are compared when these are read.
    """
    providers = {each.id for each in settings.providers if each.id} | set(settings.only_providers)
    consumers = {id for id, _ in settings.consumer_views if id}
    if settings.consumer is not None and settings.consumer.id is not None:
        consumers.add(settings.consumer.id)
    for id in sorted(consumers & providers):
        raise click.UsageError(
            f"{quoted(id)} is both the consumer and a provider: a cluster does not offload to itself"
        )


def check_denied(denied: Iterable[str], settings: Settings) -> None:
    """Raises click.UsageError where a provider that is to refuse direct connections is none of the fleet."""
    known = [provider.id for provider in settings.providers]
    for id in denied:
        if id and id not in known:
            raise click.UsageError(f"--deny-direct-connections: {unknown('provider', id, known)}")
