"""Limits: their names on the command line, what values they take, and that reading keeps to them."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest

from transformer.findings.finding import Finding
from transformer.manifests.limits import LIMIT_NAMES, MOST_INTEGER_DIGITS, Limits, with_limit
from transformer.manifests.manifest import Manifest
from transformer.manifests.reading import read_inputs

OBJECT = "apiVersion: v1\nkind: A\nmetadata:\n  name: a\n"


def read(text: str, limits: Limits) -> list[Manifest | Finding]:
    return list(read_inputs(["-"], limits=limits, stdin=BytesIO(text.encode())))


def exceeded(text: str, limits: Limits, name: str) -> tuple[int | None, int | None]:
    """The place of the one finding, which must name the option."""
    findings = [result for result in read(text, limits) if isinstance(result, Finding)]
    assert [finding.code for finding in findings] == ["limit-exceeded"]
    assert f"--limit {name}=" in findings[0].remedy
    position = findings[0].position()
    return position.line, position.column


def test_names() -> None:
    assert set(LIMIT_NAMES) == {"file-bytes", "documents", "depth", "scalar-bytes", "integer-digits", "name-length"}


def test_a_limit_is_changed_by_its_name() -> None:
    assert with_limit(Limits(), "scalar-bytes", 5) == Limits(scalar_bytes=5)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("bytes", 5, "there is no limit 'bytes'"),
        ("scalar_bytes", 5, "there is no limit"),
        ("depth", 0, "the limit depth must be at least 1"),
        ("integer-digits", MOST_INTEGER_DIGITS + 1, "at most"),
    ],
)
def test_a_limit_that_cannot_be(name: str, value: int, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        with_limit(Limits(), name, value)


def test_a_file_of_just_the_size_is_read(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(OBJECT)
    (manifest,) = read_inputs([str(path)], limits=Limits(file_bytes=len(OBJECT)))
    assert isinstance(manifest, Manifest)


def test_a_file_beyond_the_size_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    with open(path, "wb") as file:
        file.truncate(Limits().file_bytes + 1)
    (finding,) = read_inputs([str(path)])
    assert isinstance(finding, Finding)
    assert (finding.code, finding.position().file) == ("limit-exceeded", str(path))
    assert "--limit file-bytes=" in finding.remedy


def test_standard_input_beyond_the_size() -> None:
    assert exceeded(OBJECT, Limits(file_bytes=len(OBJECT) - 1), "file-bytes") == (None, None)


@pytest.mark.parametrize("name", ["/proc/self/environ", "/proc/self/maps"])
def test_a_file_that_says_it_has_no_size(name: str) -> None:
    (finding,) = read_inputs([name], limits=Limits(file_bytes=1))
    assert isinstance(finding, Finding)
    assert finding.code == "limit-exceeded"


def test_documents() -> None:
    text = OBJECT + "---\n" + OBJECT + "---\n" + OBJECT
    assert len(read(text, Limits(documents=3))) == 3
    assert exceeded(text, Limits(documents=2), "documents") == (11, 1)


@pytest.mark.parametrize(
    ("value", "place"),
    [("\n" + "".join(f"{'  ' * n}a:\n" for n in range(1, 70)), None), ("[" * 70 + "]" * 70, (5, 67))],
)
def test_depth(value: str, place: tuple[int, int] | None) -> None:
    found = exceeded(f"{OBJECT}x: {value}\n".replace("x: \n", "x:\n"), Limits(), "depth")
    assert place is None or found == place


@pytest.mark.parametrize("opening", ["[", "{a: ", "- ", "[{a: ", '{"a":', "[[", "{"])
@pytest.mark.parametrize("closed", [True, False])
def test_ten_thousand_levels_are_refused_before_they_are_walked(opening: str, closed: bool) -> None:
    closing = {"[": "]", "{": "}"}
    ending = "".join(closing.get(character, "") for character in reversed(opening)) if closed else ""
    line, column = exceeded(opening * 10_000 + ending * 10_000, Limits(), "depth")
    assert line == 1
    assert column is not None
    assert column < 65 * len(opening) + 2


def test_depth_is_that_of_the_whole_document_for_a_list_item_too() -> None:
    item = "- apiVersion: v1\n  kind: A\n  metadata:\n    name: a\n  x:\n    y:\n      z: 1\n"
    nested = f"apiVersion: v1\nitems:\n{item}kind: List\n"
    assert len(read(nested, Limits(depth=5))) == 1
    assert exceeded(nested, Limits(depth=4), "depth") == (9, 7)


@pytest.mark.parametrize("form", ["x: {}\n", 'x: "{}"\n', "x: '{}'\n", "x: |\n  {}\n", "{}: x\n", "x: [{}]\n"])
@pytest.mark.parametrize("character", ["a", "é"])
def test_scalar_bytes_counts_bytes(form: str, character: str) -> None:
    # A block brings its line end with it.
    size = len(character.encode()) * 30 + ("|" in form)
    text = OBJECT + form.replace("{}", character * 30)
    assert [type(result) for result in read(text, Limits(scalar_bytes=size))] == [Manifest]
    line, _ = exceeded(text, Limits(scalar_bytes=size - 1), "scalar-bytes")
    assert line == 5


def test_scalar_bytes_in_json() -> None:
    text = '{"apiVersion": "v1", "kind": "A", "metadata": {"name": "a"},\n "x": "' + "a" * 50 + '"}'
    assert [type(result) for result in read(text, Limits(scalar_bytes=50))] == [Manifest]
    assert exceeded(text, Limits(scalar_bytes=49), "scalar-bytes") == (2, 7)


def test_integer_digits() -> None:
    for text in (
        f"{OBJECT}x: 123456\n",
        '{"apiVersion": "v1", "kind": "A", "metadata": {"name": "a"},\n\n\n\n "x":123456}',
    ):
        assert [type(result) for result in read(text, Limits(integer_digits=6))] == [Manifest]
        line, _ = exceeded(text, Limits(integer_digits=5), "integer-digits")
        assert line == 5


def test_integers_of_five_thousand_digits() -> None:
    assert exceeded(f"{OBJECT}x: {'1' * 5000}\n", Limits(), "integer-digits") == (5, 4)


@pytest.mark.parametrize("part", ["name", "namespace"])
def test_name_length(part: str) -> None:
    text = "apiVersion: v1\nkind: A\nmetadata:\n  name: a\n  namespace: b\n".replace(
        f"  {part}: ", f"  {part}: {'x' * 9}"
    )
    assert [type(result) for result in read(text, Limits(name_length=10))] == [Manifest]
    line, _ = exceeded(text, Limits(name_length=9), "name-length")
    assert line == (4 if part == "name" else 5)
