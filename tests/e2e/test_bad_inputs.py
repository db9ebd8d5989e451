"""Bad input: one clear finding for one cause, the exit status of the interface, the output untouched."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from e2e.command_line import FIXTURES, Ended, transform, tree


@pytest.fixture
def fleet(tmp_path: Path) -> Path:
    """A working directory with the fleet's exports, and an output folder of an earlier run."""
    shutil.copytree(FIXTURES / "fleet" / "exports", tmp_path / "exports")
    assert transform("fleet", "exports", "--consumer", "rome", "-o", "out", cwd=tmp_path).status == 0
    return tmp_path


def refused(fleet: Path, *arguments: str, status: int = 1) -> list[dict[str, object]]:
    """The errors of a run that must leave the output folder as it is."""
    before = tree(fleet / "out")
    ended = transform(*arguments, "--report", "json:report.json", cwd=fleet)
    assert ended.status == status, ended
    assert tree(fleet / "out") == before
    assert "Traceback" not in ended.stdout + ended.stderr
    assert sorted(path.name for path in fleet.iterdir() if path.name.startswith(".")) == []
    findings = json.loads((fleet / "report.json").read_text())["findings"]
    return [each for each in findings if each["severity"] == "error"]


def run_fleet(fleet: Path, status: int = 1) -> list[dict[str, object]]:
    return refused(fleet, "fleet", "exports", "--consumer", "rome", "-o", "out", status=status)


def usage_error(fleet: Path, *arguments: str) -> Ended:
    before = tree(fleet / "out")
    ended = transform(*arguments, cwd=fleet)
    assert ended.status == 2
    assert tree(fleet / "out") == before
    assert "Traceback" not in ended.stderr
    return ended


def only(errors: list[dict[str, object]], code: str) -> dict[str, object]:
    """The one error there is, which must have this code."""
    assert [each["code"] for each in errors] == [code]
    return errors[0]


def test_missing_path(fleet: Path) -> None:
    errors = refused(fleet, "consumer", "exports/paris", "--consumer", "rome", "-o", "out")
    assert only(errors, "unreadable-file")["file"] == "exports/paris"


def test_folder_without_manifests(fleet: Path) -> None:
    shutil.rmtree(fleet / "exports/milan")
    (fleet / "exports/milan").mkdir()
    assert only(run_fleet(fleet), "no-manifests")["file"] == "exports/milan"


def test_truncated_yaml(fleet: Path) -> None:
    path = fleet / "exports/rome/endpointslices.yaml"
    text = path.read_text()
    path.write_text(text[: text.index('time: "') + 10])
    error = only(run_fleet(fleet), "invalid-yaml")
    assert error["file"] == "exports/rome/endpointslices.yaml"
    assert isinstance(error["line"], int)


def test_yaml_truncated_at_the_end_of_a_line(fleet: Path) -> None:
    path = fleet / "exports/rome/endpointslices.yaml"
    text = path.read_text()
    path.write_text(text[: text.index("\n", 3000) + 1])
    error = only(run_fleet(fleet), "not-an-object")
    assert "cut off" in str(error["message"])


def test_binary_file(fleet: Path) -> None:
    (fleet / "exports/rome/picture.yaml").write_bytes(bytes(range(256)) * 20)
    assert only(run_fleet(fleet), "unreadable-file")["file"] == "exports/rome/picture.yaml"


def test_two_objects_with_one_id(fleet: Path) -> None:
    text = (fleet / "exports/rome/endpointslices.yaml").read_text()
    assert text.count("10.62.2.187") == 1
    (fleet / "exports/rome/more.yaml").write_text(text.replace("10.62.2.187", "10.62.2.188"))
    error = only(run_fleet(fleet), "duplicate-object")
    assert error["object"] == {
        "apiVersion": "discovery.k8s.io/v1",
        "kind": "EndpointSlice",
        "namespace": "boutique",
        "name": "adservice-8xp2f",
    }
    related = error["related"]
    assert isinstance(related, list)
    assert {error["file"], related[0]["file"]} == {
        "exports/rome/endpointslices.yaml",
        "exports/rome/more.yaml",
    }


def test_unknown_field_in_the_configuration_file(fleet: Path) -> None:
    (fleet / "liqo-transform.yaml").write_text(
        "apiVersion: liqo-transformer.github.io/v1alpha1\nkind: Fleet\n"
        "consumer:\n  id: rome\n  export: [exports/rome]\noutput: out\n"
    )
    error = only(refused(fleet, "fleet", status=2), "invalid-configuration")
    assert "did you mean exports?" in str(error["message"])
    assert (error["file"], error["line"], error["column"]) == ("liqo-transform.yaml", 5, 3)


def test_provider_without_a_configuration_for_the_consumer(fleet: Path) -> None:
    path = fleet / "exports/milan/configurations.yaml"
    text = path.read_text()
    assert text.count("liqo.io/remote-cluster-id: rome") == 1
    path.write_text(text.replace("liqo.io/remote-cluster-id: rome", "liqo.io/remote-cluster-id: oslo"))
    error = only(run_fleet(fleet), "missing-configuration")
    assert error["provider"] == "milan"
    message = str(error["message"])
    assert "rome" in message
    assert "boutique-rome/cartservice-hhhls" in message


def test_output_folder_that_is_not_ours(fleet: Path) -> None:
    (fleet / "notes").mkdir()
    (fleet / "notes/mine.txt").write_text("mine")
    ended = transform("fleet", "exports", "--consumer", "rome", "-o", "notes", cwd=fleet)
    assert ended.status == 1
    assert "[output-not-ours]" in ended.stderr
    assert tree(fleet / "notes") == {"mine.txt": b"mine"}


def test_unknown_profile(fleet: Path) -> None:
    ended = usage_error(fleet, "fleet", "exports", "--consumer", "rome", "-o", "out", "--profile", "liqo-1.3")
    assert "liqo-1.2" in ended.stderr


def test_name_that_leads_out_of_the_folder(fleet: Path) -> None:
    path = fleet / "exports/rome/endpointslices.yaml"
    text = path.read_text()
    assert text.count("name: adservice-8xp2f\n") == 1
    path.write_text(text.replace("name: adservice-8xp2f\n", "name: ../../adservice\n"))
    error = only(run_fleet(fleet), "unsafe-name")
    assert error["file"] == "exports/rome/endpointslices.yaml"
    assert not (fleet / "adservice.yaml").exists()


def test_namespace_maps_that_no_longer_offload_anything(fleet: Path) -> None:
    path = fleet / "exports/rome/namespacemaps.yaml"
    text = path.read_text()
    before, after = text.split("    name: turin\n")
    assert after.count("phase: Accepted") == 1
    path.write_text(before + "    name: turin\n" + after.replace("phase: Accepted", "phase: Terminating"))
    error = only(run_fleet(fleet), "nothing-reflected")
    assert error["provider"] == "turin"
    forced = transform("fleet", "exports", "--consumer", "rome", "-o", "out", "--force", cwd=fleet)
    assert forced.status == 0
    assert not any(name.startswith("turin/endpointslices/") for name in tree(fleet / "out"))


def test_a_provider_whose_export_is_left_out_of_the_run(fleet: Path) -> None:
    # Its ShadowEndpointSlices are still made; its EndpointSlices would be gone without a word.
    shutil.rmtree(fleet / "exports/turin")
    error = only(run_fleet(fleet), "nothing-reflected")
    assert error["provider"] == "turin"
    assert str(error["message"]).startswith("turin has EndpointSlices in the folder")


def test_a_consumer_view_that_cannot_be_read_is_told_beside_its_missing_id(fleet: Path) -> None:
    arguments = ("provider", "exports/milan", "--cluster", "milan", "--consumer-view", "exports/paris", "-o", "out")
    codes = {each["code"] for each in refused(fleet, *arguments, status=2)}
    assert codes == {"unreadable-file", "invalid-configuration"}
