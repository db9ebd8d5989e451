"""The course of a run, one for fleet, consumer and provider: compute, write or withhold, report, exit status."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

import click

from transformer import __version__
from transformer.cli.cluster_roles import check_roles
from transformer.cli.destination import STREAM, choose, files_of, guard, inputs_of, named_folder
from transformer.cli.progress import Reader, progress_of
from transformer.cli.reader import reader_of
from transformer.cli.reporting import deliver
from transformer.cli.status import FINDINGS, FINE, USAGE
from transformer.cli.writing import Writing, Written, slices_before, write
from transformer.configuration.options import RunOptions
from transformer.configuration.record import recorded_settings
from transformer.findings.catalogue import CATALOGUE
from transformer.findings.finding import Effect, Finding, Severity
from transformer.findings.shared import merge_shared
from transformer.findings.suppression import WRITING_CODES
from transformer.outcome import Outcome, Summary
from transformer.output.ownership import overlap_findings
from transformer.output.state import RunRecord
from transformer.reports.result import RunResult, arrange, decides
from transformer.settings import Settings

Compute = Callable[[Settings, Reader], Outcome]


class Reviewed(NamedTuple):
    """What there is to say of a result that is about to be written; ``remark`` goes on the line that says it was."""

    findings: Sequence[Finding] = ()
    remark: str = ""


def carry_out(
    command: str,
    compute: Compute,
    settings: Settings,
    options: RunOptions,
    *,
    may_stream: bool,
    also_read: Sequence[str] = (),
    accepts_nothing: bool = False,
    review: Callable[[Outcome], Reviewed] | None = None,
) -> int:
    """Run ``compute`` for ``command`` and see its result through; returns the exit status.

    ``may_stream``: the result may go to stdout as one stream. ``also_read`` is what was read beside the exports: the
    configuration file. ``accepts_nothing``: an empty result is no error. ``review`` finds what there is to say of a
    result that is about to be written. Raises click.UsageError where options and inputs cannot go together.
    """
    check_roles(settings)
    inputs = (*inputs_of(settings), *also_read)
    guard(options, inputs)
    if not may_stream or settings.only_providers:
        choose(options, may_stream=may_stream, providers=settings.only_providers)
    folder = named_folder(options)
    if may_stream and folder is None and not options.dry_run and any(target.file is None for target in options.reports):
        raise click.UsageError("the result and a report on stdout: give -o DIR, or the report a file")
    if folder is not None and (overlap := overlap_findings(folder, files_of(inputs))):
        return finish(overlap, options, verdict="nothing written")
    settings = replace(
        settings,
        force=accepts_nothing or bool(options.force),
        keep_going=bool(options.keep_going),
        replaced=slices_before(folder, command) if folder is not None else (),
    )
    with progress_of(options) as progress:
        outcome = compute(settings, progress.watch(reader_of(options)))
        findings = merge_shared(outcome.findings)
        reviewed = Reviewed()
        reason = withheld(findings, stopped=outcome.stopped, keep_going=bool(options.keep_going))
        if reason:
            count = len(outcome.objects)
            also = f"; {count} sound {'object' if count == 1 else 'objects'} withheld" if count else ""
            written = Written(f"nothing written: {reason}{also}", done=False)
        else:
            destination = choose(options, may_stream=may_stream, providers=outcome.providers)
            if destination.folder is None:
                progress.stop()
            progress.writing()
            reviewed = review(outcome) if review is not None else reviewed
            written = write(outcome, destination, _how_to_write(command, settings, options, inputs))
    outcome = outcome.concluded(
        settings.ignore, (*reviewed.findings, *written.findings), () if reason else WRITING_CODES
    )
    about = next((path for path in (*also_read, *inputs) if path != STREAM), "")
    summary = counted(outcome, written=written.done)
    verdict = written.verdict + (reviewed.remark if written.done else "")
    return finish(merge_shared(outcome.findings), options, summary, verdict, about)


def withheld(findings: Sequence[Finding], *, stopped: bool, keep_going: bool) -> str:
    """Why nothing may be written; empty when the result may be.

    A missing slice in a folder that is applied would delete endpoints in a cluster: one error withholds all, unless
    ``keep_going`` and no error takes away the whole run. Errors that are suppressed are not among the findings.
    """
    errors = [each for each in findings if each.severity is Severity.ERROR]
    count = "1 error" if len(errors) == 1 else f"{len(errors)} errors"
    if stopped or any(CATALOGUE[each.code].effect is Effect.RUN for each in errors):
        return f"{count}, of a kind that stops the whole run"
    if errors and not keep_going:
        return f"{count} (--keep-going writes the slices that are free of errors)"
    return ""


def compared(outcome: Outcome) -> Summary:
    """The counts of a command that computes and writes nothing."""
    return replace(counted(outcome, written=True), writes=False)


def counted(outcome: Outcome, *, written: bool) -> Summary:
    """The counts with every provider in them, and zeros for what was withheld."""
    summary = outcome.summary
    kinds = {provider: summary.written.get(provider, {}) for provider in (*outcome.providers, *summary.written)}
    return replace(
        summary,
        written={provider: dict(counts) if written else dict.fromkeys(counts, 0) for provider, counts in kinds.items()},
        refused={provider: summary.refused.get(provider, 0) for provider in (*kinds, *summary.refused)},
        skipped={provider: summary.skipped.get(provider, 0) for provider in (*kinds, *summary.skipped)},
    )


def finish(
    findings: Sequence[Finding],
    options: RunOptions,
    summary: Summary | None = None,
    verdict: str = "",
    about: str = "",
) -> int:
    """Deliver the reports and return the exit status: 2 where the configuration is not valid, 1 where a finding decides
    so, by ``--fail-on`` or by its code. ``about`` is the file that stands for the whole of what was asked for."""
    unwritten = deliver(RunResult(arrange(findings), summary or Summary(), verdict, about=about), options)
    if any(each.code == "invalid-configuration" for each in findings):
        return USAGE
    failed = any(decides(each, options.fail_on or Severity.ERROR) for each in (*findings, *unwritten))
    return FINDINGS if failed else FINE


def record_of(command: str, settings: Settings, options: RunOptions) -> RunRecord:
    """What is remembered of a run beside its files."""
    return RunRecord(__version__, command, settings.profile, recorded_settings(settings, layout_name(options)))


def layout_name(options: RunOptions) -> str:
    """The layout of a folder: what was asked for, or ``tree``."""
    return options.layout or "tree"


def _how_to_write(command: str, settings: Settings, options: RunOptions, inputs: Sequence[str]) -> Writing:
    record = record_of(command, settings, options)
    return Writing(record, layout_name(options), bool(options.force), files_of(inputs))
