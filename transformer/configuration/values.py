"""What single values of a configuration must look like: what the models and the shapes ask alike."""

from __future__ import annotations

from transformer.configuration.function_kinds import DERIVING_KINDS
from transformer.configuration.names import is_dns_label, nearest, unknown
from transformer.findings.catalogue import CATALOGUE
from transformer.findings.finding import quoted
from transformer.findings.suppression import UNUSED
from transformer.manifests.described import described
from transformer.network.cidr import parse_cidr
from transformer.profiles import PROFILES


def is_cidr(text: str) -> bool:
    """Whether it is a network in CIDR notation."""
    return parse_cidr(text) is not None


def is_path(text: str) -> bool:
    """Whether it can be the path of a file or folder."""
    return bool(text) and "\0" not in text


def is_whole(text: str) -> bool:
    """Whether UTF-8 can hold it: no half of a surrogate pair, which JSON and YAML can spell, is in it."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def is_profile(text: str) -> bool:
    """Whether a profile has this name."""
    return text in PROFILES


def view_of(text: str) -> tuple[str, str]:
    """``[ID=]PATH``: the consumer's id, empty where the path's own ConfigMap is to name it, and the path."""
    id, equals, path = text.partition("=")
    # A path may hold an equals sign, too; what stands before it is an id only if it can be one.
    return (id, path) if equals and is_dns_label(id) else ("", text)


def view_problem(value: object) -> str | None:
    """Why an entry of consumerView is neither a path nor an object; None for one that is."""
    if isinstance(value, str):
        return None if is_path(view_of(value)[1]) else f"{quoted(value)} names no path"
    if not isinstance(value, dict):
        return f"a path ([ID=]PATH) or an object is needed, not {described(value)}"
    metadata = value.get("metadata")
    parts = {
        "apiVersion": value.get("apiVersion"),
        "kind": value.get("kind"),
        "metadata.name": metadata.get("name") if isinstance(metadata, dict) else None,
    }
    for name, part in parts.items():
        if not isinstance(part, str) or not part:
            return f"an object has apiVersion, kind and metadata.name, all of them text; {name} is missing or not"
    return None


def mark_problem(text: str) -> str | None:
    """Why no derived object can carry this mark (its ``derived-by`` annotation); None for one that some can carry."""
    kind, slash, name = text.partition("/")
    if not slash or not name:
        return f"{quoted(text)} is no mark; one is KIND/NAME, like {DERIVING_KINDS[0]}/to-milan"
    return None if kind in DERIVING_KINDS else unknown("kind", kind, DERIVING_KINDS)


def code_problem(text: str) -> str | None:
    """Why no finding of this code can be suppressed; None for one that some can."""
    if text == UNUSED:
        return f"{UNUSED} cannot be suppressed: remove the entry that it is about"
    if text in CATALOGUE:
        return None
    # All of them would be a page.
    meant = nearest(text, CATALOGUE)
    hint = f"did you mean {meant}?" if meant else "`liqo-transform finding` lists the codes"
    return f"unknown code {quoted(text)}; {hint}"


def pattern_problem(text: str) -> str | None:
    """Why this pattern can mean no object; None for one that can."""
    parts = text.split("/")
    if len(parts) <= 2 and all(parts):
        return None
    return (
        f"{quoted(text)} means no object; a pattern is NAMESPACE/NAME, or NAME for what has no namespace, like shop/*"
    )


def is_reason(text: str) -> bool:
    """Whether it says anything."""
    return bool(text.strip())
