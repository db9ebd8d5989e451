"""The page of a finding: rendered from its catalogue entry and its two examples, never written by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath

from transformer.findings.code import Code
from transformer.findings.finding import Effect

_EFFECTS = {
    Effect.RUN: "the whole run: nothing is computed or written",
    Effect.SLICE: "one slice: that slice is not written, no other is touched",
    Effect.ENDPOINT: "one endpoint: it is left out, the rest of its slice stands",
    Effect.OBJECT: "one input object: it is passed over",
    Effect.NONE: "nothing: it only tells",
}

_LANGUAGES = {".yaml": "yaml", ".yml": "yaml", ".json": "json", ".sh": "sh", ".txt": "text"}


def docs_link(code: str) -> str:
    """Where the page of a code stands, relative to the root of the documentation."""
    return f"docs/findings/{code}.md"


def render_page(
    code: Code,
    failing: Mapping[str, str] | None,
    passing: Mapping[str, str] | None,
    made_by_test: str | None = None,
) -> str:
    """The page of ``code`` as Markdown, ending in a line end.

    ``failing`` and ``passing`` map file names to texts: the smallest input that raises the code, and the smallest
    near it that does not. A file ``command`` holds the arguments that are run, ``config.yaml`` a configuration file.
    None where no file can hold such an input (a device, a missing permission): ``made_by_test`` then says what a test
    makes.
    """
    parts = [
        f"# {code.name}",
        code.title and f"{code.title}.",
        f"Severity: {code.severity}. Takes away {_EFFECTS[code.effect]}."
        + (f" Rules: {', '.join(code.rules)}." if code.rules else ""),
        "## What it means",
        code.meaning,
        "## Why it matters",
        code.why,
        "## What to do",
        code.remedy,
    ]
    if failing and passing:
        parts += ["## An input that raises it", *_example(failing), "## An input that does not", *_example(passing)]
    elif made_by_test:
        parts += ["## Example", f"No file can hold it; a test makes it: {made_by_test.strip()}"]
    return "\n\n".join(part for part in parts if part) + "\n"


def _example(files: Mapping[str, str]) -> Iterator[str]:
    arguments = files.get("command", "fleet -c config.yaml" if "config.yaml" in files else None)
    if arguments is not None:
        yield _fenced("command.sh", f"liqo-transform {arguments.strip()}")
    for name in sorted(files):
        if name != "command":
            yield f"`{name}`:"
            yield _fenced(name, files[name])


def _fenced(name: str, text: str) -> str:
    fence = "```"
    while fence in text:
        fence += "`"
    language = _LANGUAGES.get(PurePosixPath(name).suffix, "")
    return f"{fence}{language}\n{text.rstrip(chr(10))}\n{fence}"
