"""The course of a run, whatever computes it: what is written, what is withheld, what is reported, the exit status."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import click
import jsonschema
import pytest

from transformer.cli.progress import Reader
from transformer.cli.run import carry_out, counted, finish, withheld
from transformer.configuration.options import ReportTarget, RunOptions
from transformer.findings.catalogue import finding
from transformer.findings.finding import Finding, Position, Severity
from transformer.outcome import DerivedObject, Outcome, Summary
from transformer.output.state import read_state, slices_in
from transformer.reports.schema import report_schema
from transformer.settings import ConsumerSettings, ProviderSettings, Settings

Capture = pytest.CaptureFixture[str]

WARNING = finding("unknown-node", "a node is unknown", location=Position("in.yaml", 3, 1))
INFO = finding("ignored-kind", "pods were passed over")
ERROR = finding("pending-ip", "no address yet")
STOPPING = finding("invalid-yaml", "this is no YAML")


def slice_of(provider: str, name: str = "web") -> DerivedObject:
    data = {
        "apiVersion": "discovery.k8s.io/v1",
        "kind": "EndpointSlice",
        "metadata": {"name": name, "namespace": "shop"},
        "addressType": "IPv4",
        "endpoints": [],
    }
    return DerivedObject(provider, "EndpointSlice", "shop", name, data)


def outcome(*findings: Finding, providers: tuple[str, ...] = ("milan",), stopped: bool = False) -> Outcome:
    """One slice for each provider, unless the run was stopped."""
    objects = () if stopped else tuple(slice_of(provider) for provider in providers)
    summary = Summary(read={"rome": {"Service": 2}}, written={each: {"EndpointSlice": 1} for each in providers})
    return Outcome(objects, (), findings, summary, providers, stopped)


def computing(result: Outcome) -> Callable[[Settings, Reader], Outcome]:
    return lambda _settings, _read: result


def run(
    result: Outcome,
    *,
    settings: Settings | None = None,
    may_stream: bool = True,
    options: RunOptions | None = None,
) -> int:
    return carry_out(
        "provider",
        computing(result),
        settings or Settings(providers=(ProviderSettings("milan", ("in",)),)),
        options or RunOptions(),
        may_stream=may_stream,
    )


def to(folder: Path) -> RunOptions:
    return RunOptions(output=str(folder))


def test_a_result_without_findings_goes_to_stdout_and_the_summary_to_stderr(capsys: Capture) -> None:
    assert run(outcome()) == 0
    out, err = capsys.readouterr()
    assert out.startswith("apiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\n")
    assert err.splitlines() == [
        "read     rome   2 (Service 2); ignored 0",
        "written  milan  1 (EndpointSlice 1); slices refused 0, skipped 0",
        "findings 0 errors, 0 warnings, 0 infos",
        "result   wrote 1 object to standard output",
    ]


def test_an_error_writes_nothing_to_stdout(capsys: Capture) -> None:
    assert run(outcome(ERROR)) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert "error: no address yet [pending-ip]" in err
    assert "written  milan  0 (EndpointSlice 0)" in err
    assert "nothing written: 1 error (--keep-going" in err


def test_an_error_leaves_the_folder_untouched(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    assert run(outcome(), options=to(folder)) == 0
    before = (folder / ".liqo-transform.json").read_bytes()
    assert run(outcome(ERROR, providers=("turin",)), options=to(folder)) == 1
    assert (folder / ".liqo-transform.json").read_bytes() == before
    assert not (folder / "turin").exists()


def test_keep_going_writes_and_still_fails(tmp_path: Path, capsys: Capture) -> None:
    assert run(outcome(ERROR), options=replace(to(tmp_path / "out"), keep_going=True)) == 1
    assert (tmp_path / "out/milan/endpointslices/shop/web.yaml").is_file()
    assert "wrote 1 object in 3 files to" in capsys.readouterr().err


@pytest.mark.parametrize(
    "result", [outcome(STOPPING), outcome(STOPPING, stopped=True), outcome(ERROR, stopped=True)], ids=str
)
def test_keep_going_does_not_go_on_after_what_stops_a_run(result: Outcome, tmp_path: Path, capsys: Capture) -> None:
    assert run(result, options=replace(to(tmp_path / "out"), keep_going=True)) == 1
    assert not (tmp_path / "out").exists()
    assert "nothing written: 1 error, of a kind that stops the whole run" in capsys.readouterr().err


def test_a_lower_severity_of_a_code_that_stops_does_not_stop() -> None:
    assert withheld([replace(STOPPING, severity=Severity.WARNING)], stopped=False, keep_going=False) == ""


@pytest.mark.parametrize(
    ("findings", "fail_on", "status"),
    [
        ((), None, 0),
        ((INFO, WARNING), None, 0),
        ((WARNING,), Severity.WARNING, 1),
        ((INFO,), Severity.WARNING, 0),
        ((INFO,), Severity.INFO, 1),
        ((ERROR,), Severity.ERROR, 1),
        ((finding("invalid-configuration", "no id"),), None, 2),
    ],
)
def test_the_exit_status_follows_the_worst_finding(
    findings: tuple[Finding, ...], fail_on: Severity | None, status: int, tmp_path: Path
) -> None:
    assert run(outcome(*findings), options=replace(to(tmp_path / "out"), fail_on=fail_on)) == status
    if ERROR not in findings and status != 2:
        assert (tmp_path / "out" / "milan").is_dir()


def test_infos_are_counted_unless_asked_for(capsys: Capture) -> None:
    run(outcome(INFO, WARNING))
    err = capsys.readouterr().err
    assert "passed over" not in err
    assert "in.yaml:3:1: warning: a node is unknown [unknown-node]" in err
    assert "0 errors, 1 warning, 1 info (-v shows them)" in err
    run(outcome(INFO), options=RunOptions(verbose=True))
    assert "passed over" in capsys.readouterr().err


def test_quiet_shows_what_decides_and_no_summary(capsys: Capture) -> None:
    run(outcome(INFO, WARNING), options=RunOptions(quiet=True))
    assert capsys.readouterr().err == ""
    run(outcome(INFO, WARNING), options=RunOptions(quiet=True, fail_on=Severity.WARNING))
    err = capsys.readouterr().err
    assert err.startswith("in.yaml:3:1: warning:")
    assert "findings" not in err


def test_a_json_report_on_stdout_is_whole_when_an_error_stopped_the_run(tmp_path: Path, capsys: Capture) -> None:
    options = replace(to(tmp_path / "out"), reports=(ReportTarget("json"),))
    assert run(outcome(STOPPING, stopped=True), options=options) == 1
    out, err = capsys.readouterr()
    document = json.loads(out)
    jsonschema.validate(document, report_schema())
    assert [each["code"] for each in document["findings"]] == ["invalid-yaml"]
    assert document["summary"]["written"] == {"milan": {"EndpointSlice": 0}}
    assert "this is no YAML" not in err
    assert "nothing written" in err


def test_reports_go_to_files_whole(tmp_path: Path, capsys: Capture) -> None:
    reports = (ReportTarget("json", str(tmp_path / "new/r.json")), ReportTarget("text", str(tmp_path / "r.txt")))
    assert run(outcome(INFO), options=RunOptions(reports=reports, color="always")) == 0
    assert json.loads((tmp_path / "new/r.json").read_text())["findings"][0]["code"] == "ignored-kind"
    text = (tmp_path / "r.txt").read_text()
    assert "pods were passed over" in text
    assert "\x1b" not in text
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["new", "r.json", "r.txt"]
    assert (tmp_path / "r.txt").stat().st_mode & 0o777 != 0o600
    err = capsys.readouterr().err
    assert "pods were passed over" not in err
    assert "wrote 1 object" in err


@pytest.mark.parametrize("file", ["folder", "file/below", "nul\0"])
def test_a_report_that_cannot_be_written_is_a_finding(file: str, tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("x")
    options = RunOptions(reports=(ReportTarget("json", str(tmp_path / file)),))
    assert run(outcome(), options=options) == 1
    assert "[unwritable-output]" in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["file", "folder"]


def test_a_report_in_the_output_folder_is_refused(tmp_path: Path) -> None:
    options = replace(to(tmp_path / "out"), reports=(ReportTarget("json", str(tmp_path / "out/r.json")),))
    with pytest.raises(click.UsageError, match="replaced whole"):
        run(outcome(), options=options)


def test_a_report_and_the_result_cannot_share_stdout() -> None:
    with pytest.raises(click.UsageError, match="stdout"):
        run(outcome(), options=RunOptions(reports=(ReportTarget("json"),)))
    assert run(outcome(), options=RunOptions(reports=(ReportTarget("json"),), dry_run=True)) == 0


def test_standard_input_is_read_once() -> None:
    with pytest.raises(click.UsageError, match="once"):
        run(outcome(), settings=Settings(providers=(ProviderSettings("milan", ("-", "-")),)))


def test_several_providers_need_a_folder(tmp_path: Path) -> None:
    several = outcome(providers=("milan", "turin"))
    for options in (RunOptions(), RunOptions(output="-")):
        with pytest.raises(click.UsageError, match=r"2 providers \(milan, turin\) needs a folder"):
            run(several, options=options)
    assert run(several, options=RunOptions(dry_run=True)) == 0
    assert run(several, options=to(tmp_path / "out")) == 0


def test_a_fleet_needs_a_folder_before_it_computes() -> None:
    def never(_settings: Settings, _read: Reader) -> Outcome:
        raise AssertionError

    for output in (None, "-"):
        with pytest.raises(click.UsageError, match="needs a folder"):
            carry_out("fleet", never, Settings(), RunOptions(output=output), may_stream=False)


def test_a_dry_run_does_all_but_the_writing(tmp_path: Path, capsys: Capture) -> None:
    folder = tmp_path / "out"
    assert run(outcome(), options=replace(to(folder), dry_run=True)) == 0
    assert not folder.exists()
    assert "dry run: nothing written to" in capsys.readouterr().err
    folder.mkdir()
    (folder / "mine.txt").write_text("x")
    assert run(outcome(), options=replace(to(folder), dry_run=True)) == 1
    assert "[output-not-ours]" in capsys.readouterr().err


def test_a_folder_that_is_not_ours_is_a_finding_and_stays(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "mine.txt").write_text("x")
    assert run(outcome(), options=to(tmp_path)) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
    err = capsys.readouterr().err
    assert "[output-not-ours]" in err
    assert "written  milan  0" in err
    assert run(outcome(), options=replace(to(tmp_path), force=True)) == 0


def test_an_input_in_the_output_folder_is_refused_even_with_force(tmp_path: Path) -> None:
    file = tmp_path / "in.yaml"
    file.write_text("x")
    settings = Settings(providers=(ProviderSettings("milan", (str(file),)),))
    assert run(outcome(), settings=settings, options=replace(to(tmp_path), force=True)) == 1
    assert file.read_text() == "x"


def test_the_computation_learns_what_the_folder_had_and_whether_force_was_given(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    assert run(outcome(providers=("milan", "turin")), options=to(folder)) == 0
    seen: list[Settings] = []

    def compute(settings: Settings, _read: Reader) -> Outcome:
        seen.append(settings)
        return outcome()

    options = replace(to(folder), force=True)
    carry_out("provider", compute, Settings(), options, may_stream=True)
    assert {provider for provider, _ in seen[0].replaced} == {"milan", "turin"}
    assert seen[0].force
    assert {provider for provider, _ in slices_in(folder, "provider")} == {"milan"}


def test_the_record_holds_command_profile_and_settings_without_paths(tmp_path: Path) -> None:
    settings = Settings(
        profile="liqo-1.2",
        consumer=ConsumerSettings("rome", ("/secret/rome",), namespaces={}),
        providers=(ProviderSettings("milan", ("/secret/milan",), deny_direct_connections=True),),
    )
    assert run(outcome(), settings=settings, options=to(tmp_path / "out")) == 0
    state = read_state(tmp_path / "out")
    assert state is not None
    assert (state.run.command, state.run.profile) == ("provider", "liqo-1.2")
    assert state.run.settings == {
        "consumer": {"id": "rome", "namespaces": {}},
        "providers": {"milan": {"denyDirectConnections": True}},
        "layout": "tree",
    }
    assert "secret" not in (tmp_path / "out/.liqo-transform.json").read_text()


def test_the_stream_layout_writes_a_file_a_kind(tmp_path: Path) -> None:
    assert run(outcome(), options=replace(to(tmp_path / "out"), layout="stream")) == 0
    assert (tmp_path / "out/milan/endpointslices.yaml").is_file()


def test_shared_causes_are_one_finding(capsys: Capture) -> None:
    shared = [
        finding("missing-configuration", "no Configuration", shared_cause="turin", slices=(f"shop/{name}",))
        for name in "ba"
    ]
    assert run(outcome(*shared)) == 1
    err = capsys.readouterr().err
    assert err.count("[missing-configuration]") == 1
    assert "this stops 2 slices: shop/a, shop/b" in err


def test_every_provider_of_the_run_is_counted() -> None:
    result = Outcome((), (), (), Summary(refused={"turin": 2}), ("milan", "turin"))
    summary = counted(result, written=True)
    assert (summary.written, summary.refused, summary.skipped) == (
        {"milan": {}, "turin": {}},
        {"milan": 0, "turin": 2},
        {"milan": 0, "turin": 0},
    )


def test_finish_without_a_run_reports_what_it_got(capsys: Capture) -> None:
    assert finish([finding("unreadable-file", "gone")], RunOptions(), verdict="nothing written") == 1
    assert "[unreadable-file]" in capsys.readouterr().err
