"""Findings to report: plain ones, drift with its changes, and ones made of text that breaks careless writers."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import strategies as st

from transformer.findings.catalogue import CATALOGUE, finding
from transformer.findings.change import Cause, Change, ChangeKind
from transformer.findings.finding import Finding, ObjectRef, Position, Related, Severity
from transformer.outcome import Summary
from transformer.reports.result import RunResult, arrange

SLICE = "discovery.k8s.io/v1"


def result_of(*findings: Finding, **more: object) -> RunResult:
    """A run with these findings and no counts, unless given."""
    return RunResult(arrange(findings), **{"summary": Summary(), **more})  # type: ignore[arg-type]


def address_change(number: int, service: str = "shop/web", provider: str = "milan") -> Change:
    """A pod's address that a renumbered CIDR changed."""
    return Change(
        ChangeKind.ADDRESS,
        service,
        provider,
        ObjectRef(SLICE, "EndpointSlice", *service.split("/")),
        endpoint=f"Pod {service}-{number}",
        before=f"10.81.0.{number % 256}",
        after=f"10.91.0.{number % 256}",
        causes=(
            Cause(
                ObjectRef("networking.liqo.io/v1beta1", "Configuration", "liqo-tenant-turin", "turin"),
                "status.remote.cidr.pod[0]",
                "10.81.0.0/16",
                "10.91.0.0/16",
                "rome",
                Position("exports/rome/configurations.yaml", 66, 9),
            ),
        ),
    )


def drift(*changes: Change, code: str = "golden-drift") -> Finding:
    """A finding about the slice of the first change."""
    first = changes[0]
    return finding(
        code,
        f"{first.slice} on {first.provider} is another",
        provider=first.provider,
        object=first.slice,
        location=Position(f"golden/{first.provider}/{first.slice.name}.yaml"),
        changes=changes,
    )


def many(count: int) -> list[Finding]:
    """Findings of all severities and many codes, a quarter of them drift with two changes each."""
    codes = [name for name, code in CATALOGUE.items() if not name.startswith(("golden", "live"))]
    return [
        drift(
            address_change(2 * number, f"shop-{number % 40}/web-{number}", f"provider-{number % 7}"),
            address_change(2 * number + 1, f"shop-{number % 40}/web-{number}", f"provider-{number % 7}"),
        )
        if number % 4 == 0
        else finding(
            codes[number % len(codes)],
            f"something is wrong with the address 10.1.{number // 256}.{number % 256}",
            severity=list(Severity)[number % 3],
            cluster="rome",
            provider=f"provider-{number % 7}",
            object=ObjectRef(SLICE, "EndpointSlice", f"shop-{number % 40}", f"web-{number}"),
            field=f"endpoints[{number}].addresses[0]",
            location=Position(f"exports/rome/slices-{number % 11}.yaml", number + 1, 7),
            related=(
                Related("seen here, too", ObjectRef("v1", "Node", "", "n1"), Position("exports/nodes.yaml", 3, 1)),
            ),
        )
        for number in range(count)
    ]


NASTY = (
    "<b>bold</b><!-- --><script>alert(1)</script></details></summary>",
    "a|b\\|c\\\\|d||",
    "::error file=x::y\n::stop-commands::z\r\n::notice::w ##[error]v",
    "first\nsecond\r\nthird\u2028fourth\x85",
    "\N{PILE OF POO} \N{WHITE HEAVY CHECK MARK} :tada: \N{FAMILY}\u200d\N{GIRL}",
    "\x00\x01\x08\x0b\x0c\x1b[31m\x7f\x9b\ufffe\uffff",
    "\ud800 \udcff \udfff\ud800",
    "x" * 10_000,
    "`" * 70 + " ``a`` ```\n```\n~~~",
    "@everyone #1 www.example.org https://example.org mailto:a@b.example GH-1 [a](b) ![c](d) [e]: f",
    "*a* _b_ **c** __d__ ~~e~~ # f > g - h 1. i --- === \\",
    "]]><![CDATA[ &amp; &#0; &lt; %0A%25%3A {0} {{1}} [text](1)",
    "  spaces  ",
    "\ttab\t",
    "\u202eright to left\u2066",
    "../a b#c?d=e%20:f;g,h\N{LATIN SMALL LETTER E WITH ACUTE}.yaml",
    "C:\\x",
    "/",
    "//srv/a",
    ".",
    "-",
    "",
)

nasty_text = st.one_of(
    st.sampled_from(NASTY), st.text(max_size=30), st.text("`|\\<>&@:%\n\r\t#[]()*_~-+= a", max_size=30)
)
nasty_lines = st.lists(nasty_text, max_size=4).map("\n".join)
positions = st.builds(Position, nasty_text, st.integers(1, 10**9), st.integers(1, 10**9)) | nasty_text.map(
    lambda file: Position(file, None, None)
)
objects = st.builds(ObjectRef, nasty_text, nasty_text, nasty_text, nasty_text)
causes = st.builds(
    Cause,
    st.none() | objects,
    nasty_text,
    st.none() | nasty_text,
    st.none() | nasty_text,
    nasty_text,
    st.none() | positions,
    nasty_text,
)
changes = st.builds(
    Change,
    st.sampled_from(ChangeKind),
    nasty_text,
    nasty_text,
    objects,
    nasty_text,
    nasty_text,
    st.none() | nasty_text,
    st.none() | nasty_text,
    st.lists(causes, max_size=2).map(tuple),
)
nasty_findings = st.builds(
    Finding,
    code=st.sampled_from(sorted(CATALOGUE)),
    severity=st.sampled_from(Severity),
    message=nasty_lines,
    remedy=nasty_lines,
    cluster=st.none() | nasty_text,
    provider=st.none() | nasty_text,
    object=st.none() | objects,
    field=st.none() | nasty_text,
    location=st.none() | positions,
    related=st.lists(st.builds(Related, nasty_text, st.none() | objects, st.none() | positions), max_size=2).map(tuple),
    slices=st.lists(nasty_text, max_size=2).map(tuple),
    changes=st.lists(changes, max_size=3).map(tuple),
)
counts = st.dictionaries(nasty_text, st.integers(0, 9), max_size=2)
summaries = st.builds(
    Summary,
    read=st.dictionaries(nasty_text, counts, max_size=2),
    written=st.dictionaries(nasty_text, counts, max_size=2),
    refused=counts,
    skipped=counts,
    ignored=st.dictionaries(nasty_text, counts, max_size=2),
    suppressed=st.integers(0, 9),
)
nasty_results = st.builds(
    RunResult,
    st.lists(nasty_findings, max_size=4).map(arrange),
    summaries,
    nasty_text,
    st.sampled_from(Severity),
    nasty_text,
)


def each_nasty_finding() -> Iterable[Finding]:
    """One finding for each nasty text, which stands everywhere in it."""
    for text in NASTY:
        object, place = ObjectRef(text, text, text, text), Position(text, 1, 1)
        cause = Cause(object, text, text, text, text, place, text)
        change = Change(ChangeKind.LABEL, text, text, object, text, text, text, text, (cause,))
        related = (Related(text, object, place),)
        for changed in ((), (change,)):
            yield finding(
                "unknown-node",
                text,
                remedy=text,
                cluster=text,
                provider=text,
                object=object,
                field=text,
                location=place,
                related=related,
                changes=changed,
            )
