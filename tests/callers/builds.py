"""One set of objects and one function through each of the callers: what is written for them, and what they built."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from callers.programs import IMAGE, run

API_VERSION = "liqo-transformer.github.io/v1alpha1"
MARK = "liqo-transformer.github.io/derived-by"
FUNCTION = "config.kubernetes.io/function"
PROGRAM = "liqo-transform-krm"

EXEC, CONTAINER = "kustomize exec", "kustomize container"
KUBECTL_LEGACY, KUBECTL_CONTAINER = "kubectl legacy", "kubectl container"
KPT_EVAL, KPT_RENDER = "kpt eval", "kpt render"
#: The command line of each caller that builds a kustomization; the folder comes behind it.
BUILDS: Mapping[str, Sequence[str]] = {
    EXEC: ("kustomize", "build", "--enable-alpha-plugins", "--enable-exec"),
    CONTAINER: ("kustomize", "build", "--enable-alpha-plugins"),
    KUBECTL_LEGACY: ("kubectl", "kustomize", "--enable-alpha-plugins"),
    KUBECTL_CONTAINER: ("kubectl", "kustomize", "--enable-alpha-plugins"),
}
KPT = (KPT_EVAL, KPT_RENDER)
CALLERS = (*BUILDS, *KPT)

#: An object as YAML holds it.
Object = dict[str, Any]


@dataclass(frozen=True)
class Build:
    """How a caller ended. ``text``: the documents that kustomize or kubectl printed, or that the files of the kpt
    package hold now. ``said``: what it told its user."""

    status: int
    text: str
    said: str

    @property
    def objects(self) -> list[Object]:
        """All objects that were built."""
        return documents(self.text)

    @property
    def derived(self) -> list[Object]:
        """Those with the function's mark."""
        return [each for each in self.objects if mark_of(each) is not None]

    @property
    def others(self) -> list[Object]:
        """Those without it."""
        return [each for each in self.objects if mark_of(each) is None]

    def checked(self) -> Build:
        """Itself; fails where the caller did."""
        assert self.status == 0, self.said
        return self


def documents(text: str) -> list[Object]:
    """The objects of a stream of documents."""
    return [each for each in yaml.load_all(text, yaml.CSafeLoader) if each is not None]


def stream(objects: Sequence[Object]) -> str:
    """Objects as a stream of documents in block style."""
    return str(yaml.dump_all(objects, Dumper=yaml.CSafeDumper, width=1_000_000))


def mark_of(each: Object) -> str | None:
    """The mark on an object, KIND/NAME; None without one."""
    mark = (each["metadata"].get("annotations") or {}).get(MARK)
    return None if mark is None else str(mark)


def unmarked(objects: Sequence[Object]) -> dict[tuple[str, str, str], Object]:
    """Objects without the mark, by kind, namespace and name."""
    plain = {}
    for each in copy.deepcopy(list(objects)):
        metadata = each["metadata"]
        annotations = metadata.get("annotations")
        if annotations is not None:
            annotations.pop(MARK, None)
            if not annotations:
                del metadata["annotations"]
        plain[each["kind"], metadata.get("namespace", ""), metadata["name"]] = each
    assert len(plain) == len(objects)
    return plain


def function(kind: str, name: str = "to-milan", /, **spec: Any) -> Object:
    """A function's configuration, for whichever caller."""
    return {"apiVersion": API_VERSION, "kind": kind, "metadata": {"name": name}, "spec": spec}


def called_by(caller: str, config: Object, program: str = PROGRAM, mounts: Sequence[Mapping[str, str]] = ()) -> Object:
    """The configuration as a caller of kustomizations wants it: with the annotation that says what to run, or, for a
    legacy plugin, without."""
    if caller == KUBECTL_LEGACY:
        return config
    runs: Object = {"exec": {"path": program}}
    if caller in (CONTAINER, KUBECTL_CONTAINER):
        runs = {"container": {"image": IMAGE, **({"mounts": list(mounts)} if mounts else {})}}
    metadata = {**config["metadata"], "annotations": {FUNCTION: json.dumps(runs)}}
    return {**config, "metadata": metadata}


def write_kustomization(folder: Path, files: Mapping[str, str | Sequence[Object]], **fields: Any) -> None:
    """A folder with a kustomization of these fields, and the files that it names."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        text = content if isinstance(content, str) else stream(content)
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "kustomization.yaml").write_text(yaml.safe_dump(fields), encoding="utf-8")


def build(caller: str, folder: Path) -> Build:
    """Build the kustomization in a folder. For the legacy way its plugins are installed beside the folder first."""
    variables = {}
    if caller == KUBECTL_LEGACY:
        home = folder.parent / f"{folder.name}-plugins"
        installed = run(["liqo-transform", "plugin", "install", "--home", home])
        assert installed.returncode == 0, installed.stderr
        variables["KUSTOMIZE_PLUGIN_HOME"] = str(home)
    done = run([*BUILDS[caller], folder], **variables)
    return Build(done.returncode, done.stdout.decode(), done.stderr.decode())


def eval_package(folder: Path, *options: str | Path) -> Build:
    """``kpt fn eval`` on a package."""
    return _kpt(folder, "fn", "eval", folder, *options)


def render_package(folder: Path, *options: str | Path) -> Build:
    """``kpt fn render`` of a package."""
    return _kpt(folder, "fn", "render", "--allow-exec", folder, *options)


def _kpt(folder: Path, *arguments: str | Path) -> Build:
    done = run(["kpt", *arguments])
    files = (file.read_text(encoding="utf-8") for file in sorted(folder.rglob("*.yaml")))
    return Build(done.returncode, "---\n".join(files), (done.stdout + done.stderr).decode())


def through(
    caller: str,
    folder: Path,
    files: Mapping[str, str | Sequence[Object]],
    config: Object,
    role: str = "transformers",
    program: str = PROGRAM,
    **fields: Any,
) -> Build:
    """The objects of ``files`` through a function, by any of the callers. ``fields``: more of the kustomization."""
    place = folder / caller.replace(" ", "-")
    if caller in BUILDS:
        written = [called_by(caller, config, program)]
        more = {"resources": list(files), role: ["function.yaml"], **fields}
        write_kustomization(place, {**files, "function.yaml": written}, **more)
        return build(caller, place)
    write_package(place, files)
    if caller == KPT_EVAL:
        outside = folder / "function-of-kpt-eval.yaml"
        outside.write_text(stream([config]), encoding="utf-8")
        return eval_package(place, "--exec", program, "--fn-config", outside)
    add_pipeline(place, config, program)
    return render_package(place)


def write_package(folder: Path, files: Mapping[str, str | Sequence[Object]]) -> None:
    """A kpt package of these files."""
    folder.mkdir(parents=True)
    for name, content in files.items():
        text = content if isinstance(content, str) else stream(content)
        (folder / name).write_text(text, encoding="utf-8")


def add_pipeline(folder: Path, config: Object, program: str = PROGRAM, role: str = "mutators") -> None:
    """The Kptfile by which ``kpt fn render`` runs the function, and the configuration beside it."""
    (folder / "function.yaml").write_text(stream([config]), encoding="utf-8")
    pipeline = {role: [{"exec": program, "configPath": "function.yaml"}]}
    kptfile = {"apiVersion": "kpt.dev/v1", "kind": "Kptfile", "metadata": {"name": "package"}, "pipeline": pipeline}
    (folder / "Kptfile").write_text(stream([kptfile]), encoding="utf-8")


def contents(folder: Path) -> dict[str, bytes]:
    """Every file in a folder, by its path there."""
    return {str(file.relative_to(folder)): file.read_bytes() for file in sorted(folder.rglob("*")) if file.is_file()}
