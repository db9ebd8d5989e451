"""The configuration file from disk: found upwards, read with lines, refused with codes."""

from __future__ import annotations

from pathlib import Path

import pytest

from transformer.configuration.document import read_document
from transformer.configuration.reading import Configuration, find_configuration, read_configuration
from transformer.findings.finding import Finding, Position
from transformer.findings.suppression import Suppression

SOUND = """\
apiVersion: liqo-transformer.github.io/v1alpha1
kind: Fleet
consumer:
  id: rome
  exports: [exports/rome]
providers:
  milan: {exports: [exports/milan]}
output: out
golden: gold
reports:
- {format: json, file: r.json}
"""


def faults(folder: Path, text: str) -> list[Finding]:
    file = folder / "fleet.yaml"
    file.write_text(text, encoding="utf-8")
    found = read_configuration(str(file))
    assert isinstance(found, list)
    return found


def test_paths_are_seen_from_the_working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "conf" / "deep").mkdir(parents=True)
    (tmp_path / "conf" / "liqo-transform.yaml").write_text(SOUND, encoding="utf-8")
    for here, file, prefix in (
        ("conf", None, ""),
        (".", "conf/liqo-transform.yaml", "conf/"),
        ("conf/deep", None, "../"),
        (".", str(tmp_path / "conf/liqo-transform.yaml"), "conf/"),
        ("conf/deep", str(tmp_path / "conf/liqo-transform.yaml"), f"{tmp_path}/conf/"),
    ):
        monkeypatch.chdir(tmp_path / here)
        found = read_configuration(file or str(find_configuration()))
        assert isinstance(found, Configuration)
        assert found.settings.consumer is not None
        assert found.settings.consumer.exports == (f"{prefix}exports/rome",)
        assert found.settings.providers[0].exports == (f"{prefix}exports/milan",)
        assert found.options.output == f"{prefix}out"
        assert found.options.golden == f"{prefix}gold"
        assert found.options.reports[0].file == f"{prefix}r.json"


def test_no_file_here_or_above_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert find_configuration() is None
    (tmp_path / "liqo-transform.yaml").mkdir()
    assert find_configuration() is None


def test_faults_have_their_line_and_column(tmp_path: Path) -> None:
    text = SOUND.replace("output: out", "outptu: out").replace("id: rome", "id: 7")
    found = faults(tmp_path, text)
    file = str(tmp_path / "fleet.yaml")
    assert [(each.code, each.position()) for each in found] == [
        ("invalid-configuration", Position(file, 4, 7)),
        ("invalid-configuration", Position(file, 8, 1)),
    ]
    assert found[1].location is not None
    assert found[1].location.source_line() == "outptu: out"


def test_a_missing_id_is_shown_at_its_mapping(tmp_path: Path) -> None:
    (found,) = faults(tmp_path, SOUND.replace("  id: rome\n", ""))
    assert found.position() == Position(str(tmp_path / "fleet.yaml"), 3, 1)
    assert found.message == "id is missing in consumer"


def test_an_unquoted_yes_is_ambiguous(tmp_path: Path) -> None:
    (found,) = faults(tmp_path, SOUND + "keepGoing: yes\n")
    assert found.message.startswith('"yes" is a string to some readers')
    assert found.position() == Position(str(tmp_path / "fleet.yaml"), 12, 12)


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("", "invalid-configuration", None),
        ("# nothing\n", "invalid-configuration", None),
        (SOUND + "---\nkind: Fleet\n", "invalid-configuration", 13),
        ("- a\n", "invalid-configuration", 1),
        ("a: ]\n", "invalid-yaml", 1),
        ("kind: Fleet\nkind: Fleet\n", "duplicate-key", 2),
        ("kind: &a Fleet\n", "unsafe-yaml", 1),
        ("a: " + "[" * 500, "limit-exceeded", 1),
    ],
)
def test_what_is_no_configuration_is_one_finding(text: str, code: str, line: int | None, tmp_path: Path) -> None:
    (found,) = faults(tmp_path, text)
    assert (found.code, found.position().line) == (code, line)


def test_a_missing_file_and_a_folder_are_unreadable(tmp_path: Path) -> None:
    for path in (tmp_path / "none.yaml", tmp_path):
        found = read_configuration(str(path))
        assert isinstance(found, list)
        assert [each.code for each in found] == ["unreadable-file"]


def test_json_is_a_configuration_too(tmp_path: Path) -> None:
    file = tmp_path / "fleet.json"
    file.write_text('{"kind": "Fleet"}', encoding="utf-8")
    assert not isinstance(read_document(str(file)), list)


def test_what_is_suppressed_has_its_place_in_the_file(tmp_path: Path) -> None:
    file = tmp_path / "fleet.yaml"
    ignore = """\
findings:
  ignore:
  - {code: pending-ip, object: null, reason: known}
  - reason: until the renumbering
    object: shop/*
    code: lossy-prefix
"""
    file.write_text(SOUND + ignore, encoding="utf-8")
    found = read_configuration(str(file))
    assert isinstance(found, Configuration)
    assert found.settings.ignore == (
        Suppression("pending-ip", None, "known"),
        Suppression("lossy-prefix", "shop/*", "until the renumbering"),
    )
    places = [each.location.position() for each in found.settings.ignore if each.location is not None]
    assert places == [Position(str(file), 14, 12), Position(str(file), 17, 11)]
    assert [each.path for each in found.settings.ignore] == ["findings.ignore[0].code", "findings.ignore[1].code"]
    assert found.options.fail_on is None
