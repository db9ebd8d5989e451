"""No rule and no code without a test: what is missing makes these fail."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from golden_cases import FIXTURES, rule_cases

from transformer.findings.catalogue import CATALOGUE

TESTS = Path(__file__).parents[1]
RULES = [f"C{number:02}" for number in range(1, 16)] + [f"P{number:02}" for number in range(1, 12)]
#: Its limit is 262,144 bytes, which is no small input: tests/reflection/test_annotation_limit.py makes both cases.
WITHOUT_CASE = {"C14"}
NEAR_MISS = "-near-miss"


def functions_of_tests() -> Iterator[tuple[Path, ast.FunctionDef]]:
    """Every test function, with its file."""
    for file in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield file, node


def marked_rules() -> set[str]:
    """The rule ids in the markers ``pytest.mark.rule(...)`` of test functions."""
    found: set[str] = set()
    for _, function in functions_of_tests():
        for decorator in function.decorator_list:
            if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.rule":
                found |= {str(each.value) for each in decorator.args if isinstance(each, ast.Constant)}
    return found


def cases_of(rule: str) -> list[str]:
    """The golden cases that name a rule."""
    return [case.name for case in rule_cases() if case.name.startswith(f"{rule.lower()}-")]


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_is_named_by_a_test(rule: str) -> None:
    assert rule in marked_rules() or cases_of(rule)


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule not in WITHOUT_CASE])
def test_every_rule_has_a_case_and_a_near_miss(rule: str) -> None:
    names = cases_of(rule)
    assert [name for name in names if name.endswith(NEAR_MISS)]
    assert [name for name in names if not name.endswith(NEAR_MISS)]


def test_every_case_names_a_rule_and_every_near_miss_its_case() -> None:
    names = {case.name for case in rule_cases()}
    for name in sorted(names):
        assert re.fullmatch(r"[cp][0-9]{2}-[a-z0-9-]+", name)
        assert name[:3].upper() in RULES
        assert name.removesuffix(NEAR_MISS) in names


def test_markers_name_rules_that_exist() -> None:
    assert marked_rules() <= set(RULES)


@pytest.mark.parametrize("code", sorted(CATALOGUE))
def test_every_code_has_both_examples_or_a_test_that_names_it(code: str) -> None:
    folder = FIXTURES / "findings" / code
    if not (folder / "made-by-test").exists():
        assert (folder / "failing" / "input").is_dir()
        assert (folder / "passing" / "input").is_dir()
        return
    naming = [
        file
        for file, function in functions_of_tests()
        if "golden" not in file.parts
        and any(isinstance(node, ast.Constant) and node.value == code for node in ast.walk(function))
    ]
    assert naming
