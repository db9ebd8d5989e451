"""The man pages: one for each command, and every text as it stands in the help."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st

from transformer import __version__
from transformer.cli import krm
from transformer.cli.main import PROGRAM, liqo_transform
from transformer.cli.man_page import escaped, man_pages

PAGES = man_pages()
_SHOWN = {"e": "\\", "-": "-", "(aq": "'", "(ga": "`", "(ha": "^", "(ti": "~", "(dq": '"', "&": ""}
_ESCAPE = re.compile(r"\\(e|-|&|\(aq|\(ga|\(ha|\(ti|\(dq|f[BIR]|\[u([0-9A-F]{4,6})\])")


def shown(roff: str) -> str:
    """The characters of the page that a reader sees, requests left out."""

    def one(match: re.Match[str]) -> str:
        if match[2]:
            return chr(int(match[2], 16))
        return "" if match[1].startswith("f") else _SHOWN[match[1]]

    lines = [line for line in roff.splitlines() if not re.match(r"\.[A-Z]{2} ?|\.(nh|ad l|nf|fi)$", line)]
    return _ESCAPE.sub(one, "\n".join(lines))


def contexts() -> list[click.Context]:
    """The program, its commands and theirs."""
    found = [click.Context(liqo_transform, info_name=PROGRAM, **liqo_transform.context_settings)]
    for context in found:
        if isinstance(context.command, click.Group):
            commands = {
                name: context.command.get_command(context, name) for name in context.command.list_commands(context)
            }
            found += [click.Context(each, context, name) for name, each in commands.items() if each is not None]
    return found


def test_every_command_has_its_page_and_no_other_is_there() -> None:
    names = {f"{context.command_path.replace(' ', '-')}.1" for context in contexts()}
    assert {"liqo-transform.1", "liqo-transform-check.1", "liqo-transform-plugin-install.1"} <= names
    assert PAGES.keys() == names | {"liqo-transform-krm.1"}


@pytest.mark.parametrize("context", contexts(), ids=lambda context: context.command_path.replace(" ", "-"))
def test_a_page_says_all_that_the_help_says(context: click.Context) -> None:
    page = shown(PAGES[f"{context.command_path.replace(' ', '-')}.1"])
    words = page.split()
    assert context.command.help
    for paragraph in re.split(r"\n\s*\n", inspect.cleandoc(context.command.help)):
        assert paragraph.split() == _within(words, paragraph.split())
    for parameter in context.command.get_params(context):
        if isinstance(parameter, click.Option) and (record := parameter.get_help_record(context)):
            names, text = record
            assert f"{names}\n{text}\n" in page


def test_the_page_of_the_function_is_its_help_line_by_line() -> None:
    assert krm.HELP in shown(PAGES["liqo-transform-krm.1"])


@pytest.mark.parametrize("name", PAGES)
def test_a_page_begins_with_its_name_and_version_and_leads_only_to_pages_that_exist(name: str) -> None:
    lines = PAGES[name].splitlines()
    heading = f'"{name.removesuffix(".1").upper()}" "1" "" "{PROGRAM} {__version__}" "User Commands"'
    assert shown(lines[0].removeprefix(".TH ")) == heading
    assert re.search(rf"^{re.escape(escaped(name.removesuffix('.1')))} \\- .", PAGES[name], re.MULTILINE)
    references = re.findall(r"\\fB([^\n]*?)\\fR\(1\)", PAGES[name])
    assert references
    assert {f"{shown(each)}.1" for each in references} <= PAGES.keys()


@pytest.mark.parametrize("name", PAGES)
def test_no_line_of_a_page_is_a_request_by_accident(name: str) -> None:
    known = {".TH", ".SH", ".TP", ".PP", ".nf", ".fi", ".nh", ".ad"}
    assert {line.split()[0] for line in PAGES[name].splitlines() if line.startswith((".", "'"))} <= known


@given(st.text(max_size=40))
def test_any_text_is_shown_as_it_is_on_one_line(text: str) -> None:
    roff = escaped(text)
    assert roff.isascii()
    assert len(roff.splitlines()) <= 1
    assert not roff.startswith((".", "'"))
    assert _ESCAPE.sub("", roff).count("\\") == 0
    assert shown(roff) == " ".join(text.splitlines())


def _within(words: list[str], part: list[str]) -> list[str] | None:
    """``part``, if it stands in ``words`` in one piece."""
    starts = (start for start, word in enumerate(words) if word == part[0])
    return next((part for start in starts if words[start : start + len(part)] == part), None)


def test_pages_are_the_same_wherever_they_are_made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name, value in {"COLUMNS": "40", "LANG": "de_DE.UTF-8", "TZ": "Asia/Tokyo", "FORCE_COLOR": "1"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path)
    assert man_pages() == PAGES
