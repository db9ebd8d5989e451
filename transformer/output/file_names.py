"""The file that an object is written to, from its name."""

from __future__ import annotations

from hashlib import sha256

_LONGEST_FILE_NAME = 255
_DIGEST_LENGTH = 16
# Passed over in folders of manifests: an object of that name would vanish from an input.
_RESERVED_NAME = "kustomization"


def file_name(name: str) -> str:
    """The file that an object of this DNS name is written to.

    Where ``NAME.yaml`` is longer than 255 bytes, or would be taken for a kustomization, it is shortened and ends in a
    hash of the name. The underscore before the hash is in no DNS name, so no other object can have that file.
    """
    whole = f"{name}.yaml"
    if len(whole) <= _LONGEST_FILE_NAME and name != _RESERVED_NAME:
        return whole
    ending = f"_{sha256(name.encode()).hexdigest()[:_DIGEST_LENGTH]}.yaml"
    return name[: _LONGEST_FILE_NAME - len(ending)] + ending
