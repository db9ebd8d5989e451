"""What is published of the function configurations: JSON Schemas, and definitions for catalogues of functions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from function_documents import ALL_FULL, ALL_SMALLEST, changed, function

from transformer.cli.publish import existing, published
from transformer.cli.schema import schema_texts
from transformer.configuration.function_kinds import KINDS, SCHEMA_NAMES

ROOT = Path(__file__).parents[2]
SCHEMAS = {name: json.loads(text) for name, text in schema_texts().items()}
TEXTS = published(ROOT)
DEFINITIONS = {kind: yaml.safe_load(TEXTS[f"kustomize-plugin/definitions/{kind.lower()}.yaml"]) for kind in KINDS}

WRONG: list[dict[str, Any]] = [
    function("ConsumerTransform", {}),
    function("ConsumerTransform", metadata={}),
    function("ConsumerTransform", provider="milan"),
    function("ConsumerTransform", apiVersion="v1"),
    changed("ConsumerTransform", emit="Nothing"),
    changed("ConsumerTransform", podCIDRs=[]),
    changed("ConsumerTransform", podCIDRs="10.0.0.0/8"),
    changed("ConsumerTransform", profile="failover"),
    changed("ConsumerTransform", limits={"depth": 0}),
    changed("ConsumerTransform", notReflected={"label": []}),
    changed("ProviderTransform", consumerView=[{"kind": "Configuration"}]),
    changed("ProviderTransform", consumerView=[""]),
    changed("ProviderTransform", findings={"ignore": ["pending-ip"]}),
    *[
        changed("ProviderTransform", findings={"ignore": [{"code": "pending-ip", "reason": "known", **wrong}]})
        for wrong in (
            {"code": "pending"},
            {"code": "unused-suppression"},
            {"reason": " "},
            {"object": "a/b/c"},
            {"object": ""},
            {"objects": "shop/*"},
        )
    ],
    changed("ReviewCheck", findings={"ignore": [{"code": "function-not-run"}]}),
    changed("FleetTransform", output="out"),
    changed("FleetTransform", consumer={"id": "rome"}),
    changed("FleetTransform", providers={"milan": {"export": []}}),
    function("ReviewCheck", {}),
    changed("ReviewCheck", emit="Derived"),
    changed("ReviewCheck", requires=["to-milan"]),
]


def openapi(kind: str) -> dict[str, Any]:
    schema: dict[str, Any] = DEFINITIONS[kind]["spec"]["versions"][0]["schema"]["openAPIV3Schema"]
    return schema


def judges(kind: str) -> list[dict[str, Any]]:
    return [SCHEMAS[SCHEMA_NAMES[kind]], openapi(kind)]


@pytest.mark.parametrize("document", [*ALL_FULL, *ALL_SMALLEST])
def test_both_schemas_take_what_is_right(document: dict[str, Any]) -> None:
    annotated = {**document, "metadata": {"name": "x", "annotations": {"config.kubernetes.io/function": "exec: {}"}}}
    for schema in judges(document["kind"]):
        jsonschema.validate(annotated, schema, cls=jsonschema.Draft202012Validator)


@pytest.mark.parametrize("document", WRONG)
def test_both_schemas_refuse_what_is_wrong(document: dict[str, Any]) -> None:
    for schema in judges(document["kind"]):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(document, schema, cls=jsonschema.Draft202012Validator)


def test_a_schema_takes_its_own_kind_alone() -> None:
    for document in ALL_FULL:
        for kind in KINDS:
            for schema in judges(kind):
                assert jsonschema.Draft202012Validator(schema).is_valid(document) == (document["kind"] == kind)


def test_the_published_files_are_current() -> None:
    there = existing(ROOT)
    ours = [
        *(f"schemas/{name}.schema.json" for name in SCHEMA_NAMES.values()),
        *(f"kustomize-plugin/definitions/{kind.lower()}.yaml" for kind in KINDS),
    ]
    stale = [name for name in ours if there.get(name) != TEXTS[name]]
    assert stale == [], "run: python -m transformer.cli.publish"


#: What an OpenAPI v3.0 schema may say, as far as ours say anything.
KEYWORDS = {
    *("type", "description", "properties", "required", "additionalProperties", "items", "enum", "anyOf"),
    *("minLength", "minItems", "minimum", "maximum", "pattern"),
}


def keywords(schema: dict[str, Any]) -> set[str]:
    found = set(schema)
    for key, value in schema.items():
        inner = value.values() if key == "properties" else value if key == "anyOf" else [value]
        if key in ("properties", "anyOf", "items", "additionalProperties"):
            for each in inner:
                found |= keywords(each) if isinstance(each, dict) else set()
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_a_definition_says_what_the_function_is(kind: str) -> None:
    definition = DEFINITIONS[kind]
    spec = definition["spec"]
    assert (definition["apiVersion"], definition["kind"]) == ("config.kubernetes.io/v1alpha1", "KRMFunctionDefinition")
    assert definition["metadata"]["name"] == f"{kind.lower()}s.{spec['group']}"
    assert f"{spec['group']}/{spec['versions'][0]['name']}" == ALL_FULL[0]["apiVersion"]
    assert spec["names"] == {"kind": kind}
    assert keywords(openapi(kind)) <= KEYWORDS


def test_examples_are_those_that_configure_the_kind(tmp_path: Path) -> None:
    examples = tmp_path / "kustomize-plugin" / "examples"
    for name, text in (("a", "kind: ReviewCheck\n"), ("b", "x: 1\n---\nkind: FleetTransform\n"), ("c", "kind: Pod\n")):
        (examples / name / "overlay").mkdir(parents=True)
        (examples / name / "README.md").write_text("#", encoding="utf-8")
        (examples / name / "overlay" / "function.yaml").write_text(text, encoding="utf-8")
    texts = published(tmp_path)
    assert [
        yaml.safe_load(texts[f"kustomize-plugin/definitions/{kind.lower()}.yaml"])["spec"]["versions"][0].get(
            "examples"
        )
        for kind in KINDS
    ] == [None, None, ["kustomize-plugin/examples/b/README.md"], ["kustomize-plugin/examples/a/README.md"]]
