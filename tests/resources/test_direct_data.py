"""The direct-connections data, as Go's encoder writes it (C13) and Go's decoder reads it (P02)."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transformer.resources.direct_data import BrokenDirectDataError, decode_direct_data, encode_direct_data

#: Text as a Kubernetes annotation can hold it: no half of a surrogate pair.
TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
CLUSTERS = st.dictionaries(TEXTS, st.lists(TEXTS, max_size=4), max_size=4)


@pytest.mark.rule("C13")
@pytest.mark.parametrize(
    ("addresses", "written"),
    [
        ({"turin": ["10.62.0.9"]}, '{"clusterAddresses":{"turin":["10.62.0.9"]}}'),
        ({"turin": [], "lyon": ["b", "a"]}, '{"clusterAddresses":{"lyon":["b","a"],"turin":[]}}'),
        # Byte order: the hyphen before digits, digits before capitals, those before small letters, ASCII first.
        (
            {"é": [], "ab": [], "a-b": [], "a1": [], "B": []},
            '{"clusterAddresses":{"B":[],"a-b":[],"a1":[],"ab":[],"é":[]}}',
        ),
        # U+FFFD comes before U+10000 in bytes, although UTF-16 has it the other way round.
        ({"\U00010000": [], "\ufffd": []}, '{"clusterAddresses":{"\ufffd":[],"\U00010000":[]}}'),
        ({"<>&": ["\u2028\u2029"]}, '{"clusterAddresses":{"\\u003c\\u003e\\u0026":["\\u2028\\u2029"]}}'),
        ({"c": ["\b\f\n\r\t"]}, '{"clusterAddresses":{"c":["\\b\\f\\n\\r\\t"]}}'),
        ({"c": ["\x00\x1f"]}, '{"clusterAddresses":{"c":["\\u0000\\u001f"]}}'),
        ({"c": ["\x7f"]}, '{"clusterAddresses":{"c":["\x7f"]}}'),
        ({"c": ['"\\/']}, '{"clusterAddresses":{"c":["\\"\\\\/"]}}'),
        ({"c": ["日本"]}, '{"clusterAddresses":{"c":["日本"]}}'),
    ],
)
def test_it_is_written_as_go_writes_it(addresses: dict[str, list[str]], written: str) -> None:
    assert encode_direct_data(addresses) == written


@pytest.mark.rule("P02")
@pytest.mark.parametrize(
    ("document", "read"),
    [
        ('{"clusterAddresses":{"c":["1","2"]}}', {"c": ["1", "2"]}),
        ('{"CLUSTERADDRESSES":{"c":["1"]}}', {"c": ["1"]}),
        ('{"clu\u017fterAddresses":{"c":["1"]}}', {"c": ["1"]}),
        # A repeated key, in one spelling or two, adds to the map; a repeated cluster replaces its list.
        ('{"clusteraddresses":{"c":["1"]},"clusterAddresses":{"d":["2"]}}', {"c": ["1"], "d": ["2"]}),
        ('{"clusterAddresses":{"c":["1"]},"clusterAddresses":{"d":["2"]}}', {"c": ["1"], "d": ["2"]}),
        ('{"clusterAddresses":{"c":["1"]},"clusterAddresses":{"c":["2"]}}', {"c": ["2"]}),
        ('{"clusterAddresses":{"c":["1"],"c":["2"]}}', {"c": ["2"]}),
        ('{"clusterAddresses":{"c":["1"]},"clusterAddresses":null}', {}),
        ('{"clusterAddresses":null,"clusterAddresses":{"c":["1"]}}', {"c": ["1"]}),
        ('{"other":[1,{"a":2}],"clusterAddresses":{"c":["1"]}}', {"c": ["1"]}),
        ("null", {}),
        ("{}", {}),
        ('{"clusterAddresses":null}', {}),
        ('{"clusterAddresses":{}}', {}),
        ('{"clusterAddresses":{"c":null}}', {"c": []}),
        ('{"clusterAddresses":{"c":[]}}', {"c": []}),
        ('{"clusterAddresses":{"c":[null]}}', {"c": [""]}),
        (' \t\r\n{"clusterAddresses":{"c":["1"]}} \n', {"c": ["1"]}),
        ('{"clusterAddresses":{"c":["\\ud800"]}}', {"c": ["\ufffd"]}),
        ('{"clusterAddresses":{"\\udc00":["1"]}}', {"\ufffd": ["1"]}),
        ('{"clusterAddresses":{"c":["\\ud83d\\ude00"]}}', {"c": ["\U0001f600"]}),
    ],
)
def test_it_is_read_as_go_reads_it(document: str, read: dict[str, list[str]]) -> None:
    assert decode_direct_data(document) == read


@pytest.mark.rule("P02")
@pytest.mark.parametrize(
    "document",
    [
        '{"clusterAddresses":{"c":"10.0.0.1"}}',
        '{"clusterAddresses":{"c":[1]}}',
        '{"clusterAddresses":{"c":[["a"]]}}',
        '{"clusterAddresses":{"c":[true]}}',
        '{"clusterAddresses":{"c":{}}}',
        '{"clusterAddresses":{"c":{"d":"1"}}}',
        '{"clusterAddresses":["c"]}',
        '{"clusterAddresses":"c"}',
        '{"clusterAddresses":1}',
        "[]",
        '""',
        "true",
        "7",
        "",
        " ",
        "{",
        '{"clusterAddresses":{"c":["1"],}}',
        '{"clusterAddresses":{"c":["1"]}} trailing',
        '\ufeff{"clusterAddresses":{}}',
        '{"clusterAddresses":{"c":["\n"]}}',
        '{"clusterAddresses":{"c":["1"]},"other":NaN}',
        '{"clusterAddresses":{"c":["1"]},"other":-Infinity}',
        "{'clusterAddresses':{}}",
        "[" * 100_000,
    ],
)
def test_what_go_refuses_is_broken(document: str) -> None:
    with pytest.raises(BrokenDirectDataError):
        decode_direct_data(document)


@pytest.mark.rule("C13", "P02")
@given(CLUSTERS)
def test_what_is_written_is_read_again(addresses: dict[str, list[str]]) -> None:
    assert decode_direct_data(encode_direct_data(addresses)) == addresses


@pytest.mark.rule("C13")
@given(CLUSTERS)
def test_it_is_compact_sorted_json(addresses: dict[str, list[str]]) -> None:
    text = encode_direct_data(addresses)
    assert not set("<>&\u2028\u2029") & set(text)
    assert json.loads(text) == {"clusterAddresses": addresses}
    assert [key.encode() for key in json.loads(text)["clusterAddresses"]] == sorted(key.encode() for key in addresses)


@pytest.mark.rule("P02")
@given(st.text() | st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists).map(json.dumps))
def test_any_text_is_read_or_broken(document: str) -> None:
    try:
        clusters = decode_direct_data(document)
    except BrokenDirectDataError:
        return
    assert all(isinstance(address, str) for addresses in clusters.values() for address in addresses)
