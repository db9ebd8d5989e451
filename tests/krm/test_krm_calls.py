"""The ways in which the program is called, and what goes in and comes out of each."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from function_calls import (
    MARK,
    Ended,
    an_object,
    call,
    function,
    listed,
    names,
    read,
    service,
    slice_of,
)

from transformer.krm.call import Call, Caller, call_of
from transformer.manifests.emitting import dump

ROOT = "KUSTOMIZE_PLUGIN_CONFIG_ROOT"


def stream(*objects: dict[str, object]) -> str:
    """Objects as documents."""
    return "---\n".join(map(dump, objects))


def documents(ended: Ended) -> list[str]:
    """What came out as documents, KIND/NAME."""
    return names([item.data for item in read(ended.stdout).items])


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The file of a configuration, in the working folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(ROOT, raising=False)
    (tmp_path / "config.yaml").write_text(dump(function()))
    return "config.yaml"


def test_who_called_is_seen_by_arguments_and_environment(tmp_path: Path) -> None:
    file = tmp_path / "config"
    file.write_text("")
    called = str(file)
    assert call_of([], {}) == call_of(["-"], {}) == Call(Caller.FUNCTION, None, ("-",))
    assert call_of([], {ROOT: "/x"}) == Call(Caller.FUNCTION, None, ("-",))
    assert call_of([called], {ROOT: ""}) == call_of([called, "more"], {ROOT: "/x"})
    assert call_of([called], {ROOT: "/x"}) == Call(Caller.LEGACY, called, ("-",))
    assert call_of([called], {}) == Call(Caller.ALONE, called, ())
    assert call_of([f"{called}.none"], {ROOT: "/x"}) == Call(Caller.ALONE, f"{called}.none", ())
    assert call_of([called, "a", "-"], {}) == Call(Caller.ALONE, called, ("a", "-"))


def test_a_legacy_plugin_takes_and_gives_documents(config: str) -> None:
    ended = call(stream(service(), slice_of()), config, **{ROOT: "/x"})
    assert ended.status == 0
    assert ended.stdout.startswith(stream(service(), slice_of()) + "---\n")
    assert documents(ended)[2:] == ["ShadowEndpointSlice/web-1"]


def test_a_legacy_plugin_names_no_line_of_what_kustomize_printed(config: str) -> None:
    given = stream(service(), slice_of("300.0.0.1"))
    ended = call(given, config, **{ROOT: "/x"})
    assert (ended.status, ended.stdout) == (1, given)
    assert "ConsumerTransform/to-milan: error[invalid-address]: EndpointSlice shop/web-1 " in ended.stderr
    Path(config).write_text(dump(function(provider=5)))
    refused = call(given, config, **{ROOT: "/x"})
    assert refused.status == 2
    assert config not in refused.stderr


@pytest.mark.parametrize("given", ["", "\n", "# c\n", "---\n", "--- # c\n"])
def test_a_legacy_plugin_refuses_an_empty_input(config: str, given: str) -> None:
    ended = call(given, config, **{ROOT: "/x"})
    assert (ended.status, ended.stdout) == (1, "")
    assert "error[no-manifests]" in ended.stderr


def test_a_legacy_generator_has_no_input(config: str) -> None:
    Path("rome.yaml").write_text(stream(service(), slice_of()))
    consumer = {"id": "rome", "exports": ["rome.yaml"], "podCIDRs": ["10.40.0.0/16"], "namespaces": {"shop": "s"}}
    Path(config).write_text(dump(function("FleetTransform", consumer=consumer)))
    ended = call("", config, **{ROOT: "/x"})
    assert ended.status == 0
    assert documents(ended) == ["ShadowEndpointSlice/web-1"]


@pytest.mark.parametrize("arguments", [(), ("-",)])
def test_a_list_comes_on_standard_input(config: str, arguments: tuple[str, ...]) -> None:
    Path(config).unlink()
    ended = call(listed(service(), slice_of(), config=function()), *arguments)
    assert (ended.status, len(ended.items)) == (0, 3)


@pytest.mark.parametrize("as_json", [False, True])
def test_a_list_may_be_a_file(config: str, as_json: bool) -> None:
    given = listed(service(), slice_of(), config=function())
    whole = {
        "kind": "ResourceList",
        "apiVersion": "config.kubernetes.io/v1",
        "items": [service(), slice_of()],
        "functionConfig": function(),
    }
    Path(config).write_text(json.dumps(whole) if as_json else given)
    ended = call("", config)
    assert ended.items == call(given).items
    assert ended.status == 0


def test_files_folders_and_standard_input_go_together(config: str) -> None:
    Path("folder/deep").mkdir(parents=True)
    Path("folder/deep/service.yaml").write_text(dump(service()))
    Path("folder/kustomization.yaml").write_text("resources: []\n")
    Path("folder/empty.yaml").write_text("# nothing\n")
    Path("slices.json").write_text(json.dumps(slice_of()))
    ended = call(dump(an_object("Gizmo", "x")), config, "slices.json", "folder", "-")
    assert ended.status == 0
    assert documents(ended) == ["Gizmo/x", "Service/web", "EndpointSlice/web-1", "ShadowEndpointSlice/web-1"]


def test_a_list_among_the_inputs_gives_its_items(config: str) -> None:
    Path("list.yaml").write_text(listed(service(), slice_of(), config=function("ReviewCheck")))
    ended = call("", config, "list.yaml")
    assert documents(ended) == ["Service/web", "EndpointSlice/web-1", "ShadowEndpointSlice/web-1"]


def test_json_objects_behind_one_another_are_read(config: str) -> None:
    Path("lines.json").write_text("\n".join(map(json.dumps, (service(), slice_of()))))
    assert documents(call("", config, "lines.json"))[2:] == ["ShadowEndpointSlice/web-1"]


def test_positions_by_hand_are_those_of_the_files(config: str) -> None:
    Path("slices.yaml").write_text(stream(service(), slice_of("300.0.0.1")))
    line = Path("slices.yaml").read_text().splitlines().index("  - 300.0.0.1") + 1
    ended = call("", config, "slices.yaml")
    assert ended.status == 1
    assert f" slices.yaml:{line}:5 EndpointSlice shop/web-1 " in ended.stderr
    Path(config).write_text("# mine\n" + dump(function(provider=5)))
    refused = call("", config, "slices.yaml")
    assert refused.status == 2
    assert f" {config}:" in refused.stderr


def test_a_config_map_is_a_configuration_by_hand_too(config: str) -> None:
    data = {"kind": "ConsumerTransform", "consumer": "rome", "provider": "milan", "podCIDRs": "10.40.0.0/16"}
    Path(config).write_text(dump(an_object("ConfigMap", "by-hand", data={**data, "namespaces.shop": "shop-rome"})))
    ended = call(stream(service(), slice_of()), config, "-")
    assert ended.status == 0
    assert f"{MARK}: ConsumerTransform/by-hand" in ended.stdout


@pytest.mark.parametrize("text", ["", "# c\n", "a: 1\n---\nb: 1\n", "a: [\n", "a: &x 1\n", "a: 1\na: 2\n"])
def test_a_configuration_that_cannot_be_read_is_refused(config: str, text: str) -> None:
    Path(config).write_text(text)
    ended = call(dump(service()), config, "-")
    assert ended.status in (1, 2)
    assert ended.stdout == ""
    assert ended.stderr.count("\n") == 1
    assert config in ended.stderr


@pytest.mark.parametrize("missing", [("none.yaml",), ("none.yaml", "-"), ("config.yaml", "none.yaml"), ("none",)])
def test_a_file_that_is_not_there_is_named(config: str, missing: tuple[str, ...]) -> None:
    assert config
    ended = call(dump(service()), *missing)
    assert (ended.status, ended.stdout) == (1, "")
    assert "error[unreadable-file]" in ended.stderr
    assert missing[-1 if missing[0] == "config.yaml" else 0] in ended.stderr


def test_no_input_is_said_to_be_none(config: str) -> None:
    Path("blank.yaml").write_text("# c\n")
    for inputs, said in (((), "no input is given"), (("blank.yaml",), "blank.yaml"), (("-",), "standard input")):
        ended = call("", config, *inputs)
        assert (ended.status, ended.stdout) == (1, "")
        assert said in ended.stderr
    assert "standard input" not in call("", config, "blank.yaml").stderr


def test_a_configuration_may_have_any_name(config: str) -> None:
    Path(config).rename("-config")
    assert call(stream(service(), slice_of()), "./-config", "-").status == 0
    assert call(stream(service(), slice_of()), "-config", "-").status == 0


@pytest.mark.parametrize("arguments", [("--help",), ("-h",), ("--help", "x"), ("x", "-h")])
def test_help_explains_the_calls(arguments: tuple[str, ...]) -> None:
    ended = call("", *arguments)
    assert (ended.status, ended.stderr) == (0, "")
    assert ended.stdout.startswith("Usage: liqo-transform-krm")


def test_the_version_is_told() -> None:
    ended = call("", "--version")
    assert (ended.status, ended.stderr) == (0, "")
    assert ended.stdout.startswith("liqo-transform-krm, version ")


@pytest.mark.parametrize("option", ["--emit", "-x", "--", "--emit=All"])
def test_an_unknown_option_is_a_usage_error(option: str) -> None:
    ended = call(listed(service(), config=function()), option)
    assert (ended.status, ended.stdout) == (2, "")
    assert f"unknown option '{option}'" in ended.stderr


def test_documents_without_a_configuration_are_refused() -> None:
    ended = call(stream(service(), slice_of()))
    assert ended.status == 2
    assert "no configuration came along" in ended.stderr


def test_text_in_no_encoding_is_refused() -> None:
    ended = call(b"\xff\x00\xfe")
    assert (ended.status, ended.stdout) == (1, "")
    assert "error[unreadable-file]" in ended.stderr
