"""What is not the function's goes through it unharmed, and what it has made it leaves as it is."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

import pytest

from callers.builds import (
    EXEC,
    KPT_EVAL,
    KPT_RENDER,
    KUBECTL_LEGACY,
    MARK,
    PROGRAM,
    Build,
    Object,
    build,
    contents,
    eval_package,
    function,
    stream,
    through,
    unmarked,
    write_kustomization,
    write_package,
)
from callers.fleets import export, reflected
from callers.foreign import COUNT, foreign_objects
from callers.programs import run

TO_MILAN = function("ConsumerTransform", consumer="rome", provider="milan")
AT_MILAN = function("ProviderTransform", "at-milan", cluster="milan")
SIDES = ("consumer", "provider")

#: What the package and the kustomizations here hold: a thousand foreign objects beside an export.
FILES: dict[str, str | Sequence[Object]] = {
    "foreign.yaml": "---\n".join(foreign_objects()),
    "rome.yaml": export("rome"),
}


def given_on(side: str) -> tuple[Object, dict[str, Sequence[Object]]]:
    """The function of one side, and the files that it is given."""
    if side == "consumer":
        return TO_MILAN, {"rome.yaml": export("rome")}
    return AT_MILAN, {"milan.yaml": export("milan"), "shadows.yaml": reflected()}


def texts(built: Build) -> list[str]:
    """The documents that were printed, as text."""
    return built.checked().text.rstrip("\n").split("\n---\n")


@pytest.fixture(scope="module")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The documents of a build without any function."""
    folder = tmp_path_factory.mktemp("untouched")
    write_kustomization(folder, FILES, resources=list(FILES))
    documents = texts(build(EXEC, folder))
    assert len(documents) == COUNT + len(export("rome"))
    return documents


@pytest.mark.parametrize("caller", [EXEC, KUBECTL_LEGACY])
def test_a_thousand_foreign_objects_are_printed_as_without_us(
    caller: str, untouched: list[str], tmp_path: Path
) -> None:
    """As kustomize prints them: it reads what the function gave back and writes it anew."""
    documents = texts(through(caller, tmp_path, FILES, TO_MILAN))
    derived = [each for each in documents if f"\n    {MARK}: ConsumerTransform/to-milan\n" in each]
    assert len(derived) == 11
    assert [each for each in documents if each not in derived] == untouched


@pytest.fixture(scope="module")
def passed_through(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of a package that kpt and ``cat``, which gives back what it gets, went over."""
    folder = tmp_path_factory.mktemp("passed-through")
    package = folder / "package"
    write_package(package, FILES)
    eval_package(package, "--exec", "cat").checked()
    return contents(package)


def test_kpt_writes_the_same_files_as_after_a_function_that_does_nothing(
    passed_through: dict[str, bytes], tmp_path: Path
) -> None:
    package = tmp_path / "package"
    write_package(package, FILES)
    (tmp_path / "function.yaml").write_text(stream([TO_MILAN]), encoding="utf-8")
    built = eval_package(package, "--exec", PROGRAM, "--fn-config", tmp_path / "function.yaml").checked()
    assert unmarked(new_objects(package)) == unmarked(reflected())
    assert "error" not in built.said
    files = contents(package)
    assert {name: files[name] for name in passed_through} == passed_through


def new_objects(package: Path) -> list[Object]:
    """The objects in the files that came new to a package of FILES. The foreign ones are not read: no reader but
    kustomize's takes them all."""
    new = [file for file in sorted(package.rglob("*.yaml")) if file.name not in FILES]
    return Build(0, "---\n".join(file.read_text(encoding="utf-8") for file in new), "").objects


def test_comments_and_styles_in_files_of_a_package_stay(tmp_path: Path) -> None:
    text = """\
# On top.
apiVersion: v1
kind: ConfigMap # a kind
metadata: {name: styles, namespace: shop}
data:
  quoted: 'yes'   # single
  double: "0755"
  # between
  block: |
    a
     b
  folded: >-
    one
    two

  flow: "{a: [1, 2]}"
"""
    package = tmp_path / "package"
    write_package(package, {"styles.yaml": text, "rome.yaml": export("rome")})
    eval_package(package, "--exec", "cat").checked()
    before = (package / "styles.yaml").read_bytes()
    (tmp_path / "function.yaml").write_text(stream([TO_MILAN]), encoding="utf-8")
    eval_package(package, "--exec", PROGRAM, "--fn-config", tmp_path / "function.yaml").checked()
    assert (package / "styles.yaml").read_bytes() == before
    assert b"# between" in before


def recording(folder: Path, name: str) -> tuple[Path, Path]:
    """A program that runs the function and keeps what it was sent; and the file that it keeps it in."""
    program, sent = folder / name, folder / f"{name}.sent"
    program.write_text(f"#!/bin/sh\ntee {shlex.quote(str(sent))} | {PROGRAM}\n", encoding="utf-8")
    program.chmod(0o755)
    return program, sent


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("caller", [EXEC, KPT_EVAL, KPT_RENDER])
def test_on_its_own_output_the_function_changes_nothing(caller: str, side: str, tmp_path: Path) -> None:
    config, files = given_on(side)
    program, sent = recording(tmp_path, "recorder")
    through(caller, tmp_path, files, config, program=str(program)).checked()
    once = run([PROGRAM], stdin=sent.read_bytes())
    twice = run([PROGRAM], stdin=once.stdout)
    assert (once.returncode, twice.returncode) == (0, 0)
    assert once.stdout.count(f"{MARK}: {config['kind']}/{config['metadata']['name']}".encode()) == 11
    assert twice.stdout == once.stdout
    assert twice.stderr == once.stderr


@pytest.mark.parametrize("side", SIDES)
def test_on_documents_of_its_own_it_changes_nothing_either(side: str, tmp_path: Path) -> None:
    """As the legacy plugin is called, and by hand."""
    config, files = given_on(side)
    (tmp_path / "function.yaml").write_text(stream([config]), encoding="utf-8")
    given = stream([each for objects in files.values() for each in objects]).encode()
    for variables in ({}, {"KUSTOMIZE_PLUGIN_CONFIG_ROOT": str(tmp_path)}):
        arguments = ["function.yaml"] if variables else ["function.yaml", "-"]
        once = run([PROGRAM, *arguments], cwd=tmp_path, stdin=given, **variables)
        twice = run([PROGRAM, *arguments], cwd=tmp_path, stdin=once.stdout, **variables)
        assert (once.returncode, twice.returncode) == (0, 0)
        assert once.stdout.count(MARK.encode()) == 11
        assert twice.stdout == once.stdout


@pytest.mark.parametrize("side", SIDES)
def test_a_second_run_under_kpt_leaves_every_file_as_it_is(side: str, tmp_path: Path) -> None:
    config, files = given_on(side)
    package = tmp_path / "package"
    write_package(package, files)
    (tmp_path / "function.yaml").write_text(stream([config]), encoding="utf-8")
    command = ("--exec", PROGRAM, "--fn-config", tmp_path / "function.yaml")
    eval_package(package, *command).checked()
    once = contents(package)
    assert len(once) == len(files) + 11
    eval_package(package, *command).checked()
    assert contents(package) == once


@pytest.mark.parametrize("caller", [EXEC, KUBECTL_LEGACY])
def test_what_was_committed_is_updated_in_place(caller: str, tmp_path: Path) -> None:
    """The built objects listed as resources again, one of them stale: no duplicate, the same build."""
    first = through(caller, tmp_path / "first", {"rome.yaml": export("rome")}, TO_MILAN).checked()
    (tmp_path / "second").mkdir()
    stale = first.text.replace("- 10.70.8.26\n", "- 10.70.8.99\n")
    assert stale != first.text
    second = through(caller, tmp_path / "second", {"built.yaml": stale}, TO_MILAN).checked()
    assert second.text == first.text
