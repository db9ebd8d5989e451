"""unwritable-output for what is written beside the output folder: reports and standard output."""

from __future__ import annotations

from transformer.findings.catalogue import finding
from transformer.findings.finding import Finding, Position
from transformer.output.ownership import quoted_path


def unwritable_report(file: str, reason: str) -> Finding:
    """A report's file that cannot be written."""
    return finding(
        "unwritable-output",
        f"the report {quoted_path(file)} cannot be written: {reason}",
        remedy="Give `--report` a file that this user may write, in a folder with room on its disk; "
        "without a file, the report goes to standard output.",
        location=Position(file),
    )


def unwritable_stdout(reason: str) -> Finding:
    """Standard output that takes nothing; the reason is a whole sentence."""
    return finding(
        "unwritable-output",
        reason,
        remedy="Send standard output where there is room, or name files: `-o` for the result, "
        "`--report FORMAT:FILE` for a report.",
    )
