"""The shapes and the models say the same, and a valid configuration is read without what is slow to import."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from copy import deepcopy
from typing import Any, get_args, get_origin

import pytest
from function_documents import ALL_FULL, ALL_SMALLEST, FULL, config_map, function
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from transformer.configuration.function_kinds import EMITS, KINDS, SCHEMA_NAMES
from transformer.configuration.function_model import HINTS, MODELS
from transformer.configuration.function_shapes import DOCUMENTS, SPECS
from transformer.configuration.limit_bounds import LARGEST
from transformer.configuration.shapes import Record, Sequence, Shape, Table
from transformer.manifests.manifest import AmbiguousScalar

SLOW = ("pydantic", "jsonschema", "ruamel.yaml", "difflib", "click")

#: What is tried in every place: values that are right in some, and lists and mappings of them.
SCALARS: list[Any] = [
    *("rome", "milan", "Rome_1", "", "10.0.0.0/8", "10.0.0.0", "a\0b", "a\ud800", "rome=x", "x=", "liqo-1.2", "direct"),
    *("pending-ip", "unused-suppression", "shop/*", "a/b/c", " "),
    *("All", "Derived", "Nothing", "error", "AllowList", "ReviewCheck/x", "FleetTransform/x", *KINDS),
    *(True, False, None, 0, 1, 1.0, -1, 5),
    *(bound + more for bound in set(LARGEST.values()) for more in (0, 1)),
    *(AmbiguousScalar("on"), AmbiguousScalar("milan"), AmbiguousScalar("10.0.0.0/8"), AmbiguousScalar("All")),
]
VALUES: list[Any] = [
    *SCALARS,
    *([], {}, [[]], [{}], {"rome": {}}, {"name": "x", 3: 4}),
    *([value] for value in SCALARS),
    *({"rome": value} for value in SCALARS),
    *({value: "milan"} for value in SCALARS),
]
NAMES = sorted({name for kind in KINDS for name in SPECS[kind].fields} | {"id", "labels", "depth", "rome", "zzz", ""})
ANYTHING = st.recursive(
    st.sampled_from(SCALARS),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=2),
)


@st.composite
def bent(draw: st.DrawFn) -> dict[str, Any]:
    """A full configuration in which something is replaced, added or taken away, or nothing is."""
    document: Any = json.loads(json.dumps(draw(st.sampled_from(ALL_FULL))))
    for _ in range(draw(st.integers(0, 3))):
        holder = document
        while True:
            steps = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
            step = draw(st.sampled_from(steps)) if steps else None
            if step is None or not isinstance(holder[step], dict | list) or draw(st.booleans()):
                break
            holder = holder[step]
        deed = draw(st.sampled_from(["replace", "remove", "add"]))
        if deed == "add" and isinstance(holder, dict):
            holder[draw(st.sampled_from(NAMES) | st.just("a\ud800"))] = draw(ANYTHING)
        elif deed == "add":
            holder.append(draw(ANYTHING))
        elif step is not None and deed == "replace":
            holder[step] = draw(ANYTHING)
        elif step is not None:
            del holder[step]
    return dict(document)


@pytest.mark.parametrize("document", [*ALL_FULL, *ALL_SMALLEST])
def test_what_is_right_fits(document: dict[str, Any]) -> None:
    assert DOCUMENTS[document["kind"]].fits(document)


@given(bent(), st.sampled_from(KINDS))
def test_what_fits_is_accepted_by_the_model(document: dict[str, Any], kind: str) -> None:
    kinds = [each for each in KINDS if each in (kind, document.get("kind"))]
    for each in kinds:
        if DOCUMENTS[each].fits(document):
            MODELS[each].model_validate(document)


def places(holder: Any) -> Iterator[tuple[Any, Any]]:
    """Every mapping and list in a document with each of its keys or indexes."""
    for step in list(holder) if isinstance(holder, dict) else range(len(holder)):
        yield holder, step
        if isinstance(holder[step], dict | list):
            yield from places(holder[step])


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_fits_in_a_place_is_accepted_there_by_the_model(kind: str) -> None:
    document = deepcopy(function(kind, FULL[kind]))
    fitting = 0
    for holder, step in list(places(document)):
        right = holder[step]
        for value in VALUES:
            holder[step] = value
            if DOCUMENTS[kind].fits(document):
                fitting += 1
                MODELS[kind].model_validate(document)
        holder[step] = right
    assert fitting > 20


def test_an_ambiguous_scalar_fits_nothing() -> None:
    for kind in KINDS:
        for name in SPECS[kind].fields:
            for text in ("milan", "All", "direct", "true"):
                assert not SPECS[kind].fields[name].fits(AmbiguousScalar(text))


def fields_of_model(model: type[BaseModel], path: str = "") -> dict[str, bool]:
    """Every field below a model by its path, and whether it is required."""
    found: dict[str, bool] = {}
    for info in model.model_fields.values():
        name = f"{path}{info.alias or 'name'}"
        found[name] = info.is_required()
        for inner, many in models_in(info.annotation):
            found |= fields_of_model(inner, f"{name}.*." if many else f"{name}.")
    return found


def models_in(annotation: Any, many: bool = False) -> list[tuple[type[BaseModel], bool]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [(annotation, many)]
    many = many or get_origin(annotation) in (dict, list)
    return [each for arg in get_args(annotation) for each in models_in(arg, many)]


def fields_of_shape(shape: Shape, path: str = "") -> dict[str, bool]:
    """The same of a shape."""
    if isinstance(shape, Table | Sequence):
        return fields_of_shape(shape.value if isinstance(shape, Table) else shape.item, f"{path}*.")
    found: dict[str, bool] = {}
    if isinstance(shape, Record):
        for name, inner in shape.fields.items():
            found[f"{path}{name}"] = name in shape.required
            found |= fields_of_shape(inner, f"{path}{name}.")
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_shape_and_model_have_the_same_fields_and_need_the_same(kind: str) -> None:
    assert fields_of_shape(DOCUMENTS[kind]) == fields_of_model(MODELS[kind])


def test_every_table_knows_every_kind() -> None:
    for table in (MODELS, SPECS, DOCUMENTS, EMITS, SCHEMA_NAMES, HINTS):
        assert list(table) == list(KINDS)
    for kind in KINDS:
        schema = json.dumps(MODELS[kind].model_json_schema())
        assert all(f'"{choice}"' in schema for choice in EMITS[kind][0])


PROGRAM = """
import json, sys
from transformer.configuration.functions import FunctionConfiguration, read_function_configuration

class Place:
    def position(self):
        raise AssertionError

class Origin:
    file = "-"
    def at(self, path, *, key=False):
        assert path[:-2] == ("spec", "findings", "ignore") or path[0] == "data"
        return Place()

for document in json.load(sys.stdin):
    assert isinstance(read_function_configuration(document, Origin()), FunctionConfiguration), document
print(json.dumps(sorted(sys.modules)))
"""


def test_a_valid_configuration_is_read_without_what_is_slow_to_import() -> None:
    data = {"kind": "FleetTransform", "provider": "milan", "consumer.id": "rome", "consumer.exports": "a,b"}
    data |= {"findings.ignore.0.code": "pending-ip", "findings.ignore.0.reason": "known"}
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        input=json.dumps([*ALL_FULL, *ALL_SMALLEST, config_map(data)]),
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = set(json.loads(ended.stdout))
    assert "transformer.configuration.functions" in loaded
    assert loaded.isdisjoint(SLOW)
