"""The Fleet configuration file as it is written: fields, types and what a single value must look like."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from transformer.configuration.limit_bounds import LARGEST
from transformer.configuration.names import is_dns_label, unknown
from transformer.configuration.values import (
    code_problem,
    is_cidr,
    is_path,
    is_profile,
    is_reason,
    pattern_problem,
)
from transformer.findings.catalogue import CATALOGUE
from transformer.findings.finding import quoted
from transformer.findings.suppression import UNUSED
from transformer.profiles import PROFILES


def _cluster_id(text: str) -> str:
    if not is_dns_label(text):
        raise ValueError(f"{quoted(text)} is no cluster id: a DNS label is needed (a-z, 0-9 and -, at most 63)")
    return text


def _namespace(text: str) -> str:
    if not is_dns_label(text):
        raise ValueError(f"{quoted(text)} is no namespace: a DNS label is needed (a-z, 0-9 and -, at most 63)")
    return text


def _cidr(text: str) -> str:
    if not is_cidr(text):
        raise ValueError(f"{quoted(text)} is no CIDR; one is an address and a prefix length, like 10.244.0.0/16")
    return text


def _path(text: str) -> str:
    if not is_path(text):
        raise ValueError("a path is needed")
    return text


def _profile(text: str) -> str:
    if not is_profile(text):
        raise ValueError(unknown("profile", text, PROFILES))
    return text


def _not_empty(text: str) -> str:
    if not text:
        raise ValueError("a name is needed")
    return text


def _code(text: str) -> str:
    problem = code_problem(text)
    if problem is not None:
        raise ValueError(problem)
    return text


def _pattern(text: str) -> str:
    problem = pattern_problem(text)
    if problem is not None:
        raise ValueError(problem)
    return text


def _reason(text: str) -> str:
    if not is_reason(text):
        raise ValueError("a reason is needed: why is the finding accepted?")
    return text


ClusterId = Annotated[str, AfterValidator(_cluster_id)]
Namespace = Annotated[str, AfterValidator(_namespace)]
PodCidr = Annotated[str, AfterValidator(_cidr)]
FilePath = Annotated[str, AfterValidator(_path)]
Name = Annotated[str, AfterValidator(_not_empty)]
ProfileName = Annotated[str, AfterValidator(_profile), Field(json_schema_extra={"enum": list(PROFILES)})]
FindingCode = Annotated[
    str, AfterValidator(_code), Field(json_schema_extra={"enum": sorted(CATALOGUE.keys() - {UNUSED})})
]
ObjectPattern = Annotated[str, AfterValidator(_pattern), Field(json_schema_extra={"pattern": "^[^/]+(/[^/]+)?$"})]
Reason = Annotated[str, AfterValidator(_reason), Field(json_schema_extra={"pattern": "\\S"})]
AtLeastOne = Annotated[int, Field(ge=1)]


class Part(BaseModel):
    """A mapping of the file: no unknown field, no conversion of types."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, alias_generator=to_camel)


class NotReflectedPart(Part):
    """Keys that are not reflected, in place of those that the export or Helm's defaults name."""

    labels: list[Name] | None = Field(None, description="Label keys.")
    annotations: list[Name] | None = Field(None, description="Annotation keys.")


PodCidrs = Annotated[list[PodCidr] | None, Field(alias="podCIDRs", min_length=1, description="Its pod CIDRs.")]
Reflection = Annotated[Literal["DenyList", "AllowList"] | None, Field(description="Reflection type of its Services.")]
Namespaces = Annotated[
    dict[Namespace, Namespace] | None,
    Field(description="Offloaded namespaces to their names on the providers; those not listed are not reflected."),
]
Nodes = Annotated[dict[Name, ClusterId] | None, Field(description="Node names to the clusters they stand for.")]
NotReflected = Annotated[NotReflectedPart | None, Field(description="Keys that are not reflected.")]


class ConsumerPart(Part):
    """The consumer. Its five lower fields, when given, win over what the export says."""

    id: ClusterId = Field(description="The consumer's cluster id.")
    exports: list[FilePath] = Field(
        min_length=1, description="Files and folders with its export, relative to this file."
    )
    pod_cidrs: PodCidrs = None
    reflection: Reflection = None
    namespaces: Namespaces = None
    nodes: Nodes = None
    not_reflected: NotReflected = None


class ProviderPart(Part):
    """One provider."""

    exports: list[FilePath] | None = Field(
        None, description="Files and folders with its export; without them only its ShadowEndpointSlices are made."
    )
    deny_direct_connections: bool | None = Field(None, description="Whether it refuses direct connections.")
    namespaces: dict[Namespace, Namespace] | None = Field(
        None, description="Replaces the consumer's namespaces for this provider."
    )


class SuppressionPart(Part):
    """Findings that are accepted: they are left out of every report and counted, and an error of a slice refuses that
    slice alone. What stops the whole run cannot be suppressed."""

    code: FindingCode = Field(description="Their code.")
    object: ObjectPattern | None = Field(
        None,
        description="NAMESPACE/NAME, or NAME for what has no namespace, with *, ? and [...]: the object that the "
        "finding names, a slice that it stops, or what is made of it; any unless given.",
    )
    reason: Reason = Field(description="Why they are accepted.")


class FindingsPart(Part):
    """What findings do to the exit status, and which of them are accepted."""

    fail_on: Literal["error", "warning", "info"] | None = Field(
        None, description="The lowest severity that gives exit status 1; error unless given."
    )
    ignore: list[SuppressionPart] | None = Field(None, description="Findings that are accepted, each with a reason.")


class ReportPart(Part):
    """One report."""

    format: Literal["text", "json", "sarif", "junit", "github", "markdown"] = Field(description="The report's name.")
    file: FilePath | None = Field(None, description="Where it goes, relative to this file; stdout unless given.")


class LimitsPart(Part):
    """Limits of reading. Each field is an option too: --limit file-bytes=N."""

    file_bytes: AtLeastOne | None = Field(None, le=LARGEST["file_bytes"], description="Bytes of one file.")
    documents: AtLeastOne | None = Field(None, le=LARGEST["documents"], description="Documents in one file.")
    depth: AtLeastOne | None = Field(None, le=LARGEST["depth"], description="Mappings and lists inside one another.")
    scalar_bytes: AtLeastOne | None = Field(None, le=LARGEST["scalar_bytes"], description="Bytes of one key or value.")
    integer_digits: AtLeastOne | None = Field(None, le=LARGEST["integer_digits"], description="Digits of one number.")
    name_length: AtLeastOne | None = Field(
        None, le=LARGEST["name_length"], description="Characters of a name or namespace."
    )


Profile = Annotated[ProfileName | None, Field(description="What the result is for; direct unless given.")]
Providers = Annotated[dict[ClusterId, ProviderPart] | None, Field(description="The providers by cluster id.")]
DenyAll = Annotated[bool | None, Field(description="Whether all providers refuse direct connections.")]
Findings = Annotated[FindingsPart | None, Field(description="What findings do.")]
LimitsOfReading = Annotated[LimitsPart | None, Field(description="Limits of reading.")]


class FleetFile(Part):
    """The whole file."""

    api_version: Literal["liqo-transformer.github.io/v1alpha1"]
    kind: Literal["Fleet"]
    profile: Profile = None
    consumer: ConsumerPart = Field(description="The consumer.")
    providers: Providers = None
    deny_direct_connections: DenyAll = None
    output: FilePath | None = Field(None, description="The output folder, relative to this file.")
    golden: FilePath | None = Field(None, description="The golden folder, relative to this file.")
    layout: Literal["tree", "stream"] | None = Field(
        None, description="tree: a file an object (unless given); stream: two files a provider."
    )
    reports: list[ReportPart] | None = Field(None, description="Reports; text to stderr unless given.")
    findings: Findings = None
    keep_going: bool | None = Field(None, description="Write the slices that are free of errors, if others are not.")
    dry_run: bool | None = Field(None, description="Do everything but write the output.")
    force: bool | None = Field(None, description="Replace an output folder that is not ours, accept an empty result.")
    quiet: bool | None = Field(None, description="Show only findings that decide the exit status, and no summary.")
    verbose: bool | None = Field(None, description="Show findings of severity info, too.")
    color: Literal["auto", "always", "never"] | None = Field(None, description="Colour on the terminal.")
    limits: LimitsOfReading = None
