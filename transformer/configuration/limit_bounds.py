"""How far each limit of reading may be raised: beyond, a library or the machine would fail in a way of its own."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from transformer.manifests.limits import MOST_INTEGER_DIGITS

_MANY = 2**32

#: Field of Limits to its largest value. Text of more than four gigabytes does not fit any usual memory once it is
#: read, and half of the thousand calls that Python allows inside one another are left for the depth of a document.
LARGEST: Mapping[str, int] = MappingProxyType(
    {
        "file_bytes": _MANY,
        "documents": _MANY,
        "depth": 512,
        "scalar_bytes": _MANY,
        "integer_digits": MOST_INTEGER_DIGITS,
        "name_length": _MANY,
    }
)
