"""What kustomize-plugin/ has for Argo CD and Flux: patches that apply, scripts that run. Neither program is needed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from callers.builds import documents, unmarked
from callers.examples import BOTH, expected, shell
from callers.programs import run


def argo_cd(folder: Path, component: str) -> dict[str, Any]:
    """What a component makes of an installed Argo CD, by kind."""
    installed = [
        {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "argocd-cm"}},
        {
            "apiVersion": "apps/v1",
            "kind": "Deployment",
            "metadata": {"name": "argocd-repo-server"},
            "spec": {
                "template": {
                    "spec": {
                        "initContainers": [{"name": "copyutil", "image": "quay.io/argoproj/argocd:v0.0.0"}],
                        "containers": [{"name": "argocd-repo-server", "image": "quay.io/argoproj/argocd:v0.0.0"}],
                        "volumes": [{"name": "var-files", "emptyDir": {}}, {"name": "plugins", "emptyDir": {}}],
                    }
                }
            },
        },
    ]
    folder.mkdir()
    (folder / "installed.yaml").write_text(yaml.safe_dump_all(installed))
    fields = {"namespace": "argocd", "resources": ["installed.yaml"], "components": [component]}
    (folder / "kustomization.yaml").write_text(yaml.safe_dump(fields))
    done = run(["kubectl", "kustomize", folder])
    assert done.returncode == 0, done.stderr.decode()
    return {f"{each['kind']}/{each['metadata']['name']}": each for each in documents(done.stdout.decode())}


def test_argo_cd_gets_the_build_options_and_an_image_with_the_function(plugin: Path) -> None:
    objects = argo_cd(plugin / "argo-cd" / "installed", "../executable")
    assert objects["ConfigMap/argocd-cm"]["data"] == {
        "kustomize.buildOptions": "--enable-alpha-plugins --enable-exec",
    }
    pod = objects["Deployment/argocd-repo-server"]["spec"]["template"]["spec"]
    assert [each["image"] for each in pod["containers"]] == ["registry.example.com/argocd-with-liqo-transform:latest"]


def test_argo_cd_gets_a_sidecar_with_the_plugin_and_its_own_kustomize(plugin: Path) -> None:
    objects = argo_cd(plugin / "argo-cd" / "installed", "../config-management-plugin")
    pod = objects["Deployment/argocd-repo-server"]["spec"]["template"]["spec"]
    starting = {each["name"]: each["image"] for each in pod["initContainers"]}
    assert starting == dict.fromkeys(("copyutil", "copy-kustomize"), "quay.io/argoproj/argocd:v0.0.0")
    sidecar = next(each for each in pod["containers"] if each["name"] == "liqo-transform")
    volumes = {each["name"]: each for each in pod["volumes"]}
    assert {each["name"] for each in sidecar["volumeMounts"]} <= set(volumes)
    assert sidecar["securityContext"]["runAsUser"] == 999
    # The generated ConfigMap's name has a hash, so a changed plugin restarts the repo server.
    config = volumes["liqo-transform-plugin"]["configMap"]["name"]
    assert re.fullmatch(r"liqo-transform-plugin-\w{10}", config)
    text = objects[f"ConfigMap/{config}"]["data"]["plugin.yaml"]
    assert text == (plugin / "argo-cd" / "config-management-plugin" / "plugin.yaml").read_text()


@pytest.mark.parametrize("skipped", [False, True], ids=["run", "skipped"])
def test_the_plugin_of_argo_cd_hands_on_only_what_the_function_made(plugin: Path, fleet: Path, skipped: bool) -> None:
    generate = yaml.safe_load((plugin / "argo-cd" / "config-management-plugin" / "plugin.yaml").read_text())["spec"][
        "generate"
    ]
    (script,) = (each.replace("/tools/kustomize", "kustomize") for each in generate["args"])
    if skipped:
        script = script.replace(" --enable-exec", "")
    overlay = plugin / "examples" / "base-and-overlays" / "overlays" / "milan"
    done = run([*generate["command"], script], cwd=overlay)
    if skipped:
        assert done.returncode != 0
        assert done.stdout == b""
    else:
        assert done.returncode == 0, done.stderr.decode()
        assert unmarked(documents(done.stdout.decode())) == expected(fleet, "milan", BOTH)


def test_the_workflow_for_flux_renders_checks_and_commits(plugin: Path, fleet: Path, tmp_path: Path) -> None:
    workflow = yaml.safe_load((plugin / "flux" / "render.yaml").read_text())
    steps = {step["name"]: step["run"] for step in workflow["jobs"]["render"]["steps"] if "run" in step}
    providers = workflow["env"]["PROVIDERS"]
    variables = f"export PROVIDERS='{providers}' OVERLAYS=examples/base-and-overlays/overlays\n"
    git = "git -c user.name=tester -c user.email=tester@example.com"
    repository = f"""
    git init --quiet --bare {tmp_path}/remote && git init --quiet . && git add .
    {git} commit --quiet -m begin && git remote add origin {tmp_path}/remote
    git config push.autoSetupRemote true && git push --quiet
    """
    rendering = variables + steps["Build and check"] + "\n(" + steps["Commit"] + ")\n"
    status, _, said = shell(
        repository + rendering + rendering + "git rev-list --count @{upstream} >&2", plugin, tmp_path / "home"
    )
    assert status == 0, said
    assert said.splitlines()[-1] == "2"
    for provider in providers.split():
        rendered = documents((plugin / "rendered" / provider / "slices.yaml").read_text())
        assert unmarked(rendered) == expected(fleet, provider, BOTH)
    (plugin / "examples" / "base-and-overlays" / "overlays" / "milan" / "kustomization.yaml").write_text(
        "resources: [../../base/milan]\n"
    )
    status, _, said = shell(rendering, plugin, tmp_path / "home")
    assert status == 1
    assert "[function-not-run]" in said


def test_flux_gets_the_rendered_folder_of_the_workflow(plugin: Path) -> None:
    done = run(["kubectl", "kustomize", plugin / "flux" / "milan"])
    objects = {each["kind"]: each for each in documents(done.stdout.decode())}
    assert set(objects) == {"GitRepository", "Kustomization"}
    assert objects["Kustomization"]["spec"]["path"] == "./rendered/milan"
    assert objects["Kustomization"]["spec"]["sourceRef"]["name"] == objects["GitRepository"]["metadata"]["name"]
