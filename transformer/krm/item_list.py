"""A ResourceList, or a stream of documents, as items that keep their text; and the text to give back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from transformer.findings.finding import ObjectRef
from transformer.krm.item import Item, id_of
from transformer.manifests.emitting import dump, string_text
from transformer.manifests.manifest import Origin

RESOURCE_LIST = "ResourceList"
_LINE_START = re.compile(r"(?m)^(?=[^\n])")


@dataclass(frozen=True, slots=True)
class FunctionConfig:
    """A function's configuration as it came: plain data, the places of its fields, and the text by which a list
    holds it, key and all."""

    data: Any
    origin: Origin
    text: str = ""

    @property
    def ref(self) -> ObjectRef | None:
        """What it is called; None where it does not say."""
        id = id_of(self.data) if isinstance(self.data, dict) else None
        return ObjectRef(id[0], id[1], "", id[3]) if id is not None else None


@dataclass(frozen=True, slots=True)
class ItemList:
    """What a function is given, or gives back.

    ``version`` is the apiVersion of a ResourceList, None for a stream of documents. ``config`` is None where the
    input brings none.
    """

    items: tuple[Item, ...]
    version: str | None = None
    config: FunctionConfig | None = None


def list_text(given: ItemList, items: Sequence[Item], results: Sequence[dict[str, Any]]) -> str:
    """The text of a list as ``given`` with other items: a ResourceList with its ``results``, or documents.

    The text of each item is as it came, but for its indentation.
    """
    if given.version is None:
        return documents_text(items)
    parts = [f"apiVersion: {string_text(given.version)}\nkind: {RESOURCE_LIST}\n"]
    parts.append("items:\n" if items else "items: []\n")
    parts += [f"- {_indented(item.text)}" for item in items]
    if given.config is not None:
        parts.append(given.config.text)
    if results:
        parts.append(dump({"results": list(results)}))
    return "".join(parts)


def documents_text(items: Iterable[Item]) -> str:
    """The items as a stream of documents."""
    return "---\n".join(item.text for item in items)


def _indented(text: str) -> str:
    """The lines of an item as they stand behind its dash; lines without text stay empty, the first one, too."""
    return _LINE_START.sub("  ", text).removeprefix("  ")
