"""``liqo-transform``: the group of commands, and what becomes of every way a command can end.

Nothing heavy is imported here: ``--version`` and ``--help`` answer at once, a command's module is loaded when it runs.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import NoReturn

import click

from transformer import __version__
from transformer.cli import status
from transformer.cli.crash import report_crash
from transformer.cli.ending import Terminated, end_on_signals, ignore_signals
from transformer.cli.terminal import STDOUT_CLOSED, STDOUT_FULL, StdoutError, print_text, silence

PROGRAM = "liqo-transform"

#: Command name to what it does; the command stands in ``transformer.cli.<name>`` as ``command``.
COMMANDS = {
    "fleet": "The whole chain: the consumer's side for every provider, then each provider's side.",
    "consumer": "ShadowEndpointSlices from the consumer's export.",
    "provider": "EndpointSlices from ShadowEndpointSlices and the provider's export.",
    "check": "Compare with the golden folder, or with live slices; or check a built set for the function's mark.",
    "update": "Write the golden folder, and print what changed in it.",
    "diff": "What differs between two output folders, and why.",
    "explain": "The chain of rules and objects behind an address, a slice or a Service.",
    "plugin": "Install or uninstall the legacy kustomize plugin.",
    "schema": "Print a JSON Schema.",
    "finding": "Print the page of a finding, or list all codes.",
}

#: How the system refuses to write to what is open.
_WRITING = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)


class LazyGroup(click.Group):
    """A group whose commands are imported one at a time, when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """The names, in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's signature
        """The command of a name; None for another."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"transformer.cli.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - click's signature
        """The commands and their purposes, from the table: help imports none of them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command called; an unknown one is a usage error that names the nearest, save where a shell completes."""
        if not ctx.resilient_parsing and args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from transformer.configuration.names import unknown

            raise click.UsageError(unknown("command", args[0], COMMANDS), ctx)
        return super().resolve_command(ctx, args)


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name=PROGRAM)
def liqo_transform() -> None:
    """From exported manifests to the slices Liqo would write: offline, with a reason for all that is not written.

    Exit status: 0 fine; 1 findings at or above --fail-on; 2 usage or configuration; 3 internal error; 130 interrupted;
    143 or 129 ended by SIGTERM or SIGHUP.
    """


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """The program: never returns, never shows a traceback."""
    if f"_{PROGRAM.upper().replace('-', '_')}_COMPLETE" in os.environ:
        liqo_transform.main(prog_name=PROGRAM)
    end_on_signals()
    try:
        code = run(sys.argv[1:] if arguments is None else arguments)
        # Whoever presses the keys twice gets no traceback of the ending either.
        ignore_signals()
    except Terminated as end:
        code = end.status
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:  # closed by who started us
                stream.flush()
        except OSError:
            silence(stream)
            if stream is sys.stdout:
                code = code or status.FINDINGS
    sys.exit(code)


def run(arguments: Sequence[str]) -> int:
    """Run one command line and return its exit status."""
    try:
        with liqo_transform.make_context(PROGRAM, list(arguments)) as context:
            result = liqo_transform.invoke(context)
            return result if isinstance(result, int) else status.FINE
    except click.exceptions.Exit as end:
        # Help and version: click prints them, and is silent where it cannot.
        return end.exit_code if sys.stdout is not None else _failed(STDOUT_CLOSED)
    except click.ClickException as fault:
        with suppress(OSError):
            fault.show()
        return fault.exit_code
    except (KeyboardInterrupt, click.Abort):
        return status.INTERRUPTED
    except Terminated as end:
        return end.status
    except StdoutError as fault:
        return _failed(str(fault))
    except MemoryError:
        return _failed("there is not enough memory for this")
    except Exception as fault:
        if isinstance(fault, OSError):
            if fault.errno == errno.EPIPE:
                # Whoever read our output has gone; what they have is not the whole of it.
                silence(sys.stdout)
                return status.FINDINGS
            if fault.filename is None and fault.errno in _WRITING:
                # Help or version, which click prints: all else that is open answers for its own faults.
                return _failed(f"{STDOUT_FULL}: {fault.strerror}")
        print_text(report_crash(fault, arguments) + "\n", err=True)
        return status.INTERNAL


def _failed(reason: str) -> int:
    """What surrounds the program kept it from its work: one line, and the status of an error."""
    print_text(f"{PROGRAM}: {reason}\n", err=True)
    return status.FINDINGS
