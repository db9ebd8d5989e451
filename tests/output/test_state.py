"""The record of a run: what stands in it, that it comes back as it was, and that nothing broken passes for one."""

from __future__ import annotations

import json
import os
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transformer.findings.finding import ObjectRef
from transformer.outcome import DerivedObject, Fact, Outcome, Refusal, Summary
from transformer.output.recorded_facts import decode_facts, encode_facts
from transformer.output.state import (
    STATE_FILE,
    RecordedFile,
    RecordedObject,
    RunRecord,
    State,
    decode_state,
    encode_state,
    read_state,
    slices_in,
    with_state,
)
from transformer.output.tree import layout_tree

CONFIGURATION = ObjectRef("networking.liqo.io/v1beta1", "Configuration", "liqo-tenant-turin", "turin")
FACTS = (
    Fact(CONFIGURATION, "status.remote.cidr.pod[0]", "10.71.0.0/16", "rome"),
    Fact(CONFIGURATION, "spec.remote.cidr.pod[0]", "10.10.0.0/16", "rome"),
)
SLICE = DerivedObject("milan", "EndpointSlice", "shop", "web", {"kind": "EndpointSlice"}, FACTS + FACTS[:1])
REFUSALS = (
    Refusal("turin", "EndpointSlice", "shop", "web", ("outside-pod-cidrs", "lossy-prefix")),
    Refusal("milan", "EndpointSlice", "shop", "db", ("pending-ip",)),
)
RUN = RunRecord("0.1.0", "fleet", "direct", {"denyAll": False, "consumer": {"id": "rome"}})
OUTCOME = Outcome((SLICE,), REFUSALS, (), Summary(), ("milan", "turin"))


def write_all(folder: Path) -> None:
    for path, content in with_state(layout_tree(OUTCOME).files, RUN, REFUSALS):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)


def test_the_record_comes_last_and_says_what_was_written() -> None:
    written = list(with_state(layout_tree(OUTCOME).files, RUN, REFUSALS))
    assert [path for path, _ in written] == [
        "milan/endpointslices/shop/web.yaml",
        "milan/kustomization.yaml",
        "turin/kustomization.yaml",
        STATE_FILE,
    ]
    document = json.loads(written[-1][1])
    digests = {path: sha256(content).hexdigest() for path, content in written[:-1]}
    assert document == {
        "version": "0.1.0",
        "command": "fleet",
        "profile": "direct",
        "settings": {"denyAll": False, "consumer": {"id": "rome"}},
        "files": {
            "milan/endpointslices/shop/web.yaml": {
                "sha256": digests["milan/endpointslices/shop/web.yaml"],
                "provider": "milan",
                "objects": [
                    {
                        "kind": "EndpointSlice",
                        "namespace": "shop",
                        "name": "web",
                        "facts": {
                            "rome networking.liqo.io/v1beta1 Configuration liqo-tenant-turin turin": {
                                "spec.remote.cidr.pod[0]": "10.10.0.0/16",
                                "status.remote.cidr.pod[0]": "10.71.0.0/16",
                            }
                        },
                    }
                ],
            },
            "milan/kustomization.yaml": {
                "sha256": digests["milan/kustomization.yaml"],
                "provider": "milan",
                "objects": [],
            },
            "turin/kustomization.yaml": {
                "sha256": digests["turin/kustomization.yaml"],
                "provider": "turin",
                "objects": [],
            },
        },
        "refusals": [
            {
                "provider": "milan",
                "kind": "EndpointSlice",
                "namespace": "shop",
                "name": "db",
                "codes": ["pending-ip"],
                "facts": {},
            },
            {
                "provider": "turin",
                "kind": "EndpointSlice",
                "namespace": "shop",
                "name": "web",
                "codes": ["outside-pod-cidrs", "lossy-prefix"],
                "facts": {},
            },
        ],
    }


def test_the_bytes_are_sorted_a_line_for_each_file_and_end_in_a_newline() -> None:
    file = RecordedFile("d1", "milan", ())
    content = encode_state(State(RUN, {"b": file, "a": file}, ()))
    assert content == (
        b'{\n"command": "fleet",\n"files": {\n'
        b'"a": {"objects": [], "provider": "milan", "sha256": "d1"},\n'
        b'"b": {"objects": [], "provider": "milan", "sha256": "d1"}\n'
        b'},\n"profile": "direct",\n"refusals": [],\n'
        b'"settings": {"consumer": {"id": "rome"}, "denyAll": false},\n"version": "0.1.0"\n}\n'
    )


def test_a_record_is_read_back_from_a_folder(tmp_path: Path) -> None:
    write_all(tmp_path)
    state = read_state(tmp_path)
    assert state is not None
    assert state.run == RUN
    assert state.refusals == tuple(reversed(REFUSALS))
    (item,) = state.files["milan/endpointslices/shop/web.yaml"].objects
    assert (item.kind, item.namespace, item.name) == ("EndpointSlice", "shop", "web")
    assert item.facts == tuple(sorted(FACTS))
    assert slices_in(tmp_path, "fleet") == (("milan", "EndpointSlice"),)
    assert slices_in(tmp_path, "provider") == ()


texts = st.text(max_size=4)
references = st.builds(ObjectRef, texts, texts, texts, texts)
# A field of an object has one value.
facts = st.lists(
    st.builds(Fact, references, texts, texts, texts),
    max_size=2,
    unique_by=lambda fact: (fact.object, fact.field, fact.cluster),
).map(lambda all: decode_facts(encode_facts(all)))
objects = st.lists(st.builds(RecordedObject, texts, texts, texts, facts.map(encode_facts)), max_size=2).map(tuple)
states = st.builds(
    State,
    st.builds(RunRecord, texts, texts, texts, st.dictionaries(texts, st.one_of(texts, st.integers(), st.none()))),
    st.dictionaries(texts, st.builds(RecordedFile, texts, texts, objects), max_size=2),
    st.lists(
        st.builds(Refusal, texts, texts, texts, texts, st.lists(texts, max_size=2).map(tuple), facts), max_size=2
    ).map(lambda all: tuple(sorted(all, key=lambda r: r[:5]))),
)


@given(states)
def test_any_record_survives(state: State) -> None:
    assert decode_state(encode_state(state)) == state


def test_the_order_of_files_refusals_and_facts_does_not_matter() -> None:
    file = RecordedFile("", "milan", ())
    one = State(RUN, {"a": file, "b": file}, REFUSALS)
    other = State(RUN, {"b": file, "a": file}, tuple(reversed(REFUSALS)))
    assert encode_state(one) == encode_state(other)


VALID = json.loads(encode_state(State(RUN, {"a": RecordedFile("", "milan", ())}, REFUSALS)))


@pytest.mark.parametrize("key", sorted(VALID))
def test_a_record_that_lacks_a_part_is_none(key: str) -> None:
    rest = {name: value for name, value in VALID.items() if name != key}
    assert decode_state(json.dumps(VALID).encode()) is not None
    assert decode_state(json.dumps(rest).encode()) is None
    assert decode_state(json.dumps({**VALID, key: 1}).encode()) is None
    assert decode_state(json.dumps({**VALID, key: None}).encode()) is None


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"1",
        b'"text"',
        b"\xff\xfe\x00",
        b"\x80",
        b"[" * 100_000,
        b"1" * 10_000,
        b"not ours at all",
        json.dumps({**VALID, "files": {"a": {"sha256": "", "provider": "milan", "objects": [1]}}}).encode(),
        json.dumps({**VALID, "files": {"a": {"sha256": "", "provider": "milan"}}}).encode(),
        json.dumps({**VALID, "refusals": [{"provider": "milan"}]}).encode(),
    ],
)
def test_a_broken_or_foreign_file_is_no_record(content: bytes, tmp_path: Path) -> None:
    (tmp_path / STATE_FILE).write_bytes(content)
    assert read_state(tmp_path) is None
    assert slices_in(tmp_path, "fleet") == ()


def test_what_is_no_folder_or_holds_a_pipe_has_no_record(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="ascii")
    (tmp_path / "pipe").mkdir()
    os.mkfifo(tmp_path / "pipe" / STATE_FILE)
    for name in ("missing", "file", "pipe", "too long" * 40, "no\0path"):
        assert read_state(tmp_path / name) is None
        assert slices_in(tmp_path / name, "fleet") == ()


@given(facts)
def test_any_facts_survive_and_come_sorted(all: tuple[Fact, ...]) -> None:
    assert decode_facts(encode_facts(all)) == tuple(sorted(all, key=lambda fact: (_source(fact), fact.field)))


def _source(fact: Fact) -> str:
    (source,) = encode_facts([fact])
    return source


def test_what_is_no_fact_in_an_edited_record_is_left_out() -> None:
    assert decode_facts({"no source": {"a": "1"}, "r v1 Service shop web": {"a": 1}}) == ()  # type: ignore[dict-item]
