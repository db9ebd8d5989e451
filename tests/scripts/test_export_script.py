"""The export script, with a stand-in for kubectl that serves files of a folder."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "export.sh"

#: Serves $CLUSTERS/<context>/: `id` for the cluster ids, `crds` for the CRDs' names, `<resource>.yaml` for lists.
#: A resource named in `broken` fails. Every call is logged.
KUBECTL = """\
#!/bin/sh
printf '%s\\n' "$*" >>"$CLUSTERS/calls"
cat >/dev/null
if [ "$1 $2" = 'config get-contexts' ]; then
  cat "$CLUSTERS/contexts"
  exit 0
fi
[ "$1" = --context ] && [ "$3" = get ] || { echo "unexpected: $*" >&2; exit 9; }
cluster=$CLUSTERS/$2
resource=$4
[ -d "$cluster" ] || { echo "error: context \\"$2\\" does not exist" >&2; exit 1; }
if grep -qxF "$resource" "$cluster/broken" 2>/dev/null; then
  echo "Error from server (Forbidden): $resource is forbidden" >&2
  exit 1
fi
case "$*" in
  *jsonpath=*) cat "$cluster/id" ;;
  *'customresourcedefinitions -o name') cat "$cluster/crds" ;;
  *'--all-namespaces -o yaml' | *'-l app.kubernetes.io/name=clusterid-configmap -o yaml')
    printf 'kind: List\\n# %s of %s\\n' "$resource" "$2" ;;
  *) echo "unexpected: $*" >&2; exit 9 ;;
esac
"""

LIQO_KINDS = {
    "configurations": "networking.liqo.io",
    "connections": "networking.liqo.io",
    "foreignclusters": "core.liqo.io",
    "ips": "ipam.liqo.io",
    "namespacemaps": "offloading.liqo.io",
    "namespaceoffloadings": "offloading.liqo.io",
    "networks": "ipam.liqo.io",
    "shadowendpointslices": "offloading.liqo.io",
    "virtualnodes": "offloading.liqo.io",
    "vkoptionstemplates": "offloading.liqo.io",
}
ALWAYS = {"configmaps", "endpointslices", "nodes", "services"}


class Clusters:
    """The stand-in's clusters, and the script run against them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "clusters"
        self.folder.mkdir()
        self.work = folder / "work"
        self.work.mkdir()
        programs = folder / "bin"
        programs.mkdir()
        (programs / "kubectl").write_text(KUBECTL)
        (programs / "kubectl").chmod(0o755)
        self.environment = {
            **os.environ,
            "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
            "CLUSTERS": str(self.folder),
        }
        (self.folder / "contexts").touch()

    def add(self, context: str, ids: str, kinds: set[str] | None = None, broken: str = "") -> None:
        cluster = self.folder / context
        cluster.mkdir()
        (cluster / "id").write_text(ids)
        names = sorted(LIQO_KINDS if kinds is None else kinds)
        (cluster / "crds").write_text(
            "customresourcedefinition.apiextensions.k8s.io/certificates.cert-manager.io\n"
            + "".join(f"customresourcedefinition.apiextensions.k8s.io/{name}.{LIQO_KINDS[name]}\n" for name in names)
        )
        (cluster / "broken").write_text(broken)
        with (self.folder / "contexts").open("a") as contexts:
            contexts.write(f"{context}\n")

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(SCRIPT), *arguments],
            cwd=self.work,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )

    def calls(self) -> list[str]:
        return (self.folder / "calls").read_text().splitlines()

    def exported(self, folder: str = "exports") -> dict[str, set[str]]:
        return {
            cluster.name: {path.name.removesuffix(".yaml") for path in cluster.iterdir()}
            for cluster in sorted((self.work / folder).iterdir())
        }


@pytest.fixture
def clusters(tmp_path: Path) -> Clusters:
    return Clusters(tmp_path)


def test_all_contexts_are_exported_each_kind_in_a_file(clusters: Clusters) -> None:
    clusters.add("admin@rome", "rome\n")
    clusters.add("kind-milan", "milan\n")
    done = clusters.run()
    assert (done.returncode, done.stderr) == (0, "")
    assert clusters.exported() == {"milan": ALWAYS | LIQO_KINDS.keys(), "rome": ALWAYS | LIQO_KINDS.keys()}
    text = (clusters.work / "exports" / "rome" / "ips.yaml").read_text()
    assert text == "kind: List\n# ips.ipam.liqo.io of admin@rome\n"
    assert done.stdout == (
        "milan: exports/milan, from context 'kind-milan'\nrome: exports/rome, from context 'admin@rome'\n"
    )


def test_only_named_contexts_are_touched(clusters: Clusters) -> None:
    clusters.add("a", "rome\n")
    clusters.add("b", "milan\n")
    assert clusters.run("-o", "some where", "b").returncode == 0
    assert clusters.exported("some where").keys() == {"milan"}
    assert not [call for call in clusters.calls() if "--context b " not in call]


def test_secrets_and_other_configmaps_are_never_read(clusters: Clusters) -> None:
    clusters.add("a", "rome\n")
    assert clusters.run("a").returncode == 0
    assert not [call for call in clusters.calls() if "secret" in call.lower()]
    about_configmaps = [call for call in clusters.calls() if "configmap" in call]
    assert len(about_configmaps) == 2
    assert all("-l app.kubernetes.io/name=clusterid-configmap" in call for call in about_configmaps)


def test_kinds_that_a_cluster_lacks_are_left_out(clusters: Clusters) -> None:
    clusters.add("a", "rome\n", kinds={"configurations", "ips"})
    assert clusters.run("a").returncode == 0
    assert clusters.exported() == {"rome": ALWAYS | {"configurations", "ips"}}


@pytest.mark.parametrize(
    ("ids", "complaint"),
    [
        ("", "no ConfigMap labelled"),
        ("\n", "no ConfigMap labelled"),
        ("rome\nmilan\n", "got: milan rome"),
        ("../rome\n", "got: ../rome"),
        ("-rome\n", "got: -rome"),
        ("Rome\n", "got: Rome"),
    ],
)
def test_a_cluster_without_one_good_id_is_refused(clusters: Clusters, ids: str, complaint: str) -> None:
    clusters.add("good", "milan\n")
    clusters.add("bad", ids)
    done = clusters.run()
    assert done.returncode == 1
    assert "context 'bad'" in done.stderr
    assert complaint in done.stderr
    assert not (clusters.work / "exports").exists()


def test_the_same_id_in_two_namespaces_is_one_id(clusters: Clusters) -> None:
    clusters.add("a", "rome\nrome\n")
    assert clusters.run("a").returncode == 0
    assert clusters.exported().keys() == {"rome"}


@pytest.mark.parametrize(
    "broken",
    ["services", "ips.ipam.liqo.io", "customresourcedefinitions", "configmaps", "endpointslices.discovery.k8s.io"],
)
def test_a_failing_kubectl_leaves_nothing_behind(clusters: Clusters, broken: str) -> None:
    clusters.add("good", "milan\n")
    clusters.add("bad", "rome\n", broken=f"{broken}\n")
    done = clusters.run()
    assert done.returncode == 1
    assert "context 'bad'" in done.stderr
    assert f"{broken} is forbidden" in done.stderr
    assert not (clusters.work / "exports").exists()


def test_a_failure_leaves_an_older_export_as_it_was(clusters: Clusters) -> None:
    clusters.add("a", "rome\n", broken="services\n")
    older = clusters.work / "exports" / "rome"
    older.mkdir(parents=True)
    (older / "old.yaml").write_text("old")
    assert clusters.run("--replace", "a").returncode == 1
    assert clusters.exported() == {"rome": {"old"}}


def test_an_older_export_is_replaced_only_when_asked(clusters: Clusters) -> None:
    clusters.add("a", "rome\n", kinds=set())
    older = clusters.work / "exports" / "rome"
    older.mkdir(parents=True)
    (older / "old.yaml").write_text("old")
    refused = clusters.run("a")
    assert refused.returncode == 1
    assert "--replace" in refused.stderr
    assert clusters.exported() == {"rome": {"old"}}
    assert clusters.run("--replace", "a").returncode == 0
    assert clusters.exported() == {"rome": ALWAYS}


def test_two_contexts_of_one_cluster_are_refused(clusters: Clusters) -> None:
    clusters.add("admin", "rome\n")
    clusters.add("viewer", "rome\n")
    done = clusters.run()
    assert done.returncode == 1
    assert "contexts 'admin' and 'viewer' are both cluster 'rome'" in done.stderr


def test_an_unknown_context_and_an_empty_kubeconfig_are_said(clusters: Clusters) -> None:
    unknown = clusters.run("nowhere")
    assert unknown.returncode == 1
    assert "context 'nowhere'" in unknown.stderr
    empty = clusters.run()
    assert empty.returncode == 1
    assert "no context" in empty.stderr


def test_a_missing_kubectl_is_said(clusters: Clusters, tmp_path: Path) -> None:
    clusters.environment["PATH"] = str(tmp_path)
    done = subprocess.run(
        ["/bin/sh", str(SCRIPT), "a"],
        cwd=clusters.work,
        env=clusters.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "kubectl is not on PATH" in done.stderr


@pytest.mark.parametrize("arguments", [["--nonsense"], ["-o"], ["-o", ""], ["a", "-o", "x"], [""]])
def test_wrong_usage_exits_with_2(clusters: Clusters, arguments: list[str]) -> None:
    done = clusters.run(*arguments)
    assert done.returncode == 2
    assert "usage: export.sh" in done.stderr
    assert not (clusters.folder / "calls").exists()


def test_help_goes_to_stdout(clusters: Clusters) -> None:
    done = clusters.run("--help")
    assert done.returncode == 0
    assert done.stdout.startswith("usage: export.sh")
