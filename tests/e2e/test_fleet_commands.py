"""The fleets through the command line: the files equal what Liqo made, the exit status says how it went."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from e2e.command_line import FIXTURES, transform, tree

KINDS = ("shadowendpointslices", "endpointslices")


def pruned(value: Any) -> Any:
    """Absent, null, empty list and empty mapping are one."""
    if isinstance(value, dict):
        fields = {name: pruned(each) for name, each in value.items()}
        return {name: each for name, each in fields.items() if each not in (None, {}, [])}
    return [pruned(each) for each in value] if isinstance(value, list) else value


def expected(fleet: str, provider: str, kind: str) -> dict[str, Any]:
    file = FIXTURES / fleet / "expected" / "liqo-1.2" / provider / f"{kind}.yaml"
    return {each["metadata"]["name"]: pruned(each) for each in yaml.safe_load_all(file.read_text()) if each}


def written(out: Path, provider: str, kind: str) -> dict[str, Any]:
    files = tree(out)
    found = {}
    for name, content in files.items():
        if name.startswith(f"{provider}/{kind}/"):
            found[Path(name).stem] = pruned(yaml.safe_load(content))
    return found


@pytest.mark.parametrize(("fleet", "options", "status"), [("fleet", [], 0), ("fleet-overlapping", ["--keep-going"], 1)])
def test_no_difference_from_what_liqo_made(fleet: str, options: list[str], status: int, tmp_path: Path) -> None:
    exports = FIXTURES / fleet / "exports"
    arguments = ["--consumer", "rome", "--profile", "liqo-1.2", "-o", str(tmp_path / "out"), *options]
    assert transform("fleet", exports, *arguments).status == status
    for provider in ("milan", "turin"):
        for kind in KINDS:
            assert written(tmp_path / "out", provider, kind) == expected(fleet, provider, kind)
        state = json.loads((tmp_path / "out" / ".liqo-transform.json").read_text())
        refused = {each["name"]: each["codes"][0] for each in state["refusals"] if each["provider"] == provider}
        assert refused == json.loads(
            (FIXTURES / fleet / "expected" / "liqo-1.2" / provider / "refused.json").read_text()
        )


def test_the_overlapping_fleet_in_the_default_profile(tmp_path: Path) -> None:
    ended = transform(
        "fleet", FIXTURES / "fleet-overlapping" / "exports", "--consumer", "rome", "-o", tmp_path / "out",
        "--report", "json",
    )  # fmt: skip
    assert ended.status == 0
    report = json.loads(ended.stdout)
    warnings = [each for each in report["findings"] if each["severity"] == "warning"]
    assert {each["code"] for each in warnings} == {"outside-pod-cidrs"}
    addresses = [(each["provider"], each["object"]["name"], each["field"]) for each in warnings]
    assert len(addresses) == len(set(addresses)) == 19
    assert sum(sum(kinds.values()) for kinds in report["summary"]["written"].values()) == 44


def test_stream_layout_holds_the_same_objects(tmp_path: Path) -> None:
    exports = FIXTURES / "fleet" / "exports"
    for layout in ("tree", "stream"):
        assert (
            transform("fleet", exports, "--consumer", "rome", "-o", tmp_path / layout, "--layout", layout).status == 0
        )
    for provider in ("milan", "turin"):
        for kind in KINDS:
            text = (tmp_path / "stream" / provider / f"{kind}.yaml").read_text()
            streamed = {each["metadata"]["name"]: pruned(each) for each in yaml.safe_load_all(text)}
            assert streamed == written(tmp_path / "tree", provider, kind)


def test_consumer_piped_into_provider_is_the_fleet(tmp_path: Path) -> None:
    exports = FIXTURES / "fleet" / "exports"
    shadows = transform("consumer", exports / "rome", "--consumer", "rome", "--provider", "milan")
    assert shadows.status == 0
    slices = transform(
        "provider", "-", exports / "milan", "--cluster", "milan", "--consumer-view", exports / "rome",
        stdin=shadows.stdout,
    )  # fmt: skip
    assert slices.status == 0
    assert transform("fleet", exports, "--consumer", "rome", "-o", tmp_path / "out").status == 0
    piped = {each["metadata"]["name"]: pruned(each) for each in yaml.safe_load_all(slices.stdout)}
    assert piped == written(tmp_path / "out", "milan", "endpointslices")
