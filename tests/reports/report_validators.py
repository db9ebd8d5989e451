"""Each format's own validator: a report that one of these takes is one that its readers can read.

SARIF is held against its JSON Schema, JUnit against the XML Schema of Jenkins, Markdown against a parser, workflow
commands against the runner's grammar.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, ClassVar
from xml.etree.ElementTree import Element, fromstring

import jsonschema
import xmlschema
from markdown_it import MarkdownIt
from markdown_it.token import Token

from transformer.reports.links import PROJECT_URL

SCHEMAS = Path(__file__).parent / "schemas"
_SARIF = jsonschema.Draft4Validator(json.loads((SCHEMAS / "sarif-schema-2.1.0.json").read_text(encoding="utf-8")))
_JUNIT = xmlschema.XMLSchema(str(SCHEMAS / "junit-10.xsd"))

#: RFC 3986: an absolute URI with a path, or a relative path whose first segment has no colon.
_PATH = r"(?:[A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})*"
_URI = re.compile(rf"(?:https|file)://[A-Za-z0-9.-]*/{_PATH}|(?!/)(?![^/]*:){_PATH}")


def sarif_run(text: str) -> dict[str, Any]:
    """The one run of a SARIF log that is valid, whose URIs are some, and whose results name their rules."""
    assert text.isascii()
    assert text.endswith("}\n")
    log = json.loads(text)
    errors = [error.message for error in _SARIF.iter_errors(log)]
    assert errors == []
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["message"]["text"]
    for uri in _values(log, "uri", "helpUri", "informationUri"):
        assert _URI.fullmatch(uri), uri
    for value in _texts(log):
        value.encode("utf-8")
        assert all(c == "\n" or c.isprintable() for c in value)
    return dict(run)


def junit_suites(text: str) -> Element:
    """The root of a JUnit document that is valid and whose numbers are those of its test cases."""
    data = text.encode("utf-8")
    _JUNIT.validate(data.decode())
    root = fromstring(data)
    for part in (root, *root.iter("testsuite")):
        cases = list(part.iter("testcase"))
        assert part.get("tests") == str(len(cases))
        assert part.get("failures") == str(sum(case.find("failure") is not None for case in cases))
        assert cases
    return root


@dataclass(frozen=True)
class Command:
    """A workflow command as the runner reads it."""

    name: str
    properties: dict[str, str]
    data: str


def workflow_commands(text: str) -> tuple[list[Command], str]:
    """The commands, and the line for people that ends the report."""
    assert text.endswith("\n")
    *lines, last = text[:-1].split("\n")
    assert not last.lstrip().startswith("::")
    assert "##[" not in last
    return [_command(line) for line in lines], last


_PLACES: tuple[list[str], ...] = ([], ["line"], ["line", "col"])


def _command(line: str) -> Command:
    # As the runner does: what stands between the first two pairs of colons, then all the rest.
    assert line.startswith("::")
    assert line.isprintable()
    end = line.index("::", 2)
    name, _, said = line[2:end].partition(" ")
    pairs = [pair.split("=", 1) for pair in said.split(",")]
    assert name in ("error", "warning", "notice")
    assert [key for key, _ in pairs] in (["title"], *(["file", *place, "title"] for place in _PLACES))
    properties = {key: _unescaped(value.replace("%3A", ":").replace("%2C", ",")) for key, value in pairs}
    return Command(name, properties, _unescaped(line[end + 2 :]))


def _unescaped(text: str) -> str:
    return text.replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%")


def markdown_tokens(text: str) -> list[Token]:
    """The tokens of a Markdown report that has no markup but ours: headings, tables, lists, code, folds, and links to
    our pages."""
    assert text.endswith("\n")
    assert all(c == "\n" or c.isprintable() for c in text)
    tokens = list(_flat(MarkdownIt("commonmark").enable("table").parse(text)))
    unknown = {token.type for token in tokens} - _MARKDOWN
    assert unknown == set()
    for token in tokens:
        if token.type == "link_open":
            assert str(token.attrs["href"]).startswith(PROJECT_URL)
        if token.type == "text":
            assert "@" not in token.content
    folds = _Folds()
    folds.feed("".join(token.content for token in tokens if token.type == "html_block"))
    folds.close()
    assert folds.open == []
    return tokens


class _Folds(HTMLParser):
    """Reads the HTML of a report: folds, one below the other, with titles that hold text and code alone."""

    _PARENTS: ClassVar[dict[str, list[str]]] = {"details": [], "summary": ["details"], "code": ["details", "summary"]}

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert attrs == []
        assert self.open == self._PARENTS[tag]
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


_MARKDOWN = {
    *(
        f"{kind}_{end}"
        for kind in ("heading", "paragraph", "bullet_list", "list_item", "link")
        for end in ("open", "close")
    ),
    *(f"{kind}_{end}" for kind in ("table", "thead", "tbody", "tr", "th", "td") for end in ("open", "close")),
    *("inline", "text", "softbreak", "code_inline", "fence", "html_block"),
}


def _flat(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        yield from _flat(token.children or [])


def _values(data: Any, *keys: str) -> Iterator[str]:
    if isinstance(data, dict):
        for key, value in data.items():
            if key in keys and isinstance(value, str):
                yield value
            if key != "properties":
                yield from _values(value, *keys)
    elif isinstance(data, list):
        for each in data:
            yield from _values(each, *keys)


def _texts(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for key, value in data.items():
            yield key
            yield from _texts(value)
    elif isinstance(data, list):
        for each in data:
            yield from _texts(each)
