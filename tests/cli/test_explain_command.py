"""``liqo-transform explain``: exit status, streams and options. What an explanation says: tests/review."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from transformer.cli.main import run

FIXTURES = Path(__file__).parents[2] / "fixtures"
CONFIGURATION = (FIXTURES / "fleet-live" / "liqo-transform.yaml").read_text(encoding="utf-8")
#: A pod on milan: as rome has it, and as turin gets it.
POD, ON_TURIN = "10.61.14.214", "10.81.14.214"


@pytest.fixture
def fleet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the shipped fleet and its configuration file, which is the working directory."""
    shutil.copytree(FIXTURES / "fleet" / "exports", tmp_path / "exports")
    (tmp_path / "liqo-transform.yaml").write_text(CONFIGURATION)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("fleet")
def test_an_address_is_explained_on_stdout_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", ON_TURIN]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert f"{POD} -> {ON_TURIN}  P06  as turin sees milan" in out
    assert (
        "Configuration liqo-tenant-milan/milan of turin, status.remote.cidr.pod[0]: 10.81.0.0/16 "
        "(exports/turin/configurations.yaml:81:11)" in out
    )
    assert "provider milan" not in out


@pytest.mark.usefixtures("fleet")
def test_two_runs_print_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    printed = []
    for _ in range(2):
        assert run(["explain", "boutique/cartservice", "--format", "json"]) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]
    assert json.loads(printed[0])["services"][0]["name"] == "boutique/cartservice"


@pytest.mark.usefixtures("fleet")
def test_only_the_providers_asked_for_are_explained(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", POD, "--format", "json", "--provider", "turin"]) == 0
    assert [each["provider"] for each in json.loads(capsys.readouterr().out)["providers"]] == ["turin"]
    assert run(["explain", ON_TURIN, "--provider", "milan"]) == 2
    assert f'has the address "{ON_TURIN}", and none gets it on milan;' in capsys.readouterr().err
    assert run(["explain", POD, "--provider", "turim"]) == 2
    assert 'unknown provider "turim"; did you mean turin?' in capsys.readouterr().err


@pytest.mark.rule("P06")
def test_a_refusal_is_an_answer(fleet: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.rmtree(fleet / "exports")
    shutil.copytree(FIXTURES / "fleet-overlapping" / "exports", fleet / "exports")
    assert run(["explain", "boutique/cartservice", "--profile", "liqo-1.2", "--provider", "turin"]) == 0
    out, err = capsys.readouterr()
    assert "not written, on the provider (P06)" in out
    assert "Liqo 1.2 refuses the slice [outside-pod-cidrs]" in out
    assert err == ""


@pytest.mark.usefixtures("fleet")
@pytest.mark.rule("C04")
def test_a_fleet_in_which_nothing_is_reflected_can_be_asked_why(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", "boutique/cartservice", "--map-namespace", "shop=shop"]) == 0
    assert "the settings list other namespaces for this provider" in capsys.readouterr().out


@pytest.mark.usefixtures("fleet")
@pytest.mark.rule("P08")
def test_the_options_of_a_run_count(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", POD, "--provider", "turin", "--deny-direct-connections"]) == 0
    assert f"= {POD} is left out (P08)" in capsys.readouterr().out


@pytest.mark.usefixtures("fleet")
@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("boutique/cartservise", "did you mean boutique/cartservice"),
        ("10.81.250.250", "status.remote.cidr.pod[0]: 10.81.0.0/16 (exports/turin/configurations.yaml:81:11)"),
        ("192.0.2.250", "it lies in no CIDR of the Configurations that were exported"),
        ("cartservice", "QUERY is an address, or NAMESPACE/NAME of a slice or a Service"),
        ("a/b/c", "QUERY is an address, or NAMESPACE/NAME of a slice or a Service"),
        ("", "QUERY is an address, or NAMESPACE/NAME of a slice or a Service"),
    ],
)
def test_what_is_meant_by_nothing_is_a_usage_error(
    capsys: pytest.CaptureFixture[str], query: str, message: str
) -> None:
    assert run(["explain", query]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert message in err


def test_an_error_that_stops_the_run_is_reported_as_usual(fleet: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (fleet / "exports" / "rome" / "broken.yaml").write_text("kind: [")
    assert run(["explain", POD, "--report", "json:report.json"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert "nothing explained: an error stops the whole run" in err
    report = json.loads((fleet / "report.json").read_text())
    assert "invalid-yaml" in [each["code"] for each in report["findings"]]


def test_what_could_not_be_read_stands_beside_the_explanation(fleet: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (fleet / "exports" / "rome" / "old.yaml").write_text(
        "apiVersion: discovery.k8s.io/v1beta1\nkind: EndpointSlice\nmetadata: {name: old, namespace: boutique}\n"
        "addressType: IPv4\nendpoints: []\n"
    )
    assert run(["explain", POD]) == 0
    out, err = capsys.readouterr()
    assert f"= {POD} is written as {ON_TURIN}" in out
    assert "[unsupported-version]" in err


def test_a_report_needs_a_file_and_those_of_the_configuration_stay_as_they_are(
    fleet: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["explain", POD, "--report", "json"]) == 2
    assert "the explanation and a report on stdout: give the report a file" in capsys.readouterr().err
    (fleet / "liqo-transform.yaml").write_text(f"{CONFIGURATION}reports: [{{format: json, file: run.json}}]\n")
    (fleet / "run.json").write_text("of a run")
    assert run(["explain", POD]) == 0
    assert (fleet / "run.json").read_text() == "of a run"


@pytest.mark.usefixtures("fleet")
def test_a_report_is_not_written_over_an_export(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", POD, "--report", "json:exports/rome/nodes.yaml"]) == 2
    assert "exports/rome/nodes.yaml" in capsys.readouterr().err


def test_without_a_configuration_file_there_is_nothing_to_explain(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["explain", POD]) == 2
    assert "no liqo-transform.yaml here or in a folder above: give -c FILE" in capsys.readouterr().err


@pytest.mark.usefixtures("fleet")
def test_colour_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", POD, "--color", "always"]) == 0
    assert "\x1b[1mprovider turin\x1b[0m" in capsys.readouterr().out
