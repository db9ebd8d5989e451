"""The function configurations as they are written. A new field has its line in function_shapes.py, too."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, WithJsonSchema

from transformer.configuration.model import (
    ClusterId,
    ConsumerPart,
    DenyAll,
    FilePath,
    Findings,
    LimitsOfReading,
    Namespaces,
    Nodes,
    NotReflected,
    Part,
    PodCidrs,
    Profile,
    Providers,
    Reflection,
)
from transformer.configuration.values import is_whole, mark_problem, view_problem
from transformer.findings.finding import quoted

_OBJECT_SCHEMA = {
    "type": "object",
    "properties": {
        "apiVersion": {"type": "string", "minLength": 1},
        "kind": {"type": "string", "minLength": 1},
        "metadata": {
            "type": "object",
            "properties": {"name": {"type": "string", "minLength": 1}},
            "required": ["name"],
        },
    },
    "required": ["apiVersion", "kind", "metadata"],
}


def _view(value: Any) -> Any:
    problem = view_problem(value)
    if problem is not None:
        raise ValueError(problem)
    return value


def _mark(text: str) -> str:
    problem = mark_problem(text)
    if problem is not None:
        raise ValueError(problem)
    return text


def _function_name(text: str) -> str:
    if not text or not is_whole(text):
        raise ValueError(f"{quoted(text)} is no name" if text else "a name is needed")
    return text


# Not a union: its faults would name pydantic's branches.
View = Annotated[
    Any, AfterValidator(_view), WithJsonSchema({"anyOf": [{"type": "string", "minLength": 1}, _OBJECT_SCHEMA]})
]
DerivedBy = Annotated[str, AfterValidator(_mark), Field(json_schema_extra={"pattern": "^[^/]+/.+$"})]
EmitAll = Annotated[
    Literal["All", "Derived"] | None,
    Field(description="All: the inputs go out, too (unless given); Derived: only what functions made."),
]
FunctionName = Annotated[str, AfterValidator(_function_name), Field(json_schema_extra={"minLength": 1})]
ApiVersion = Literal["liqo-transformer.github.io/v1alpha1"]
Mark = Annotated[
    bool | None,
    Field(description="Whether the objects made carry an annotation with this function; true unless given."),
]


class FunctionMetadata(BaseModel):
    """The name is part of the mark; all else is for the program that calls the function."""

    model_config = ConfigDict(extra="allow", strict=True, frozen=True)

    name: FunctionName = Field(description="The function's name in marks and messages.")


class ConsumerTransformSpec(Part):
    """What to make of the consumer's export for one provider."""

    consumer: ClusterId | None = Field(
        None, description="The consumer's cluster id; left out where its cluster-id ConfigMap is among the items."
    )
    provider: ClusterId = Field(description="The provider whose ShadowEndpointSlices are made.")
    emit: EmitAll = None
    profile: Profile = None
    pod_cidrs: PodCidrs = None
    reflection: Reflection = None
    namespaces: Namespaces = None
    nodes: Nodes = None
    not_reflected: NotReflected = None
    findings: Findings = None
    mark: Mark = None
    limits: LimitsOfReading = None


class ProviderTransformSpec(Part):
    """What to make of the ShadowEndpointSlices on a provider."""

    cluster: ClusterId | None = Field(
        None, description="The provider's cluster id; left out where its cluster-id ConfigMap is among the items."
    )
    profile: Profile = None
    deny_direct_connections: bool | None = Field(None, description="Whether the provider refuses direct connections.")
    emit: EmitAll = None
    consumer_view: list[View] | None = Field(
        None,
        description="Consumers' Configurations: [ID=]PATH, relative to the working directory, or the objects "
        "themselves (with a cluster-id ConfigMap where no ID names the consumer).",
    )
    findings: Findings = None
    mark: Mark = None
    limits: LimitsOfReading = None


class FleetConsumerPart(ConsumerPart):
    """The consumer. Its five lower fields, when given, win over what the export says."""

    exports: list[FilePath] = Field(
        min_length=1,
        description="Files and folders with its export, relative to the working directory: the kustomization's.",
    )


class FleetTransformSpec(Part):
    """A fleet, and the provider whose objects are made."""

    provider: ClusterId = Field(description="The provider whose ShadowEndpointSlices and EndpointSlices go out.")
    emit: Literal["All", "Derived"] | None = Field(
        None, description="All: the inputs go out, too; Derived: only what functions made (unless given)."
    )
    profile: Profile = None
    consumer: FleetConsumerPart = Field(description="The consumer.")
    providers: Providers = None
    deny_direct_connections: DenyAll = None
    findings: Findings = None
    mark: Mark = None
    limits: LimitsOfReading = None


class ReviewCheckSpec(Part):
    """What must have been done before."""

    requires: list[DerivedBy] | None = Field(
        None, description="Marks that derived objects must carry, KIND/NAME of the functions that had to run."
    )
    emit: Literal["Nothing", "All"] = Field(
        description="Nothing: for a validator of kustomize, which may give nothing back; All: for kpt, which would "
        "delete the files of what does not come back."
    )
    findings: Findings = None


class ConsumerTransform(Part):
    """ShadowEndpointSlices for one provider, from the consumer's export among the items."""

    api_version: ApiVersion
    kind: Literal["ConsumerTransform"]
    metadata: FunctionMetadata
    spec: ConsumerTransformSpec


class ProviderTransform(Part):
    """EndpointSlices, from the ShadowEndpointSlices and the provider's export among the items."""

    api_version: ApiVersion
    kind: Literal["ProviderTransform"]
    metadata: FunctionMetadata
    spec: ProviderTransformSpec | None = None


class FleetTransform(Part):
    """A provider's ShadowEndpointSlices and EndpointSlices, from exports that are read from files: a generator."""

    api_version: ApiVersion
    kind: Literal["FleetTransform"]
    metadata: FunctionMetadata
    spec: FleetTransformSpec


class ReviewCheck(Part):
    """A validator: whether the other functions ran, and left nothing that must not be applied."""

    api_version: ApiVersion
    kind: Literal["ReviewCheck"]
    metadata: FunctionMetadata
    spec: ReviewCheckSpec


MODELS: Mapping[str, type[Part]] = MappingProxyType(
    {model.__name__: model for model in (ConsumerTransform, ProviderTransform, FleetTransform, ReviewCheck)}
)

_DERIVING = "All keeps the inputs, Derived gives only what functions made"
#: What stands behind the fault of a field, by kind and path.
HINTS: Mapping[str, Mapping[tuple[str | int, ...], str]] = MappingProxyType(
    {
        "ConsumerTransform": {("spec", "emit"): _DERIVING},
        "ProviderTransform": {("spec", "emit"): _DERIVING},
        "FleetTransform": {("spec", "emit"): _DERIVING},
        "ReviewCheck": {("spec", "emit"): "Nothing is for a kustomize validator, All for kpt"},
    }
)
