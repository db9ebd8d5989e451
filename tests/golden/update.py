"""``python -m tests.golden.update [CASE...]``: records what the golden cases give now, for a reader to look at.

CASE is a name as tests print it (``cases/c07-own-pods-left-out``), or the beginning of one, with or without the
folder. Without any: all cases.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

# The tests find their neighbours by bare name, since their folder is on the path; run as a module, it is not.
sys.path.insert(0, str(Path(__file__).parent))

from golden_cases import (
    BrokenCaseError,
    case_name,
    difference,
    finding_cases,
    record,
    recorded,
    rule_cases,
    run_case,
)


def update(cases: list[Path]) -> list[str]:
    """Record the cases; the names of those that changed. Raises BrokenCaseError at the first that cannot be run."""
    changed = []
    with tempfile.TemporaryDirectory() as folder:
        for number, case in enumerate(cases):
            got = run_case(case, Path(folder) / str(number))
            try:
                is_same = not difference(recorded(case), got)
            except BrokenCaseError:
                is_same = False
            if not is_same:
                record(case, got)
                changed.append(case_name(case))
    return changed


def main(arguments: list[str]) -> int:
    """The command. Exit status 2 in CI and for a name that no case has, 1 for a case that cannot be run."""
    if os.environ.get("CI"):
        print("CI is set: what the cases give is recorded by a person who looks at it, never by CI", file=sys.stderr)
        return 2
    cases = [*rule_cases(), *finding_cases()]
    for wanted in arguments:
        if not any(_is_named(case, wanted) for case in cases):
            print(f"no case is named {wanted} or begins like that", file=sys.stderr)
            return 2
    chosen = [case for case in cases if not arguments or any(_is_named(case, wanted) for wanted in arguments)]
    try:
        changed = update(chosen)
    except BrokenCaseError as fault:
        print(fault, file=sys.stderr)
        return 1
    for name in changed:
        print(f"recorded {name}")
    print(f"{len(chosen)} cases run, {len(changed)} changed")
    return 0


def _is_named(case: Path, wanted: str) -> bool:
    """Whether a case's name begins like that, with or without the folder of all cases."""
    name = case_name(case)
    return name.startswith(wanted) or name.partition("/")[2].startswith(wanted)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
