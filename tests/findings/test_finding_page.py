"""The page of a finding, rendered from its entry and its examples."""

from __future__ import annotations

from transformer.findings.code import Code
from transformer.findings.finding import Effect, Severity
from transformer.findings.page import docs_link, render_page

CODE = Code(
    name="pending-ip",
    severity=Severity.ERROR,
    effect=Effect.SLICE,
    title="An address waits",
    meaning="It means this.",
    why="It matters so.",
    remedy="Do that.",
    rules=("C10", "H11"),
)


def test_a_page_has_everything_in_order() -> None:
    text = render_page(CODE, {"b.yaml": "b: 1\n", "a.json": "{}"}, {"ok.yaml": "ok: 1\n"})
    assert text == (
        "# pending-ip\n\nAn address waits.\n\n"
        "Severity: error. Takes away one slice: that slice is not written, no other is touched. Rules: C10, H11.\n\n"
        "## What it means\n\nIt means this.\n\n## Why it matters\n\nIt matters so.\n\n## What to do\n\nDo that.\n\n"
        "## An input that raises it\n\n`a.json`:\n\n```json\n{}\n```\n\n`b.yaml`:\n\n```yaml\nb: 1\n```\n\n"
        "## An input that does not\n\n`ok.yaml`:\n\n```yaml\nok: 1\n```\n"
    )


def test_the_command_comes_first_and_a_configuration_file_is_run_with_fleet() -> None:
    text = render_page(CODE, {"command": "consumer a.yaml\n", "a.yaml": "a: 1"}, {"config.yaml": "kind: Fleet\n"})
    assert "```sh\nliqo-transform consumer a.yaml\n```\n\n`a.yaml`:" in text
    assert "```sh\nliqo-transform fleet -c config.yaml\n```\n\n`config.yaml`:" in text
    assert "`command`" not in text


def test_an_example_that_no_file_can_hold_is_told() -> None:
    text = render_page(CODE, None, None, "A full disk.\n")
    assert text.endswith("## Example\n\nNo file can hold it; a test makes it: A full disk.\n")


def test_a_fence_is_longer_than_any_in_the_example() -> None:
    text = render_page(CODE, {"x.txt": "```\n````\n"}, {"x.txt": "x"})
    assert "`````text\n```\n````\n`````\n" in text


def test_the_link_is_the_file_of_the_page() -> None:
    assert docs_link("pending-ip") == "docs/findings/pending-ip.md"
