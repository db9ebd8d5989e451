"""Every golden case gives what it holds, and every finding code is raised by its failing example alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from golden_cases import (
    BrokenCaseError,
    Golden,
    case_name,
    codes_in,
    difference,
    finding_cases,
    record,
    recorded,
    rule_cases,
    run_case,
)

CASES = [*rule_cases(), *finding_cases()]
A_CASE = Path(__file__).parents[2] / "fixtures" / "cases" / "c07-own-pods-left-out"


def test_there_are_cases() -> None:
    assert rule_cases()
    assert finding_cases()


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_case_gives_what_it_holds(case: Path, tmp_path: Path) -> None:
    expected = recorded(case)
    got = run_case(case, tmp_path / "case")
    assert difference(expected, got) == ""


@pytest.mark.parametrize("case", finding_cases(), ids=case_name)
def test_only_the_failing_example_raises_the_code(case: Path) -> None:
    code = case.parent.name
    assert (code in codes_in(recorded(case).report)) == (case.name == "failing")


@pytest.mark.parametrize("case", rule_cases(), ids=case_name)
def test_a_rule_case_says_what_is_expected_and_why(case: Path) -> None:
    text = (case / "about.md").read_text(encoding="utf-8")
    assert text.startswith("# ")
    assert len(text.split()) >= 10


def copy_of(case: Path, folder: Path) -> Path:
    """A copy that a test may spoil."""
    for path in case.rglob("*"):
        if path.is_file():
            target = folder / path.relative_to(case)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes())
    return folder


def test_a_case_without_input_is_broken(tmp_path: Path) -> None:
    (tmp_path / "case" / "input").mkdir(parents=True)
    with pytest.raises(BrokenCaseError, match="has no input"):
        run_case(tmp_path / "case", tmp_path / "work")


def test_a_case_without_a_report_is_broken(tmp_path: Path) -> None:
    with pytest.raises(BrokenCaseError, match=r"has no findings\.txt"):
        recorded(tmp_path)


def test_a_case_with_an_empty_expected_folder_is_broken(tmp_path: Path) -> None:
    (tmp_path / "findings.txt").write_text("", encoding="utf-8")
    (tmp_path / "expected").mkdir()
    with pytest.raises(BrokenCaseError, match="expected folder without a file"):
        recorded(tmp_path)


def test_a_case_may_not_choose_its_output_folder(tmp_path: Path) -> None:
    case = copy_of(A_CASE, tmp_path / "case")
    (case / "command").write_text("fleet -c config.yaml -o elsewhere", encoding="utf-8")
    with pytest.raises(BrokenCaseError, match="output folder"):
        run_case(case, tmp_path / "work")


def test_differences_are_seen_in_files_and_in_the_report() -> None:
    golden = Golden("no finding\n", {"a.yaml": b"a: 1\n"})
    assert difference(golden, golden) == ""
    assert "-a: 1" in difference(golden, Golden("no finding\n", {"a.yaml": b"a: 2\n"}))
    assert "-a: 1" in difference(golden, Golden("no finding\n", {}))
    assert "+b: 1" in difference(golden, Golden("no finding\n", {"a.yaml": b"a: 1\n", "b.yaml": b"b: 1\n"}))
    assert "+one finding" in difference(golden, Golden("one finding\n", golden.files))


def test_a_changed_input_is_a_difference_until_it_is_recorded(tmp_path: Path) -> None:
    case = copy_of(A_CASE, tmp_path / "case")
    file = case / "input" / "rome.yaml"
    text = file.read_text(encoding="utf-8")
    assert "port: 8080" in text
    file.write_text(text.replace("port: 8080", "port: 8081"), encoding="utf-8")
    got = run_case(case, tmp_path / "work")
    assert "+      port: 8081\n" in difference(recorded(case), got)
    record(case, got)
    assert difference(recorded(case), got) == ""
    assert (case / "about.md").exists()
