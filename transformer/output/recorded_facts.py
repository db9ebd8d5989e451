"""Facts as the record of a folder holds them: by the object that they are of, so that its identity is not repeated for
each of its fields, and under a text that stays the same whatever other objects there are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from urllib.parse import unquote

from transformer.findings.finding import ObjectRef
from transformer.outcome import Fact

#: Source to field to value.
RecordedFacts = Mapping[str, Mapping[str, str]]


def encode_facts(facts: Iterable[Fact]) -> dict[str, dict[str, str]]:
    """The facts by ``<cluster> <apiVersion> <kind> <namespace> <name>``."""
    found: dict[str, dict[str, str]] = {}
    for fact in facts:
        found.setdefault(_source(fact.cluster, fact.object), {})[fact.field] = fact.value
    return found


def decode_facts(recorded: RecordedFacts) -> tuple[Fact, ...]:
    """The facts in the order of their sources and fields. What is no fact is left out: somebody edited the record."""
    found: list[Fact] = []
    for source, fields in sorted(recorded.items()):
        parts = [unquote(part) for part in source.split(" ")]
        if len(parts) != 5 or not isinstance(fields, dict):
            continue
        object = ObjectRef(*parts[1:])
        found += [Fact(object, name, value, parts[0]) for name, value in sorted(fields.items()) if _is_text(value)]
    return tuple(found)


def _source(cluster: str, object: ObjectRef) -> str:
    return " ".join(part.replace("%", "%25").replace(" ", "%20") for part in (cluster, *object))


def _is_text(value: object) -> bool:
    return isinstance(value, str)
