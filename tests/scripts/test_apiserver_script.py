"""The script that gets the API server, with a stand-in for go that builds in no time."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCE = Path("tests/e2e/apiserver")
SOURCES = ("main.go", "go.mod", "go.sum")
#: What the script asks the system for.
SYSTEM = ("bash", "dirname", "mkdir", "mv")

#: Prints the version that go.mod requires; builds a program whose text is its own arguments. Every call is logged.
GO = """\
#!/bin/bash
printf '%s\\n' "$*" >>"$CALLS"
[ "$2 $3" = '-C tests/e2e/apiserver' ] || exit 9
case $1 in
  list) sed -n 's|.*k8s.io/kubernetes \\(v[0-9.]*\\)$|\\1|p' "$3/go.mod" ;;
  build)
    [ ! -e "$CALLS.broken" ] || { echo 'main.go:3:1: syntax error' >&2; exit 1; }
    while [ "$1" != -o ]; do shift; done
    printf 'built' >"$2"
    ;;
esac
"""


class Checkout:
    """A checkout with all that the script reads, and the programs that it finds."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "checkout"
        for name in ("scripts/apiserver.sh", *(str(SOURCE / name) for name in SOURCES)):
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.root / name)
        self.program = self.root / ".tools" / "bin" / "kube-apiserver"
        self.calls_file = folder / "calls"
        self.programs = folder / "bin"
        self.programs.mkdir()
        for name in (*SYSTEM, "sed"):
            (self.programs / name).symlink_to(str(shutil.which(name)))
        for name in ("kubectl", "etcd", "openssl"):
            self._program(name, "#!/bin/bash\nexit 9\n")
        self._program("go", GO)

    def _program(self, name: str, text: str) -> None:
        (self.programs / name).write_text(text)
        (self.programs / name).chmod(0o755)

    def run(self) -> subprocess.CompletedProcess[str]:
        environment = {"PATH": str(self.programs), "CALLS": str(self.calls_file)}
        command = [str(self.root / "scripts" / "apiserver.sh")]
        return subprocess.run(
            command, cwd=self.root.parent, env=environment, capture_output=True, text=True, check=False
        )

    def built(self) -> None:
        """Runs the script to its end and forgets what it called."""
        ended = self.run()
        assert ended.returncode == 0, ended.stderr
        self.calls_file.unlink(missing_ok=True)

    def calls(self) -> list[str]:
        return self.calls_file.read_text().splitlines() if self.calls_file.exists() else []


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


def test_the_program_is_built_with_the_version_that_it_is_of(checkout: Checkout) -> None:
    ended = checkout.run()
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "building kube-apiserver v1.34.4" in ended.stdout
    assert checkout.program.read_text() == "built"
    assert [file.name for file in checkout.program.parent.iterdir()] == ["kube-apiserver"]
    (build,) = (call for call in checkout.calls() if call.startswith("build"))
    assert "-X k8s.io/component-base/version.gitVersion=v1.34.4 " in build


def test_a_current_program_is_left_alone_and_needs_no_go(checkout: Checkout) -> None:
    checkout.built()
    (checkout.programs / "go").unlink()
    ended = checkout.run()
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


@pytest.mark.parametrize("changed", [*(str(SOURCE / name) for name in SOURCES), "scripts/apiserver.sh"])
def test_a_program_older_than_what_it_is_made_of_is_built_anew(checkout: Checkout, changed: str) -> None:
    checkout.built()
    later = checkout.program.stat().st_mtime + 10
    os.utime(checkout.root / changed, (later, later))
    checkout.built()
    assert checkout.program.read_text() == "built"
    os.utime(checkout.program, (later + 10, later + 10))
    assert checkout.run().stdout == ""


@pytest.mark.parametrize("program", ["kubectl", "etcd", "openssl", "go"])
def test_a_missing_program_is_said_and_nothing_is_built(checkout: Checkout, program: str) -> None:
    (checkout.programs / program).unlink()
    ended = checkout.run()
    assert ended.returncode == 1
    assert ended.stderr.startswith(f"apiserver.sh: {program} is not on PATH: ")
    assert not checkout.program.exists()
    assert checkout.calls() == []


def test_a_failed_build_leaves_the_older_program(checkout: Checkout) -> None:
    checkout.built()
    checkout.program.write_text("older")
    os.utime(checkout.program, (0, 0))
    Path(f"{checkout.calls_file}.broken").touch()
    ended = checkout.run()
    assert ended.returncode == 1
    assert "main.go:3:1: syntax error" in ended.stderr
    assert "apiserver.sh: kube-apiserver v1.34.4 could not be built" in ended.stderr
    assert checkout.program.read_text() == "older"
    assert [file.name for file in checkout.program.parent.iterdir()] == ["kube-apiserver"]
