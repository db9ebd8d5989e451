"""The one document of a configuration file as plain data, with the places of its fields."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from transformer.findings.catalogue import finding
from transformer.findings.finding import Finding, Position
from transformer.manifests.documents import read_documents
from transformer.manifests.engines import GeneralEngine
from transformer.manifests.fault_finding import fault_finding
from transformer.manifests.file_text import read_source
from transformer.manifests.limits import Limits
from transformer.manifests.locating import Locator
from transformer.manifests.manifest import Origin
from transformer.manifests.origin import TextOrigin
from transformer.manifests.source import Offset


@dataclass(frozen=True, slots=True)
class ConfigurationDocument:
    """Plain data, and where each field of it stands."""

    data: Any
    origin: Origin


def read_document(file: str) -> ConfigurationDocument | list[Finding]:
    """The document in ``file``, or why there is none: a file that cannot be read, text that is no YAML, no document
    or several (invalid-configuration)."""
    limits = Limits()
    source = read_source(file, limits, None)
    if isinstance(source, Finding):
        return [source]
    documents = list(read_documents(source.text, GeneralEngine(limits), limits))
    faults = [fault_finding(fault, source) for document in documents for fault in document.faults]
    if faults:
        return faults
    if not documents:
        return [finding("invalid-configuration", "the file is empty", location=Position(file))]
    if len(documents) > 1:
        second = Offset(source, documents[1].start)
        return [finding("invalid-configuration", "a second document begins here; one is needed", location=second)]
    return ConfigurationDocument(documents[0].value, TextOrigin(source, documents[0], (), Locator(limits)))
