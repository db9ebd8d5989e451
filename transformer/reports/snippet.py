"""The source line of a finding with a caret below the column."""

from __future__ import annotations

from collections.abc import Callable

from transformer.reports.visible import visible, width

#: Lines longer than this (JSON on one line) are shown as a window around the column.
WINDOW = 100
_BEFORE = 30

Paint = Callable[[str, str], str]


def render_snippet(line_number: int, column: int | None, source: str, paint: Paint) -> list[str]:
    """Gutter, source line, and caret; ``column`` counts from 1 in characters of ``source``.

    Tabs become single spaces and control characters escapes; the caret stays below its character.
    """
    start = max(0, min((column or 1) - 1, len(source)))
    first = max(0, start - _BEFORE) if len(source) > WINDOW else 0
    last = min(len(source), first + WINDOW)
    lead = ("…" if first else "") + _shown(source[first:start])
    rest = _shown(source[start:last]) + ("…" if last < len(source) else "")
    gutter = " " * len(str(line_number))
    lines = [
        paint(f"{gutter} |", "dim"),
        paint(f"{line_number} |", "dim") + f" {lead}{rest}".rstrip(),
    ]
    if column is not None:
        mark = "^" + "~" * (width(_shown(_word(source[start:last]))) - 1)
        lines.append(paint(f"{gutter} |", "dim") + " " * (1 + width(lead)) + paint(mark, "caret"))
    return lines


def _shown(text: str) -> str:
    return visible(text.replace("\t", " "))


def _word(text: str) -> str:
    """What the caret underlines: the scalar that begins here, as far as the eye would take it."""
    if text[:1] in ("'", '"'):
        end = text.find(text[0], 1)
        return text[: end + 1] if end > 0 else text
    for index, character in enumerate(text):
        if character in " \t,]}" or (character == ":" and text[index + 1 : index + 2] in ("", " ")):
            return text[:index]
    return text
