"""The course of one call of the function: read, run, give back, say what came up."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace

from transformer.cli.status import FINDINGS, FINE, USAGE
from transformer.cli.terminal import print_bytes, print_text
from transformer.configuration.functions import FunctionConfiguration, read_function_configuration
from transformer.exports import Reader
from transformer.findings.catalogue import finding
from transformer.findings.finding import Finding, Severity
from transformer.krm.call import call_of
from transformer.krm.function import FLEET, FunctionResult, run_function
from transformer.krm.given import Given, read_call
from transformer.krm.item_list import FunctionConfig, list_text
from transformer.krm.list_reading import UnreadableListError, nothing_in
from transformer.krm.results import PROGRAM, line_of, result_of
from transformer.manifests.limits import Limits
from transformer.manifests.manifest import Manifest
from transformer.reports.result import Placed, arrange

_UNNAMED = "no configuration"


def carry_out(arguments: list[str]) -> int:
    """Run the function for one call; returns the exit status. What goes to stdout goes there at once, at the end."""
    call = call_of(arguments, os.environ)
    try:
        given = read_call(call, Limits(), getattr(sys.stdin, "buffer", None))
    except UnreadableListError as fault:
        _say(arrange(fault.findings), _UNNAMED)
        return _status(fault.findings, failed=True)
    config = given.list.config
    configuration = _configuration(config)
    name = _named(config)
    if isinstance(configuration, list):
        # Also a list without items to give back is given back: kpt shows the results in it.
        return _give_back(given, FunctionResult(given.list.items, tuple(configuration), failed=True), name)
    if given.nothing_came and configuration.kind != FLEET:
        _say(arrange([nothing_in(*call.inputs)]), name)
        return FINDINGS
    if configuration.limits:
        try:
            given = given.again(Limits(**configuration.limits))
        except UnreadableListError as fault:
            _say(arrange(fault.findings), name)
            return FINDINGS
    if any(each.severity is Severity.ERROR for each in given.findings):
        result = FunctionResult(given.list.items, given.findings, failed=True)
    else:
        assert config is not None  # a configuration was read from it
        result = run_function(configuration, config, given.list.items, _reader(configuration))
    code = _give_back(given, result, name, configuration.kind)
    if result.failed and not any(each.severity is Severity.ERROR for each in result.findings):
        print_text(f"{PROGRAM}: {name}: failed, since findings.failOn is {configuration.fail_on}\n", err=True)
    return code


def _configuration(config: FunctionConfig | None) -> FunctionConfiguration | list[Finding]:
    if config is not None:
        read = read_function_configuration(config.data, config.origin)
        # A result has a field only of an object.
        return [replace(each, object=config.ref) for each in read] if isinstance(read, list) else read
    return [
        finding(
            "invalid-configuration",
            "the ResourceList has no functionConfig",
            remedy="The callers send one. By hand, add it to the list, or give it as a file: "
            "`liqo-transform-krm CONFIG INPUT...`.",
        )
    ]


def _give_back(given: Given, result: FunctionResult, name: str, kind: str = "") -> int:
    """The list to stdout, then the findings to stderr, the worst first; returns the exit status."""
    rank = list(Severity).index
    placed = sorted(arrange(result.findings), key=lambda each: rank(each.finding.severity))
    print_bytes(list_text(given.list, result.items, [result_of(each, kind) for each in placed]).encode())
    _say(placed, name, kind)
    return _status(result.findings, failed=result.failed)


def _say(placed: Sequence[Placed], name: str, kind: str = "") -> None:
    print_text("".join(line_of(each, name, kind) for each in placed), err=True)


def _status(findings: Sequence[Finding], *, failed: bool) -> int:
    if any(each.code == "invalid-configuration" for each in findings):
        return USAGE
    return FINDINGS if failed else FINE


def _named(config: FunctionConfig | None) -> str:
    """KIND/NAME of a configuration, as far as it says them."""
    data = config.data if config is not None and isinstance(config.data, dict) else {}
    kind, metadata, fields = data.get("kind"), data.get("metadata"), data.get("data")
    if kind == "ConfigMap" and isinstance(fields, dict) and isinstance(fields.get("kind"), str):
        kind = fields["kind"]
    named = metadata.get("name") if isinstance(metadata, dict) else None
    return "/".join(each for each in (kind, named) if isinstance(each, str) and each) or _UNNAMED


def _reader(configuration: FunctionConfiguration) -> Reader:
    limits = Limits(**configuration.limits)

    def read(paths: Sequence[str]) -> Iterator[Manifest | Finding]:
        # Most functions read no file: what reading them takes is imported for those that do.
        from transformer.manifests.reading import read_inputs

        return read_inputs(paths, limits=limits)

    return read
