"""Values of options: each function takes the text of one and refuses what it cannot be with a clear line."""

from __future__ import annotations

from typing import Any

import click

from transformer.configuration.limit_bounds import LARGEST
from transformer.configuration.names import is_dns_label, unknown
from transformer.configuration.options import ReportTarget
from transformer.configuration.values import mark_problem, view_of
from transformer.findings.finding import quoted
from transformer.manifests.limits import LIMIT_NAMES, Limits, with_limit
from transformer.network.cidr import parse_cidr
from transformer.reports.table import REPORTS


class _Path(click.Path):
    """The path of a file or folder as typed, which shells complete: any text but the empty one, which programs take for
    the working directory."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The text. Raises click.BadParameter for the empty one."""
        if not value:
            self.fail("a path is needed, and this one is empty", param, ctx)
        return str(value)


path = _Path()


def cluster_id(text: str) -> str:
    """A Liqo cluster id."""
    if not is_dns_label(text):
        raise click.BadParameter(f"{quoted(text)} is no cluster id: a DNS label is needed")
    return text


def denied_provider(text: str) -> str:
    """A provider's id; an empty text stands for all."""
    return text and cluster_id(text)


def pod_cidr(text: str) -> str:
    """A network in CIDR notation, as written: Liqo compares CIDRs as text."""
    if parse_cidr(text) is None:
        raise click.BadParameter(f"{quoted(text)} is no CIDR, like 10.244.0.0/16")
    return text


def namespace_pair(text: str) -> tuple[str, str]:
    """LOCAL=REMOTE: a namespace of the consumer and its name on the providers."""
    local, equals, remote = text.partition("=")
    if not equals:
        raise click.BadParameter(f"{quoted(text)} has no =: LOCAL=REMOTE is needed")
    for name in (local, remote):
        if not is_dns_label(name):
            raise click.BadParameter(f"{quoted(name)} is no namespace: a DNS label is needed")
    return local, remote


def limit(text: str) -> tuple[str, int]:
    """NAME=VALUE: the field of Limits, and the number."""
    name, _, number = text.partition("=")
    if name not in LIMIT_NAMES:
        raise click.BadParameter(unknown("limit", name, LIMIT_NAMES))
    if not (number.isascii() and number.isdigit()):
        raise click.BadParameter(f"{quoted(number)} is no whole number")
    field, digits = name.replace("-", "_"), number.lstrip("0") or "0"
    largest = LARGEST[field]
    if len(digits) > len(str(largest)) or int(digits) > largest:
        raise click.BadParameter(f"the limit {name} can be at most {largest}")
    try:
        with_limit(Limits(), name, int(digits))
    except ValueError as fault:
        raise click.BadParameter(str(fault)) from None
    return field, int(digits)


def report_target(text: str) -> ReportTarget:
    """FORMAT[:FILE]: a report's name, and the file it goes to; - is standard output."""
    name, colon, file = text.partition(":")
    if name not in REPORTS:
        raise click.BadParameter(unknown("report format", name, REPORTS))
    if colon and not file:
        raise click.BadParameter(f"{quoted(text)} names no file after the colon")
    return ReportTarget(name, file or None)


def consumer_view(text: str) -> tuple[str, str]:
    """[ID=]PATH: the consumer's id (empty where the path's own ConfigMap is to name it), and the path."""
    id, path = view_of(text)
    if not path:
        raise click.BadParameter(f"{quoted(text)} names no path")
    return id, path


def mark(text: str) -> str:
    """KIND/NAME of a function's configuration, as its mark has it."""
    problem = mark_problem(text)
    if problem is not None:
        raise click.BadParameter(problem)
    return text
