"""The one form in which every engine that walks a text hands over its structure.

YAML (yaml_events) and JSON (json_events) become the same flat stream, so that building objects,
finding duplicate keys and looking positions up are written once.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple


class Kind(IntEnum):
    """What an event stands for."""

    MAPPING = 0
    SEQUENCE = 1
    END = 2
    PLAIN = 3
    TEXT = 4


class Event(NamedTuple):
    """One step through a document.

    ``start`` and ``end`` are offsets into the text of the file. ``text`` is what a scalar says: for PLAIN it
    is still to be resolved (``true``, ``8080``), for TEXT (quoted, or a block scalar) it is the value.
    """

    kind: Kind
    start: int
    end: int
    text: str = ""
