"""The same fleet through every caller and through the command line: the same objects come out."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from callers.builds import (
    BUILDS,
    CALLERS,
    CONTAINER,
    EXEC,
    KPT_EVAL,
    KUBECTL_CONTAINER,
    KUBECTL_LEGACY,
    Build,
    Object,
    build,
    called_by,
    eval_package,
    function,
    mark_of,
    stream,
    through,
    unmarked,
    write_kustomization,
    write_package,
)
from callers.fleets import FLEET, OVERLAPPING, export, exports_of, fleet_of_milan, reflected, remapped
from callers.programs import IMAGE, run

TO_MILAN = function("ConsumerTransform", consumer="rome", provider="milan")
AT_MILAN = function("ProviderTransform", "at-milan", cluster="milan")


@pytest.mark.parametrize(
    ("caller", "fleet"), [*((caller, FLEET) for caller in CALLERS), (EXEC, OVERLAPPING), (KPT_EVAL, OVERLAPPING)]
)
def test_a_consumers_side_is_the_same(caller: str, fleet: str, tmp_path: Path) -> None:
    built = through(caller, tmp_path, {"rome.yaml": export("rome", fleet)}, TO_MILAN).checked()
    assert len(built.derived) == 11
    assert unmarked(built.derived) == unmarked(reflected(fleet))
    assert {mark_of(each) for each in built.derived} == {"ConsumerTransform/to-milan"}


@pytest.mark.parametrize("caller", CALLERS)
def test_a_providers_side_is_the_same(caller: str, tmp_path: Path) -> None:
    files = {"milan.yaml": export("milan"), "shadows.yaml": reflected()}
    built = through(caller, tmp_path, files, AT_MILAN).checked()
    assert len(built.derived) == 11
    assert unmarked(built.derived) == unmarked(remapped())


@pytest.mark.parametrize("caller", [EXEC, KUBECTL_LEGACY, KPT_EVAL])
def test_a_providers_side_with_the_consumers_view_is_the_same(caller: str, tmp_path: Path) -> None:
    view = [each for each in export("rome", OVERLAPPING) if each["kind"] == "Configuration"]
    files = {"milan.yaml": export("milan", OVERLAPPING), "shadows.yaml": reflected(OVERLAPPING)}
    built = through(
        caller, tmp_path, files, function("ProviderTransform", cluster="milan", consumerView=view)
    ).checked()
    path = exports_of(OVERLAPPING) / "rome" / "configurations.yaml"
    assert unmarked(built.derived) == unmarked(remapped(OVERLAPPING, "--consumer-view", f"rome={path}"))
    if caller != KUBECTL_LEGACY:
        assert "outside-pod-cidrs" in built.said or "on turin itself it is 10.244." in built.said
        assert "a guess by its host part" not in built.said


@pytest.mark.parametrize("caller", [CONTAINER, KPT_EVAL])
def test_a_consumers_view_in_a_file_is_read(caller: str, tmp_path: Path) -> None:
    """In a container from what is mounted; under kpt, which starts programs in the package, from there."""
    files = {"milan.yaml": export("milan", OVERLAPPING), "shadows.yaml": reflected(OVERLAPPING)}
    view = exports_of(OVERLAPPING) / "rome" / "configurations.yaml"
    place = tmp_path / "here"
    if caller == CONTAINER:
        config = function("ProviderTransform", cluster="milan", consumerView=["rome=/view/configurations.yaml"])
        mounts = [{"type": "bind", "src": "./view", "dst": "/view"}]
        written = [called_by(caller, config, mounts=mounts)]
        more = {"resources": list(files), "transformers": ["function.yaml"]}
        write_kustomization(place, {**files, "function.yaml": written}, **more)
        (place / "view").mkdir()
        shutil.copy(view, place / "view")
        built = build(caller, place)
    else:
        config = function("ProviderTransform", cluster="milan", consumerView=[f"rome={view}"])
        write_package(place, files)
        (tmp_path / "function.yaml").write_text(stream([config]), encoding="utf-8")
        built = eval_package(place, "--exec", "liqo-transform-krm", "--fn-config", tmp_path / "function.yaml")
    built.checked()
    assert len(built.derived) == 11
    assert "on turin itself it is 10.244." in built.said
    assert "a guess by its host part" not in built.said


def test_kpt_runs_the_image_too(tmp_path: Path) -> None:
    write_package(tmp_path / "rome", {"rome.yaml": export("rome")})
    (tmp_path / "function.yaml").write_text(stream([TO_MILAN]), encoding="utf-8")
    built = eval_package(tmp_path / "rome", "--image", IMAGE, "--fn-config", tmp_path / "function.yaml").checked()
    assert unmarked(built.derived) == unmarked(reflected())


def test_kpt_takes_the_fields_as_a_config_map(tmp_path: Path) -> None:
    write_package(tmp_path / "rome", {"rome.yaml": export("rome")})
    fields = ("kind=ConsumerTransform", "consumer=rome", "provider=milan")
    built = eval_package(tmp_path / "rome", "--exec", "liqo-transform-krm", "--", *fields).checked()
    assert unmarked(built.derived) == unmarked(reflected())


@pytest.mark.parametrize("caller", [EXEC, KUBECTL_LEGACY])
def test_emit_derived_leaves_only_what_was_made(caller: str, tmp_path: Path) -> None:
    """For builds that are applied. Under kpt it is refused: test_failing_callers.py."""
    config = function("ConsumerTransform", provider="milan", emit="Derived")
    built = through(caller, tmp_path, {"rome.yaml": export("rome")}, config).checked()
    assert unmarked(built.objects) == unmarked(reflected())


@pytest.fixture(scope="module")
def milan(tmp_path_factory: pytest.TempPathFactory) -> list[Object]:
    """milan's ShadowEndpointSlices and EndpointSlices as ``liqo-transform fleet`` writes them."""
    objects = fleet_of_milan(tmp_path_factory.mktemp("fleet"))
    assert {each["kind"] for each in objects} == {"ShadowEndpointSlice", "EndpointSlice"}
    assert len(objects) == 22
    return objects


@pytest.mark.parametrize("caller", BUILDS)
def test_base_and_overlay_give_what_fleet_writes(caller: str, milan: list[Object], tmp_path: Path) -> None:
    base = function("ConsumerTransform", consumer="rome", provider="milan", emit="Derived")
    write_kustomization(
        tmp_path / "base",
        {"rome.yaml": export("rome"), "to-milan.yaml": [called_by(caller, base)]},
        resources=["rome.yaml"],
        transformers=["to-milan.yaml"],
    )
    write_kustomization(
        tmp_path / "overlay",
        {"milan.yaml": export("milan"), "at-milan.yaml": [called_by(caller, AT_MILAN)]},
        resources=["../base", "milan.yaml"],
        transformers=["at-milan.yaml"],
    )
    built = build(caller, tmp_path / "overlay").checked()
    assert unmarked(built.derived) == unmarked(milan)
    assert unmarked(built.others) == unmarked(export("milan"))


@pytest.mark.parametrize("caller", BUILDS)
def test_a_fleet_as_the_only_generator_gives_what_fleet_writes(
    caller: str, milan: list[Object], tmp_path: Path
) -> None:
    in_container = caller in (CONTAINER, KUBECTL_CONTAINER)
    root = "/exports" if in_container else "exports"
    config = function(
        "FleetTransform",
        provider="milan",
        consumer={"id": "rome", "exports": [f"{root}/rome"]},
        providers={"milan": {"exports": [f"{root}/milan"]}, "turin": {"exports": [f"{root}/turin"]}},
    )
    mounts = [{"type": "bind", "src": "./exports", "dst": "/exports"}]
    write_kustomization(
        tmp_path / "fleet", {"fleet.yaml": [called_by(caller, config, mounts=mounts)]}, generators=["fleet.yaml"]
    )
    shutil.copytree(exports_of(FLEET), tmp_path / "fleet" / "exports")
    built = build(caller, tmp_path / "fleet").checked()
    assert unmarked(built.objects) == unmarked(milan)


@pytest.fixture(scope="module", params=[KUBECTL_CONTAINER, CONTAINER])
def passed_over(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Build:
    """A function that is a program, built by the commands that do not run programs."""
    folder = tmp_path_factory.mktemp("passed-over") / "rome"
    files = {"rome.yaml": export("rome"), "function.yaml": [called_by(EXEC, TO_MILAN)]}
    write_kustomization(folder, files, resources=["rome.yaml"], transformers=["function.yaml"])
    return build(request.param, folder)


class TestWhetherItRan:
    """kubectl, and kustomize without --enable-exec, pass over a function that is a program."""

    def test_the_callers_succeed_with_nothing_derived(self, passed_over: Build) -> None:
        assert passed_over.status == 0
        assert passed_over.said == ""
        assert passed_over.derived == []
        assert unmarked(passed_over.objects) == unmarked(export("rome"))

    def test_check_built_fails_and_says_what_to_use(self, passed_over: Build) -> None:
        done = run(["liqo-transform", "check", "--built", "-"], stdin=passed_over.text.encode())
        assert done.returncode == 1
        said = done.stderr.decode()
        assert "function-not-run" in said
        assert "--enable-exec" in said
        assert "liqo-transform plugin install" in said
        assert "container" in said

    def test_check_built_passes_when_it_ran(self, tmp_path: Path) -> None:
        built = through(EXEC, tmp_path, {"rome.yaml": export("rome")}, TO_MILAN).checked()
        command = ["liqo-transform", "check", "--built", "-"]
        assert run(command, stdin=built.text.encode()).returncode == 0
        required = [*command, "--requires", "ConsumerTransform/to-milan"]
        assert run(required, stdin=built.text.encode()).returncode == 0
        other = run([*command, "--requires", "ConsumerTransform/to-turin"], stdin=built.text.encode())
        assert other.returncode == 1
        assert b"ConsumerTransform/to-turin" in other.stderr


REVIEW = function("ReviewCheck", "made", emit="Nothing", requires=["ConsumerTransform/to-milan"])


class TestReview:
    """ReviewCheck, a validator."""

    @pytest.mark.parametrize("caller", BUILDS)
    def test_it_lets_through_what_the_function_made(self, caller: str, tmp_path: Path) -> None:
        built = self.build(caller, tmp_path, [called_by(caller, TO_MILAN)]).checked()
        assert unmarked(built.derived) == unmarked(reflected())
        assert unmarked(built.others) == unmarked(export("rome"))

    @pytest.mark.parametrize("caller", [EXEC, KUBECTL_LEGACY])
    def test_it_fails_when_the_function_is_not_there(self, caller: str, tmp_path: Path) -> None:
        built = self.build(caller, tmp_path, [])
        assert (built.status, built.text) == (1, "")
        assert "function-not-run" in built.said
        assert "ConsumerTransform/to-milan" in built.said

    def test_it_fails_when_kubectl_passed_over_the_function(self, tmp_path: Path) -> None:
        """The validator in a container, which kubectl runs, beside a program, which it does not."""
        built = self.build(KUBECTL_CONTAINER, tmp_path, [called_by(EXEC, TO_MILAN)])
        assert (built.status, built.text) == (1, "")
        assert "function-not-run" in built.said

    def build(self, caller: str, folder: Path, functions: Sequence[Object]) -> Build:
        files: dict[str, Sequence[Object]] = {"rome.yaml": export("rome"), "review.yaml": [called_by(caller, REVIEW)]}
        if functions:
            files["function.yaml"] = functions
        more = {"transformers": ["function.yaml"]} if functions else {}
        write_kustomization(folder / "rome", files, resources=["rome.yaml"], validators=["review.yaml"], **more)
        return build(caller, folder / "rome")

    def test_under_kpt_it_gives_everything_back(self, tmp_path: Path) -> None:
        package = tmp_path / "rome"
        write_package(package, {"rome.yaml": export("rome")})
        review = function("ReviewCheck", "made", emit="All", requires=["ConsumerTransform/to-milan"])
        for name, config in (("review", review), ("function", TO_MILAN)):
            (tmp_path / f"{name}.yaml").write_text(stream([config]), encoding="utf-8")
        check = ("--exec", "liqo-transform-krm", "--fn-config", tmp_path / "review.yaml")
        before = eval_package(package, *check)
        assert before.status == 1
        assert "ConsumerTransform/to-milan" in before.said
        assert unmarked(before.objects) == unmarked(export("rome"))
        make = ("--exec", "liqo-transform-krm", "--fn-config", tmp_path / "function.yaml")
        made = eval_package(package, *make).checked()
        after = eval_package(package, *check).checked()
        assert after.text == made.text
        assert unmarked(after.derived) == unmarked(reflected())
