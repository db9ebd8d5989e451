"""Reading the exports of a run: each into the view that answers for it, its faults and counts into the tally."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from transformer.findings.catalogue import finding
from transformer.findings.finding import Finding, Severity
from transformer.manifests.manifest import Manifest
from transformer.resources.configuration import Configuration
from transformer.settings import ConsumerSettings, ProviderSettings, Settings
from transformer.tally import Tally
from transformer.view.consumer import ConsumerView
from transformer.view.export import Export, collect
from transformer.view.link import LinkIndex
from transformer.view.provider import ProviderView

#: Reads inputs (files, folders, ``-``) into manifests, and findings for what cannot be read.
Reader = Callable[[Sequence[str]], Iterator[Manifest | Finding]]


def read_consumer(settings: Settings, read: Reader, tally: Tally) -> ConsumerView | None:
    """The consumer's view; None, with a finding, when nothing says whose export it is."""
    consumer = settings.consumer or ConsumerSettings(None, ())
    named = _read_named(consumer.exports, consumer.id, "--consumer", read, tally)
    if named is None:
        return None
    view = ConsumerView(named[0], consumer, named[1])
    tally.findings.extend(view.findings)
    if not view.slices:
        tally.lacks_input = f"there is no EndpointSlice in the export of {view.id}"
    return view


def read_provider(provider: ProviderSettings, read: Reader, tally: Tally) -> ProviderView | None:
    """A provider's view; None, with a finding, when nothing says whose export it is."""
    named = _read_named(provider.exports, provider.id or None, "--cluster", read, tally)
    return ProviderView(*named) if named is not None else None


def read_consumer_views(settings: Settings, read: Reader, tally: Tally) -> dict[str, LinkIndex]:
    """The Configurations of consumers, by their id, that ``--consumer-view`` names (P06). Several paths of one
    consumer are one export."""
    items: dict[str, list[Manifest | Finding]] = {}
    for given, path in settings.consumer_views:
        found = list(read([path]))
        export, id = collect(found, given or None).named(given or None)
        if id is None:
            tally.count_export(path, export)
            tally.findings.append(_missing_id([path], "--consumer-view"))
        else:
            items.setdefault(id, []).extend(found)
    views: dict[str, LinkIndex] = {}
    for id, of_consumer in items.items():
        export, _ = collect(of_consumer, id).named(id)
        tally.count_export(id, export)
        views[id] = LinkIndex(export.of(Configuration), id)
        if not export.has(Configuration) and not any(each.severity is Severity.ERROR for each in export.findings):
            tally.findings.append(
                finding(
                    "missing-configuration",
                    f"the consumer's view of {id} holds no Configuration: it is as if it were not given",
                    severity=Severity.WARNING,
                    remedy="Give the consumer's: `kubectl get configurations.networking.liqo.io -A -o yaml`.",
                    cluster=id,
                )
            )
    return views


def _read_named(
    paths: Sequence[str], given: str | None, option: str, read: Reader, tally: Tally
) -> tuple[Export, str] | None:
    """An export and its cluster's id: the given one, or the one that the export itself names."""
    export, id = collect(read(paths), given).named(given)
    tally.count_export(id or ", ".join(paths), export)
    if id is not None:
        return export, id
    tally.findings.append(_missing_id(paths, option))
    return None


def _missing_id(paths: Sequence[str], option: str) -> Finding:
    """``paths`` are empty inside a function, whose objects come without files and whose options are fields."""
    whose = f"export {', '.join(paths)} is" if paths else "objects these are"
    field = f"spec.{option.removeprefix('--')}" if not paths else option
    return finding(
        "invalid-configuration",
        f"whose {whose} cannot be told: there is no cluster-id ConfigMap among them",
        remedy="Write ID=PATH, or add the cluster-id ConfigMap."
        if option == "--consumer-view"
        else f"Give the cluster's id with {field}.",
    )
