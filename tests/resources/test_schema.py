"""The quick check of a kind's schema says what jsonschema says, for every kind and whatever the value."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from transformer.manifests.manifest import AmbiguousScalar
from transformer.resources.kinds import KINDS
from transformer.resources.schema import Schema, compile_check, faults, list_of, map_of, one_or_list_of, record, text

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-3, 70_000)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from(["", "a", "IPv4", "FQDN", "10.0.0.1", "NetworkCIDRsConfigured"])
    | st.sampled_from([AmbiguousScalar("on", "the boolean true"), AmbiguousScalar("0755", "another number")])
)
VALUES = st.recursive(
    SCALARS, lambda each: st.lists(each, max_size=3) | st.dictionaries(st.text(max_size=3), each, max_size=3)
)


def fitting(schema: Schema) -> st.SearchStrategy[Any]:
    """Values made along a schema: most of them fit it, or nearly do."""
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if "pattern" in schema:
        return st.from_regex(schema["pattern"])
    if "anyOf" in schema:
        return st.one_of(*(fitting(each) for each in schema["anyOf"]))
    names = schema.get("type", "string")
    return st.one_of(*(_of_type(name, schema) for name in ([names] if isinstance(names, str) else names)))


def _of_type(name: str, schema: Schema) -> st.SearchStrategy[Any]:
    if name == "object" and "properties" in schema:
        required = set(schema.get("required", ()))
        fields = {key: fitting(each) for key, each in schema["properties"].items()}
        return st.fixed_dictionaries(
            {key: each for key, each in fields.items() if key in required},
            optional={key: each for key, each in fields.items() if key not in required},
        )
    if name == "object":
        return st.dictionaries(st.text("ab./", max_size=3), fitting(schema["additionalProperties"]), max_size=2)
    if name == "array":
        return st.lists(fitting(schema["items"]), max_size=2, min_size=schema.get("minItems", 0))
    simple: dict[str, st.SearchStrategy[Any]] = {
        "string": st.text("ab1.:/", max_size=4, min_size=schema.get("minLength", 0)),
        "integer": st.integers(0, 70_000),
        "boolean": st.booleans(),
        "null": st.none(),
    }
    return simple[name]


@st.composite
def spoilt(draw: st.DrawFn, schema: Schema) -> Any:
    """A fitting value in which one place, at any depth, holds something else or has gone."""
    value = copy.deepcopy(draw(fitting(schema)))
    holder = value
    while isinstance(holder, (dict, list)) and holder:
        place = draw(st.sampled_from(sorted(holder)) if isinstance(holder, dict) else st.integers(0, len(holder) - 1))
        if not isinstance(holder[place], (dict, list)) or not holder[place] or draw(st.booleans()):
            if isinstance(holder, dict) and draw(st.booleans()):
                del holder[place]
            else:
                holder[place] = draw(VALUES)
            break
        holder = holder[place]
    return value


def agrees(schema: Schema, value: Any) -> None:
    assert compile_check(schema)(value) == (not faults(schema, value))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
@settings(max_examples=25)
@given(data=st.data())
def test_it_agrees_with_jsonschema_on_values_with_a_fault(kind: Any, data: st.DataObject) -> None:
    agrees(kind.schema, data.draw(spoilt(kind.schema)))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
@settings(max_examples=25)
@given(data=st.data())
def test_values_made_along_a_schema_fit_it(kind: Any, data: st.DataObject) -> None:
    value = data.draw(fitting(kind.schema))
    assert compile_check(kind.schema)(value)
    assert faults(kind.schema, value) == []


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
@settings(max_examples=25)
@given(value=VALUES)
def test_it_agrees_with_jsonschema_on_any_value(kind: Any, value: Any) -> None:
    agrees(kind.schema, value)


def test_a_keyword_without_a_check_is_refused() -> None:
    with pytest.raises(ValueError, match="maxLength"):
        compile_check(record(name=text(maxLength=3)))


@pytest.mark.parametrize(
    ("schema", "value", "expected"),
    [
        (record(required=("a",), a=text()), {}, [((), "required")]),
        (record(required=("a",), a=text()), {"a": None}, [(("a",), "type")]),
        (record(a=text()), {"a": None, "unknown": 1}, []),
        (record(a=text(minLength=1)), {"a": ""}, [(("a",), "minLength")]),
        (map_of(text()), {"a": 1, "b": "x", "c": True}, [(("a",), "type"), (("c",), "type")]),
        (list_of(text()), ["x", 1], [((1,), "type")]),
        (one_or_list_of(text()), "x", []),
        (one_or_list_of(text()), ["x"], []),
        (one_or_list_of(text()), [1], [((0,), "type")]),
        (one_or_list_of(text()), 1, [((), "anyOf")]),
        (text(), AmbiguousScalar("on"), [((), "type")]),
        (map_of(text()), {AmbiguousScalar("on"): "x"}, [(("on",), "type")]),
    ],
)
def test_every_fault_is_listed_with_its_path(schema: Schema, value: Any, expected: list[Any]) -> None:
    assert [(path, keyword) for path, keyword, _, _ in faults(schema, value)] == expected
    assert compile_check(schema)(value) == (expected == [])
