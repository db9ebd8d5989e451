"""action.yml's own steps, run in order: what a pull request gets to see."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from wiring.acting import PULL_REQUEST, PUSH, act, calls, job
from wiring.composite import STEPS, Job, commands
from wiring.repository import copied, renumber

UPLOAD = "Upload to code scanning"


def report_of(job: Job) -> dict[str, Any]:
    """The JSON report that the action names."""
    report: dict[str, Any] = json.loads(Path(job.output("report")).read_text(encoding="utf-8"))
    return report


def test_a_golden_folder_that_is_up_to_date_is_green(repository: Path) -> None:
    job = act(repository)
    assert not job.failed, job.log
    assert (job.output("exit-status"), job.output("changed")) == ("0", "false")
    assert job.summary == Path(job.outputs["check"]["markdown"]).read_text(encoding="utf-8")
    assert report_of(job)["summary"]["written"].keys() == {"milan", "turin"}
    assert json.loads(Path(job.used[UPLOAD]["sarif_file"]).read_text(encoding="utf-8"))["version"] == "2.1.0"


def test_a_renumbered_cidr_is_red_and_every_place_shows_it(repository: Path) -> None:
    renumber(repository)
    job = act(repository)
    assert job.failed
    assert job.verdict == 1
    assert (job.output("exit-status"), job.output("changed")) == ("1", "true")
    assert {each["code"] for each in report_of(job)["findings"] if each["severity"] == "error"} == {"golden-drift"}
    sarif = Path(job.used[UPLOAD]["sarif_file"]).read_text(encoding="utf-8")
    for place in (job.summary, job.log["Check"], sarif):
        assert "10.91." in place
    annotations = commands(job.log["Check"])
    assert any("file=exports/turin/configurations.yaml" in line for line in annotations)


def test_what_is_uploaded_says_where_the_repository_is_and_which_fleet_it_is_about(
    tmp_path: Path, original: Path
) -> None:
    root = copied(original, tmp_path, "fleets/west/liqo-transform.yaml")
    job = act(root, config="fleets/west/liqo-transform.yaml")
    assert not job.failed, job.log
    assert job.used[UPLOAD]["checkout_path"] == f"{root}/."
    assert job.used[UPLOAD]["category"] == "liqo-transform/fleets/west/liqo-transform.yaml"


def test_check_runs_in_the_folder_that_is_asked_for(tmp_path: Path, original: Path) -> None:
    root = copied(original, tmp_path, "checked out/liqo-transform.yaml")
    assert not act(root, working_directory="checked out").failed


def test_an_error_in_the_exports_is_red_without_being_called_a_change(repository: Path) -> None:
    (repository / "exports/rome/endpointslices.yaml").write_text("kind: [", encoding="utf-8")
    job = act(repository)
    assert job.verdict == 1
    assert (job.output("exit-status"), job.output("changed")) == ("1", "false")


@pytest.mark.parametrize("inputs", [{"profile": "none-such"}, {"working_directory": "not/there"}, {"fail_on": "bad"}])
def test_a_wrong_input_is_told_from_drift_and_the_summary_says_where_to_look(
    repository: Path, inputs: dict[str, str]
) -> None:
    job = act(repository, PULL_REQUEST, comment="true", **inputs)
    assert job.verdict == 2
    assert (job.output("exit-status"), job.output("changed"), job.output("report")) == ("2", "false", "")
    assert "exit status 2" in job.summary
    assert (job.used, calls(repository)) == ({}, [])


def test_the_profile_and_the_severity_that_fails_reach_the_program(repository: Path) -> None:
    job = act(repository, profile="liqo-1.2")
    assert "golden-settings" in {each["code"] for each in report_of(job)["findings"]}
    assert job.verdict == 1


def test_a_severity_that_fails_reaches_the_program(repository: Path) -> None:
    job = act(repository, fail_on="info")
    assert {each["severity"] for each in report_of(job)["findings"]} == {"info"}
    assert job.verdict == 1


def test_sarif_is_not_uploaded_when_it_is_switched_off(repository: Path) -> None:
    assert act(repository, sarif="false").used == {}


def test_a_summary_that_github_would_drop_is_replaced_by_a_line(tmp_path: Path) -> None:
    long = tmp_path / "long.md"
    long.write_bytes(b"a" * (1024 * 1024 + 1))
    (step,) = [step for step in STEPS if step["name"] == "Step summary"]
    job = Job(tmp_path, tmp_path / "temp", {"PATH": os.environ["PATH"]}, {}, PUSH)
    job.outputs["check"] = {"markdown": str(long), "exit-status": "1"}
    job.step(step)
    assert "exit status 1" in job.summary
    assert len(job.summary) < 200


def test_a_job_that_could_not_install_fails_in_the_end(repository: Path) -> None:
    done = job(repository, PUSH, {}, {"python": {"python-path": "false"}}).run()
    assert done.failed
    assert done.verdict == 1
    assert done.log.keys() == {"Install liqo-transform", "Verdict"}
