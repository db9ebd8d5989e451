"""An internal error: one line on the screen, and a file that is already the report to send."""

from __future__ import annotations

import platform
import tempfile
import traceback
from collections.abc import Sequence
from pathlib import Path

from transformer import __version__


def report_crash(fault: BaseException, arguments: Sequence[str], program: str = "liqo-transform") -> str:
    """Write the report file and return the line that tells of it."""
    from transformer.reports.visible import visible

    reason = visible(f"{type(fault).__name__}: {fault}")[:200]
    line = f"{program}: internal error ({reason}): a mistake of this program, not of your input"
    path = _written(_text(fault, arguments))
    if path is None:
        return f"{line}; a report could not be written to the temporary or the working folder"
    return f"{line}; please send {path}"


def _text(fault: BaseException, arguments: Sequence[str]) -> str:
    return "\n".join(
        [
            f"liqo-transform {__version__}",
            f"Python {platform.python_version()} ({platform.python_implementation()}), {platform.platform()}",
            f"arguments: {list(arguments)!r}",
            "",
            "".join(traceback.format_exception(fault)),
        ]
    )


def _written(text: str) -> Path | None:
    for folder in (None, "."):
        try:
            with tempfile.NamedTemporaryFile(
                "w",
                prefix="liqo-transform-error-",
                suffix=".txt",
                dir=folder,
                delete=False,
                encoding="utf-8",
                errors="backslashreplace",
            ) as file:
                file.write(text)
                return Path(file.name)
        except OSError:
            continue
    return None
