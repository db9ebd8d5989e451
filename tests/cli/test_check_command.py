"""``liqo-transform check --built``: whether a built set went through the function."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from transformer.cli.main import run

PLAIN = "apiVersion: v1\nkind: Service\nmetadata:\n  name: web\n  namespace: shop\n"


def made(mark: str, name: str = "web-1") -> str:
    """A slice that carries a mark."""
    return (
        "apiVersion: offloading.liqo.io/v1beta1\nkind: ShadowEndpointSlice\nmetadata:\n"
        f"  annotations:\n    liqo-transformer.github.io/derived-by: {mark}\n  name: {name}\n  namespace: shop-rome\n"
    )


MILAN, TURIN = made("ConsumerTransform/to-milan"), made("ConsumerTransform/to-turin", "web-2")


def check(built: Path | str, capsys: pytest.CaptureFixture[str], *more: str) -> tuple[int, list[str], str]:
    """Exit status, codes and the messages of a check."""
    status = run(["check", "--built", str(built), "--report", "json", *more])
    report = json.loads(capsys.readouterr().out)
    found = report["findings"]
    return status, [each["code"] for each in found], " ".join(each["message"] for each in found)


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """The file of a built set."""
    return tmp_path / "built.yaml"


@pytest.mark.parametrize(
    ("text", "requires", "missing"),
    [
        (f"{PLAIN}---\n{MILAN}", [], 0),
        (MILAN, ["ConsumerTransform/to-milan"], 0),
        (f"{MILAN}---\n{TURIN}", ["ConsumerTransform/to-milan", "ConsumerTransform/to-turin"], 0),
        (f"{MILAN}---\n{PLAIN}", ["ConsumerTransform/to-turin"], 1),
        (PLAIN, [], 1),
        (PLAIN, ["ConsumerTransform/a", "ConsumerTransform/b"], 2),
        ("", [], 1),
        ("# nothing\n---\n", ["ConsumerTransform/to-milan"], 1),
        (made("{}"), [], 1),
    ],
)
def test_a_set_needs_the_marks(
    built: Path, capsys: pytest.CaptureFixture[str], text: str, requires: list[str], missing: int
) -> None:
    built.write_text(text)
    options = [part for mark in requires for part in ("--requires", mark)]
    status, codes, _ = check(built, capsys, *options)
    assert codes == ["function-not-run"] * missing
    assert status == (1 if missing else 0)


def test_what_is_missing_and_what_is_there_is_said(built: Path, capsys: pytest.CaptureFixture[str]) -> None:
    built.write_text(f"{MILAN}---\n{PLAIN}")
    _, _, message = check(built, capsys, "--requires", "ConsumerTransform/to-turin")
    assert "ConsumerTransform/to-turin" in message
    assert "ConsumerTransform/to-milan on 1" in message


def test_a_list_and_json_may_be_checked_too(built: Path, capsys: pytest.CaptureFixture[str]) -> None:
    items = "".join("- " + each.replace("\n", "\n  ").rstrip(" ") for each in (PLAIN, MILAN))
    built.write_text("apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n" + items)
    assert check(built, capsys) == (0, [], "")
    mark = {"liqo-transformer.github.io/derived-by": "FleetTransform/f"}
    data = {
        "apiVersion": "discovery.k8s.io/v1",
        "kind": "EndpointSlice",
        "metadata": {"name": "x", "annotations": mark},
    }
    built.write_text(json.dumps({**data, "metadata": {"name": "y"}}) + "\n" + json.dumps(data))
    assert check(built, capsys) == (0, [], "")


@pytest.mark.parametrize("lie", ["", "x", "Gizmo/x", "ConsumerTransform/"])
def test_what_is_no_mark_counts_for_nothing(built: Path, capsys: pytest.CaptureFixture[str], lie: str) -> None:
    built.write_text(made(f"'{lie}'"))
    assert check(built, capsys)[:2] == (1, ["function-not-run"])


def test_a_mark_on_another_kind_counts_for_nothing(built: Path, capsys: pytest.CaptureFixture[str]) -> None:
    built.write_text(MILAN.replace("kind: ShadowEndpointSlice", "kind: ConfigMap"))
    assert check(built, capsys)[:2] == (1, ["function-not-run"])


def test_standard_input_is_checked(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(MILAN.encode())))
    assert check("-", capsys) == (0, [], "")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(PLAIN.encode())))
    assert check("-", capsys)[:2] == (1, ["function-not-run"])


@pytest.mark.parametrize(("text", "code"), [("a: [\n", "invalid-yaml"), ("a: 1\n b: 2\n", "invalid-yaml")])
def test_a_set_that_cannot_be_read_was_not_checked(
    built: Path, capsys: pytest.CaptureFixture[str], text: str, code: str
) -> None:
    built.write_text(text)
    assert check(built, capsys)[:2] == (1, [code])


def test_a_set_that_is_not_there_was_not_checked(built: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(built, capsys)[:2] == (1, ["unreadable-file"])


def test_odd_yaml_of_other_people_does_not_matter(built: Path, capsys: pytest.CaptureFixture[str]) -> None:
    built.write_text(f"{MILAN}---\nkind: Gizmo\na: !odd 1\nb: =\n")
    assert check(built, capsys) == (0, [], "")


@pytest.mark.parametrize("arguments", [[], ["--built"], ["--built", "x", "--requires", "no-slash"]])
def test_a_check_called_in_a_wrong_way_is_a_usage_error(arguments: list[str]) -> None:
    assert run(["check", *arguments]) == 2
