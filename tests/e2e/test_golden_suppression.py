"""Drift that was accepted, with a reason, in the configuration file."""

from __future__ import annotations

from pathlib import Path

import pytest

from e2e.reviewed_fleet import FRONTEND, Repository, copied

CONFIGURATIONS = "exports/turin/configurations.yaml"


@pytest.fixture
def repository(repository: Repository) -> Repository:
    repository.replace(CONFIGURATIONS, "- 10.81.0.0/16", "- 10.95.0.0/16")
    return repository


def ignore(repository: Repository, *entries: str) -> None:
    lines = "".join(f"  - {{{entry}, reason: until the renumbering}}\n" for entry in entries)
    repository.configure(f"findings:\n  ignore:\n{lines}")


def drifting(names: list[str]) -> set[str]:
    return {name.partition("service")[0].partition("-")[0] for name in names}


def test_drift_of_one_object_is_suppressed_and_counted(repository: Repository) -> None:
    ignore(repository, "code: golden-drift, object: boutique-rome/frontend-*")
    checked = repository.check()
    assert (checked.status, checked.summary["suppressed"]) == (1, 1)
    assert len(checked.codes) == 5
    assert "frontend" not in drifting([each["object"]["name"] for each in checked.findings])
    assert "7 changes in 5 places" in checked.ended.stderr


def test_the_name_of_the_source_slice_suppresses_too(repository: Repository) -> None:
    ignore(repository, "code: golden-drift, object: boutique/frontend-d25vz")
    checked = repository.check()
    assert (len(checked.codes), checked.summary["suppressed"]) == (5, 1)


def test_all_drift_suppressed_passes(repository: Repository) -> None:
    ignore(repository, "code: golden-drift")
    checked = repository.check()
    assert (checked.status, checked.findings, checked.summary["suppressed"]) == (0, [], 6)
    assert "compared with golden: no difference but 6 accepted\n" in checked.ended.stderr


def test_what_suppresses_nothing_is_told(repository: Repository) -> None:
    ignore(repository, "code: golden-drift, object: boutique-rome/none", "code: golden-stale", "code: live-drift")
    checked = repository.check()
    assert checked.status == 1
    unused = [each for each in checked.findings if each["code"] == "unused-suppression"]
    assert [each["field"] for each in unused] == ["findings.ignore[0].code", "findings.ignore[1].code"]


@pytest.mark.parametrize(
    ("code", "spoil"),
    [
        ("golden-missing", lambda golden: (golden / FRONTEND).unlink()),
        ("golden-stale", lambda golden: (golden / "NOTES").write_text("")),
        ("golden-settings", lambda golden: (golden / ".liqo-transform.json").unlink()),
    ],
)
def test_every_code_of_the_folder_can_be_accepted(
    original: Repository, tmp_path: Path, code: str, spoil: object
) -> None:
    repository = copied(original, tmp_path / "repository")
    spoil(repository.golden)  # type: ignore[operator]
    assert repository.check().codes == [code]
    ignore(repository, f"code: {code}")
    checked = repository.check()
    assert (checked.status, checked.summary["suppressed"]) == (0, 1)


def test_a_suppression_is_no_setting_of_the_folder(repository: Repository) -> None:
    ignore(repository, "code: golden-drift")
    assert "golden-settings" not in repository.check().codes


def test_drift_is_a_failure_whatever_the_bar(repository: Repository) -> None:
    for bar in ("error", "warning", "info"):
        assert repository.check("--fail-on", bar).status == 1
