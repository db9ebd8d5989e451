"""From a command line to the settings and options of a run: what the user typed is what is computed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from transformer import pipeline
from transformer.cli import run as course
from transformer.cli.main import run
from transformer.configuration.options import ReportTarget, RunOptions
from transformer.findings.finding import Severity
from transformer.output.replace import replace_folder
from transformer.output.state import RunRecord, with_state
from transformer.settings import ConsumerSettings, ProviderSettings, Settings

Capture = pytest.CaptureFixture[str]


@dataclass
class Asked:
    """What ``carry_out`` was called with."""

    command: str
    compute: Callable[..., Any]
    settings: Settings
    options: RunOptions
    may_stream: bool
    also_read: tuple[str, ...]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Asked]:
    """Runs are not carried out, but noted."""
    noted: list[Asked] = []

    def note(
        command: str,
        compute: Any,
        settings: Settings,
        options: RunOptions,
        *,
        may_stream: bool,
        also_read: tuple[str, ...] = (),
    ) -> int:
        noted.append(Asked(command, compute, settings, options, may_stream, also_read))
        return 0

    monkeypatch.setattr(course, "carry_out", note)
    return noted


@pytest.fixture
def exports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with a folder of exports of three clusters."""
    for name in ("rome", "milan", "turin", ".git"):
        (tmp_path / "exports" / name).mkdir(parents=True)
    (tmp_path / "exports" / "notes.txt").write_text("x")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "exports"


def provider(id: str, **more: Any) -> ProviderSettings:
    return ProviderSettings(id, (f"exports/{id}",), **more)


def test_consumer(asked: list[Asked]) -> None:
    assert (
        run(
            ["consumer", "a.yaml", "b", "--consumer", "rome", "--provider", "turin", "--provider", "milan", "-o", "out"]
        )
        == 0
    )
    (run_asked,) = asked
    assert run_asked.compute is pipeline.run_consumer
    assert run_asked.may_stream
    assert run_asked.settings == Settings(
        consumer=ConsumerSettings("rome", ("a.yaml", "b")), only_providers=("milan", "turin")
    )
    assert run_asked.options == RunOptions(output="out")


def test_the_ids_may_be_left_to_the_export(asked: list[Asked]) -> None:
    assert run(["consumer", "a.yaml"]) == run(["provider", "b.yaml"]) == 0
    assert [each.settings for each in asked] == [
        Settings(consumer=ConsumerSettings(None, ("a.yaml",))),
        Settings(providers=(ProviderSettings("", ("b.yaml",)),)),
    ]


def test_every_option_of_a_run(asked: list[Asked]) -> None:
    line = (
        "consumer a --profile liqo-1.2 --map-namespace shop=shop-rome --map-namespace a=b --pod-cidr 10.0.0.0/8 "
        "--pod-cidr fd00::/64 --reflection AllowList -o out --layout stream --dry-run --force --keep-going "
        "--report json:r.json --report text --fail-on warning --limit depth=9 --limit file-bytes=7 -v --color never"
    )
    assert run(line.split()) == 0
    (run_asked,) = asked
    assert run_asked.settings == Settings(
        profile="liqo-1.2",
        consumer=ConsumerSettings(
            None,
            ("a",),
            pod_cidrs=("10.0.0.0/8", "fd00::/64"),
            reflection="AllowList",
            namespaces={"shop": "shop-rome", "a": "b"},
        ),
    )
    assert run_asked.options == RunOptions(
        output="out",
        layout="stream",
        dry_run=True,
        force=True,
        keep_going=True,
        reports=(ReportTarget("json", "r.json"), ReportTarget("text")),
        fail_on=Severity.WARNING,
        quiet=False,
        verbose=True,
        color="never",
        limits={"depth": 9, "file_bytes": 7},
    )


def test_provider_with_views(asked: list[Asked]) -> None:
    line = "provider a --cluster milan --consumer-view rome=views/rome --consumer-view ./x=y --consumer-view plain"
    assert run([*line.split(), "--deny-direct-connections=milan"]) == 0
    (run_asked,) = asked
    assert run_asked.compute is pipeline.run_provider
    assert run_asked.settings == Settings(
        providers=(ProviderSettings("milan", ("a",), deny_direct_connections=True),),
        consumer_views=(("rome", "views/rome"), ("", "./x=y"), ("", "plain")),
    )


def test_denying_without_a_value_takes_no_input_for_one(asked: list[Asked]) -> None:
    assert run(["provider", "--deny-direct-connections", "a.yaml", "--cluster", "milan"]) == 0
    assert asked[0].settings.deny_all_direct_connections
    assert asked[0].settings.providers == (ProviderSettings("milan", ("a.yaml",)),)


@pytest.mark.parametrize("cluster", [[], ["--cluster", "turin"]])
def test_denying_for_another_cluster_is_a_usage_error(cluster: list[str], asked: list[Asked], capsys: Capture) -> None:
    assert run(["provider", "a.yaml", *cluster, "--deny-direct-connections=milan"]) == 2
    assert "--cluster" in capsys.readouterr().err
    assert asked == []


def test_options_that_change_nothing_are_said_to(asked: list[Asked], capsys: Capture) -> None:
    assert run(["consumer", "a", "--deny-direct-connections"]) == 0
    assert capsys.readouterr().err == "note: --deny-direct-connections changes nothing in what consumer computes\n"
    assert run(["provider", "a", "--pod-cidr", "10.0.0.0/8", "--reflection", "DenyList"]) == 0
    assert capsys.readouterr().err.count("changes nothing") == 2
    assert run(["provider", "a", "--pod-cidr", "10.0.0.0/8", "-q"]) == 0
    assert capsys.readouterr().err == ""
    assert len(asked) == 3


@pytest.mark.usefixtures("exports")
def test_a_folder_is_a_fleet(asked: list[Asked]) -> None:
    assert run(["fleet", "exports/", "--consumer", "rome", "-o", "out", "--deny-direct-connections=turin"]) == 0
    (run_asked,) = asked
    assert run_asked.compute is pipeline.run_fleet
    assert not run_asked.may_stream
    assert run_asked.settings == Settings(
        consumer=ConsumerSettings("rome", ("exports/rome",)),
        providers=(provider("milan"), provider("turin", deny_direct_connections=True)),
    )


def write_result(folder: Path) -> None:
    assert replace_folder(folder, with_state((), RunRecord("1", "fleet", "direct"), ()), command="fleet") == []


@pytest.mark.parametrize("output", ["exports/out", "exports/../exports/out", "link"])
@pytest.mark.parametrize("is_written", [False, True])
def test_an_output_folder_that_is_new_or_ours_is_no_provider(
    output: str, is_written: bool, asked: list[Asked], exports: Path, capsys: Capture
) -> None:
    (exports / "out" / "hollow").mkdir(parents=True)
    (exports.parent / "link").symlink_to("exports/out")
    if is_written:
        write_result(exports / "out")
    assert run(["fleet", "exports", "--consumer", "rome", "-o", output]) == 0
    assert [each.id for each in asked[0].settings.providers] == ["milan", "turin"]
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("output", ["exports/turin", "link"])
def test_an_output_folder_with_an_export_in_it_stays_a_provider(output: str, asked: list[Asked], exports: Path) -> None:
    (exports / "turin" / "nodes.yaml").write_text("x")
    (exports.parent / "link").symlink_to("exports/turin")
    assert run(["fleet", "exports", "--consumer", "rome", "-o", output, "--force"]) == 0
    assert [each.id for each in asked[0].settings.providers] == ["milan", "turin"]


@pytest.mark.parametrize("more", [[], ["-q"]])
def test_a_result_among_the_exports_is_left_out_with_a_note(
    more: list[str], asked: list[Asked], exports: Path, capsys: Capture
) -> None:
    write_result(exports / "out")
    assert run(["fleet", "exports", "--consumer", "rome", "-o", "other", *more]) == 0
    assert [each.id for each in asked[0].settings.providers] == ["milan", "turin"]
    said = 'note: "exports/out" holds a result of liqo-transform, not an export, and is left out\n'
    assert capsys.readouterr().err == ("" if more else said)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("fleet exports", 'DIR needs --consumer ID, one of "milan", "rome", "turin"'),
        ("fleet exports --consumer rom", 'unknown cluster "rom"; did you mean rome?'),
        ("fleet nowhere --consumer rome", '"nowhere" cannot be read: No such file or directory'),
        ("fleet exports/notes.txt --consumer rome", "cannot be read: Not a directory"),
        ("fleet exports --consumer rome -c x", "exclude each other"),
        (
            "fleet exports --consumer rome --deny-direct-connections=turi",
            'unknown provider "turi"; did you mean turin?',
        ),
        ("fleet", "no liqo-transform.yaml here or in a folder above"),
    ],
)
@pytest.mark.usefixtures("exports")
def test_a_fleet_that_is_none_is_a_usage_error(line: str, said: str, asked: list[Asked], capsys: Capture) -> None:
    assert run(line.split()) == 2
    assert said in capsys.readouterr().err
    assert asked == []


def test_a_folder_whose_name_is_no_cluster_id_is_a_usage_error(
    exports: Path, asked: list[Asked], capsys: Capture
) -> None:
    (exports / "Old_exports").mkdir()
    assert run(["fleet", "exports", "--consumer", "rome"]) == 2
    assert '"exports/Old_exports": the folder\'s name is no cluster id' in capsys.readouterr().err
    assert asked == []


CONFIGURATION = """\
apiVersion: liqo-transformer.github.io/v1alpha1
kind: Fleet
consumer: {id: rome, exports: [exports/rome], namespaces: {shop: a}}
providers: {milan: {exports: [exports/milan], namespaces: {shop: b}}}
output: manifests
keepGoing: true
quiet: true
findings: {failOn: warning}
"""


def test_a_configuration_file_is_looked_up_and_the_command_line_wins(
    exports: Path, asked: list[Asked], monkeypatch: pytest.MonkeyPatch
) -> None:
    (exports.parent / "liqo-transform.yaml").write_text(CONFIGURATION)
    monkeypatch.chdir(exports / "rome")
    assert run(["fleet"]) == 0
    assert (
        run(
            [
                "fleet",
                "--no-keep-going",
                "--fail-on",
                "info",
                "-o",
                "o",
                "-v",
                "--map-namespace",
                "shop=c",
                "--consumer",
                "roma",
            ]
        )
        == 0
    )
    first, second = asked
    assert first.also_read == ("../../liqo-transform.yaml",)
    assert first.settings == Settings(
        consumer=ConsumerSettings("rome", ("../../exports/rome",), namespaces={"shop": "a"}),
        providers=(ProviderSettings("milan", ("../../exports/milan",), namespaces={"shop": "b"}),),
    )
    assert first.options == RunOptions(
        output="../../manifests", keep_going=True, quiet=True, fail_on=Severity.WARNING, limits={}
    )
    assert second.settings.consumer == ConsumerSettings("roma", ("../../exports/rome",), namespaces={"shop": "c"})
    assert second.settings.providers[0].namespaces is None
    assert second.options == RunOptions(
        output="o", keep_going=False, quiet=False, verbose=True, fail_on=Severity.INFO, limits={}
    )


def test_a_configuration_file_that_is_none_is_status_2_and_lists_its_faults(
    tmp_path: Path, asked: list[Asked], capsys: Capture
) -> None:
    file = tmp_path / "fleet.yaml"
    file.write_text(CONFIGURATION.replace("output:", "outputs:").replace("keepGoing: true", "keepGoing: 3"))
    assert run(["fleet", "-c", str(file)]) == 2
    err = capsys.readouterr().err
    assert f'{file}:5:1: error: unknown field "outputs"; did you mean output? [invalid-configuration]' in err
    assert f"{file}:6:12: error: keepGoing must be true or false, not the number 3 [invalid-configuration]" in err
    assert "2 errors" in err
    assert asked == []


def test_a_configuration_file_that_is_missing_is_status_2_in_every_report(
    tmp_path: Path, asked: list[Asked], capsys: Capture
) -> None:
    assert run(["fleet", "-c", str(tmp_path / "x.yaml"), "--report", "json"]) == 2
    assert '"code": "unreadable-file"' in capsys.readouterr().out
    assert asked == []


@pytest.mark.parametrize(
    ("file", "line"),
    [("reports: [{format: json}]", "fleet -o -"), ("reports: [{format: json}, {format: text}]", "fleet")],
)
def test_options_of_file_and_line_are_checked_together(
    file: str, line: str, exports: Path, asked: list[Asked], capsys: Capture
) -> None:
    (exports.parent / "liqo-transform.yaml").write_text(CONFIGURATION.replace("keepGoing: true", file))
    assert run(line.split()) == 2
    assert "on stdout" in capsys.readouterr().err
    assert asked == []


@pytest.mark.parametrize(
    ("line", "options"),
    [
        ("consumer a --report json:-", RunOptions(reports=(ReportTarget("json"),))),
        ("consumer a --report json:/dev/stdout", RunOptions(reports=(ReportTarget("json"),))),
        ("consumer a --report json:/dev/../dev/fd/1", RunOptions(reports=(ReportTarget("json"),))),
        ("consumer a --limit depth=7 --limit depth=7", RunOptions(limits={"depth": 7})),
        ("consumer a --limit depth=512", RunOptions(limits={"depth": 512})),
        ("consumer a --limit file-bytes=0004294967296", RunOptions(limits={"file_bytes": 2**32})),
    ],
)
def test_options_that_can_be_said_in_several_ways(line: str, options: RunOptions, asked: list[Asked]) -> None:
    assert run(line.split()) == 0
    assert asked[0].options == options


def test_a_configuration_file_is_never_overwritten_by_a_report(exports: Path, asked: list[Asked]) -> None:
    file = exports.parent / "liqo-transform.yaml"
    for text in ("", CONFIGURATION):
        file.write_text(text)
        assert run(["fleet", "--report", f"json:{file}"]) == 2
        assert file.read_text() == text
    assert asked == []
