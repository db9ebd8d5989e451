"""The shipped fleet with a configuration file and, once updated, a golden folder: what a repository holds."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import yaml

from e2e.command_line import FIXTURES, Ended, transform, tree

#: The shipped fleet's, with a golden folder.
CONFIGURATION = (FIXTURES / "fleet-live/liqo-transform.yaml").read_text(encoding="utf-8") + "golden: golden\n"
RECORD = ".liqo-transform.json"
#: A slice of the golden folder with addresses of all three kinds of route.
FRONTEND = "turin/endpointslices/boutique-rome/frontend-d25vz.yaml"


@dataclass(frozen=True)
class Checked:
    """How a check, an update or a diff ended, and its findings, those that only inform left out unless they changed."""

    ended: Ended
    status: int
    findings: list[dict[str, Any]]
    summary: dict[str, Any]

    @property
    def codes(self) -> list[str]:
        """The codes in order."""
        return [each["code"] for each in self.findings]

    @property
    def changes(self) -> list[dict[str, Any]]:
        """The lines of all findings."""
        return [change for each in self.findings for change in each.get("changes", ())]

    @property
    def kinds(self) -> set[str]:
        """The kinds of the lines."""
        return {each["kind"] for each in self.changes}

    @property
    def causes(self) -> list[dict[str, Any]]:
        """The causes of all lines."""
        return [cause for each in self.changes for cause in each.get("causes", ())]


@dataclass(frozen=True)
class Repository:
    """A folder with exports, configuration file and golden folder."""

    folder: Path

    @property
    def golden(self) -> Path:
        """The golden folder."""
        return self.folder / "golden"

    def run(self, *arguments: str | Path, **environment: str) -> Ended:
        """Runs ``liqo-transform`` in the repository, outside of CI unless ``CI`` is given."""
        return transform(*arguments, cwd=self.folder, **{"CI": "", **environment})

    def report(self, *arguments: str | Path, **environment: str) -> Checked:
        """Runs it with a JSON report on stdout."""
        ended = self.run(*arguments, "--report", "json", **environment)
        report = json.loads(ended.stdout)
        findings = [each for each in report["findings"] if each["severity"] != "info" or "changes" in each]
        return Checked(ended, ended.status, findings, report["summary"])

    def check(self, *arguments: str | Path, **environment: str) -> Checked:
        """``check`` with a JSON report; it must leave every file as it is."""
        with self.unchanged():
            return self.report("check", *arguments, **environment)

    @contextmanager
    def unchanged(self) -> Iterator[None]:
        """What is done within must change no file."""
        before = self.state()
        yield
        assert self.state() == before

    def state(self) -> dict[str, tuple[int, bytes]]:
        """Every file, its bytes and the time of its last change."""
        files = tree(self.folder)
        return {path: ((self.folder / path).stat().st_mtime_ns, content) for path, content in files.items()}

    def replace(self, path: str, old: str, new: str, count: int = 1) -> int:
        """Replaces a text that is in a file so many times; the line where it first stands."""
        text = (self.folder / path).read_text(encoding="utf-8")
        assert text.count(old) == count, (path, old, text.count(old))
        (self.folder / path).write_text(text.replace(old, new), encoding="utf-8")
        return text[: text.index(old)].count("\n") + 1

    def edit(self, path: str, change: Callable[[list[dict[str, Any]]], object]) -> None:
        """Changes the objects of an export's file; its lines are others then."""
        file = self.folder / path
        document = yaml.load(file.read_text(encoding="utf-8"), yaml.CSafeLoader)
        change(document["items"])
        file.write_text(yaml.safe_dump(document), encoding="utf-8")

    def configure(self, more: str, old: str = "golden: golden\n") -> None:
        """Puts more into the configuration file."""
        self.replace("liqo-transform.yaml", old, old + more)

    def sign(self, path: str) -> None:
        """Makes the golden folder's record say that a file was written as it is now."""
        record = json.loads((self.golden / RECORD).read_text())
        record["files"][path]["sha256"] = sha256((self.golden / path).read_bytes()).hexdigest()
        (self.golden / RECORD).write_text(json.dumps(record))


def named(items: list[dict[str, Any]], name: str, kind: str = "") -> dict[str, Any]:
    """The object of this name, or the only one whose name begins with it."""
    found = [each for each in items if each["metadata"]["name"].startswith(name) and (not kind or each["kind"] == kind)]
    (object,) = [each for each in found if each["metadata"]["name"] == name] or found
    return object


def make_repository(folder: Path) -> Repository:
    """A repository with an updated golden folder."""
    shutil.copytree(FIXTURES / "fleet" / "exports", folder / "exports")
    (folder / "liqo-transform.yaml").write_text(CONFIGURATION)
    repository = Repository(folder)
    assert repository.run("update").status == 0
    return repository


def copied(original: Repository, folder: Path) -> Repository:
    """A copy that a test may change."""
    shutil.copytree(original.folder, folder)
    return Repository(folder)
