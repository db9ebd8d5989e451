"""What a report shows of a broken file never includes a line of a Secret."""

from __future__ import annotations

from pathlib import Path

import pytest

from transformer.findings.finding import Finding
from transformer.manifests.reading import read_inputs

SECRET = "apiVersion: v1\nkind: Secret\nmetadata:\n  name: db\nstringData:\n  password: {}\n"
BROKEN = ['"hunter2', "\thunter2", "&a hunter2", "hunter2\n  password: hunter2"]


@pytest.mark.parametrize("value", BROKEN)
@pytest.mark.parametrize("before", ["", "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\n---\n"])
def test_no_line_of_a_broken_secret_is_shown(tmp_path: Path, value: str, before: str) -> None:
    (tmp_path / "x.yaml").write_text(before + SECRET.format(value))
    findings = [each for each in read_inputs([str(tmp_path / "x.yaml")]) if isinstance(each, Finding)]
    assert findings
    for each in findings:
        assert each.location is not None
        assert each.location.position().line is not None
        assert each.location.source_line() is None
        assert "hunter2" not in each.message


def test_lines_of_other_documents_are_shown(tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_text(SECRET.format("x") + "---\napiVersion: v1\nkind: Pod\nmetadata: &a {name: a}\n")
    (finding,) = [each for each in read_inputs([str(tmp_path / "x.yaml")]) if isinstance(each, Finding)]
    assert finding.location is not None
    assert finding.location.source_line() == "metadata: &a {name: a}"
