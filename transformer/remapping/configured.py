"""Which Configuration answers for a cluster, and may it be used? (P05, P06, H6, H31)"""

from __future__ import annotations

from transformer.findings.finding import ObjectRef, Related
from transformer.profiles import Profile
from transformer.resources.configuration import CONFIGURED_CONDITION, CONFIGURED_LABEL, Configuration
from transformer.view.answer import Problem
from transformer.view.link import Link, LinkIndex

CONFIGURATION_API_VERSION = "networking.liqo.io/v1beta1"


def single_link(links: LinkIndex, owner: str, cluster: str) -> Link | Problem:
    """The one Configuration that ``owner`` has for ``cluster``; a problem where there is none
    (missing-configuration) or more than one (ambiguous-configuration)."""
    found = links.of(cluster)
    if len(found) == 1:
        return found[0]
    if not found:
        return Problem(
            "missing-configuration",
            f"{owner} has no Configuration labelled for cluster {cluster!r}",
            object=ObjectRef(CONFIGURATION_API_VERSION, "Configuration", "", cluster),
            shared_cause=f"{owner} {cluster}",
            cluster=owner,
        )
    names = ", ".join(f"{each.ref.namespace}/{each.ref.name}" for each in found)
    return Problem(
        "ambiguous-configuration",
        f"{owner} has {len(found)} Configurations labelled for cluster {cluster!r}: {names}",
        object=found[1].ref,
        field="metadata.labels",
        location=found[1].configuration.origin.at(("metadata", "labels")),
        related=(Related("another one", found[0].ref, found[0].configuration.origin.at(("metadata", "labels"))),),
        shared_cause=f"{owner} {cluster}",
        cluster=owner,
    )


def has_status(link: Link, owner: str) -> Problem | None:
    """What P06 asks of a Configuration: that ``status.remote`` exists."""
    if link.has_status:
        return None
    return _problem("incomplete-configuration", link, owner, f"{link.ref} has no status.remote", ("status",))


def is_configured(link: Link, owner: str, profile: Profile) -> tuple[Problem, ...]:
    """What P05 asks of a Configuration: configured in this generation, and ``status.remote`` there.

    The problems found; a note alone (legacy-configuration) when it is taken as current all the same.
    """
    configuration = link.configuration
    remark: Problem | None = None
    condition = configuration.condition
    if condition is None and profile.accepts_legacy_configurations and configuration.is_legacy:
        if configuration.labels.get(CONFIGURED_LABEL) != "true":
            return (_not_ready(link, owner, f"label {CONFIGURED_LABEL} is not true"),)
        remark = _legacy(link, owner, "was written by Liqo 1.1 or older: its first CIDRs alone count")
    elif condition is None:
        return (_not_ready(link, owner, f"it has no condition {CONFIGURED_CONDITION}"),)
    elif condition.status != "True":
        return (_not_ready(link, owner, f"condition {CONFIGURED_CONDITION} is {condition.status or 'empty'}"),)
    elif condition.observed_generation != (configuration.generation or 0):
        if configuration.generation is not None:
            return (_not_ready(link, owner, _stale(configuration)),)
        remark = _legacy(link, owner, "lost its metadata.generation in the export: it is taken as current")
    missing = has_status(link, owner)
    if missing is None and not configuration.real_pod and not configuration.real_external:
        # Liqo would find every address in none of its CIDRs and pass it on unchanged: that is not known to be right.
        message = f"{link.ref} lists no CIDR of {configuration.remote_cluster_id} in spec.remote.cidr"
        missing = _problem("incomplete-configuration", link, owner, message, ("spec", "remote", "cidr"))
    return tuple(each for each in (missing, remark) if each is not None)


def _stale(configuration: Configuration) -> str:
    observed = configuration.condition.observed_generation if configuration.condition is not None else 0
    return (
        f"condition {CONFIGURED_CONDITION} is of generation {observed}, the object of generation "
        f"{configuration.generation}"
    )


def _not_ready(link: Link, owner: str, why: str) -> Problem:
    message = f"{link.ref} is not configured yet: {why}"
    return _problem("configuration-not-ready", link, owner, message, ("status", "conditions"))


def _legacy(link: Link, owner: str, what: str) -> Problem:
    return _problem("legacy-configuration", link, owner, f"{link.ref} {what}", ("metadata",))


def _problem(code: str, link: Link, owner: str, message: str, path: tuple[str, ...]) -> Problem:
    return Problem(
        code,
        message,
        object=link.ref,
        field=".".join(path),
        location=link.configuration.origin.at(path),
        cause=f"{link.ref.namespace}/{link.ref.name}",
        shared_cause=f"{owner} {link.ref.namespace}/{link.ref.name}",
        cluster=owner,
    )
