"""What is published from the code is current: schemas, and the pages of the findings."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from transformer.cli import finding as finding_command
from transformer.cli.main import run
from transformer.cli.publish import existing, published
from transformer.cli.publish import main as publish
from transformer.cli.schema import schema_texts
from transformer.findings.catalogue import CATALOGUE

ROOT = Path(__file__).parents[2]


def test_what_is_published_is_current() -> None:
    there, wanted = existing(ROOT), published(ROOT)
    stale = sorted(name for name in there.keys() | wanted.keys() if there.get(name) != wanted.get(name))
    assert stale == [], "run: python -m transformer.cli.publish"


def test_every_schema_and_every_code_is_published() -> None:
    wanted = published(ROOT)
    assert {"schemas/fleet.schema.json", "schemas/finding.schema.json", "schemas/report.schema.json"} <= wanted.keys()
    assert {f"docs/findings/{code}.md" for code in CATALOGUE} <= wanted.keys()


def test_every_schema_is_one() -> None:
    for text in schema_texts().values():
        jsonschema.Draft202012Validator.check_schema(json.loads(text))


def test_the_schema_of_the_configuration_file_takes_the_file_of_the_documentation() -> None:
    schema = json.loads(schema_texts()["fleet"])
    file = {
        "apiVersion": "liqo-transformer.github.io/v1alpha1",
        "kind": "Fleet",
        "profile": "direct",
        "consumer": {"id": "rome", "exports": ["exports/rome"], "podCIDRs": ["10.244.0.0/16"]},
        "providers": {"milan": {"exports": ["exports/milan"], "denyDirectConnections": True}},
        "output": "manifests",
        "findings": {"failOn": "error"},
        "limits": {"fileBytes": 1000},
    }
    jsonschema.validate(file, schema)
    wrongs: list[dict[str, object]] = [
        {"profile": "failover"},
        {"kind": "Fleets"},
        {"golden": 3},
        {"consumer": {}},
        {"limits": {"x": 1}},
    ]
    for wrong in wrongs:
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(file | wrong, schema)


def test_pages_are_written_and_stale_ones_removed(tmp_path: Path) -> None:
    example = tmp_path / "fixtures" / "findings" / "pending-ip"
    for kind in ("failing", "passing"):
        (example / kind / "input").mkdir(parents=True)
        (example / kind / "input" / "a.yaml").write_text(f"kind: {kind}\n", encoding="utf-8")
    (example / "failing" / "expected").write_text("not shown", encoding="utf-8")
    made = tmp_path / "fixtures" / "findings" / "unreadable-file"
    made.mkdir()
    (made / "made-by-test").write_text("A device.\n", encoding="utf-8")
    stale = tmp_path / "docs" / "findings" / "gone.md"
    stale.parent.mkdir(parents=True)
    stale.write_text("old", encoding="utf-8")
    publish(tmp_path)
    assert existing(tmp_path) == published(tmp_path)
    assert sorted(path.stem for path in stale.parent.iterdir()) == sorted(CATALOGUE)
    page = (stale.parent / "pending-ip.md").read_text(encoding="utf-8")
    assert "`input/a.yaml`:\n\n```yaml\nkind: failing\n```" in page
    assert "kind: passing" in page
    assert "not shown" not in page
    assert "A device." in (stale.parent / "unreadable-file.md").read_text(encoding="utf-8")


def test_the_list_of_findings_names_every_code_with_severity_and_title(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["finding"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in lines] == [[name, CATALOGUE[name].severity] for name in sorted(CATALOGUE)]
    assert all(CATALOGUE[line.split()[0]].title in line for line in lines)


def test_a_page_is_printed_as_it_was_installed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "pending-ip.md").write_text("# the page\n", encoding="utf-8")
    monkeypatch.setattr(finding_command, "PAGE_FOLDERS", (tmp_path / "none", tmp_path))
    assert run(["finding", "pending-ip"]) == 0
    assert capsys.readouterr().out == "# the page\n"


def test_a_page_that_was_not_installed_is_made_from_the_catalogue(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(finding_command, "PAGE_FOLDERS", ())
    assert run(["finding", "pending-ip"]) == 0
    assert capsys.readouterr().out.startswith("# pending-ip\n")
