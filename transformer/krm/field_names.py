"""Advice that names options of the command line, in the words of a function's configuration: it has fields."""

from __future__ import annotations

import re

from transformer.findings.catalogue import CATALOGUE
from transformer.findings.finding import Finding

_FIELDS = {
    "--map-namespace": "namespaces",
    "--consumer": "consumer",
    "--cluster": "cluster",
    "--pod-cidr": "podCIDRs",
    "--reflection": "reflection",
    "--deny-direct-connections": "denyDirectConnections",
    "--consumer-view": "consumerView",
    "--limit": "limits",
}
_OPTION = re.compile(
    r"`?(?P<option>"
    + "|".join(sorted(_FIELDS, key=len, reverse=True))
    + r")(?:(?: |=)(?P<value>[A-Za-z-]+=[A-Za-z]+))?`?"
)
_OF_CONSUMER = re.compile(r"`consumer\.(podCIDRs|reflection|namespaces|nodes|notReflected)`")
#: An option and the field of the same meaning, in either order, are one field now.
_TWICE = re.compile(r"(?:the field )?`(\w+)` or (?:with )?(?:the field )?`\1`")
_PROFILE = re.compile(r"`?--profile (?P<profile>[a-z0-9.-]+)`?")
_NOTHING = (
    "Check that what the result is made of is among the resources: EndpointSlices, and NamespaceMaps that offload "
    "their namespaces, or, for a ProviderTransform, ShadowEndpointSlices. The other lines say for each slice why it "
    "was skipped."
)


def remedy_of(finding: Finding, kind: str = "") -> str:
    """The finding's remedy for who writes a function's configuration of this kind."""
    if finding.code == "nothing-reflected" and finding.remedy == CATALOGUE[finding.code].remedy:
        return _NOTHING
    text = _PROFILE.sub(lambda found: f"`profile: {found['profile']}`", finding.remedy)
    text = _OPTION.sub(_as_field, text)
    if kind != "FleetTransform":
        # Only there the consumer's fields stand below `consumer`.
        text = _OF_CONSUMER.sub(r"`\1`", text)
    return _TWICE.sub(r"the field `\1`", text)


def _as_field(found: re.Match[str]) -> str:
    field = _FIELDS[found["option"]]
    name, equals, _ = (found["value"] or "").partition("=")
    if field == "limits" and equals and name.islower():
        first, *rest = name.split("-")
        field = f"limits.{first}{''.join(word.capitalize() for word in rest)}"
    return f"the field `{field}`"
