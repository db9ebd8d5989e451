"""Text from inputs inside Markdown: always as code, which no parser looks into for markup, links or names of people."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable

from transformer.reports.visible import UNLIMITED, shortened

#: Characters of a value or a message; what is longer is cut and its length told.
VALUE = 300


def code(text: str, limit: int = VALUE) -> str:
    """A code span; empty for an empty text."""
    shown = shortened(text, limit)
    if not shown:
        return ""
    fence = "`" * (_longest_run(shown) + 1)
    # A space each side is taken off by the parser; it parts the text from the fence, and keeps the text's own spaces.
    around = " " if shown[0] in "` " or shown[-1] in "` " else ""
    # A text of nothing but spaces keeps all of them.
    around = "" if not shown.strip(" ") else around
    return f"{fence}{around}{shown}{around}{fence}"


def cell(text: str, limit: int = VALUE) -> str:
    """A code span in a table, where parsers differ about a vertical bar: it is escaped as control characters are."""
    return code(shortened(text, limit).replace("|", "\\x7c"), UNLIMITED)


def html_code(text: str, limit: int = VALUE) -> str:
    """Code inside a line of HTML, such as the title of a fold."""
    return f"<code>{html.escape(shortened(text, limit), quote=False)}</code>"


def fenced(lines: Iterable[str], language: str) -> list[str]:
    """A block of lines that are safe already."""
    block = list(lines)
    fence = "`" * max(3, 1 + max((_longest_run(line) for line in block), default=0))
    return [f"{fence}{language}", *block, fence]


def fold(title: str, lines: Iterable[str]) -> list[str]:
    """Lines of Markdown that are shown when the title, a line of HTML, is clicked on."""
    return ["<details>", f"<summary>{title}</summary>", "", *lines, "", "</details>", ""]


def table(header: Iterable[str], rows: Iterable[Iterable[str]], numbers: int) -> list[str]:
    """A table whose last ``numbers`` columns stand on the right."""
    titles = list(header)
    sides = ["---"] * (len(titles) - numbers) + ["--:"] * numbers
    return [f"| {' | '.join(row)} |" for row in (titles, sides, *rows)]


def _longest_run(text: str) -> int:
    return max(map(len, re.findall("`+", text)), default=0)
