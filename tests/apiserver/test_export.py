"""Real API servers exported as the README tells: the result is that of the shipped export."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest
import yaml

from apiserver.cluster import Cluster
from apiserver.exporting import RESOURCES, as_the_readme_tells, by_hand, listed_kinds, with_script
from apiserver.fleet import FLEET, PROVIDERS
from apiserver.loading import Object, exported
from apiserver.programs import transform

#: What an API server adds to an object's metadata.
ADDED = ("creationTimestamp", "generation", "managedFields", "resourceVersion", "uid")
#: The files of one export, without what follows the dot.
FILES = {name.partition(".")[0] for name in RESOURCES} | {"configmaps"}


def tree(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, by its path in it; a folder that is not there is a mistake of the test."""
    assert folder.is_dir()
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def by_name(items: Iterable[Object]) -> dict[tuple[str, str, str], Object]:
    """Objects by what they are called, without what an API server adds to them."""
    return {
        (item["kind"], item["metadata"].get("namespace", ""), item["metadata"]["name"]): {
            **item,
            "metadata": {key: value for key, value in item["metadata"].items() if key not in ADDED},
        }
        for item in items
    }


def transformed(exports: Path, output: Path) -> subprocess.CompletedProcess[str]:
    ended = transform("fleet", exports, "--consumer", "rome", "-o", output)
    assert ended.returncode == 0, ended.stderr
    return ended


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The output folder that the shipped export gives."""
    output = tmp_path_factory.mktemp("expected") / "out"
    transformed(FLEET, output)
    return tree(output)


@pytest.fixture(scope="module")
def followed(clusters: dict[str, Cluster], tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A folder in which the README's commands with the script were run, and what they said."""
    folder = tmp_path_factory.mktemp("checkout")
    return folder, as_the_readme_tells(folder, clusters["rome"])


def test_the_script_exports_every_object_as_it_was_put_into_the_server(followed: tuple[Path, str]) -> None:
    exports = followed[0] / "exports"
    assert {folder.name for folder in exports.iterdir()} == {"rome", *PROVIDERS}
    for folder in exports.iterdir():
        assert {file.stem for file in folder.iterdir()} == FILES
        put = by_name(exported(FLEET / folder.name))
        assert len(put) > 5
        assert by_name(exported(folder)) == put


def test_the_script_exports_what_every_server_makes_by_itself(followed: tuple[Path, str]) -> None:
    for folder in (followed[0] / "exports").iterdir():
        for kind in ("endpointslices", "services"):
            items = yaml.load((folder / f"{kind}.yaml").read_bytes(), yaml.CSafeLoader)["items"]
            assert ("default", "kubernetes") in {
                (each["metadata"]["namespace"], each["metadata"]["name"]) for each in items
            }


def test_the_readme_commands_with_the_script_give_the_expected_folder(
    followed: tuple[Path, str], expected: dict[str, bytes], tmp_path: Path
) -> None:
    folder, said = followed
    assert tree(folder / "out") == expected
    assert len(expected) == 47
    # The summary, too: as many objects of every kind were read.
    shipped = transformed(FLEET, tmp_path / "out").stderr
    assert said == shipped.replace(str(tmp_path / "out"), "out")


def test_the_readme_table_names_every_kind() -> None:
    assert listed_kinds() == set(RESOURCES)


@pytest.mark.parametrize(
    ("form", "suffix", "sign"),
    [
        ("-o yaml", ".yaml", b"  resourceVersion:"),
        ("-o yaml --show-managed-fields", ".yaml", b"managedFields:"),
        ("-o json", ".json", b'"resourceVersion":'),
    ],
)
def test_exports_by_hand_in_any_form_give_the_same_bytes(
    clusters: dict[str, Cluster], expected: dict[str, bytes], tmp_path: Path, form: str, suffix: str, sign: bytes
) -> None:
    by_hand(tmp_path, clusters.values(), form=form, suffix=suffix)
    exports = tmp_path / "exports"
    for folder in exports.iterdir():
        assert {file.name for file in folder.iterdir()} == {f"{name}{suffix}" for name in FILES}
        for name in ("endpointslices", "configmaps"):
            text = (folder / f"{name}{suffix}").read_bytes()
            assert sign in text
            assert (b"managedFields" in text) == (b"managedFields" in sign)
    transformed(exports, tmp_path / "out")
    assert tree(tmp_path / "out") == expected


def test_without_contexts_the_script_exports_all_of_the_kubeconfig(
    clusters: dict[str, Cluster], followed: tuple[Path, str], tmp_path: Path
) -> None:
    ended = with_script(tmp_path, clusters["rome"])
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout == "".join(
        f"{id}: exports/{id}, from context '{id}-admin'\n" for id in ("milan", "rome", "turin")
    )
    assert tree(tmp_path / "exports") == tree(followed[0] / "exports")


def test_a_server_that_cannot_be_asked_leaves_nothing(clusters: dict[str, Cluster], tmp_path: Path) -> None:
    ended = with_script(tmp_path, clusters["rome"], "milan-admin", "nowhere")
    assert ended.returncode == 1
    assert "context 'nowhere': cannot read the ConfigMap" in ended.stderr
    assert list(tmp_path.iterdir()) == []
