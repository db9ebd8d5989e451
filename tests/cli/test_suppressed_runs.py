"""Suppression in whole runs: what is written, reported, counted and recorded, and the exit status."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from transformer.cli.main import run
from transformer.output.state import read_state

CASES = Path(__file__).parents[2] / "fixtures" / "cases"
#: Two slices, web-1 with an address whose IP object has no status.ip: pending-ip, an error on the consumer's side.
PENDING = CASES / "c10-pending-suppressed" / "input"
#: Two sound slices, and a provider without the Configuration of their consumer: an error that they share.
UNPEERED = CASES / "p05-suppressed-shared-cause" / "input"


@dataclass(frozen=True)
class Ended:
    """How a run ended: exit status, the JSON report, what was on stderr, and the files of the output folder."""

    status: int
    report: dict[str, Any]
    stderr: str
    files: list[str]

    @property
    def codes(self) -> list[str]:
        return sorted(each["code"] for each in self.report["findings"])

    @property
    def messages(self) -> list[str]:
        return [each["message"] for each in self.report["findings"]]

    @property
    def suppressed(self) -> int:
        found: int = self.report["summary"]["suppressed"]
        return found


Fleet = Callable[..., Ended]


def ignoring(code: str, object: str | None = None, reason: str = "known") -> dict[str, str]:
    return {"code": code, "reason": reason} | ({"object": object} if object is not None else {})


@pytest.fixture
def fleet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Fleet:
    """Runs ``fleet`` on a copy of some input; later runs write over what the earlier ones wrote."""
    monkeypatch.chdir(tmp_path)

    def run_fleet(given: Path, *ignore: dict[str, str], arguments: tuple[str, ...] = (), **fields: Any) -> Ended:
        shutil.rmtree("input", ignore_errors=True)
        shutil.copytree(given, "input")
        configuration = {
            "apiVersion": "liqo-transformer.github.io/v1alpha1",
            "kind": "Fleet",
            "consumer": {"id": "rome", "exports": ["input/rome.yaml"], "namespaces": {"shop": "shop-rome"}},
            "providers": {"milan": {"exports": ["input/milan.yaml"]}},
            "output": "out",
            "findings": {"ignore": list(ignore)},
            **fields,
        }
        Path("liqo-transform.yaml").write_text(yaml.safe_dump(configuration), encoding="utf-8")
        status = run(["fleet", "--report", "json:report.json", *arguments])
        report = json.loads(Path("report.json").read_text(encoding="utf-8"))
        files = sorted(path.as_posix() for path in Path("out").rglob("web-*"))
        return Ended(status, report, capsys.readouterr().err, [file.removeprefix("out/milan/") for file in files])

    return run_fleet


BOTH = [
    f"{kind}/shop-rome/{name}.yaml"
    for kind in ("endpointslices", "shadowendpointslices")
    for name in ("web-1", "web-2")
]


def test_a_suppressed_error_refuses_its_slice_alone(fleet: Fleet) -> None:
    ended = fleet(PENDING)
    assert (ended.status, ended.codes, ended.suppressed, ended.files) == (1, ["pending-ip"], 0, [])
    ended = fleet(PENDING, ignoring("pending-ip", "shop/web-1"))
    assert (ended.status, ended.codes, ended.suppressed) == (0, [], 1)
    assert ended.files == [file for file in BOTH if "web-2" in file]
    assert ended.report["summary"]["refused"] == {"milan": 1}
    assert "0 infos, 1 suppressed" in ended.stderr


def test_the_record_has_the_refusal_and_not_the_suppression(fleet: Fleet) -> None:
    fleet(PENDING, ignoring("pending-ip", reason="a reason of mine"))
    state = read_state(Path("out"))
    assert state is not None
    assert [(each.name, each.codes) for each in state.refusals] == [("web-1", ("pending-ip",))]
    assert "a reason of mine" not in Path("out/.liqo-transform.json").read_text(encoding="utf-8")
    assert "ignore" not in state.run.settings


def test_another_error_withholds_all_or_with_keep_going_fails_all_the_same(fleet: Fleet) -> None:
    near_miss = CASES / "c10-pending-suppressed-near-miss" / "input"
    ended = fleet(near_miss, ignoring("pending-ip"))
    assert (ended.status, ended.codes, ended.suppressed, ended.files) == (1, ["unmapped-address"], 1, [])
    ended = fleet(near_miss, ignoring("pending-ip"), keepGoing=True)
    assert (ended.status, ended.codes, ended.suppressed) == (1, ["unmapped-address"], 1)
    assert ended.files == [file for file in BOTH if "web-2" in file]


@pytest.mark.parametrize("pattern", ["shop/web-1", "shop-rome/web-1", "shop*/*-1"])
def test_of_a_shared_cause_one_slice_may_be_suppressed_by_either_name(fleet: Fleet, pattern: str) -> None:
    ended = fleet(UNPEERED, ignoring("missing-configuration", pattern))
    assert (ended.status, ended.suppressed, ended.files) == (1, 1, [])
    (message,) = ended.messages
    assert message.endswith("this stops 1 slice: shop-rome/web-2")


@pytest.mark.parametrize("pattern", ["shop/web-2", "shop-rome/web-2"])
def test_what_is_said_of_a_consumers_slice_may_be_suppressed_by_its_name_on_the_provider(
    fleet: Fleet, pattern: str
) -> None:
    given = Path("given")
    shutil.copytree(PENDING, given)
    milan = (given / "milan.yaml").read_text(encoding="utf-8")
    (given / "milan.yaml").write_text(milan.replace("10.40.32.0/19", "10.50.32.0/19"), encoding="utf-8")
    rest = ignoring("pending-ip")
    assert fleet(given, rest).codes == ["untranslated-address"]
    ended = fleet(given, rest, ignoring("untranslated-address", pattern))
    assert (ended.status, ended.codes, ended.suppressed) == (0, [], 2)
    assert fleet(given, rest, ignoring("untranslated-address", "shop-turin/web-2")).codes == [
        "untranslated-address",
        "unused-suppression",
    ]


def test_what_all_providers_bring_up_alike_is_counted_once(fleet: Fleet) -> None:
    given = Path("given")
    shutil.copytree(UNPEERED, given)
    rome = (given / "rome.yaml").read_text(encoding="utf-8")
    (given / "rome.yaml").write_text(rome.replace("kind: Service\n", "kind: Pod\n"), encoding="utf-8")
    two: dict[str, Any] = {"providers": {"milan": {}, "turin": {}}}
    ended = fleet(given, **two)
    assert ended.codes.count("missing-service") == 1
    ended = fleet(given, ignoring("missing-service"), **two)
    assert (ended.codes.count("missing-service"), ended.suppressed) == (0, 1)


def test_a_suppressed_warning_does_not_fail_and_an_unused_suppression_is_one(fleet: Fleet) -> None:
    strict: dict[str, Any] = {"arguments": ("--fail-on", "warning")}
    accepted = ignoring("pending-ip")
    assert fleet(PENDING, accepted, **strict).status == 0
    ended = fleet(PENDING, accepted, ignoring("lossy-prefix", "shop/*", "until May"), **strict)
    assert (ended.status, ended.codes) == (1, ["unused-suppression"])
    assert ended.messages == [
        'the suppression of lossy-prefix for "shop/*" matches nothing (its reason: "until May")',
    ]
    (found,) = ended.report["findings"]
    line = Path("liqo-transform.yaml").read_text(encoding="utf-8").splitlines()[found["line"] - 1]
    assert (found["file"], line.split()) == ("liqo-transform.yaml", ["-", "code:", "lossy-prefix"])


def test_what_stops_the_run_is_never_suppressed(fleet: Fleet) -> None:
    given = Path("given")
    shutil.copytree(PENDING, given)
    (given / "milan.yaml").write_text("a: ]\n", encoding="utf-8")
    ended = fleet(given, ignoring("invalid-yaml"), ignoring("pending-ip"))
    assert (ended.status, ended.codes, ended.suppressed) == (1, ["invalid-yaml", "unused-suppression"], 0)
    assert "nothing written: 1 error, of a kind that stops the whole run" in ended.stderr
    (message,) = [each for each in ended.messages if each.startswith("the suppression")]
    assert "invalid-yaml for any object matches only errors that stop the whole run" in message


def test_an_error_that_ends_the_run_whatever_its_effect_is_not_suppressed(fleet: Fleet) -> None:
    given = Path("given")
    shutil.copytree(PENDING, given)
    rome = (given / "rome.yaml").read_text(encoding="utf-8")
    (given / "rome.yaml").write_text(rome.replace("- 10.40.32.0/19", "- 10.40.32.0/99"), encoding="utf-8")
    ended = fleet(given, ignoring("invalid-cidr"))
    assert (ended.status, ended.codes, ended.suppressed) == (1, ["invalid-cidr"], 0)


def test_a_result_that_suppression_empties_is_an_error(fleet: Fleet) -> None:
    given = Path("given")
    shutil.copytree(PENDING, given)
    rome = (given / "rome.yaml").read_text(encoding="utf-8")
    (given / "rome.yaml").write_text(rome.replace("10.40.32.7", "100.64.9.128"), encoding="utf-8")
    ended = fleet(given, ignoring("pending-ip"))
    assert (ended.status, ended.codes, ended.files) == (1, ["nothing-reflected"], [])
    assert ended.messages == [
        "nothing at all came out of this run: its slices are refused, and the errors that say so are suppressed"
    ]


def test_a_kind_that_suppression_takes_from_a_provider_is_not_lost_in_silence(fleet: Fleet) -> None:
    accepted = ignoring("missing-configuration")
    shadows = [file for file in BOTH if file.startswith("shadow")]
    ended = fleet(UNPEERED, accepted)
    assert (ended.status, ended.codes, ended.files) == (0, ["nothing-reflected"], shadows)
    assert [each["severity"] for each in ended.report["findings"]] == ["warning"]
    assert "milan gets no EndpointSlice: its slices are refused" in ended.messages[0]
    ended = fleet(UNPEERED, accepted, ignoring("nothing-reflected"))
    assert (ended.status, ended.codes, ended.suppressed) == (0, [], 2)


def test_what_the_replaced_folder_has_is_not_taken_away_by_suppression(fleet: Fleet) -> None:
    sound = Path("sound")
    shutil.copytree(UNPEERED, sound)
    shutil.copyfile(PENDING / "milan.yaml", sound / "milan.yaml")
    assert fleet(sound).files == BOTH
    accepted = ignoring("missing-configuration")
    ended = fleet(UNPEERED, accepted, ignoring("nothing-reflected"))
    assert (ended.status, ended.codes, ended.files) == (1, ["nothing-reflected", "unused-suppression"], BOTH)
    assert "milan has EndpointSlices in the folder that is being replaced, and none any more: its" in ended.messages[0]
    ended = fleet(UNPEERED, accepted, force=True)
    assert (ended.status, ended.codes) == (0, ["nothing-reflected"])
    assert ended.files == [file for file in BOTH if file.startswith("shadow")]


def test_only_a_run_that_writes_could_have_raised_what_writing_raises(fleet: Fleet) -> None:
    accepted = ignoring("pending-ip")
    assert fleet(PENDING, accepted, ignoring("output-not-ours")).codes == ["unused-suppression"]
    assert fleet(PENDING, ignoring("output-not-ours")).codes == ["pending-ip"]
    assert fleet(PENDING, accepted, ignoring("stale-derived")).codes == []


def test_a_report_shows_nothing_of_what_is_suppressed(fleet: Fleet, capsys: pytest.CaptureFixture[str]) -> None:
    fleet(PENDING, ignoring("pending-ip"))
    for arguments in (["-v"], ["--report", "text"], ["--report", "json"]):
        assert run(["fleet", *arguments]) == 0
        out, err = capsys.readouterr()
        assert "pending-ip" not in out + err
        assert "1 suppressed" in out + err
