"""The function's program as a process: what it imports, how it ends, and what happens when its callers go away."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = str(Path(sys.executable).with_name("liqo-transform-krm"))
LIST = """\
apiVersion: config.kubernetes.io/v1
kind: ResourceList
items:
- apiVersion: v1
  kind: Service
  metadata:
    name: web
    namespace: shop
- apiVersion: discovery.k8s.io/v1
  kind: EndpointSlice
  metadata:
    name: web-1
    namespace: shop
    labels:
      kubernetes.io/service-name: web
  addressType: IPv4
  endpoints:
  - addresses:
    - 10.40.0.1
functionConfig:
  apiVersion: liqo-transformer.github.io/v1alpha1
  kind: ConsumerTransform
  metadata:
    name: to-milan
  spec:
    consumer: rome
    provider: milan
    podCIDRs:
    - 10.40.0.0/16
    namespaces:
      shop: shop-rome
"""
SLOW = ("pydantic", "jsonschema", "click", "ruamel", "ruamel.yaml")


def run(given: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The installed program, as a caller starts it."""
    return subprocess.run(
        [PROGRAM, *arguments],
        input=given,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
    )


def test_a_list_goes_through_the_installed_program() -> None:
    done = run(LIST)
    assert (done.returncode, done.stderr) == (0, "")
    items, config = LIST.split("functionConfig:")
    assert done.stdout.startswith(items)
    assert done.stdout.endswith("functionConfig:" + config)
    assert "derived-by: ConsumerTransform/to-milan" in done.stdout


@pytest.mark.parametrize("names", [SLOW, ("difflib",)], ids=["slow to start", "for names that are unknown"])
def test_a_run_imports_nothing_that_it_does_not_need(names: tuple[str, ...]) -> None:
    program = (
        "import sys; from transformer.cli.krm import run; code = run([]);"
        f"print([name for name in {names!r} if name in sys.modules], file=sys.stderr); sys.exit(code)"
    )
    done = subprocess.run([sys.executable, "-c", program], input=LIST, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "[]\n")
    assert "derived-by: ConsumerTransform/to-milan" in done.stdout


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_what_goes_out_is_utf_8_whatever_the_terminal(encoding: str) -> None:
    given = LIST.replace("name: web\n    namespace", 'name: web\n    annotations: {x: "é\U0001f600"}\n    namespace')
    done = subprocess.run(
        [PROGRAM],
        input=given.encode(),
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": encoding},
    )
    assert done.returncode == 0
    assert "é\U0001f600".encode() in done.stdout


def test_the_list_is_written_first_and_then_it_fails() -> None:
    broken = LIST.replace("10.40.0.1", "300.0.0.1")
    done = run(broken)
    assert done.returncode == 1
    assert done.stdout.startswith(broken)
    assert "code: invalid-address" in done.stdout
    assert done.stderr.count("\n") == 1


def test_a_legacy_plugin_is_told_by_its_environment(tmp_path: Path) -> None:
    items, config = LIST.split("functionConfig:\n")
    file = tmp_path / "config"
    file.write_text("\n".join(line[2:] for line in config.splitlines()) + "\n")
    lines = [line for line in items.splitlines() if line[:1] in ("-", " ")]
    stream = "\n".join("---\n" + line[2:] if line.startswith("-") else line[2:] for line in lines) + "\n"
    done = run(stream, str(file), KUSTOMIZE_PLUGIN_CONFIG_ROOT=str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(stream.removeprefix("---\n"))
    assert "ResourceList" not in done.stdout


def test_a_caller_that_reads_no_more_is_an_error() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run([PROGRAM], input=LIST, stdout=writer, stderr=subprocess.PIPE, text=True, check=False)
    finally:
        os.close(writer)
    assert done.returncode == 1
    assert done.stderr == "liqo-transform-krm: standard output was closed before the list was written\n"


@pytest.mark.parametrize(
    ("closed", "said"), [("<&-", "standard input is closed"), (">&-", "standard output is closed")]
)
def test_a_closed_stream_is_an_error(closed: str, said: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f'"$0" {closed}', PROGRAM], input=LIST, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_a_full_disk_is_an_error() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run([PROGRAM], input=LIST, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 1
    assert "standard output cannot be written" in done.stderr


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130)])
def test_a_signal_while_the_list_is_read_ends_it_without_a_word_on_stdout(number: signal.Signals, status: int) -> None:
    with subprocess.Popen(
        # Python's own check that it runs this far: the trace is written when reading begins.
        [sys.executable, "-c", _TELLING],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(LIST.encode())
        process.stdin.flush()
        assert process.stderr.readline() == b"reading\n"
        process.send_signal(number)
        assert process.wait() == status
        assert process.stdout.read() == b""
        assert b"Traceback" not in process.stderr.read()


#: The program, telling when it begins to read its standard input, which is not closed.
_TELLING = """
import io, sys
class Telling(io.BufferedReader):
    def read(self, size=-1):
        print("reading", file=sys.stderr, flush=True)
        return super().read(size)
sys.stdin = io.TextIOWrapper(Telling(io.FileIO(0)))
from transformer.cli.krm import main
main([])
"""
