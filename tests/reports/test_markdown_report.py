"""The Markdown report: tables, folds, what is escaped, and how it grows shorter without losing a count."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from markdown_it.token import Token
from report_validators import markdown_tokens
from sample_findings import NASTY, address_change, drift, many, nasty_text, result_of

from transformer.findings.catalogue import CATALOGUE, finding
from transformer.findings.change import Change, ChangeKind
from transformer.findings.finding import Finding, ObjectRef, Position, Related, Severity
from transformer.outcome import Summary
from transformer.reports.markdown import DETAILS, LIMIT, render_markdown
from transformer.reports.markdown_text import cell, code, html_code
from transformer.reports.result import RunResult, Style
from transformer.reports.visible import visible

SLICE = ObjectRef("discovery.k8s.io/v1", "EndpointSlice", "shop-rome", "web-1")


def rendered(*findings: Finding, **more: object) -> str:
    return render_markdown(result_of(*findings, **more), Style())


def rows(tokens: list[Token]) -> list[list[str]]:
    """The cells of every row of every table, headers included, as text."""
    found: list[list[str]] = []
    for number, token in enumerate(tokens):
        if token.type == "tr_open":
            found.append([])
        if token.type in ("td_open", "th_open"):
            found[-1].append("".join(child.content for child in tokens[number + 1].children or []))
    return found


def test_a_run_has_verdict_tables_and_folds() -> None:
    added = Change(ChangeKind.ENDPOINT_ADDED, "shop/web", "turin", SLICE, "Pod shop/web-3", after="10.1.0.3 direct")
    own_remedy = finding(
        "unmapped-address",
        'no IP object has "10.1.2.3"',
        remedy="apply this:\nkind: IP",
        cluster="rome",
        provider="milan",
        object=ObjectRef("v1", "Service", "shop", "web"),
        field="spec.x",
        location=Position("exports/a.yaml", 3, 1),
        related=(Related("seen here", None, Position("b.yaml", 2, 1)),),
    )
    changed = replace(drift(added), remedy="update it")
    summary = Summary(read={"rome": {"Service": 2}}, written={"milan": {}}, skipped={"milan": 1}, suppressed=4)
    assert rendered(changed, own_remedy, summary=summary, verdict="nothing written") == (
        "## liqo-transform: failed\n"
        "\n"
        "2 errors, 0 warnings, 0 infos, 4 suppressed.\n"
        "\n"
        "`nothing written`\n"
        "\n"
        "Read 2 objects of 1 cluster, ignored 0; wrote 0 for 1 provider, refused 0, skipped 1; "
        "findings suppressed: 4.\n"
        "\n"
        "### Changes\n"
        "\n"
        "1 change of 1 Service.\n"
        "\n"
        "| Service | provider | endpoint added | all |\n"
        "| --- | --- | --: | --: |\n"
        "| `shop/web` | `turin` | 1 | 1 |\n"
        "| all |  | 1 | 1 |\n"
        "\n"
        "<details>\n"
        "<summary><code>shop/web</code>: 1 change on 1 provider</summary>\n"
        "\n"
        "```diff\n"
        "@@ turin: EndpointSlice shop-rome/web-1 @@ error golden-drift\n"
        "+ Pod shop/web-3: endpoint added: 10.1.0.3 direct\n"
        "```\n"
        "\n"
        "</details>\n"
        "\n"
        "What to do:\n"
        "\n"
        "```text\n"
        "update it\n"
        "```\n"
        "\n"
        "### Findings\n"
        "\n"
        "| severity | code | findings |\n"
        "| --- | --- | --: |\n"
        "| error | `golden-drift` | 1 |\n"
        "| error | `unmapped-address` | 1 |\n"
        "\n"
        "<details>\n"
        "<summary>error <code>unmapped-address</code>: 1 finding</summary>\n"
        "\n"
        "An address has no IP object. "
        "[What it means](https://liqo-transformer.github.io/docs/findings/unmapped-address.md)\n"
        "\n"
        '- `exports/a.yaml:3:1` · `no IP object has "10.1.2.3"` · '
        "`Service shop/web`, field `spec.x`, cluster `rome`, provider `milan`\n"
        "  - `b.yaml:2:1: note: seen here`\n"
        "\n"
        "  What to do:\n"
        "\n"
        "  ```text\n"
        "  apply this:\n"
        "  kind: IP\n"
        "  ```\n"
        "\n"
        "</details>\n"
    )


def test_a_run_that_is_fine_says_so() -> None:
    text = rendered(finding("override", "o"), verdict="golden holds what this run gives")
    assert text.startswith("## liqo-transform: passed\n\n0 errors, 0 warnings, 1 info.\n")
    assert "`golden holds what this run gives`" in text


@pytest.mark.parametrize("name", CATALOGUE)
def test_the_catalogue_s_own_words_are_markdown(name: str) -> None:
    tokens = markdown_tokens(
        rendered(finding(name, "m"), replace(drift(address_change(1)), remedy=CATALOGUE[name].remedy))
    )
    assert sum(token.type == "heading_open" for token in tokens) == 3
    assert not any("`" in token.content for token in tokens if token.type == "text")


def decoded(text: str) -> str:
    (content,) = [child.content for token in markdown_tokens(f"{text}\n") for child in token.children or []]
    return content


@given(nasty_text)
def test_a_code_span_shows_a_text_as_it_is(text: str) -> None:
    shown = visible(text)
    if shown.strip(" "):
        assert decoded(code(text, 20_000)) == shown
        assert decoded(f"- {code(text, 20_000)}") == shown
    else:
        assert "\n" not in code(text)


@given(nasty_text)
def test_a_cell_shows_a_text_with_its_bars_escaped(text: str) -> None:
    lines = ["| a | b |", "| --- | --- |", f"| {cell(text, 20_000)} | c |", ""]
    shown = visible(text).replace("|", r"\x7c")
    assert rows(markdown_tokens("\n".join(lines)))[1] == [shown, "c"]


@given(nasty_text)
def test_the_title_of_a_fold_shows_a_text_as_code(text: str) -> None:
    title = html_code(text)
    assert "\n" not in title
    assert re.fullmatch(r"<code>[^<>]*</code>", title)


@pytest.mark.parametrize("text", NASTY)
def test_what_comes_from_inputs_stands_in_code_alone(text: str) -> None:
    mark = "INPUT"
    nasty = f"{mark}{text}{mark}"
    object = ObjectRef(nasty, nasty, nasty, nasty)
    place = Position(nasty, 1, 1)
    one = finding(
        "override", nasty, remedy=nasty, cluster=nasty, provider=nasty, object=object, field=nasty, location=place
    )
    change = Change(ChangeKind.LABEL, nasty, nasty, object, nasty, nasty, nasty, nasty)
    tokens = markdown_tokens(
        rendered(replace(one, related=(Related(nasty, object, place),)), replace(one, changes=(change,)), verdict=nasty)
    )
    holding = {token.type for token in tokens if mark in token.content and token.type != "inline"}
    assert holding == {"code_inline", "fence", "html_block"}
    for token in tokens:
        if token.type == "html_block":
            assert mark not in re.sub(r"<code>[^<>]*</code>", "", token.content)


def test_long_values_are_cut_and_their_length_told() -> None:
    text = rendered(finding("override", "m" * 10_000))
    assert "m" * 600 + "… (10,000 characters)`" in text
    assert len(text) < 3_000


def total_of_changes(result: RunResult) -> Counter[str]:
    return Counter(str(change.kind) for placed in result.findings for change in placed.finding.changes)


@pytest.mark.parametrize("count", [0, 1, 8, 30, 100, 300, 1_000, 2_000, 8_000])
def test_every_length_fits_and_is_complete_in_its_counts(count: int) -> None:
    result = result_of(*many(count))
    text = render_markdown(result, Style())
    assert len(text.encode()) < LIMIT
    tokens = markdown_tokens(text)
    expected = Counter((str(each.finding.severity), each.finding.code) for each in result.findings)
    counted = result.counts()
    assert f"\n{counted[Severity.ERROR]} error" in text
    if not count:
        return
    found = rows(tokens)
    start = found.index(["severity", "code", "findings"])
    assert {(severity, code): int(number) for severity, code, number in found[start + 1 :]} == expected
    changes = total_of_changes(result)
    header, *groups, total = found[:start]
    assert header == ["Service", "provider", *changes, "all"]
    assert [int(number) for number in total[2:]] == [*changes.values(), changes.total()]
    assert sum(int(row[-1]) for row in groups) == changes.total()


def folded(text: str) -> tuple[int, int]:
    """Change lines that are shown, and those that are counted."""
    shown = len(re.findall(r"^[!+-] ", text[text.index("### Changes") : text.index("### Findings")], re.MULTILINE))
    more = sum(int(number) for number in re.findall(r"^And (\d+) more changes?\.$", text, re.MULTILINE))
    return shown, more


def test_folds_show_less_before_they_go() -> None:
    """One Service with more and more changes: all of them, some and a count, at last the tables alone."""
    seen = set()
    for count in (10, 300, 600, 3_000, 20_000):
        text = rendered(drift(*(address_change(number) for number in range(count))), finding("override", "o"))
        assert len(text.encode()) < LIMIT
        shown, more = folded(text)
        assert shown + more == count
        assert ("Not every line fits" in text) == (more > 0)
        seen.add(shown)
    assert len(seen) > 1


def test_services_that_are_not_shown_are_counted() -> None:
    findings = [drift(*(address_change(n, f"shop/web-{s}") for n in range(20))) for s in range(150)]
    text = rendered(*findings, finding("override", "o"))
    shown = text.count("<summary><code>shop/web-")
    assert 0 < shown < 150
    assert f"\nAnd {150 - shown} more Services.\n" in text
    assert shown <= text.count("| `shop/web-") < 150
    assert "\n| all |  | 3000 | 3000 |\n" in text


def test_more_services_than_rows_fit_are_summed_in_a_row() -> None:
    findings = [drift(address_change(1, f"shop/a-rather-long-name-{s}", f"provider-{s % 9}")) for s in range(3_000)]
    found = rows(markdown_tokens(rendered(*findings)))
    header, *groups, rest, total = found[: found.index(["severity", "code", "findings"])]
    assert header == ["Service", "provider", "address", "all"]
    assert rest == [f"{3_000 - len(groups)} more", "", str(3_000 - len(groups)), str(3_000 - len(groups))]
    assert total == ["all", "", "3000", "3000"]


def test_findings_that_are_not_shown_are_counted() -> None:
    text = rendered(*(finding("override", f"{number} " + "m" * 200) for number in range(1_000)))
    shown = text.count("\n- `")
    assert 0 < shown < 1_000
    assert f"\nAnd {1_000 - shown} more findings.\n" in text
    assert "<summary>info <code>override</code>: 1000 findings</summary>" in text


def test_the_least_detail_fits_whatever_the_run() -> None:
    """More codes than there are, each as long as can be: what is left is totals."""
    assert DETAILS[-1].rows == 0
    long = "\N{PILE OF POO}" * 20_000
    text = render_markdown(result_of(*many(10), verdict=long), Style())
    assert len(text.encode()) < LIMIT
    assert "… (20,000 characters)`" in text
