"""The catalogue is whole: every code has its prose, and its two examples or a test that makes them."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections import Counter
from pathlib import Path

import pytest

from transformer import findings
from transformer.findings.catalogue import CATALOGUE, finding
from transformer.findings.code import Code
from transformer.findings.finding import Effect, Severity

EXAMPLES = Path(__file__).parents[2] / "fixtures" / "findings"
ALL_CODES = pytest.mark.parametrize("code", CATALOGUE.values(), ids=lambda code: code.name)


def files_of(folder: Path) -> dict[str, bytes]:
    """What a reader of the example gets: the command or configuration, and the files below input/."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
        and ((path.parent == folder and path.name in ("command", "config.yaml")) or folder / "input" in path.parents)
    }


@ALL_CODES
def test_every_paragraph_is_written(code: Code) -> None:
    for text in (code.title, code.meaning, code.why, code.remedy):
        assert text.strip() == text
        assert len(text.split()) >= 3
        assert "  " not in text
        assert "\n" not in text


@ALL_CODES
def test_titles_have_no_full_stop_and_the_other_paragraphs_end_in_one(code: Code) -> None:
    assert not code.title.endswith(".")
    for text in (code.meaning, code.why, code.remedy):
        assert text.rstrip(")").endswith(".")
    assert code.remedy.endswith(".")


@ALL_CODES
def test_quoted_names_are_closed(code: Code) -> None:
    for text in (code.title, code.meaning, code.why, code.remedy):
        assert text.count("`") % 2 == 0


@pytest.mark.parametrize("field", ["title", "meaning", "why", "remedy"])
def test_no_two_codes_say_the_same(field: str) -> None:
    texts = Counter(getattr(code, field) for code in CATALOGUE.values())
    assert [text for text, times in texts.items() if times > 1] == []


@ALL_CODES
def test_names_and_rules_have_their_form(code: Code) -> None:
    assert re.fullmatch(r"[a-z]+(-[a-z0-9.]+)*", code.name)
    assert len(set(code.rules)) == len(code.rules)
    for rule in code.rules:
        assert re.fullmatch(r"[CP][0-9]{2}|H[1-9][0-9]?", rule)


def test_what_stops_a_run_is_an_error() -> None:
    assert [c.name for c in CATALOGUE.values() if c.effect is Effect.RUN and c.severity is not Severity.ERROR] == []


def test_every_module_of_codes_is_in_the_catalogue_and_no_two_share_a_name() -> None:
    modules = [module.name for module in pkgutil.iter_modules(findings.__path__) if module.name.endswith("_codes")]
    listed = [code for name in modules for code in importlib.import_module(f"transformer.findings.{name}").CODES]
    assert Counter(code.name for code in listed) == Counter(list(CATALOGUE))
    assert all(CATALOGUE[code.name] is code for code in listed)


def test_a_finding_takes_severity_and_remedy_from_its_code() -> None:
    known = CATALOGUE["pending-ip"]
    made = finding("pending-ip", "no address yet")
    assert (made.severity, made.remedy) == (known.severity, known.remedy)
    other = finding("pending-ip", "no address yet", severity=Severity.INFO, remedy="Wait.")
    assert (other.severity, other.remedy) == (Severity.INFO, "Wait.")


def test_a_code_that_is_not_in_the_catalogue_cannot_be_raised() -> None:
    with pytest.raises(KeyError):
        finding("no-such-code", "anything")


def test_the_examples_and_the_catalogue_name_the_same_codes() -> None:
    assert sorted(folder.name for folder in EXAMPLES.iterdir()) == sorted(CATALOGUE)


@ALL_CODES
def test_every_code_has_two_examples_or_a_test_that_makes_them(code: Code) -> None:
    folder = EXAMPLES / code.name
    if (folder / "made-by-test").exists():
        assert (folder / "made-by-test").read_text(encoding="utf-8").strip()
        assert not (folder / "failing").exists()
        assert not (folder / "passing").exists()
        return
    failing, passing = files_of(folder / "failing"), files_of(folder / "passing")
    for example in (failing, passing):
        assert ("command" in example) or ("config.yaml" in example)
        assert any(name.startswith("input/") for name in example)
    assert failing != passing
