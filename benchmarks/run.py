"""The benchmark: makes a fleet, runs the transformer and its peers in turn, prints a table, writes results.md.

python -m benchmarks.run            the figures of results.md
python -m benchmarks.run --smoke    seconds, on a tiny fleet: does every program still run and agree?
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.clusters import CONSUMER, PROVIDERS
from benchmarks.environment import describe, kubectl, kustomize, our_command
from benchmarks.folder_diff import diff_rows, measure_diff
from benchmarks.function_results import function_build_rows, function_start_rows
from benchmarks.function_run import Sizes, measure_function
from benchmarks.measure import Command, CommandFailedError, run, run_in_turn
from benchmarks.results import IMPORT_CLICK, OURS, VERSION, Results, as_markdown, as_text, start_rows, work_rows

HERE = Path(__file__).resolve().parent
PYYAML = "PyYAML C script, the same rewrite"
KUSTOMIZE = "kubectl kustomize, the slices passed through"


def work_commands(exports: Path, passed_through: Path) -> dict[str, Command]:
    """Ours and the peers' whole runs over ``exports``; each gets an empty folder to write into."""
    ours = our_command()
    commands: dict[str, Command] = {
        OURS: lambda output: [ours, "fleet", str(exports), "--consumer", CONSUMER, "-o", str(output / "out")],
        PYYAML: lambda output: [
            sys.executable,
            str(HERE / "peers" / "pyyaml_rewrite.py"),
            str(exports),
            str(output),
            CONSUMER,
            *PROVIDERS,
        ],
    }
    program = kubectl()
    if program is not None:
        commands[KUSTOMIZE] = lambda _: [program, "kustomize", str(passed_through)]
    return commands


def start_commands() -> dict[str, Command]:
    """The program's bare start beside the least that a click program can take."""
    ours = our_command()
    return {
        VERSION: lambda _: [ours, "--version"],
        IMPORT_CLICK: lambda _: [sys.executable, "-c", "import click"],
    }


def make_data(folder: Path, slices: int, endpoints: int) -> None:
    """Writes the exports and the folder for kustomize, in a process of its own (see measure.run)."""
    sizes = ["--slices", str(slices), "--endpoints", str(endpoints)]
    subprocess.run([sys.executable, "-m", "benchmarks.fleet_data", str(folder / "exports"), *sizes], check=True)
    through = folder / "kustomize"
    through.mkdir()
    shutil.copy(folder / "exports" / CONSUMER / "endpointslices.yaml", through)
    (through / "kustomization.yaml").write_text("resources: [endpointslices.yaml]\n", encoding="utf-8")


def check_agreement(commands: dict[str, Command]) -> None:
    """Runs ours and the PyYAML script once more and compares every address. Raises CommandFailedError."""
    with tempfile.TemporaryDirectory() as ours, tempfile.TemporaryDirectory() as peer:
        for name, folder in ((OURS, ours), (PYYAML, peer)):
            run(commands[name](Path(folder)))
        compare = [sys.executable, "-m", "benchmarks.same_addresses", f"{ours}/out", peer]
        told = subprocess.run(compare, capture_output=True, text=True, check=False)
        if told.returncode != 0:
            raise CommandFailedError(f"ours and the PyYAML script disagree:\n{told.stdout}{told.stderr}")


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.run", description="Measure speed and memory.")
    parser.add_argument("--slices", type=int, default=1000)
    parser.add_argument("--endpoints", type=int, default=10, help="endpoints in each slice")
    parser.add_argument("--build-slices", type=int, default=80, help="slices in the build with the KRM function")
    parser.add_argument("--build-endpoints", type=int, default=100, help="endpoints in each of those")
    parser.add_argument("--diff-slices", type=int, default=5000, help="slices behind the two folders that are compared")
    parser.add_argument("--repeats", type=int, default=5, help="counted runs of each program")
    parser.add_argument("--start-repeats", type=int, default=20, help="counted runs of each bare start")
    parser.add_argument("--output", type=Path, default=HERE / "results.md", help="where the results are written")
    parser.add_argument("--smoke", action="store_true", help="a tiny fleet, one run each; nothing is written")
    arguments = parser.parse_args()
    if arguments.smoke:
        arguments.slices, arguments.endpoints, arguments.repeats, arguments.start_repeats = 20, 5, 1, 1
        arguments.build_slices, arguments.build_endpoints, arguments.diff_slices = 4, 5, 20
    sizes = (
        arguments.slices,
        arguments.endpoints,
        arguments.build_slices,
        arguments.build_endpoints,
        arguments.diff_slices,
    )
    if min(*sizes, arguments.repeats, arguments.start_repeats) < 1:
        parser.error("sizes and repeats start at 1")
    return arguments


def main() -> int:
    arguments = parse_arguments()
    load = os.getloadavg()[0]
    builds = Sizes(arguments.build_slices, arguments.build_endpoints, arguments.repeats, arguments.start_repeats)
    try:
        kustomize()  # looked for now: what is missing is said before minutes of measuring, not after
        with tempfile.TemporaryDirectory() as folder:
            data = Path(folder)
            make_data(data, arguments.slices, arguments.endpoints)
            commands = work_commands(data / "exports", data / "kustomize")
            check_agreement(commands)
            results = Results(
                slices=arguments.slices,
                endpoints=arguments.endpoints,
                input_bytes=sum(path.stat().st_size for path in (data / "exports").rglob("*.yaml")),
                work=run_in_turn(commands, arguments.repeats),
                start=run_in_turn(start_commands(), arguments.start_repeats),
                function=measure_function(data, builds),
                diff=measure_diff(data / "diff", arguments.diff_slices, arguments.repeats),
            )
    except (CommandFailedError, FileNotFoundError, subprocess.CalledProcessError) as error:
        print(f"benchmark: {error}", file=sys.stderr)
        return 1
    tables = (
        work_rows(results),
        start_rows(results),
        function_start_rows(results.function),
        function_build_rows(results.function),
        diff_rows(results.diff),
    )
    print("\n\n".join(map(as_text, tables)))
    if kubectl() is None:
        print("\nkubectl is not on PATH: not measured")
    if not arguments.smoke:
        day = datetime.now(UTC).date().isoformat()
        text = as_markdown(results, describe(load), day, arguments.repeats, arguments.start_repeats)
        arguments.output.write_text(text, encoding="utf-8")
        print(f"\nwritten: {arguments.output}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
