"""``liqo-transform check``: whether the golden folder shows what the exports and the configuration give now."""

from __future__ import annotations

from transformer.cli.configured import ConfiguredFleet, guarded_inputs
from transformer.cli.golden_folder import differences, golden_folder
from transformer.cli.progress import progress_of
from transformer.cli.reader import reader_of
from transformer.cli.run import compared, finish
from transformer.findings.finding import Finding
from transformer.findings.shared import merge_shared
from transformer.outcome import Outcome
from transformer.pipeline import compute_fleet
from transformer.reports.visible import counted

#: What only a comparison with the golden folder can raise.
GOLDEN_CODES = ("golden-missing", "golden-drift", "golden-stale", "golden-empty", "golden-settings")


def check_golden(fleet: ConfiguredFleet) -> int:
    """Compute, compare with the golden folder, report; returns the exit status. Writes nothing but reports."""
    folder = golden_folder(fleet)
    guarded_inputs(fleet)
    with progress_of(fleet.options) as progress:
        run = compute_fleet(fleet.settings, progress.watch(reader_of(fleet.options)))
        drift = [] if run.outcome.stopped else differences(run, fleet, folder)
    outcome = run.outcome.concluded(fleet.settings.ignore, drift, GOLDEN_CODES)
    found = {id(each) for each in drift}
    left = [each for each in outcome.findings if id(each) in found]
    verdict = _verdict(outcome, left, len(drift) - len(left), folder)
    summary = compared(outcome)
    return finish(merge_shared(outcome.findings), fleet.options, summary, verdict, fleet.file)


def _verdict(outcome: Outcome, drift: list[Finding], accepted: int, folder: str) -> str:
    """What came of the comparison; ``accepted`` is how many differences the configuration file accepts."""
    if outcome.stopped:
        return "nothing compared: an error stops the whole run"
    computed = f"{counted(len(outcome.objects), 'object')} computed"
    if any(each.code == "golden-empty" for each in (*drift, *outcome.suppressed.findings)):
        return f"{computed}; {folder} holds nothing to compare with"
    computed += f" and compared with {folder}"
    if drift:
        lines = sum(len(each.changes) for each in drift)
        places = counted(len(drift), "place")
        return f"{computed}: {counted(lines, 'change')} in {places}" if lines else f"{computed}: it differs in {places}"
    if accepted:
        return f"{computed}: no difference but {accepted} accepted"
    return f"{computed}, which holds the same"
