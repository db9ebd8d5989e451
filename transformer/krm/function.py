"""The function: what is asked of it, computed from the items it was given. Files are read by what is handed in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from transformer.configuration.functions import FunctionConfiguration
from transformer.exports import Reader
from transformer.findings.catalogue import finding
from transformer.findings.finding import Finding, Severity
from transformer.findings.shared import merge_shared
from transformer.findings.suppression import UNUSED, suppress
from transformer.krm.derived import Placement, place_derived
from transformer.krm.item import Item
from transformer.krm.item_list import FunctionConfig
from transformer.krm.item_origin import Within
from transformer.krm.review import missing_marks
from transformer.manifests.manifest import Manifest
from transformer.outcome import Outcome, Summary
from transformer.output.safe_names import naming_findings
from transformer.pipeline import run_consumer, run_fleet, run_provider
from transformer.resources.slice import ORIGIN
from transformer.settings import Settings

CONSUMER, PROVIDER, FLEET, REVIEW = "ConsumerTransform", "ProviderTransform", "FleetTransform", "ReviewCheck"

_RUNS: dict[str, Callable[[Settings, Reader], Outcome]] = {
    CONSUMER: run_consumer,
    PROVIDER: run_provider,
    FLEET: run_fleet,
}
#: Stands for the objects that consumerView holds itself, where a path is expected.
_INLINE = "spec.consumerView"


@dataclass(frozen=True, slots=True)
class FunctionResult:
    """The items to give back, what came up, and whether the function failed (at or above ``failOn``)."""

    items: tuple[Item, ...]
    findings: tuple[Finding, ...]
    failed: bool


def run_function(
    configuration: FunctionConfiguration, config: FunctionConfig, items: Sequence[Item], read_files: Reader
) -> FunctionResult:
    """Run one function over its items.

    On an error the items come back as they were: half a result would delete the other half where it is applied.
    """
    refused = _would_delete(configuration, config, items)
    if refused:
        return FunctionResult(tuple(items), tuple(refused), failed=True)
    if configuration.kind == REVIEW:
        return _review(configuration, config, items)
    if not items and configuration.kind != FLEET:
        return _nothing_given(configuration)
    outcome = _hardened(_compute(configuration, config, items, read_files))
    placed, remarks = place_derived(items, outcome.objects, _placement(configuration, outcome))
    findings = _concluded(outcome, [*naming_findings(outcome), *remarks], configuration, config)
    if any(each.severity is Severity.ERROR for each in findings):
        return FunctionResult(tuple(items), tuple(findings), failed=True)
    result = _result(configuration, placed, findings)
    if result.failed and any(each.has_file for each in items):
        # Of a function that failed, kpt takes no item; new ones, which have no file yet, keep it from showing results.
        return replace(result, items=tuple(items))
    return result


def _would_delete(configuration: FunctionConfiguration, config: FunctionConfig, items: Sequence[Item]) -> list[Finding]:
    """Why the function may not leave out what it was given; empty where it may."""
    if configuration.emit == "All":
        return []
    with_files = sum(1 for each in items if each.has_file)
    # kustomize hands a generator its own configuration as the only item.
    others = [each for each in items if each.has_file or not _is_itself(each, configuration)]
    if not with_files and not (configuration.kind == FLEET and others):
        return []
    what = "1 object" if len(others) == 1 else f"{len(others)} objects"
    if with_files:
        message = (
            f"emit: {configuration.emit} would leave {what} out of the list, and kpt then deletes the files they are in"
        )
    else:
        message = f"a FleetTransform gives back only what it made, and would leave out the {what} that it was given"
    return [
        finding(
            "would-delete-inputs",
            message,
            object=config.ref,
            field="spec.emit",
            location=config.origin.at(("spec", "emit")),
        )
    ]


def _is_itself(item: Item, configuration: FunctionConfiguration) -> bool:
    return item.id is not None and item.id[1] == configuration.kind and item.id[3] == configuration.name


def _review(configuration: FunctionConfiguration, config: FunctionConfig, items: Sequence[Item]) -> FunctionResult:
    location = config.origin.at(("spec", "requires") if configuration.requires else ())
    findings = _concluded(
        Outcome((), (), (), Summary()), missing_marks(items, configuration.requires, location), configuration, config
    )
    return _result(configuration, tuple(items) if configuration.emit == "All" else (), findings)


def _nothing_given(configuration: FunctionConfiguration) -> FunctionResult:
    message = "nothing came out of this run: the list holds no item"
    found = [finding("nothing-reflected", message, severity=Severity.WARNING)]
    kept, _ = suppress(found, configuration.settings.ignore)
    return _result(configuration, (), kept)


def _concluded(
    outcome: Outcome, later: Sequence[Finding], configuration: FunctionConfiguration, config: FunctionConfig
) -> list[Finding]:
    """All findings of a run, those that came up ``later`` too. What is said of a suppression is about the configuration
    that holds it."""
    raisable = ("function-not-run",) if configuration.kind == REVIEW else ("stale-derived",)
    found = outcome.concluded(configuration.settings.ignore, later, raisable).findings
    return merge_shared(replace(each, object=config.ref) if each.code == UNUSED else each for each in found)


def _compute(
    configuration: FunctionConfiguration, config: FunctionConfig, items: Sequence[Item], read_files: Reader
) -> Outcome:
    # Nothing reflected is no error here (semantics, section 4): kustomize has no folder that it would empty.
    settings = replace(configuration.settings, force=True)
    if configuration.kind == FLEET:
        settings = replace(settings, only_providers=(configuration.provider,))
    if configuration.inline_views:
        settings = replace(settings, consumer_views=(*settings.consumer_views, (_consumer_of(items), _INLINE)))

    def read(paths: Sequence[str]) -> Iterator[Manifest | Finding]:
        if not paths:
            return (manifest for item in items for manifest in item.manifests)
        if tuple(paths) == (_INLINE,):
            views = configuration.inline_views
            return (Manifest(data, Within(config.origin, path)) for data, path in views)
        return read_files(paths)

    return _RUNS[configuration.kind](settings, read)


#: What says that a run was for a cluster that nobody meant.
_WRONG_CLUSTER = ("provider-not-exported", "other-destination")


def _hardened(outcome: Outcome) -> Outcome:
    """The outcome. Where nothing came out of a run that was for a cluster nobody meant, or because all errors about
    refused slices are suppressed, what says so is an error that nothing suppresses: what the function gives back would
    be empty, or another cluster's."""
    codes = {*(_WRONG_CLUSTER if outcome.for_another else ()), *(("nothing-reflected",) if outcome.refusals else ())}
    if outcome.objects or not codes:
        return outcome
    all_findings = (*outcome.findings, *(each for each in outcome.suppressed.findings if each.code in codes))
    left = tuple(each for each in outcome.suppressed.findings if each.code not in codes)
    return replace(
        outcome,
        findings=tuple(replace(each, severity=Severity.ERROR) if each.code in codes else each for each in all_findings),
        suppressed=replace(outcome.suppressed, findings=left),
    )


def _consumer_of(items: Sequence[Item]) -> str:
    """The one consumer that the ShadowEndpointSlices are from, whose Configurations can be meant; empty where they are
    from several or none."""
    shadows = (each.data for item in items for each in item.manifests if each.data["kind"] == "ShadowEndpointSlice")
    # Not checked yet: a label that is none is reported when the rules read it.
    labels = [each["metadata"].get("labels") for each in shadows]
    origins = {str(each.get(ORIGIN, "")) for each in labels if isinstance(each, dict)}
    return origins.pop() if len(origins) == 1 else ""


def _placement(configuration: FunctionConfiguration, outcome: Outcome) -> Placement:
    return Placement(
        maker=f"{configuration.kind}/{configuration.name}",
        marked=configuration.mark,
        keeps_inputs=configuration.emit == "All",
        provider=configuration.provider or "".join(outcome.providers[:1]),
        # Of what the items hold the rules have seen everything (C15, P11); a fleet's rules have seen its files.
        replaces_any=configuration.kind != FLEET,
    )


def _result(
    configuration: FunctionConfiguration, items: tuple[Item, ...], findings: Sequence[Finding]
) -> FunctionResult:
    failed = any(each.severity.reaches(configuration.fail_on) for each in findings)
    return FunctionResult(items, tuple(findings), failed)
