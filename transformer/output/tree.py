"""Which file holds which objects: a file for each object, a file for each kind, or one stream. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from transformer.findings.finding import Finding
from transformer.manifests.emitting import dump
from transformer.outcome import DerivedObject, Outcome
from transformer.output.file_names import file_name
from transformer.output.object_text import object_text
from transformer.output.safe_names import naming_findings

_FOLDERS = {"ShadowEndpointSlice": "shadowendpointslices", "EndpointSlice": "endpointslices"}
KUSTOMIZATION = "kustomization.yaml"


@dataclass(frozen=True, slots=True)
class OutputFile:
    """A file to write: its path below the output folder, with slashes, the provider it is for, and its YAML documents.

    ``objects`` are the derived objects that the documents are, in the same order; a kustomization has none.
    """

    path: str
    provider: str
    documents: tuple[Mapping[str, Any], ...]
    objects: tuple[DerivedObject, ...] = ()

    def content(self) -> bytes:
        """The bytes of the file. Made anew on every call, so that a large result is never in memory as text.

        Raises UnwritableObjectError for an object with a value that cannot be written.
        """
        if not self.objects:
            return "---\n".join(map(dump, self.documents)).encode()
        return "---\n".join(map(object_text, self.objects)).encode()


@dataclass(frozen=True, slots=True)
class Layout:
    """The files in the order of their paths, or the findings for which there are none."""

    files: tuple[OutputFile, ...]
    findings: tuple[Finding, ...] = ()


def layout_tree(outcome: Outcome) -> Layout:
    """A file for each object: ``<provider>/<kind in plural>/<namespace>/<name>.yaml``, and a kustomization for each
    provider, also for one without objects. With unsafe-name or duplicate-output nothing is laid out."""
    return _layout(outcome, _object_file)


def layout_stream(outcome: Outcome) -> Layout:
    """A file for each kind of each provider: ``<provider>/<kind in plural>.yaml``, its objects in the outcome's order,
    and a kustomization for each provider. Findings as for ``layout_tree``."""
    return _layout(outcome, _kind_file)


def layout_of(outcome: Outcome, name: str) -> Layout:
    """The layout of a name: ``tree`` or ``stream``."""
    return layout_stream(outcome) if name == "stream" else layout_tree(outcome)


def single_stream(outcome: Outcome) -> Layout:
    """All objects in one file of path ``-``, for standard output. Findings as for ``layout_tree``."""
    findings = tuple(naming_findings(outcome))
    if findings:
        return Layout((), findings)
    return Layout((OutputFile("-", "", tuple(item.data for item in outcome.objects), outcome.objects),))


def _object_file(item: DerivedObject) -> str:
    return f"{_FOLDERS[item.kind]}/{item.namespace}/{file_name(item.name)}"


def _kind_file(item: DerivedObject) -> str:
    return f"{_FOLDERS[item.kind]}.yaml"


def _layout(outcome: Outcome, file_of: Callable[[DerivedObject], str]) -> Layout:
    findings = tuple(naming_findings(outcome))
    if findings:
        return Layout((), findings)
    paths: dict[str, dict[str, list[DerivedObject]]] = {provider: {} for provider in outcome.providers}
    for item in outcome.objects:
        paths.setdefault(item.provider, {}).setdefault(file_of(item), []).append(item)
    files = [file for provider, objects in paths.items() for file in _provider_files(provider, objects)]
    return Layout(tuple(sorted(files, key=lambda file: file.path)))


def _provider_files(provider: str, objects: Mapping[str, list[DerivedObject]]) -> Iterator[OutputFile]:
    """``objects`` by the file they go to, a path below the provider's folder."""
    for path, items in objects.items():
        yield OutputFile(f"{provider}/{path}", provider, tuple(item.data for item in items), tuple(items))
    # kustomize refuses a kustomization without fields, but takes one that says its resources are none.
    kustomization = {
        "apiVersion": "kustomize.config.k8s.io/v1beta1",
        "kind": "Kustomization",
        "resources": sorted(objects),
    }
    yield OutputFile(f"{provider}/{KUSTOMIZATION}", provider, (kustomization,))
