"""What the function has to say reaches its user: kpt shows results, kustomize and kubectl show stderr."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest
import yaml

from callers.builds import (
    BUILDS,
    CONTAINER,
    EXEC,
    KPT,
    KPT_EVAL,
    KPT_RENDER,
    KUBECTL_CONTAINER,
    KUBECTL_LEGACY,
    PROGRAM,
    Build,
    Object,
    add_pipeline,
    eval_package,
    function,
    render_package,
    stream,
    through,
    write_package,
)
from callers.fleets import export

TO_MILAN = function("ConsumerTransform", consumer="rome", provider="milan")
DIRECT = "liqo.io/use-direct-connections"


def rome(*, refused: bool) -> list[Object]:
    """rome's export with a value that Liqo takes for no: a warning; where ``refused``, with a broken address, too."""
    objects = copy.deepcopy(list(export("rome")))
    of_name = {(each["kind"], each["metadata"]["name"]): each for each in objects}
    of_name["Service", "cartservice"]["metadata"]["annotations"][DIRECT] = "yes"
    if refused:
        of_name["EndpointSlice", "adservice-8xp2f"]["endpoints"][0]["addresses"] = ["10.61.12.999"]
    return objects


def lines_of(built: Build) -> list[str]:
    """The function's own lines among what a caller said; kubectl sets those of a plugin in."""
    return [line.strip() for line in built.said.splitlines() if line.strip().startswith(f"{PROGRAM}: ")]


WARNING = (
    f"{PROGRAM}: ConsumerTransform/to-milan: warning[direct-connections-off]: Service boutique/cartservice: "
    f'metadata.annotations["{DIRECT}"]: direct connections are off: '
)
ERROR = (
    f"{PROGRAM}: ConsumerTransform/to-milan: error[invalid-address]: EndpointSlice boutique/adservice-8xp2f: "
    'endpoints[0].addresses[0]: "10.61.12.999" is no IP address'
)


@pytest.mark.parametrize("caller", [EXEC, CONTAINER, KUBECTL_CONTAINER])
def test_warnings_of_a_build_that_succeeds_are_shown(caller: str, tmp_path: Path) -> None:
    built = through(caller, tmp_path, {"rome.yaml": rome(refused=False)}, TO_MILAN).checked()
    assert len([line for line in lines_of(built) if starts(line, WARNING)]) == 1
    assert len(built.derived) == 11
    # A line for each finding, and nothing else.
    assert lines_of(built) == built.said.splitlines()
    assert len(lines_of(built)) == 3


def test_a_legacy_plugin_that_succeeds_is_not_heard(tmp_path: Path) -> None:
    """kubectl's doing: failOn: warning makes such a build fail, and then it is shown."""
    files = {"rome.yaml": rome(refused=False)}
    quiet = through(KUBECTL_LEGACY, tmp_path / "quiet", files, TO_MILAN).checked()
    assert quiet.said == ""
    strict = function("ConsumerTransform", consumer="rome", provider="milan", findings={"failOn": "warning"})
    loud = through(KUBECTL_LEGACY, tmp_path / "loud", files, strict)
    assert (loud.status, loud.text) == (1, "")
    assert any(starts(line, WARNING) for line in lines_of(loud))


@pytest.mark.parametrize("caller", BUILDS)
def test_errors_of_a_build_that_fails_are_shown(caller: str, tmp_path: Path) -> None:
    built = through(caller, tmp_path, {"rome.yaml": rome(refused=True)}, TO_MILAN)
    assert (built.status, built.text) == (1, "")
    assert len([line for line in lines_of(built) if starts(line, ERROR)]) == 1
    assert len([line for line in lines_of(built) if starts(line, WARNING)]) == 1


def starts(line: str, beginning: str) -> bool:
    """Whether a line starts so, however object and field are set apart."""
    return line.replace(": ", " ").startswith(beginning.replace(": ", " "))


@pytest.fixture(scope="module", params=[f"{caller} {how}" for caller in KPT for how in ("succeeds", "fails")])
def shown(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Build, list[dict[str, Any]], bool]:
    """What kpt said, the results that it wrote, and whether the function was to fail."""
    caller, _, how = request.param.rpartition(" ")
    fails = how == "fails"
    folder = tmp_path_factory.mktemp("shown")
    package, results = folder / "package", folder / "results"
    write_package(package, {"rome.yaml": rome(refused=fails)})
    if caller == KPT_EVAL:
        (folder / "function.yaml").write_text(stream([TO_MILAN]), encoding="utf-8")
        options = ("--exec", PROGRAM, "--fn-config", folder / "function.yaml")
        built = eval_package(package, *options, "--results-dir", results)
    else:
        assert caller == KPT_RENDER
        add_pipeline(package, TO_MILAN)
        built = render_package(package, "--results-dir", results)
    (item,) = yaml.safe_load((results / "results.yaml").read_text(encoding="utf-8"))["items"]
    return built, item["results"], fails


class TestKpt:
    """kpt shows results on the terminal, without files and tags, and stderr; and writes results to a folder whole."""

    def test_it_ends_as_the_function_did(self, shown: tuple[Build, list[dict[str, Any]], bool]) -> None:
        built, _, fails = shown
        assert built.status == (1 if fails else 0)

    def test_it_shows_object_and_field(self, shown: tuple[Build, list[dict[str, Any]], bool]) -> None:
        built, _, fails = shown
        field = f'metadata.annotations["{DIRECT}"]'
        assert f"[warning] v1/Service/boutique/cartservice {field}: direct connections are off" in built.said
        error = '[error] discovery.k8s.io/v1/EndpointSlice/boutique/adservice-8xp2f endpoints[0].addresses[0]: "10.61.'
        assert (error in built.said) is fails

    def test_it_shows_code_and_file_too(self, shown: tuple[Build, list[dict[str, Any]], bool]) -> None:
        built, _, fails = shown
        assert "warning[direct-connections-off]: rome.yaml" in built.said
        assert ("error[invalid-address]: rome.yaml" in built.said) is fails

    def test_the_results_are_whole(self, shown: tuple[Build, list[dict[str, Any]], bool]) -> None:
        _, results, fails = shown
        by_code = {each["tags"]["code"]: each for each in results}
        # In the file, objects are counted from 0.
        index = {
            (each["kind"], each["metadata"]["name"]): position for position, each in enumerate(rome(refused=fails))
        }
        warning = by_code["direct-connections-off"]
        assert warning["severity"] == "warning"
        assert warning["resourceRef"] == {
            "apiVersion": "v1",
            "kind": "Service",
            "namespace": "boutique",
            "name": "cartservice",
        }
        assert warning["field"] == {
            "path": f'metadata.annotations["{DIRECT}"]',
            "currentValue": "yes",
            "proposedValue": "true",
        }
        assert warning["file"] == {"path": "rome.yaml", "index": index["Service", "cartservice"]}
        assert ("invalid-address" in by_code) is fails
        if fails:
            error = by_code["invalid-address"]
            assert error["severity"] == "error"
            assert error["field"] == {"path": "endpoints[0].addresses[0]", "currentValue": "10.61.12.999"}
            assert error["file"] == {"path": "rome.yaml", "index": index["EndpointSlice", "adservice-8xp2f"]}
            assert error["tags"]["cluster"] == "rome"


def test_kpt_shows_the_results_of_a_function_that_failed_on_a_warning(tmp_path: Path) -> None:
    """Also when there were new objects, which have no file yet."""
    package = tmp_path / "package"
    write_package(package, {"rome.yaml": rome(refused=False)})
    strict = function("ConsumerTransform", consumer="rome", provider="milan", findings={"failOn": "warning"})
    (tmp_path / "function.yaml").write_text(stream([strict]), encoding="utf-8")
    built = eval_package(package, "--exec", PROGRAM, "--fn-config", tmp_path / "function.yaml")
    assert built.status == 1
    assert "[warning] v1/Service/boutique/cartservice " in built.said
    assert "warning[direct-connections-off]: rome.yaml" in built.said
