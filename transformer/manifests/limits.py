"""How large an input may be: the limits, and the option of the command line that raises each."""

from __future__ import annotations

import sys
from dataclasses import dataclass, fields, replace

MIB = 1024 * 1024

#: Python itself converts no longer decimal numbers; a run may not ask for more.
MOST_INTEGER_DIGITS = sys.int_info.default_max_str_digits


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of reading. A file beyond one is refused (limit-exceeded), never cut.

    ``file_bytes``: size of one file or of standard input, in bytes. ``documents``: documents in one file.
    ``depth``: mappings and sequences inside one another, the document itself being the first.
    ``scalar_bytes``: one key or value, in bytes of UTF-8. ``integer_digits``: decimal digits of one number.
    ``name_length``: characters of ``metadata.name`` and ``metadata.namespace`` (Kubernetes stops at 253 for
    nearly all kinds).
    """

    file_bytes: int = 64 * MIB
    documents: int = 200_000
    depth: int = 64
    scalar_bytes: int = MIB
    integer_digits: int = 100
    name_length: int = 1024

    def __post_init__(self) -> None:
        """Raises ValueError for a limit below 1, or for more digits than Python converts."""
        for field in fields(self):
            if getattr(self, field.name) < 1:
                raise ValueError(f"the limit {option_name(field.name)} must be at least 1")
        if self.integer_digits > MOST_INTEGER_DIGITS:
            raise ValueError(f"the limit integer-digits can be at most {MOST_INTEGER_DIGITS}")


def option_name(field_name: str) -> str:
    """The name of a limit as ``--limit NAME=VALUE`` takes it: ``scalar_bytes`` is ``scalar-bytes``."""
    return field_name.replace("_", "-")


#: The names that ``--limit`` takes.
LIMIT_NAMES: tuple[str, ...] = tuple(option_name(field.name) for field in fields(Limits))


def with_limit(limits: Limits, name: str, value: int) -> Limits:
    """The limits with one of them changed, as ``--limit NAME=VALUE`` asks.

    Raises ValueError for an unknown name or a value that no limit can have; the message is fit for the user.
    """
    if name not in LIMIT_NAMES:
        raise ValueError(f"there is no limit {name!r}; the limits are {', '.join(LIMIT_NAMES)}")
    changes = {name.replace("-", "_"): value}
    return replace(limits, **changes)
