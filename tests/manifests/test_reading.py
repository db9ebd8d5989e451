"""From texts to objects: forms, encodings, Lists, what is no object, and that nothing ever raises."""

from __future__ import annotations

import codecs
import gc
import io
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from engine_outcomes import typed
from hypothesis import example, given, settings
from hypothesis import strategies as st
from yaml_texts import json_values, line_soup, soupy_lists

from transformer.findings.finding import Finding
from transformer.manifests import engines
from transformer.manifests.building import Built
from transformer.manifests.documents import read_documents
from transformer.manifests.engines import Engine, FastEngine, GeneralEngine
from transformer.manifests.faults import FaultError
from transformer.manifests.json_text import JsonSyntaxError, read_json
from transformer.manifests.limits import Limits
from transformer.manifests.manifest import AmbiguousScalar, Manifest
from transformer.manifests.reading import read_inputs
from transformer.manifests.yaml_events import yaml_events

FIXTURES = Path(__file__).parents[2] / "fixtures"
LIMITS = Limits()

A = "apiVersion: v1\nkind: A\nmetadata:\n  name: a\n"
B = "apiVersion: v1\nkind: B\nmetadata:\n  name: b\n"
A_JSON = '{"apiVersion": "v1", "kind": "A", "metadata": {"name": "a"}}'
B_JSON = '{"apiVersion": "v1", "kind": "B", "metadata": {"name": "b"}}'


def read(text: str | bytes, engine: type[FastEngine] | type[GeneralEngine] = FastEngine) -> list[Manifest | Finding]:
    data = text.encode() if isinstance(text, str) else text
    return list(read_inputs(["-"], stdin=io.BytesIO(data), engine=engine))


def data_of(results: Iterable[Manifest | Finding]) -> list[dict[str, Any]]:
    manifests = []
    for result in results:
        assert isinstance(result, Manifest), result
        manifests.append(result.data)
    return manifests


def kinds(text: str | bytes) -> list[str]:
    return [data["kind"] for data in data_of(read(text))]


def codes(text: str | bytes) -> list[tuple[str, int | None]]:
    return [(r.code, r.position().line) for r in read(text) if isinstance(r, Finding)]


ITEM = "- apiVersion: v1\n  kind: {}\n  metadata:\n    name: x\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (A, "A"),
        (A.rstrip(), "A"),
        (f"---\n{A}", "A"),
        (f"--- # first\n{A}---\n{B}", "AB"),
        (f"---  \n\n---\n{A}...\n---\n{B}...\n", "AB"),
        (f"{A}...\n{B}", "AB"),
        (f"{A}... # end\n# between\n{B}", "AB"),
        (f"# c\n{A}---\nnull\n---\n~\n---\n{B}", "AB"),
        (f"--- {A_JSON}\n--- {B_JSON}\n", "AB"),
        ("--- {apiVersion: v1, kind: A, metadata: {name: a}}", "A"),
        ("{apiVersion: v1, kind: A,\nmetadata: {name: a},}", "A"),
        ('{"apiVersion": "v1", "kind": "A", metadata: {name: a}}', "A"),
        (A_JSON, "A"),
        (f"\n {A_JSON}\n\n{B_JSON}\n", "AB"),
        (A_JSON + B_JSON, "AB"),
        (f"{A_JSON}\n---\n{B}", "AB"),
        (f"{A_JSON}\n# comment\n", "A"),
        (f"# comment\n{A_JSON}", "A"),
        (f"[{A_JSON}]".replace("[", '{"kind": "List", "apiVersion": "v1", "items": [').replace("]", "]}"), "A"),
        ("apiVersion: v1\nitems:\n" + ITEM.format("A") + ITEM.format("B") + "kind: List\n", "AB"),
        ("kind: List\napiVersion: v1\nitems:\n" + ITEM.format("A") + ITEM.format("B"), "AB"),
        ("kind: List\nitems:\n" + ITEM.format("A"), "A"),
        ("kind: List\nitems:\n" + "".join(f"  {line}\n" for line in ITEM.format("A").splitlines() * 2), "AA"),
        ("apiVersion: v1\nitems:\n- apiVersion: v1\n  kind: List\n  items:\n  - " + B.replace("\n", "\n    ")
         + "\n" + ITEM.format("C") + "kind: List\n", "BC"),
        ("apiVersion: v1\nitems: []\nkind: List\nmetadata:\n  resourceVersion: \"\"\n", ""),
        ("apiVersion: v1\nitems: null\nkind: List\n", ""),
        ("apiVersion: v1\nitems:\nkind: EndpointSliceList\n", ""),
        ('{"apiVersion": "v1", "items": [], "kind": "List"}', ""),
    ],
)  # fmt: skip
def test_forms_of_input(text: str, expected: str) -> None:
    assert "".join(kinds(text)) == expected
    assert "".join(data["kind"] for data in data_of(read(text, GeneralEngine))) == expected


def test_items_of_a_typed_list_inherit_what_they_lack() -> None:
    text = (
        "apiVersion: x/v1\nkind: ThingList\nitems:\n- metadata:\n    name: a\n- kind: Other\n  metadata:\n    name: b\n"
    )
    assert [(data["apiVersion"], data["kind"]) for data in data_of(read(text))] == [
        ("x/v1", "Thing"),
        ("x/v1", "Other"),
    ]


def test_items_of_a_plain_list_inherit_nothing() -> None:
    assert codes("apiVersion: v1\nkind: List\nitems:\n- metadata:\n    name: a\n") == [("not-an-object", 4)]


def test_a_typed_list_without_a_version_gives_none() -> None:
    assert codes("kind: ThingList\nitems:\n- metadata:\n    name: a\n") == [("not-an-object", 3)]


def test_a_kind_that_ends_in_list_without_items_is_an_object() -> None:
    assert kinds("apiVersion: v1\nkind: WaitList\nmetadata:\n  name: a\n") == ["WaitList"]


def test_every_document_that_is_no_object_is_reported_and_the_rest_is_read() -> None:
    text = f"{A}---\nx: 1\n---\n- 1\n---\n{B}---\ntext\n"
    assert codes(text) == [("not-an-object", 6), ("not-an-object", 8), ("not-an-object", 15)]
    assert [r.data["kind"] for r in read(text) if isinstance(r, Manifest)] == ["A", "B"]


def test_not_an_object_names_the_field() -> None:
    (finding,) = read("apiVersion: v1\nkind: A\nmetadata:\n  name: 5\n")
    assert isinstance(finding, Finding)
    assert (finding.field, finding.message) == (
        "metadata.name",
        'this "A" is no Kubernetes object: metadata.name must be text, not the number 5',
    )


@pytest.mark.parametrize(
    ("value", "called"),
    [
        ("null", "null"),
        ("true", "the boolean true"),
        ("[]", "an empty list"),
        ("{a: 1}", "a mapping"),
        ("''", "an empty string"),
    ],
)
def test_what_stands_where_a_kind_should_is_named(value: str, called: str) -> None:
    (finding,) = read(f"apiVersion: v1\nkind: {value}\nmetadata:\n  name: a\n")
    assert isinstance(finding, Finding)
    assert finding.message.endswith(f"kind must be text, not {called}")


def test_several_faults_of_a_file_are_all_reported_in_the_order_of_the_text() -> None:
    text = f'{A}kind: B\nx: 2026-99-99\n---\n{B}x: "\\ud800"\nkind: C\n---\na: [\n---\nb: [\n'
    assert codes(text) == [
        ("duplicate-key", 5),
        ("invalid-yaml", 6),
        ("invalid-yaml", 12),
        ("duplicate-key", 13),
        ("invalid-yaml", 15),
    ]


def test_three_times_the_same_key_names_the_first_twice() -> None:
    findings = [r for r in read(f"{A}x:\n  k: 1\n  k: 2\n  k: 3\n") if isinstance(r, Finding)]
    places = [(f.position().line, [r.location.position().line for r in f.related if r.location]) for f in findings]
    assert places == [(7, [6]), (8, [6])]


@pytest.mark.parametrize(
    "data",
    [
        codecs.BOM_UTF8 + A.encode(),
        A.encode("utf-16"),
        codecs.BOM_UTF16_BE + A.encode("utf-16-be"),
        codecs.BOM_UTF16_LE + A_JSON.encode("utf-16-le"),
        codecs.BOM_UTF8 + A_JSON.encode(),
        A.replace("\n", "\r\n").encode(),
        A.replace("\n", "\r").encode(),
        ("---\r\n" + A.replace("\n", "\r\n") + "---\r\n").encode(),
        f"---\n\ufeff{A}".encode(),
    ],
)
def test_encodings_and_line_ends(data: bytes) -> None:
    assert data_of(read(data)) == [{"apiVersion": "v1", "kind": "A", "metadata": {"name": "a"}}]


def test_scalars_and_keys_are_resolved_and_quoted_ones_are_text() -> None:
    text = A + "x:\n  on: yes\n  8080: 0755\n  \"off\": \"no\"\n  <<: =\n  t: true\n  n:\n  f: 1.5\n  q: '1'\n  e: ''\n"
    for engine in (FastEngine, GeneralEngine):
        (data,) = data_of(read(text, engine))
        assert data["x"] == {
            "on": "yes", "8080": "0755", "off": "no", "<<": "=", "t": True, "n": None, "f": 1.5, "q": "1", "e": "",
        }  # fmt: skip
        keys = [key for key in data["x"] if isinstance(key, AmbiguousScalar)]
        values = [value for value in data["x"].values() if isinstance(value, AmbiguousScalar)]
        assert (keys, values) == (["on", "8080", "<<", "n"], ["yes", "0755", "="])


def test_json_has_no_ambiguous_scalars() -> None:
    (data,) = data_of(read(A_JSON[:-1] + ', "x": {"on": "yes", "y": 1e3, "z": -0, "s": "\\ud83d\\ude00"}}'))
    assert typed(data["x"]) == typed({"on": "yes", "y": 1000.0, "z": 0, "s": "😀"})


JSON_FAULTS = [
    ('{"a": 1, "a": 2}', [("duplicate-key", 9)]),
    ('{"a": {"b": 1, "b": [NaN]}, "c": 1e400}', [("duplicate-key", 15), ("invalid-yaml", 21), ("invalid-yaml", 33)]),
    ('{"a": "\\ud800", "b": Infinity}', [("invalid-yaml", 6), ("invalid-yaml", 21)]),
    ('{"\\udfff": 1}', [("invalid-yaml", 1)]),
    ('{"a": "\\\\ud800"}', []),
    ('{"a": 1.5E+3, "a": true}', [("duplicate-key", 14)]),
]


@pytest.mark.parametrize(("text", "expected"), JSON_FAULTS)
def test_faults_of_json(text: str, expected: list[tuple[str, int]]) -> None:
    ((built, start, end),) = read_json(text, 0, len(text), LIMITS)
    assert [(fault.code, fault.offset) for fault in built.faults] == expected
    assert (start, end) == (0, len(text))


@pytest.mark.parametrize(
    ("text", "offset", "cut_off", "words"),
    [
        ('{"a": }', 6, False, "a value is missing"),
        ('{"a" 1}', 5, False, "a colon is missing"),
        ('{"a": 1 "b": 2}', 8, False, "a comma or a closing bracket"),
        ('{"a": "b', 6, True, "never closed"),
        ('{"a": 1\n\n', 9, True, "a comma or a closing bracket"),
        ('{"a": "\\q"}', 7, False, "a backslash"),
        ('{"a": "\n"}', 7, False, "a line break"),
        ('{"a": 1} x', 9, False, "a value is missing"),
    ],
)
def test_json_syntax(text: str, offset: int, cut_off: bool, words: str) -> None:
    with pytest.raises(JsonSyntaxError, match=words) as caught:
        read_json(text, 0, len(text), LIMITS)
    assert caught.value.cut_off is cut_off
    assert caught.value.offset in (offset, offset - 1, len(text.rstrip()))


def test_a_file_named_json_gets_the_words_of_json(tmp_path: Path) -> None:
    text = "{apiVersion: v1, kind: A, metadata: {name: a}}"
    for name, expected in (("x.json", "invalid-yaml"), ("x.yaml", None)):
        (tmp_path / name).write_text(text)
        (result,) = read_inputs([str(tmp_path / name)])
        assert (result.code if isinstance(result, Finding) else None) == expected


def test_json_that_is_neither_gets_the_words_of_json_where_it_looks_like_it() -> None:
    (finding,) = read('{"a": 1 "b": 2}')
    assert isinstance(finding, Finding)
    assert "JSON" in finding.message
    (finding,) = read("{a: 1 b: 2}")
    assert isinstance(finding, Finding)
    assert "JSON" not in finding.message


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(st.text(), json_values), st.sampled_from([None, 4]), st.booleans())
def test_json_is_read_as_the_standard_library_does(value: dict[str, Any], indent: int | None, escaped: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=escaped)
    ((built, _, _),) = read_json(text, 0, len(text), Limits(depth=500))
    assert built.faults == []
    assert typed(built.value) == typed(json.loads(text))


@settings(max_examples=300, deadline=None)
@given(
    st.one_of(
        st.binary(),
        st.text().map(str.encode),
        st.text("{}[]\"',:\\ua0d8 \n-#&*!|>%@.?tn1e").map(str.encode),
        line_soup().map(str.encode),
        soupy_lists().map(str.encode),
    )
)
def test_no_input_raises_and_every_finding_has_a_place(data: bytes) -> None:
    results = read(data)
    assert results or b"List" in data  # nothing to say of an empty List: it is what kubectl prints for nothing
    for result in results:
        if isinstance(result, Finding):
            position = result.position()
            assert position.file == "-"
            assert position.line is None or position.line >= 1
            assert result.location is not None
            result.location.source_line()
        else:
            assert result.origin.at(("metadata", "name")).position().line is not None


@settings(max_examples=200, deadline=None)
@given(st.lists(st.one_of(line_soup(), soupy_lists(), st.sampled_from([A, B, A_JSON + "\n"])), min_size=1, max_size=3))
@example(["apiVersion: v1\nitems:\n-   apiVersion: v1\n    kind: A\n    metadata: {name: a}\n- \nkind: List\n"])
def test_engines_give_the_same_manifests_and_findings_for_streams(parts: list[str]) -> None:
    text = "---\n".join(part if part.endswith("\n") else part + "\n" for part in parts)

    def seen(engine: type[FastEngine] | type[GeneralEngine]) -> list[object]:
        return [
            (r.code, r.message, r.position()) if isinstance(r, Finding) else (typed(r.data), r.origin.at(()).position())
            for r in read(text, engine)
        ]

    assert seen(FastEngine) == seen(GeneralEngine)


EXPORTS = sorted(
    path for name in ("fleet", "fleet-overlapping", "fleet-live") for path in FIXTURES.glob(f"{name}/exports/*/*")
)
CASES = sorted(path for path in FIXTURES.glob("conformance/*/*.yaml"))


def test_there_are_exports() -> None:
    assert len(EXPORTS) > 60
    assert len(CASES) > 300


@pytest.mark.parametrize("path", [*EXPORTS, *CASES[::25]], ids=lambda path: str(path.relative_to(FIXTURES)))
def test_engines_read_the_same_from_exports(path: Path) -> None:
    fast, general = (list(read_inputs([str(path)], engine=engine)) for engine in (FastEngine, GeneralEngine))
    assert [typed(data) for data in data_of(fast)] == [typed(data) for data in data_of(general)]
    assert [m.origin.at(()).position() for m in fast if isinstance(m, Manifest)] == [
        m.origin.at(()).position() for m in general if isinstance(m, Manifest)
    ]


@pytest.mark.parametrize("path", [*EXPORTS, *CASES[::25]], ids=lambda path: str(path.relative_to(FIXTURES)))
def test_exports_are_read_without_the_general_engine(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def called(*_arguments: object, **_options: object) -> None:
        raise AssertionError("the general engine was asked")

    monkeypatch.setattr(engines, "general_events", called)
    assert data_of(read_inputs([str(path)]))


def test_an_odd_item_alone_goes_to_the_general_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    general = yaml_events

    def note(text: str, start: int, end: int, limits: Limits, **options: int) -> object:
        asked.append(text[start:end])
        return general(text, start, end, limits, **options)

    monkeypatch.setattr(engines, "general_events", note)
    odd = ITEM.format("Odd") + '  text: "one\n    two"\n'
    text = "apiVersion: v1\nitems:\n" + ITEM.format("A") + odd + ITEM.format("B") + "kind: List\n"
    assert kinds(text) == ["A", "Odd", "B"]
    assert asked == [odd]


class Other:
    """An engine of one's own: all that reading asks of it."""

    def __init__(self, limits: Limits) -> None:
        self._general: Engine = GeneralEngine(limits)

    def load(self, text: str, start: int, end: int) -> Built:
        return self._general.load(text, start, end)


def test_an_engine_is_given_by_its_class() -> None:
    (manifest,) = read_inputs(["-"], stdin=io.BytesIO(A.encode()), engine=Other)
    assert isinstance(manifest, Manifest)


def test_the_collector_is_on_again_after_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(FaultError):
        FastEngine(LIMITS).load("a: [", 0, 4)
    assert gc.isenabled()
    monkeypatch.setattr(gc, "isenabled", lambda: False)
    enabled: list[bool] = []
    monkeypatch.setattr(gc, "enable", lambda: enabled.append(True))
    FastEngine(LIMITS).load(A, 0, len(A))
    assert not enabled


def test_documents_end_with_the_first_fault_that_nothing_can_be_trusted_behind() -> None:
    text = f"{A}---\na: &x 1\n---\n{B}"
    documents = list(read_documents(text, FastEngine(LIMITS), LIMITS))
    assert [len(document.faults) for document in documents] == [0, 1]


def test_a_merge_conflict_is_told_at_its_begin() -> None:
    conflict = (
        "apiVersion: v1\nkind: B\n<<<<<<< ours\nmetadata: {name: a}\n=======\nmetadata: {name: b}\n>>>>>>> theirs\n"
    )
    (found,) = [each for each in read(f"{A}---\n{conflict}") if isinstance(each, Finding)]
    assert (found.code, found.position().line) == ("invalid-yaml", A.count("\n") + 4)
    assert "the conflict is not resolved" in found.message


def test_what_is_no_object_is_not_shown() -> None:
    (found,) = read("//registry.example/:_authToken=SECRET\n")
    assert isinstance(found, Finding)
    assert (found.code, "SECRET" in found.message) == ("not-an-object", False)
