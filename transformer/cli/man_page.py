"""The man pages, made from the commands themselves: what ``--help`` says, as roff.

Nothing in a page depends on the machine or the day, so a page changes only when its command does.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

import click

from transformer import __version__
from transformer.cli import krm
from transformer.cli.main import COMMANDS, PROGRAM, liqo_transform

#: What roff or a terminal would take for something else, and how it is written to be seen as it is.
_SPECIAL = {"\\": r"\e", "-": r"\-", "'": r"\(aq", "`": r"\(ga", "^": r"\(ha", "~": r"\(ti", '"': r"\(dq"}


def man_pages() -> dict[str, str]:
    """The page of the program, of every command and of the function, by file name."""
    pages = {f"{context.command_path.replace(' ', '-')}.1": _page(context) for context in _contexts()}
    return pages | {f"{krm.PROGRAM}.1": _page_of_the_function()}


def escaped(text: str) -> str:
    """``text`` on one line of roff, so that it is shown character by character: no request, escape or ligature."""
    line = "".join(_character(each) for each in " ".join(text.splitlines()))
    return rf"\&{line}" if line.startswith(".") else line


def _character(character: str) -> str:
    special = _SPECIAL.get(character)
    return special or (character if character.isascii() else f"\\[u{ord(character):04X}]")


def _contexts() -> Iterator[click.Context]:
    """The program, its commands and theirs, each as if it were called."""
    waiting = [click.Context(liqo_transform, info_name=PROGRAM, **liqo_transform.context_settings)]
    while waiting:
        context = waiting.pop(0)
        yield context
        waiting += [click.Context(command, context, name) for name, command in _commands(context)]


def _commands(context: click.Context) -> Iterator[tuple[str, click.Command]]:
    group = context.command
    if isinstance(group, click.Group):
        for name in group.list_commands(context):
            command = group.get_command(context, name)
            if command is not None and not command.hidden:
                yield name, command


def _page(context: click.Context) -> str:
    command = context.command
    name = context.command_path.replace(" ", "-")
    options = [each for each in command.get_params(context) if isinstance(each, click.Option)]
    records = [record for each in options if (record := each.get_help_record(context))]
    return _lines(
        *_head(name, _purpose(context)),
        ".SH SYNOPSIS",
        _bold(context.command_path) + "".join(f" {_italic(piece)}" for piece in command.collect_usage_pieces(context)),
        ".SH DESCRIPTION",
        *_paragraphs(inspect.cleandoc(command.help or "")),
        ".SH OPTIONS",
        *(line for names, text in records for line in (".TP", _option(names), escaped(text))),
        *_list_of_commands(context, name),
        ".SH SEE ALSO",
        *_see_also(context),
    )


def _page_of_the_function() -> str:
    return _lines(
        *_head(krm.PROGRAM, "Liqo's slices as a KRM function, for kustomize, kubectl and kpt"),
        ".SH DESCRIPTION",
        *_verbatim(krm.HELP.splitlines()),
        ".SH SEE ALSO",
        _reference(PROGRAM),
    )


def _head(name: str, purpose: str) -> tuple[str, ...]:
    heading = f'.TH "{escaped(name.upper())}" "1" "" "{escaped(f"{PROGRAM} {__version__}")}" "User Commands"'
    # Flush left and without breaks in words: what is shown can be searched for and copied.
    return heading, ".nh", ".ad l", ".SH NAME", rf"{escaped(name)} \- {escaped(purpose)}"


def _purpose(context: click.Context) -> str:
    """What the command does, in one line; the program's own commands have theirs in a table."""
    if context.parent is not None and context.parent.command is liqo_transform:
        return COMMANDS[context.info_name or ""].rstrip(".")
    return context.command.get_short_help_str(limit=1000).rstrip(".")


def _list_of_commands(context: click.Context, name: str) -> Iterator[str]:
    below = [click.Context(command, context, each) for each, command in _commands(context)]
    if below:
        yield ".SH COMMANDS"
    for each in below:
        yield from (".TP", _reference(f"{name}-{each.info_name}"), escaped(f"{_purpose(each)}."))


def _see_also(context: click.Context) -> Iterator[str]:
    others = [krm.PROGRAM] if context.parent is None else [context.parent.command_path.replace(" ", "-")]
    yield ", ".join(_reference(each) for each in others)


def _paragraphs(text: str) -> Iterator[str]:
    """Paragraphs as ``--help`` shows them: those that are indented, or marked for it, keep their lines."""
    for number, paragraph in enumerate(re.split(r"\n\s*\n", text)):
        lines = paragraph.split("\n")
        if number:
            yield ".PP"
        if lines[0].strip() == "\b":
            yield from _verbatim(lines[1:])
        elif lines[0].startswith(" "):
            yield from _verbatim(lines)
        else:
            yield escaped(paragraph)


def _verbatim(lines: list[str]) -> Iterator[str]:
    yield from (".nf", *(escaped(line) for line in lines), ".fi")


def _option(names: str) -> str:
    """An option's names bold, what it takes in italics: ``-c, --config FILE``."""
    words = re.split(r"(,? | / )", names)
    return "".join(_name_or_value(word) if number % 2 == 0 else word for number, word in enumerate(words))


def _name_or_value(word: str) -> str:
    return _bold(word) if word.startswith("-") else _italic(word)


def _reference(name: str) -> str:
    return rf"{_bold(name)}(1)"


def _bold(text: str) -> str:
    return rf"\fB{escaped(text)}\fR"


def _italic(text: str) -> str:
    return rf"\fI{escaped(text)}\fR"


def _lines(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)
