"""Which file holds which objects, and that the bytes depend on nothing but the outcome."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml

from transformer.outcome import DerivedObject, Outcome, Summary
from transformer.output.tree import Layout, layout_stream, layout_tree, single_stream


def derived(provider: str, kind: str, namespace: str, name: str) -> DerivedObject:
    version = "discovery.k8s.io/v1" if kind == "EndpointSlice" else "offloading.liqo.io/v1beta1"
    data = {"kind": kind, "apiVersion": version, "metadata": {"namespace": namespace, "name": name}}
    return DerivedObject(provider, kind, namespace, name, data)


OBJECTS = (
    derived("milan", "EndpointSlice", "shop", "web-a"),
    derived("milan", "EndpointSlice", "store", "web-a"),
    derived("milan", "ShadowEndpointSlice", "shop", "web-a"),
    derived("turin", "ShadowEndpointSlice", "shop", "web-a"),
    derived("turin", "ShadowEndpointSlice", "shop", "web-b"),
)
OUTCOME = Outcome(OBJECTS, (), (), Summary(), ("milan", "turin", "venice"))


def contents(layout: Layout) -> dict[str, list[Any]]:
    assert layout.findings == ()
    return {file.path: list(yaml.safe_load_all(file.content())) for file in layout.files}


def kustomization(*resources: str) -> dict[str, Any]:
    return {
        "apiVersion": "kustomize.config.k8s.io/v1beta1",
        "kind": "Kustomization",
        "resources": list(resources),
    }


def test_the_tree_has_a_file_for_each_object_and_a_kustomization_for_each_provider() -> None:
    assert contents(layout_tree(OUTCOME)) == {
        "milan/endpointslices/shop/web-a.yaml": [OBJECTS[0].data],
        "milan/endpointslices/store/web-a.yaml": [OBJECTS[1].data],
        "milan/kustomization.yaml": [
            kustomization(
                "endpointslices/shop/web-a.yaml",
                "endpointslices/store/web-a.yaml",
                "shadowendpointslices/shop/web-a.yaml",
            )
        ],
        "milan/shadowendpointslices/shop/web-a.yaml": [OBJECTS[2].data],
        "turin/kustomization.yaml": [
            kustomization("shadowendpointslices/shop/web-a.yaml", "shadowendpointslices/shop/web-b.yaml")
        ],
        "turin/shadowendpointslices/shop/web-a.yaml": [OBJECTS[3].data],
        "turin/shadowendpointslices/shop/web-b.yaml": [OBJECTS[4].data],
        "venice/kustomization.yaml": [kustomization()],
    }


def test_the_stream_layout_has_a_file_for_each_kind() -> None:
    assert contents(layout_stream(OUTCOME)) == {
        "milan/endpointslices.yaml": [OBJECTS[0].data, OBJECTS[1].data],
        "milan/kustomization.yaml": [kustomization("endpointslices.yaml", "shadowendpointslices.yaml")],
        "milan/shadowendpointslices.yaml": [OBJECTS[2].data],
        "turin/kustomization.yaml": [kustomization("shadowendpointslices.yaml")],
        "turin/shadowendpointslices.yaml": [OBJECTS[3].data, OBJECTS[4].data],
        "venice/kustomization.yaml": [kustomization()],
    }


def test_files_come_in_the_order_of_their_paths_with_their_objects() -> None:
    for layout in (layout_tree(OUTCOME), layout_stream(OUTCOME)):
        paths = [file.path for file in layout.files]
        assert paths == sorted(set(paths))
        assert {item for file in layout.files for item in map(id, file.objects)} == set(map(id, OBJECTS))
        assert all(file.path.startswith(f"{file.provider}/") for file in layout.files)


def test_a_single_stream_has_all_objects_in_the_outcomes_order() -> None:
    (file,) = single_stream(OUTCOME).files
    assert list(yaml.safe_load_all(file.content())) == [item.data for item in OBJECTS]
    assert file.content().count(b"---\n") == len(OBJECTS) - 1
    assert not file.content().startswith(b"---")


def test_a_single_stream_of_nothing_is_empty() -> None:
    (file,) = single_stream(Outcome((), (), (), Summary())).files
    assert file.content() == b""


def test_names_too_long_for_a_file_are_listed_as_they_are_on_disk() -> None:
    item = derived("milan", "EndpointSlice", "shop", "a" * 253)
    slices, listing = layout_tree(Outcome((item,), (), (), Summary(), ("milan",))).files
    assert yaml.safe_load(listing.content())["resources"] == [slices.path.removeprefix("milan/")]
    assert len(slices.path.rpartition("/")[2]) == 255


def test_the_bytes_do_not_depend_on_seed_time_zone_locale_or_working_directory(tmp_path: Path) -> None:
    program = (
        "import sys; sys.path[:0] = sys.argv[1:]\n"
        "from transformer.output.state import RunRecord, with_state\n"
        "from transformer.output.tree import layout_tree\n"
        "import test_tree\n"
        "run = RunRecord('1', 'fleet', 'direct', {'b': 1, 'a': []})\n"
        "for path, content in with_state(layout_tree(test_tree.OUTCOME).files, run, ()):\n"
        "    print(path, content)\n"
    )
    root = Path(__file__).parents[2]
    printed = set()
    for index, changes in enumerate(
        [
            {"PYTHONHASHSEED": "0", "TZ": "UTC", "LC_ALL": "C"},
            {"PYTHONHASHSEED": "1", "TZ": "Asia/Tokyo", "LC_ALL": "C.UTF-8"},
            {"PYTHONHASHSEED": "2", "HOME": "/nonexistent", "LANG": "tr_TR.UTF-8"},
        ]
    ):
        folder = tmp_path / str(index)
        folder.mkdir()
        command = [sys.executable, "-c", program, str(root), str(Path(__file__).parent)]
        done = subprocess.run(
            command, cwd=folder, env={**os.environ, **changes}, capture_output=True, text=True, check=True, timeout=60
        )
        printed.add(done.stdout)
    assert len(printed) == 1
    assert "milan/kustomization.yaml" in printed.pop()
