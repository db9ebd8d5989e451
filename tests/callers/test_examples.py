"""What kustomize-plugin/ tells users to run and to install does what it says."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
import yaml

from callers.builds import documents, mark_of, unmarked
from callers.examples import BOTH, PLUGIN, SHADOWS, SLICES, expected, shell
from callers.programs import IMAGE, run

EXEC = ("kustomize", "build", "--enable-alpha-plugins", "--enable-exec")
NAME = "kubernetes.io/service-name"

#: For each example, what its commands give, in order: the provider, the kinds, and how many objects stand beside them.
EXAMPLES: dict[str, list[tuple[str, tuple[str, ...], int]]] = {
    "kustomize-exec": [("milan", (SHADOWS,), 0)],
    "kustomize-container": [("milan", BOTH, 0)],
    "kubectl-container": [("milan", (SHADOWS,), 0)],
    "kubectl-legacy": [("milan", (SHADOWS,), 0)],
    # rome's export, the Kptfile and two configurations in the one, without the Kptfile in the other.
    "kpt-exec": [("milan", (SHADOWS,), 32), ("milan", (SHADOWS,), 32)],
    "fleet-generator": [("milan", BOTH, 0)],
    "base-and-overlays": [("milan", BOTH, 0), ("turin", BOTH, 0)],
    "validator": [("milan", (SHADOWS,), 0)],
}


def blocks(folder: Path, name: str) -> list[str]:
    """The fenced blocks of a README that stand right below ``<!-- ci:name -->``."""
    text = (folder / "README.md").read_text(encoding="utf-8")
    found = re.findall(rf"^<!-- ci:{name} -->\n```(?:sh|yaml)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert len(found) == text.count(f"<!-- ci:{name} -->")
    return found


def texts(folder: Path) -> dict[Path, bytes]:
    return {file.relative_to(folder): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


# The README's list, and the fleet that the examples share


def test_the_readme_lists_every_example() -> None:
    listed = re.findall(r"^\| \[([\w-]+)\]\(examples/([\w-]+)\) \|", (PLUGIN / "README.md").read_text(), re.MULTILINE)
    folders = {file.parent.name for file in PLUGIN.glob("examples/*/README.md")}
    assert [name for name, link in listed if name == link] == list(EXAMPLES)
    assert folders == set(EXAMPLES)
    assert {folder.name for folder in (PLUGIN / "examples").iterdir()} == folders | {"exports"}


def test_the_readme_names_every_field() -> None:
    readme = (PLUGIN / "README.md").read_text()
    shared = readme.split("| all | |")[1].split("\n\n")[0]
    for definition in (PLUGIN / "definitions").glob("*.yaml"):
        spec = yaml.safe_load(definition.read_text())["spec"]
        table = readme.split(f"| {spec['names']['kind']} | |")[1].split("\n\n")[0]
        fields = spec["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]["properties"]
        missing = [field for field in fields if f"`{field}`" not in table + shared]
        assert missing == []


@pytest.mark.parametrize("readme", sorted(PLUGIN.rglob("README.md")), ids=lambda file: file.parent.name)
def test_links_lead_somewhere(readme: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", readme.read_text()):
        assert link.startswith("https://") or (readme.parent / link).exists(), link


def test_every_yaml_file_can_be_read() -> None:
    files = [*PLUGIN.rglob("*.yaml"), *PLUGIN.rglob("Kptfile")]
    assert len(files) > 60
    for file in files:
        for each in yaml.safe_load_all(file.read_text()):
            assert isinstance(each, dict), file


def test_the_kpt_package_holds_the_shared_export() -> None:
    rome, package = PLUGIN / "examples" / "exports" / "rome", PLUGIN / "examples" / "kpt-exec"
    names = {file.name for file in rome.iterdir()} - {"kustomization.yaml"}
    assert {file.name for file in package.iterdir()} - names == {
        *("Kptfile", "README.md", "functions-ran.yaml", "to-milan.yaml"),
    }
    assert all((rome / name).read_bytes() == (package / name).read_bytes() for name in names)


def test_the_examples_name_the_image_that_was_built() -> None:
    named = [
        image for file in PLUGIN.glob("examples/**/*.yaml") for image in re.findall(r"image: *(\S+)", file.read_text())
    ]
    assert [image.strip('"}') for image in named] == [IMAGE, IMAGE]


# The examples' commands


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_commands_of_an_example(name: str, plugin: Path, fleet: Path, tmp_path: Path) -> None:
    folder = plugin / "examples" / name
    before = texts(plugin)
    for script in blocks(folder, "setup"):
        status, _, said = shell(script, folder, tmp_path / "home")
        assert status == 0, said
    commands = blocks(folder, "run")
    assert len(commands) == len(EXAMPLES[name])
    printed = []
    for script, (provider, kinds, others) in zip(commands, EXAMPLES[name], strict=True):
        status, built, said = shell(script, folder, tmp_path / "home")
        assert status == 0, said
        objects = documents(built)
        derived = [each for each in objects if mark_of(each) is not None]
        assert unmarked(derived) == expected(fleet, provider, kinds)
        assert len(objects) == len(derived) + others
        printed.append(built)
    for excerpt in blocks(folder, "output"):
        assert excerpt in printed[0]
    assert texts(plugin) == before


@pytest.mark.parametrize("name", ["kustomize-exec", "validator"])
def test_the_check_of_an_example_fails_when_the_function_was_skipped(name: str, plugin: Path, tmp_path: Path) -> None:
    (script,) = blocks(plugin / "examples" / name, "fails")
    status, built, said = shell(script, plugin / "examples" / name, tmp_path / "home")
    assert (status, built) == (1, "")
    assert "[function-not-run]" in said
    assert "--enable-exec" in said
    unchecked, exported, _ = shell(script.split("|")[0], plugin / "examples" / name, tmp_path / "home")
    assert unchecked == 0
    assert len(documents(exported)) == len(
        documents(run(["kubectl", "kustomize", "exports/rome"], plugin / "examples").stdout.decode())
    )


def test_the_validator_fails_when_the_transformer_is_taken_out(plugin: Path) -> None:
    file = plugin / "examples" / "validator" / "kustomization.yaml"
    file.write_text(file.read_text().replace("transformers:\n- to-milan.yaml\n", ""))
    done = run([*EXEC, file.parent])
    assert (done.returncode, done.stdout) == (1, b"")
    assert b"ReviewCheck/functions-ran: error[function-not-run]" in done.stderr


def test_kpt_writes_in_place_what_its_example_prints_and_nothing_when_run_again(plugin: Path, fleet: Path) -> None:
    package = plugin / "examples" / "kpt-exec"
    before = texts(package)
    assert run(["kpt", "fn", "render", "--allow-exec", package]).returncode == 0
    rendered = texts(package)
    added = {name: text for name, text in rendered.items() if name not in before}
    assert {name.parent.name for name in added} == {"boutique-rome"}
    assert unmarked([yaml.safe_load(text) for text in added.values()]) == expected(fleet, "milan", (SHADOWS,))
    assert run(["kpt", "fn", "render", "--allow-exec", package]).returncode == 0
    assert texts(package) == rendered


# What the README says of kustomize and kpt


def test_two_exports_in_one_kustomization_share_an_id(plugin: Path) -> None:
    folder = plugin / "examples" / "both"
    folder.mkdir()
    (folder / "kustomization.yaml").write_text("resources: [../exports/rome, ../exports/milan]\n")
    done = run(["kustomize", "build", folder])
    assert done.returncode == 1
    assert b"may not add resource with an already registered id" in done.stderr


def test_live_shadowendpointslices_in_an_export_share_an_id_with_the_bases(plugin: Path) -> None:
    examples = plugin / "examples"
    export, overlay = examples / "exports" / "milan", examples / "base-and-overlays" / "overlays" / "milan"
    live = run([*EXEC, examples / "base-and-overlays" / "base" / "milan"])
    (export / "shadowendpointslices.yaml").write_bytes(live.stdout)
    with (export / "kustomization.yaml").open("a") as file:
        file.write("- shadowendpointslices.yaml\n")
    done = run([*EXEC, overlay])
    assert done.returncode == 1
    assert b"may not add resource with an already registered id" in done.stderr
    assert b"ShadowEndpointSlice" in done.stderr


def test_kpt_runs_the_image(plugin: Path, fleet: Path) -> None:
    package = plugin / "examples" / "kpt-exec"
    config = package / "to-milan.yaml"
    done = run(["kpt", "fn", "eval", package, "--image", IMAGE, "--fn-config", config, "-o", "unwrap"])
    assert done.returncode == 0, done.stderr.decode()
    derived = [each for each in documents(done.stdout.decode()) if mark_of(each) is not None]
    assert unmarked(derived) == expected(fleet, "milan", (SHADOWS,))


def test_kpt_refuses_lists_and_takes_what_kustomize_makes_of_them(plugin: Path) -> None:
    package = plugin / "examples" / "kpt-exec"
    services = package / "services.yaml"
    exported = {"apiVersion": "v1", "kind": "List", "metadata": {"resourceVersion": ""}}
    services.write_text(yaml.safe_dump({**exported, "items": documents(services.read_text())}))
    done = run(["kpt", "fn", "render", "--allow-exec", "-o", "unwrap", package])
    assert done.returncode == 1
    assert b"resource must have `metadata.name`" in done.stderr
    (package / "kustomization.yaml").write_text("resources: [services.yaml]\n")
    services.write_bytes(run(["kustomize", "build", package]).stdout)
    (package / "kustomization.yaml").unlink()
    assert run(["kpt", "fn", "render", "--allow-exec", "-o", "unwrap", package]).returncode == 0


@pytest.mark.parametrize("configured", [True, False], ids=["with", "without"])
def test_name_reference_makes_the_inputs_labels_follow_a_prefix(plugin: Path, configured: bool) -> None:
    folder = plugin / "examples" / "prefixed"
    shutil.copytree(plugin / "examples" / "kustomize-exec", folder)
    shutil.copy(plugin / "name-reference.yaml", folder)
    config = folder / "to-milan.yaml"
    config.write_text(config.read_text().replace("emit: Derived", "emit: All"))
    with (folder / "kustomization.yaml").open("a") as file:
        file.write("namePrefix: prod-\n" + ("configurations: [name-reference.yaml]\n" if configured else ""))
    objects = documents(run([*EXEC, folder]).stdout.decode())
    labels = {kind: {each["metadata"]["labels"][NAME] for each in objects if each["kind"] == kind} for kind in BOTH}
    services = {"adservice", "cartservice", "currencyservice"}
    assert labels[SHADOWS] == {f"prod-{name}" for name in services}
    prefix = "prod-" if configured else ""
    assert labels[SLICES] == {prefix + name for name in (*services, "kubernetes")}
