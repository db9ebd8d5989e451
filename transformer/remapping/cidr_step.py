"""One step of P05 and P06: an address through one list of CIDR pairs of a Configuration (P07)."""

from __future__ import annotations

from dataclasses import replace

from transformer.findings.finding import Severity, quoted
from transformer.network.address import Address
from transformer.network.cidr import Cidr
from transformer.network.host_part import lost_bits, with_host_part
from transformer.profiles import Profile
from transformer.view.answer import Problem, Refused, Value
from transformer.view.link import CidrList, Link


def map_within(
    text: str, address: Address, link: Link, cidrs: CidrList, owner: str, profile: Profile
) -> Value | Refused | None:
    """The address through the first entry of ``spec`` that contains it: network bits of the same entry of
    ``status``, host bits of the address. None when no entry contains it.

    Refused: invalid-cidr, unequal-cidr-lists, family-mismatch, and lossy-prefix where the profile says so.
    """
    for index, entry in enumerate(cidrs.real):
        if entry.cidr is None:
            message = f"{quoted(entry.text)} is no CIDR"
            return Refused(entry_problem("invalid-cidr", link, owner, "spec", cidrs.sort, index, message))
        if entry.cidr.contains(address):
            return _map_by_entry(text, address, link, cidrs, index, entry.cidr, owner, profile)
    return None


def _map_by_entry(
    text: str, address: Address, link: Link, cidrs: CidrList, index: int, real: Cidr, owner: str, profile: Profile
) -> Value | Refused:
    sort = cidrs.sort
    if index >= len(cidrs.seen):
        message = (
            f"{text} needs entry {index} of status.remote.cidr.{sort} of {link.ref}, which has {len(cidrs.seen)} "
            f"{'entry' if len(cidrs.seen) == 1 else 'entries'} for {len(cidrs.real)} in spec"
        )
        return Refused(entry_problem("unequal-cidr-lists", link, owner, "status", sort, None, message))
    seen = cidrs.seen[index]
    if seen.text == cidrs.real[index].text:
        return Value(text, link.facts(sort, index))
    if seen.cidr is None:
        return Refused(
            entry_problem("invalid-cidr", link, owner, "status", sort, index, f"{quoted(seen.text)} is no CIDR")
        )
    if seen.cidr.bits != real.bits:
        message = f"entry {index} of {link.ref} maps {real} to {seen.cidr}, which is of another family"
        return Refused(entry_problem("family-mismatch", link, owner, "status", sort, index, message))
    remarks: tuple[Problem, ...] = ()
    if seen.cidr.prefix_length != real.prefix_length:
        problem = lossy_prefix(address, link, sort, index, real, seen.cidr, owner, profile)
        if problem.severity is Severity.ERROR:
            return Refused(problem)
        remarks = (problem,)
    return Value(str(with_host_part(address, seen.cidr)), link.facts(sort, index), remarks)


def lossy_prefix(
    address: Address, link: Link, sort: str, index: int, real: Cidr, seen: Cidr, owner: str, profile: Profile
) -> Problem:
    """The finding for an entry whose prefixes differ in length (H5): an error where the profile refuses to
    lose a host bit that is set, else a warning."""
    is_lost = lost_bits(address, real, seen) != 0
    is_refused = is_lost and profile.refuses_lost_host_bits
    effect = "addresses lose host bits, so that several become one" if is_lost else "host bits may be lost or invented"
    message = f"entry {index} of {link.ref} maps {real} to {seen}, whose prefix has another length: {effect}"
    problem = entry_problem("lossy-prefix", link, owner, "status", sort, index, message)
    return replace(problem, severity=Severity.ERROR if is_refused else Severity.WARNING)


def entry_problem(code: str, link: Link, owner: str, side: str, sort: str, index: int | None, message: str) -> Problem:
    """A problem of one entry, or of a whole list, of a Configuration: one finding for all slices it stops."""
    place = "" if index is None else f"[{index}]"
    field = f"{side}.remote.cidr.{sort}{place}"
    key = f"{owner} {link.ref.namespace}/{link.ref.name} {field}"
    return Problem(
        code,
        message,
        object=link.ref,
        field=field,
        location=link.at(side, sort, index),
        cause=key,
        shared_cause=key,
        cluster=owner,
    )
