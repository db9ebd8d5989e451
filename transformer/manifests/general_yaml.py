"""The way to the engine for all of YAML, which is imported when it is first needed: a text that kubectl or kustomize
printed never needs it, and ruamel.yaml costs a short run a third of its time."""

from __future__ import annotations

import re
from collections.abc import Iterator

from transformer.manifests.faults import Fault, FaultError
from transformer.manifests.limits import Limits
from transformer.manifests.syntax_events import Event

# What YAML forbids, not what it allows: the few ranges compile ten times as fast.
_FORBIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")


def general_events(
    text: str, start: int, end: int, limits: Limits, *, column: int = 0, above: int = 0
) -> Iterator[Event]:
    """``yaml_events`` of yaml_events."""
    from transformer.manifests.yaml_events import yaml_events

    return yaml_events(text, start, end, limits, column=column, above=above)


def check_characters(text: str, start: int, end: int) -> None:
    """Raises FaultError for a control character, which YAML allows nowhere, not even in quotes."""
    found = _FORBIDDEN.search(text, start, end)
    if found is not None:
        message = f"the control character U+{ord(found.group()):04X} is not allowed in YAML"
        raise FaultError(Fault("invalid-yaml", found.start(), message))
