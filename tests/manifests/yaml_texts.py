"""Texts for comparing engines: made of the lines that exports, and their enemies, are made of."""

from __future__ import annotations

from typing import Any

import yaml
from hypothesis import strategies as st

KEYS = [
    "a",
    "b",
    "kind",
    "items",
    "metadata",
    "f:spec",
    '"8080"',
    "'q'",
    "8080",
    "on",
    "y",
    "<<",
    "=",
    "~",
    "null",
    "kubernetes.io/x",
    'k:{"ip":"1"}',
    ".",
    "a#b",
    '""',
    "-a",
    "2026-99-99",
    "a:",
    "0755",
    "_",
    '"a\\tb"',
    "a b",
]
VALUES = [
    "x",
    "1",
    "true",
    "null",
    "~",
    "''",
    '""',
    '"q"',
    "'it''s'",
    '"a\\nb"',
    '"\\ud800"',
    '"\\u00e9"',
    '"\\UFFFFFFFF"',
    '"\\q"',
    "[]",
    "{}",
    "[1]",
    "{a: 1}",
    "[",
    "|",
    "|-",
    "|+",
    "|2",
    ">",
    ">-",
    "on",
    "0755",
    "1:20",
    "1e3",
    ".5",
    "-5",
    "- x",
    "-",
    "---",
    "...",
    "a: b",
    "a #c",
    "a#c",
    "#c",
    "x:",
    ":x",
    "?x",
    "? x",
    "&x 1",
    "*x",
    "!x y",
    "%x",
    "@x",
    "`x",
    "2026-12-01",
    "2026-99-99",
    "2026-12-01T05:22:22Z",
    "é",
    "a é",
    "x\ty",
    '"open',
    "'open",
    "a, b",
    "a]",
    "x ",
    "10.0.0.1",
    "::1",
    "2001:db8::1",
    "1_000",
    "1.5",
    "12345678901234567890",
    "a'b",
    'a"b',
    '"a" b',
    "'a' b",
    "<<",
    "=",
    '"\\x41\\/\\\\"',
    "$x",
    "(x)",
    "+x",
    "\\x",
    "^x",
    ";x",
    "<x",
    "=x",
    "~x",
    '"a: b"',
    "'a: b'",
    '"k": v',
    "a\u2028b",
    "a\x85b",
    "\ufeffx",
    "\x01",
    '""""',
    "''''",
    "'''",
]

_keys = st.sampled_from(KEYS)
_values = st.sampled_from(VALUES)
_contents = st.one_of(
    _keys.map(lambda key: f"{key}:"),
    st.builds(lambda key, value: f"{key}: {value}", _keys, _values),
    st.builds(lambda key, value: f"- {key}: {value}", _keys, _values),
    _keys.map(lambda key: f"- {key}:"),
    _values.map(lambda value: f"- {value}"),
    _values,
    st.sampled_from(["", "# comment", "-", "- ", "- - x", "  ", "kind: List", "apiVersion: v1", "items:", "- a: 1"]),
)


@st.composite
def line_soup(draw: st.DrawFn) -> str:
    """Lines of every sort at indentations that mostly fit the line above."""
    lines = []
    indent = 0
    for _ in range(draw(st.integers(1, 9))):
        indent = max(0, indent + draw(st.sampled_from([0, 0, 0, 2, 2, -2, -4, 1])))
        lines.append(" " * indent + draw(_contents))
    return "\n".join(lines) + draw(st.sampled_from(["\n", "", "\n\n"]))


_scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**20), 10**20),
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from(
        ["", "on", "0755", "1:20", "2026-12-01", "a: b", " x", "x ", "#x", "a\nb", "a\n", "\na", "a\n\n", "é", "y"]
    ),
    st.text(st.characters(codec="utf-8"), max_size=12),
    st.text("ab \n:#-'\"", max_size=12),
)
json_values: st.SearchStrategy[Any] = st.recursive(
    _scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(st.one_of(st.sampled_from(["a", "b", "8080", "on"]), st.text(max_size=5)), inner, max_size=4),
    ),
    max_leaves=12,
)
mappings = st.dictionaries(st.sampled_from(["apiVersion", "kind", "metadata", "spec", "x y"]), json_values, min_size=1)


def printed(value: Any, width: float = float("inf")) -> str:
    """A value as PyYAML prints it in block style, which is close to what kubectl prints."""
    return yaml.safe_dump(value, default_flow_style=False, sort_keys=True, allow_unicode=True, width=width)


@st.composite
def printed_lists(draw: st.DrawFn) -> str:
    """A List as kubectl prints it: keys sorted, items in the column of their key, or further in."""
    items = draw(st.lists(mappings, min_size=1, max_size=4))
    width = draw(st.sampled_from([float("inf"), 20]))
    margin = draw(st.sampled_from(["", "  "]))
    body = printed(items, width)
    inside = "".join(margin + line if line.strip("\n") else line for line in body.splitlines(keepends=True))
    tail = draw(
        st.sampled_from(
            ["kind: List\n", 'kind: List\nmetadata:\n  resourceVersion: ""\n', "", "kind: [\n", "items: 1\n"]
        )
    )
    return "apiVersion: v1\nitems:\n" + inside + tail


@st.composite
def soupy_lists(draw: st.DrawFn) -> str:
    """A List some of whose items are line soup."""
    parts = []
    for _ in range(draw(st.integers(1, 3))):
        soup = draw(line_soup())
        parts.append("- " + soup.replace("\n", "\n  ").rstrip(" ") + ("" if soup.endswith("\n") else "\n"))
    return (
        "apiVersion: v1\nitems:\n"
        + "".join(parts)
        + draw(st.sampled_from(["kind: List\n", "", "kind: List", "# c\nkind: XList\n"]))
    )
