"""The settings that change a result, as JSON values: what the record in an output folder says of them."""

from __future__ import annotations

from typing import Any

from transformer.settings import ConsumerSettings, ProviderSettings, Settings


def recorded_settings(settings: Settings, layout: str) -> dict[str, Any]:
    """The settings under the configuration file's names, what was not said left out.

    No path stands in it: the same run from another folder leaves the same record.
    """
    return _said(
        consumer=_consumer(settings.consumer) if settings.consumer is not None else None,
        providers={provider.id: _provider(provider) for provider in settings.providers},
        onlyProviders=list(settings.only_providers),
        consumerViews=sorted({id for id, _ in settings.consumer_views}),
        denyDirectConnections=settings.deny_all_direct_connections,
        layout=layout,
    )


def _consumer(consumer: ConsumerSettings) -> dict[str, Any]:
    keys = consumer.not_reflected
    said = _said(
        id=consumer.id,
        podCIDRs=list(consumer.pod_cidrs),
        reflection=consumer.reflection,
        nodes=dict(consumer.nodes),
        notReflected={
            name: list(each)
            for name, each in (("labels", keys.labels), ("annotations", keys.annotations))
            if each is not None
        },
    )
    # An empty map says something, too: nothing is offloaded.
    return said if consumer.namespaces is None else said | {"namespaces": dict(consumer.namespaces)}


def _provider(provider: ProviderSettings) -> dict[str, Any]:
    said = _said(denyDirectConnections=provider.deny_direct_connections)
    return said if provider.namespaces is None else said | {"namespaces": dict(provider.namespaces)}


def _said(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value not in (None, False, [], {})}
