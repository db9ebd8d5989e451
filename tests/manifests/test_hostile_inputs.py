"""Each hostile file gives its one finding, at its place, whichever engine reads it."""

from __future__ import annotations

from pathlib import Path

import pytest

from transformer.findings.finding import Finding
from transformer.manifests.engines import FastEngine, GeneralEngine
from transformer.manifests.manifest import Manifest
from transformer.manifests.reading import read_inputs

HOSTILE = Path(__file__).parents[2] / "fixtures" / "hostile"

#: File, code, line, column; None where a file has no lines to speak of.
EXPECTED: list[tuple[str, str, int | None, int | None]] = [
    ("alias-as-key.yaml", "unsafe-yaml", 5, 1),
    ("alias-bomb.yaml", "unsafe-yaml", 1, 4),
    ("alias-to-itself.yaml", "unsafe-yaml", 1, 1),
    ("alias-without-anchor.yaml", "unsafe-yaml", 5, 7),
    ("anchor-in-list-item.yaml", "unsafe-yaml", 5, 13),
    ("anchor-in-second-document.yaml", "unsafe-yaml", 10, 4),
    ("anchor.yaml", "unsafe-yaml", 5, 7),
    ("api-version-is-a-number.yaml", "not-an-object", 1, 13),
    ("at-sign.yaml", "invalid-yaml", 5, 4),
    ("backtick.yaml", "invalid-yaml", 5, 4),
    ("bad-indentation.yaml", "invalid-yaml", 2, 6),
    ("binary.yaml", "unreadable-file", None, None),
    ("blank.yaml", "no-manifests", None, None),
    ("block-scalar-header.yaml", "invalid-yaml", 5, 5),
    ("character-beyond-unicode.yaml", "invalid-yaml", 5, 7),
    ("colon-in-plain-text.yaml", "invalid-yaml", 5, 5),
    ("comments-only.yaml", "no-manifests", None, None),
    ("control-character.yaml", "invalid-yaml", 5, 6),
    ("deep-block-mappings.yaml", "limit-exceeded", 65, 66),
    ("deep-flow-mappings.yaml", "limit-exceeded", 1, 256),
    ("deep-flow-sequences.yaml", "limit-exceeded", 1, 67),
    ("deep-sequences-on-one-line.yaml", "limit-exceeded", 6, 129),
    ("deep.json", "limit-exceeded", 2, 64),
    ("directive-after-document-end.yaml", "unsafe-yaml", 6, 1),
    ("directive-tag.yaml", "unsafe-yaml", 1, 1),
    ("directive-unknown.yaml", "unsafe-yaml", 2, 1),
    ("directive-yaml-1.1.yaml", "unsafe-yaml", 1, 1),
    ("duplicate-key-across-items.yaml", "duplicate-key", 8, 1),
    ("duplicate-key-at-top.yaml", "duplicate-key", 5, 1),
    ("duplicate-key-deep.yaml", "duplicate-key", 9, 5),
    ("duplicate-key-flow.yaml", "duplicate-key", 5, 20),
    ("duplicate-key-in-list-item.yaml", "duplicate-key", 7, 5),
    ("duplicate-key-quoted-and-plain.yaml", "duplicate-key", 7, 3),
    ("duplicate-key.json", "duplicate-key", 3, 2),
    ("duplicate-merge-key.yaml", "duplicate-key", 7, 3),
    ("empty-name.yaml", "not-an-object", 4, 9),
    ("empty.yaml", "no-manifests", None, None),
    ("escape-character.yaml", "invalid-yaml", 5, 4),
    ("gzip.yaml", "unreadable-file", None, None),
    ("helm-template.yaml", "invalid-yaml", 4, 10),
    ("html-page.yaml", "not-an-object", 1, 1),
    ("impossible-date-as-key.yaml", "invalid-yaml", 6, 3),
    ("impossible-date.yaml", "invalid-yaml", 5, 4),
    ("impossible-time.yaml", "invalid-yaml", 5, 4),
    ("infinity.json", "invalid-yaml", 2, 11),
    ("integer-key-of-300-digits.yaml", "limit-exceeded", 6, 3),
    ("integer-of-300-digits.json", "limit-exceeded", 3, 7),
    ("integer-of-300-digits.yaml", "limit-exceeded", 5, 4),
    ("item-is-text.yaml", "not-an-object", 8, 3),
    ("items-is-a-mapping.yaml", "not-an-object", 3, 1),
    ("kind-is-null.yaml", "not-an-object", 2, 6),
    ("kubectl-error.yaml", "not-an-object", 1, 1),
    ("latin-1.yaml", "unreadable-file", 2, None),
    ("list-as-key.yaml", "invalid-yaml", 5, 1),
    ("list-at-top.json", "not-an-object", 1, 1),
    ("list-at-top.yaml", "not-an-object", 1, 1),
    ("lone-surrogate.json", "invalid-yaml", 2, 23),
    ("lone-surrogate.yaml", "invalid-yaml", 5, 4),
    ("mapping-as-key.yaml", "invalid-yaml", 5, 3),
    ("markers-only.yaml", "no-manifests", None, None),
    ("merge-conflict.yaml", "invalid-yaml", 2, 1),
    ("merge-of-alias.yaml", "unsafe-yaml", 6, 7),
    ("metadata-is-a-list.yaml", "not-an-object", 3, 1),
    ("name-is-a-number.yaml", "not-an-object", 4, 9),
    ("name-of-2000-characters.yaml", "limit-exceeded", 4, 9),
    ("not-a-number.json", "invalid-yaml", 3, 7),
    ("null-item.yaml", "not-an-object", 4, 2),
    ("null-only.yaml", "no-manifests", None, None),
    ("null.json", "no-manifests", None, None),
    ("number-only.yaml", "not-an-object", 1, 1),
    ("number-too-large.json", "invalid-yaml", 2, 7),
    ("number-too-large.yaml", "invalid-yaml", 5, 4),
    ("outdented-item.yaml", "invalid-yaml", 7, 3),
    ("overlong-utf-8.yaml", "unreadable-file", 2, None),
    ("short-escape.yaml", "invalid-yaml", 5, 7),
    ("single-quotes.json", "invalid-yaml", 1, 2),
    ("surrogate-in-utf-8.yaml", "unreadable-file", 2, None),
    ("surrogate-pair.yaml", "invalid-yaml", 5, 4),
    ("tab-after-colon.yaml", "invalid-yaml", 5, 3),
    ("tab-indentation.yaml", "invalid-yaml", 4, 1),
    ("tag-binary.yaml", "unsafe-yaml", 5, 7),
    ("tag-core-string.yaml", "unsafe-yaml", 5, 7),
    ("tag-local.yaml", "unsafe-yaml", 5, 7),
    ("tag-non-specific.yaml", "unsafe-yaml", 5, 7),
    ("tag-python-object.yaml", "unsafe-yaml", 1, 1),
    ("tag-verbatim.yaml", "unsafe-yaml", 5, 7),
    ("text-after-document.yaml", "invalid-yaml", 2, 1),
    ("text-only.yaml", "not-an-object", 1, 1),
    ("trailing-comma.json", "invalid-yaml", 2, 28),
    ("truncated-in-flow.yaml", "invalid-yaml", 5, 12),
    ("truncated-in-key.yaml", "invalid-yaml", 7, 3),
    ("truncated-in-quotes.yaml", "invalid-yaml", 6, 6),
    ("truncated-in-string.json", "invalid-yaml", 2, 23),
    ("truncated.json", "invalid-yaml", 2, 26),
    ("two-objects-with-comma.json", "invalid-yaml", 1, 61),
    ("unclosed-quote-over-documents.yaml", "invalid-yaml", 5, 4),
    ("unclosed-quote-over-items.yaml", "invalid-yaml", 6, 11),
    ("unknown-escape.yaml", "invalid-yaml", 5, 6),
    ("utf-16-cut-off.yaml", "unreadable-file", None, None),
    ("utf-16-without-bom.yaml", "unreadable-file", None, None),
    ("utf-32.yaml", "unreadable-file", None, None),
    ("without-api-version.yaml", "not-an-object", 1, 1),
    ("without-kind.yaml", "not-an-object", 1, 1),
    ("without-metadata.yaml", "not-an-object", 1, 1),
    ("without-name.yaml", "not-an-object", 3, 1),
    ("zero-bytes.yaml", "unreadable-file", None, None),
]
#: Files in which a sound object stands before the fault.
BEFORE = {"anchor-in-second-document.yaml", "directive-after-document-end.yaml", "item-is-text.yaml"}


def test_the_table_names_every_hostile_file() -> None:
    names = [name for name, *_ in EXPECTED]
    assert len(names) >= 60
    assert sorted(names) == sorted(path.name for path in HOSTILE.iterdir() if path.name != "README.md")


@pytest.mark.parametrize("engine", [FastEngine, GeneralEngine])
@pytest.mark.parametrize(("name", "code", "line", "column"), EXPECTED, ids=[name for name, *_ in EXPECTED])
def test_hostile_file(
    name: str, code: str, line: int | None, column: int | None, engine: type[FastEngine] | type[GeneralEngine]
) -> None:
    results = list(read_inputs([str(HOSTILE / name)], engine=engine))
    findings = [result for result in results if isinstance(result, Finding)]
    manifests = [result for result in results if isinstance(result, Manifest)]
    assert [finding.code for finding in findings] == [code]
    position = findings[0].position()
    assert (position.file, position.line, position.column) == (str(HOSTILE / name), line, column)
    assert len(manifests) == (1 if name in BEFORE else 0)


@pytest.mark.parametrize(
    ("name", "first_line"),
    [
        ("duplicate-key-at-top.yaml", 2),
        ("duplicate-key-deep.yaml", 7),
        ("duplicate-key-across-items.yaml", 2),
        ("duplicate-key.json", 1),
    ],
)
def test_duplicate_key_names_the_first_one_too(name: str, first_line: int) -> None:
    (finding,) = read_inputs([str(HOSTILE / name)])
    assert isinstance(finding, Finding)
    (related,) = finding.related
    assert related.location is not None
    assert related.location.position().line == first_line
    assert related.location.source_line() is not None


def test_the_folder_gives_every_finding_and_stops_at_none() -> None:
    findings = [result for result in read_inputs([str(HOSTILE)]) if isinstance(result, Finding)]
    found = sorted((Path(finding.position().file).name, finding.code) for finding in findings)
    assert found == sorted((name, code) for name, code, *_ in EXPECTED if code != "no-manifests")


def test_a_syntax_error_shows_its_line() -> None:
    (finding,) = read_inputs([str(HOSTILE / "colon-in-plain-text.yaml")])
    assert isinstance(finding, Finding)
    assert finding.location is not None
    assert finding.location.source_line() == "x: a: b"
