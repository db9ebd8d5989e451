"""``liqo-transform schema``: the JSON Schemas, made from the code. ``schemas/`` holds the published copies."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any

import click

from transformer.cli.status import FINE
from transformer.cli.terminal import print_text
from transformer.configuration.function_kinds import SCHEMA_NAMES
from transformer.configuration.names import unknown


def _fleet() -> dict[str, Any]:
    from transformer.configuration.schema import fleet_schema

    return fleet_schema()


def _function(kind: str) -> dict[str, Any]:
    from transformer.configuration.schema import function_schema

    return function_schema(kind)


def _finding() -> dict[str, Any]:
    from transformer.reports.schema import finding_schema

    return finding_schema()


def _report() -> dict[str, Any]:
    from transformer.reports.schema import report_schema

    return report_schema()


_OWN: dict[str, Callable[[], dict[str, Any]]] = {
    "fleet": _fleet,
    **{name: partial(_function, kind) for kind, name in SCHEMA_NAMES.items()},
    "finding": _finding,
    "report": _report,
}


def schema_texts() -> dict[str, str]:
    """Every schema by name, as the text that is printed and published."""
    from transformer.resources.kinds import kind_schemas

    schemas = {name: make() for name, make in _OWN.items()} | kind_schemas()
    return {name: json.dumps(schema, indent=2, ensure_ascii=False) + "\n" for name, schema in schemas.items()}


@click.command()
@click.argument("name", required=False)
def command(name: str | None) -> int:
    """Print the JSON Schema called NAME: fleet (the configuration file), consumer-transform, provider-transform,
    fleet-transform, review-check (the functions' configurations), finding, report (the JSON report), or a Kubernetes
    kind that is read. Without NAME, list the names."""
    texts = schema_texts()
    if name is None:
        print_text("".join(f"{each}\n" for each in texts), err=False)
    elif name in texts:
        print_text(texts[name], err=False)
    else:
        raise click.UsageError(unknown("schema", name, texts))
    return FINE
