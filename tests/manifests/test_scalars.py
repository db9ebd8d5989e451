"""What plain scalars mean, against two other readers: PyYAML (YAML 1.1) and ruamel.yaml (YAML 1.2)."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML
from ruamel.yaml.nodes import ScalarNode

from transformer.manifests import scalars
from transformer.manifests.manifest import AmbiguousScalar
from transformer.manifests.scalars import (
    ImpossibleValueError,
    TooManyDigitsError,
    describe,
    resolve_key,
    resolve_plain,
)

DIGITS = 100


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", None), ("~", None), ("null", None), ("Null", None), ("NULL", None),
        ("true", True), ("True", True), ("TRUE", True), ("false", False), ("False", False), ("FALSE", False),
        ("0", 0), ("1", 1), ("-1", -1), ("+12", 12), ("-0", 0), ("12345678901234567890", 12345678901234567890),
        ("1.5", 1.5), ("-1.5", -1.5), ("1.", 1.0), ("0.0", 0.0), ("1.5e+3", 1500.0), ("1.0E-2", 0.01), ("01.5", 1.5),
    ],
)  # fmt: skip
def test_scalars_that_all_readers_type_alike(text: str, value: object) -> None:
    resolved = resolve_plain(text, DIGITS)
    assert (type(resolved), resolved) == (type(value), value)


@pytest.mark.parametrize(
    "text",
    [
        "x", "nULL", "tRUE", "nope", "yess", "10.0.0.1", "10.0.0.0/8", "2001:db8::1", "::1",
        "0:0:0:0:0:0:0:1", "fe80::1",
        "2001:100:1:2:3:4:5:6", "1.2.3", "1-2", "v1", "-", "+", ".", "..", "-x", "1x", "0x", "0b2",
        "0xfg", "1e", "e3", "--1",
        "2026-12", "2026-1-99", "2026-99-9", "20261-01-01", "8080/TCP", "1:60", "1,000", "1 000", "_1",
        "inf", "nan", ".infx",
        "3d974de0-3a7b-464d-ae9a-be50523dcf88", "<", "<<<", "==", "1.5e3x", "0o8", "٣", "100m", "1Gi", "1_x",
    ],
)  # fmt: skip
def test_scalars_that_all_readers_take_for_text(text: str) -> None:
    assert type(resolve_plain(text, DIGITS)) is str
    assert type(resolve_key(text, DIGITS)) is str


@pytest.mark.parametrize(
    ("text", "others"),
    [
        ("y", "the boolean true"), ("Y", "the boolean true"), ("yes", "the boolean true"), ("ON", "the boolean true"),
        ("yEs", "the boolean true"), ("n", "the boolean false"), ("No", "the boolean false"),
        ("off", "the boolean false"),
        ("=", "a mark for a default value"), ("<<", "a mark for merging mappings"),
        ("0755", "the number 493"), ("08", "the number 8"), ("-012", "the number -10"), ("00", "the number 0"),
        ("0o14", "the number 12"), ("0x1F", "the number 31"), ("0X1f", "the number 31"), ("-0x1F", "the number -31"),
        ("0b11", "the number 3"), ("1_000", "the number 1000"), ("0x_1", "the number 1"), ("0_7", "the number 7"),
        ("1:20", "the number 80"), ("-1:20", "the number -80"), ("190:20:30", "the number 685230"),
        ("1:20.5", "the number 80.5"), ("2001:10:20:30:40:50:1:2", "the number 5602001869620062"),
        ("1e3", "the number 1000.0"), ("1.5e3", "the number 1500.0"), (".5", "the number 0.5"),
        ("+.5", "the number 0.5"),
        ("-.5", "the number -0.5"), ("1_0.5", "the number 10.5"), ("._", "a number"), (".5_", "the number 0.5"),
        (".inf", "the number infinity"), ("-.INF", "the number infinity"), (".nan", "a value that is no number"),
        ("0x" + "1" * 60, "a number"), ("1" * 50 + "_", "a number"),
        ("2026-12-01", "a date"), ("2026-1-1", "a date"), ("2026-12-01T05:22:22Z", "a point in time"),
        ("2026-12-01 05:22:22.5 +02:00", "a point in time"), ("2026-12-01t5:22:22-3", "a point in time"),
    ],
)  # fmt: skip
def test_scalars_that_readers_disagree_on(text: str, others: str) -> None:
    for resolved in (resolve_plain(text, DIGITS), resolve_key(text, DIGITS)):
        assert isinstance(resolved, AmbiguousScalar)
        assert (resolved, resolved.others) == (text, others)


@pytest.mark.parametrize(
    "text",
    [
        "2026-99-99", "2026-02-30", "2025-02-29", "0000-01-01", "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z",
        "2026-01-01 00:00:60", "2026-01-01T00:00:00+24:00", "2026-01-01T00:00:00+01:60", "1.0e+999", "-1.5e+400",
    ],
)  # fmt: skip
def test_values_that_do_not_exist(text: str) -> None:
    for resolve in (resolve_plain, resolve_key):
        with pytest.raises(ImpossibleValueError):
            resolve(text, DIGITS)


def test_an_integer_has_at_most_so_many_digits() -> None:
    assert resolve_plain("-" + "1" * DIGITS, DIGITS) == -int("1" * DIGITS)
    for resolve in (resolve_plain, resolve_key):
        with pytest.raises(TooManyDigitsError):
            resolve("1" * (DIGITS + 1), DIGITS)


@pytest.mark.parametrize(
    ("text", "others"),
    [
        ("8080", "the number 8080"), ("1.5", "the number 1.5"), ("true", "the boolean true"),
        ("False", "the boolean false"), ("", "no value (null)"), ("~", "no value (null)"),
    ],
)  # fmt: skip
def test_a_key_is_text_and_ambiguous_where_its_value_would_not_be(text: str, others: str) -> None:
    key = resolve_key(text, DIGITS)
    assert isinstance(key, AmbiguousScalar)
    assert (key, key.others, dict[str, int]({key: 1})[text]) == (text, others, 1)


def test_a_value_in_words() -> None:
    assert [describe(value) for value in (None, True, 5, 0.5)] == [
        "no value (null)", "the boolean true", "the number 5", "the number 0.5",
    ]  # fmt: skip


def as_yaml_1_1(text: str) -> Any:
    loader: Any = yaml.SafeLoader("")
    tag = loader.resolve(yaml.ScalarNode, text, (True, False))
    return loader.construct_object(yaml.ScalarNode(tag, text))


def as_yaml_1_2(text: str) -> Any:
    reader: Any = YAML(typ="safe", pure=True)
    tag = reader.resolver.resolve(ScalarNode, text, (True, False))
    return reader.constructor.construct_object(ScalarNode(tag, text))


@settings(max_examples=500, deadline=None)
@given(
    st.one_of(
        st.text("0123456789_.:eE+-xobTZ", min_size=1, max_size=9),
        st.from_regex(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt ][0-9]{1,2}:[0-9]{2}:[0-9]{2}Z?)?", fullmatch=True),
        st.text("yesnofYESNOFtrualTRUAL~=<", min_size=1, max_size=5),
    )
)
def test_what_two_readers_type_differently_is_never_a_plain_value(text: str) -> None:
    try:
        ours = resolve_plain(text, DIGITS)
    except ImpossibleValueError:
        return
    if isinstance(ours, AmbiguousScalar):
        return
    for read in (as_yaml_1_1, as_yaml_1_2):
        theirs = read(text)
        assert (type(theirs), theirs) == (type(ours), ours)


@given(st.from_regex(r"([0-9]+\.){2,4}[0-9]+|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", fullmatch=True))
def test_what_is_passed_over_at_once_is_no_number_to_anybody(text: str) -> None:
    patterns = [scalars._NO_NUMBER, scalars._SEXAGESIMAL, scalars._LEADING_ZERO, scalars._SOME_FLOAT]
    patterns += [*scalars._BASES.values(), scalars._DOT_AND_UNDERSCORE]
    assert not any(pattern.match(text) for pattern in patterns)
    value = scalars.resolve_plain(text, 100) if not scalars._INTEGER.match(text) else text
    assert value == text
    assert type(value) is str
