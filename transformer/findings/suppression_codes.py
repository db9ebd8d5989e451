"""Codes of findings about the suppression of findings."""

from transformer.findings.code import Code
from transformer.findings.finding import Effect, Severity

CODES: tuple[Code, ...] = (
    Code(
        name="unused-suppression",
        severity=Severity.WARNING,
        effect=Effect.NONE,
        title="A suppression suppresses nothing",
        meaning=(
            "An entry of `findings.ignore` matches no finding of this run. Or it matches only errors that stop the "
            "whole run: those cannot be suppressed, and the message says so. A code that this command never raises "
            "(golden-drift, for instance, when nothing is compared) does not count."
        ),
        why=(
            "The problem that was accepted is gone, or the code or the object is not the one that was meant. A "
            "suppression that stays behind hides the problem when it comes back, and nobody is asked again."
        ),
        remedy=(
            "Remove the entry. If it is still meant, correct it: `object` is a pattern of `namespace/name` (of `name` "
            "for what has no namespace), in which `*` crosses no slash: `shop/*` means all in `shop`. This finding "
            "cannot be suppressed itself."
        ),
    ),
)
