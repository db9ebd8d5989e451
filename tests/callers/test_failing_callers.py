"""Whatever goes wrong: the callers fail, nothing is built, no file is touched, and nobody sees a traceback.

An empty list with exit status 0 would delete every object of a build, and every file of a kpt package.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from callers.builds import (
    BUILDS,
    CALLERS,
    EXEC,
    KPT,
    KPT_EVAL,
    KUBECTL_LEGACY,
    PROGRAM,
    Object,
    add_pipeline,
    contents,
    eval_package,
    function,
    render_package,
    stream,
    through,
    unmarked,
    write_package,
)
from callers.faults import FAULTS, TO_MILAN
from callers.fleets import FLEET, export, exports_of, fleet_of_milan


@pytest.mark.parametrize(
    ("fault", "caller"),
    [
        (fault, caller)
        for fault in FAULTS
        for caller in (CALLERS if fault != "refused at failOn" else (EXEC, KUBECTL_LEGACY, *KPT))
    ],
)
def test_a_fault_fails_every_caller(fault: str, caller: str, tmp_path: Path) -> None:
    objects, config, named = FAULTS[fault]
    built = through(caller, tmp_path, {"rome.yaml": objects}, config)
    assert built.status == 1
    assert named in built.said
    assert "Traceback" not in built.said
    if caller in BUILDS:
        assert built.text == ""
    else:
        after = contents(tmp_path / caller.replace(" ", "-"))
        ours = {"Kptfile", "function.yaml"}
        assert {name: after[name] for name in after if name not in ours} == {"rome.yaml": stream(objects).encode()}
    if not (caller == KUBECTL_LEGACY and fault == "unknown kind"):  # there kubectl itself finds no plugin
        assert f"{PROGRAM}: {config['kind']}/to-milan: " in built.said


LEAVING_OUT = {
    "a consumer's side": function("ConsumerTransform", provider="milan", emit="Derived"),
    "a provider's side": function("ProviderTransform", cluster="milan", emit="Derived"),
    "a fleet": function(
        "FleetTransform",
        provider="milan",
        consumer={"id": "rome", "exports": [str(exports_of(FLEET) / "rome")]},
        providers={each: {"exports": [str(exports_of(FLEET) / each)]} for each in ("milan", "turin")},
    ),
    "a review": function("ReviewCheck", emit="Nothing"),
}


@pytest.mark.parametrize("caller", KPT)
@pytest.mark.parametrize("config", LEAVING_OUT.values(), ids=LEAVING_OUT)
def test_no_function_makes_kpt_delete_a_file(config: Object, caller: str, tmp_path: Path) -> None:
    package = tmp_path / "package"
    write_package(package, {"rome.yaml": export("rome"), "milan.yaml": export("milan")})
    (tmp_path / "function.yaml").write_text(stream([config]), encoding="utf-8")
    if caller == KPT_EVAL:
        before = contents(package)
        built = eval_package(package, "--exec", PROGRAM, "--fn-config", tmp_path / "function.yaml")
    else:
        add_pipeline(package, config)
        before = contents(package)
        built = render_package(package)
    assert built.status == 1
    assert "would-delete-inputs" in built.said
    assert "emit: All" in built.said
    assert contents(package) == before


def test_kpt_cannot_be_made_to_delete_by_a_config_map(tmp_path: Path) -> None:
    package = tmp_path / "package"
    write_package(package, {"rome.yaml": export("rome")})
    before = contents(package)
    for fields in (
        ("kind=ReviewCheck", "emit=Nothing"),
        ("kind=ConsumerTransform", "provider=milan", "emit=Derived"),
        ("emit=Derived",),
        (),
    ):
        built = eval_package(package, "--exec", PROGRAM, "--", *fields)
        assert built.status == 1
        assert "Traceback" not in built.said
        assert contents(package) == before


def test_a_fleet_that_keeps_its_inputs_adds_to_a_package(tmp_path: Path) -> None:
    package = tmp_path / "package"
    write_package(package, {"rome.yaml": export("rome")})
    before = contents(package)
    config = {**LEAVING_OUT["a fleet"], "spec": {**LEAVING_OUT["a fleet"]["spec"], "emit": "All"}}
    (tmp_path / "function.yaml").write_text(stream([config]), encoding="utf-8")
    built = eval_package(package, "--exec", PROGRAM, "--fn-config", tmp_path / "function.yaml").checked()
    after = contents(package)
    assert unmarked(built.derived) == unmarked(fleet_of_milan(tmp_path))
    assert {name: after[name] for name in before} == before


def test_kustomize_fails_when_its_function_could_not_write(tmp_path: Path) -> None:
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\nexec {PROGRAM} >/dev/full\n", encoding="utf-8")
    program.chmod(0o755)
    built = through(EXEC, tmp_path, {"rome.yaml": export("rome")}, TO_MILAN, program=str(program))
    assert (built.status, built.text) == (1, "")


@pytest.mark.parametrize("caller", [EXEC, *KPT])
def test_callers_fail_when_the_function_is_killed(caller: str, tmp_path: Path) -> None:
    """The function gets half of what was sent, and is killed while it waits for the rest."""
    place = tmp_path / caller.replace(" ", "-")
    program = tmp_path / "program"
    program.write_text(
        f'#!/bin/sh\nmkfifo "$0.fifo"\n{PROGRAM} <"$0.fifo" &\nexec 3>"$0.fifo"\nhead -c 9000 >&3\n'
        'kill -KILL $!\nwait $!\nstatus=$?\ncat >/dev/null\nexit "$status"\n',
        encoding="utf-8",
    )
    program.chmod(0o755)
    built = through(caller, tmp_path, {"rome.yaml": export("rome")}, TO_MILAN, program=str(program))
    assert built.status == 1
    if caller in BUILDS:
        assert built.text == ""
    else:
        assert contents(place)["rome.yaml"] == stream(export("rome")).encode()
