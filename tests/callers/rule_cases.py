"""The golden cases of single rules, as functions: what the command line was told stands in a configuration."""

from __future__ import annotations

import shlex

from callers.builds import Object, documents, function
from callers.programs import ROOT

CASES = ROOT / "fixtures" / "cases"
_KINDS = {"consumer": "ConsumerTransform", "provider": "ProviderTransform"}
_FIELDS = {
    "--consumer": "consumer",
    "--provider": "provider",
    "--cluster": "cluster",
    "--reflection": "reflection",
    "--profile": "profile",
}


def given(case: str) -> str:
    """The one input file of a case, as text."""
    (file,) = (CASES / case / "input").iterdir()
    return file.read_text(encoding="utf-8")


def configured(case: str) -> Object:
    """The configuration that says what the command of a case says. Raises KeyError for an option not known here."""
    command, _, *options = shlex.split((CASES / case / "command").read_text(encoding="utf-8"))
    spec: Object = {}
    for option, value in zip(options[::2], options[1::2], strict=True):
        if option == "--map-namespace":
            local, _, remote = value.partition("=")
            spec.setdefault("namespaces", {})[local] = remote
        else:
            spec[_FIELDS[option]] = value
    return function(_KINDS[command], **spec)


def expected(case: str) -> list[Object]:
    """The objects that the command of a case writes, as the case holds them."""
    files = sorted(file for file in (CASES / case / "expected").rglob("*.yaml") if file.name != "kustomization.yaml")
    return [each for file in files for each in documents(file.read_text(encoding="utf-8"))]
