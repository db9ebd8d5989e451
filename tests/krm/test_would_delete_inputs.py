"""What a caller would delete for being left out is never left out."""

from __future__ import annotations

from pathlib import Path

import pytest
from function_calls import (
    an_object,
    call,
    from_file,
    from_kustomize,
    function,
    listed,
    names,
    peering,
    service,
    shadow,
    slice_of,
)

from transformer.manifests.emitting import dump


@pytest.mark.parametrize(
    ("kind", "emit"),
    [
        ("ConsumerTransform", "Derived"),
        ("ProviderTransform", "Derived"),
        ("FleetTransform", "Derived"),
        ("FleetTransform", None),
        ("ReviewCheck", "Nothing"),
    ],
)
def test_objects_with_files_are_not_left_out(kind: str, emit: str | None) -> None:
    given = listed(from_file(service(), "a.yaml"), slice_of(), config=function(kind, emit=emit))
    ended = call(given)
    assert ended.status == 1
    assert ended.codes == ["would-delete-inputs"]
    assert ended.stdout.startswith(given)
    assert ended.results[0]["field"]["path"] == "spec.emit"


def test_objects_without_files_may_be_left_out() -> None:
    for wrapped in (from_kustomize, lambda data: data):
        given = listed(wrapped(service()), wrapped(slice_of()), config=function(emit="Derived"))
        ended = call(given)
        assert (ended.status, names(ended.items)) == (0, ["ShadowEndpointSlice/web-1"])
        assert "would-delete-inputs" not in ended.codes


def test_objects_with_files_stay_where_all_stay() -> None:
    given = [from_file(service(), "a.yaml"), from_file(slice_of(), "b.yaml")]
    ended = call(listed(*given, config=function(emit="All")))
    assert ended.items[:2] == given
    assert "would-delete-inputs" not in ended.codes


def test_what_an_earlier_function_made_under_kustomize_has_no_file() -> None:
    made = from_kustomize(from_file(shadow(), "shadowendpointslice_web-1.yaml"))
    ended = call(listed(from_kustomize(peering()), made, config=function("ProviderTransform", emit="Derived")))
    assert (ended.status, names(ended.items)) == (0, ["EndpointSlice/web-1"])
    assert "would-delete-inputs" not in ended.codes


def test_an_object_that_cannot_be_read_has_a_file_all_the_same() -> None:
    odd = dump(from_file(an_object("Gizmo", "x"), "x.yaml")) + "extra: !odd x\n"
    ended = call(listed(odd, service(), config=function("ReviewCheck", emit="Nothing")))
    assert ended.status == 1
    assert "would-delete-inputs" in ended.stdout


@pytest.mark.parametrize("kind", ["ConsumerTransform", "ReviewCheck"])
def test_the_functions_own_configuration_is_a_file_of_the_package(kind: str) -> None:
    """kpt fn render lists it among the items."""
    config = from_file(function(kind, emit="All"), "fn.yaml")
    given = [config, from_file(service(), "a.yaml"), from_file(slice_of(), "a.yaml", 1)]
    assert call(listed(*given, config=config)).items[:3] == given
    only = call(listed(config, config=config))
    assert only.items == [config]


def test_the_functions_own_configuration_alone_may_not_be_left_out_of_a_package() -> None:
    config = from_file(function(emit="Derived"), "fn.yaml")
    ended = call(listed(config, config=config))
    assert (ended.status, ended.items) == (1, [config])
    assert ended.codes == ["would-delete-inputs"]


def test_a_fleet_takes_no_input_that_it_would_leave_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rome.yaml").write_text(dump(service()) + "---\n" + dump(slice_of()))
    consumer = {"id": "rome", "exports": ["rome.yaml"], "podCIDRs": ["10.40.0.0/16"]}
    config = function("FleetTransform", consumer=consumer)
    refused = call(listed(from_kustomize(service()), config=config))
    assert (refused.status, refused.codes) == (1, ["would-delete-inputs"])
    # kustomize hands a generator its own configuration, which is no input.
    noted = {**config, "metadata": {"name": "to-milan", "annotations": {"config.kubernetes.io/index": "0"}}}
    ended = call(listed(noted, config=config))
    assert ended.status == 0
    assert "FleetTransform/to-milan" not in names(ended.items)
