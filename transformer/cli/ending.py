"""Signals that ask the program to end: it ends in good order, and removes what it had begun to write."""

from __future__ import annotations

import signal
import sys
from types import FrameType

from transformer.cli.status import SIGNALLED

_SIGNALS = (signal.SIGTERM, signal.SIGHUP)


class Terminated(BaseException):
    """A signal asked the program to end. Like KeyboardInterrupt no Exception: nothing but the end catches it."""

    def __init__(self, number: int) -> None:
        super().__init__(signal.Signals(number).name)
        self.number = number
        self.status = SIGNALLED + number


def end_on_signals() -> None:
    """From now on raise Terminated for a signal that asks to end, unless who started us has it ignored (nohup)."""
    for number in _SIGNALS:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _end)
    sys.unraisablehook = _lost


def ignore_signals() -> None:
    """The end has begun: nothing that asks for it again may disturb it."""
    for number in (signal.SIGINT, *_SIGNALS):
        signal.signal(number, signal.SIG_IGN)


def _end(number: int, _frame: FrameType | None) -> None:
    ignore_signals()
    raise Terminated(number)


def _lost(fault: sys.UnraisableHookArgs) -> None:
    """An end that came while the interpreter cleaned up for itself, where nothing can be raised: the run goes on
    without a word, and the next signal may end it."""
    if isinstance(fault.exc_value, Terminated):
        signal.signal(fault.exc_value.number, _end)
        signal.signal(signal.SIGINT, signal.default_int_handler)
    else:
        sys.__unraisablehook__(fault)
