"""The library's syntax errors in words that tell someone what to change."""

from __future__ import annotations

#: A part of what the library says, and what it means to the one who wrote the file. The first match counts.
_MEANINGS: tuple[tuple[str, str], ...] = (
    ("found character '\\t'", "a tab stands where YAML allows only spaces"),
    ("mapping values are not allowed", "a colon stands where no key can be; quote the text, or check the indentation"),
    ("sequence entries are not allowed", "a list item ('- ') cannot begin here; check the indentation"),
    ("mapping keys are not allowed", "a key cannot begin here; check the indentation"),
    ("could not find expected ':'", "a key without a colon, or text that goes on without the indentation it needs"),
    ("unexpected end of stream", "the quotes that open here are never closed; is the file cut off?"),
    ("unexpected document separator", "the quotes that open here are not closed before the document ends"),
    (
        "unknown escape character",
        "a backslash inside double quotes is followed by a character that has no meaning there",
    ),
    ("escape sequence of", "a \\x, \\u or \\U inside double quotes is not followed by enough hexadecimal digits"),
    ("expected ',' or ']', but got '<stream end>'", "a '[' is never closed; is the file cut off?"),
    ("expected ',' or '}', but got '<stream end>'", "a '{' is never closed; is the file cut off?"),
    ("expected ',' or ']'", "a comma or the closing ']' is missing before this"),
    ("expected ',' or '}'", "a comma or the closing '}' is missing before this"),
    ("but found '<stream end>'", "a value is missing where the text ends; is the file cut off?"),
    ("expected the node content", "a value is missing before this"),
    (
        "expected <block end>",
        "this does not continue what stands above it; check the indentation, and for an unclosed quote above",
    ),
    ("chomping or indentation", "only '+', '-' or a digit may follow '|' or '>'"),
    ("indentation indicator", "the digit after '|' or '>' must be 1 to 9"),
    ("a comment or a line break", "nothing but a comment may follow on this line"),
    ("unexpected ':'", "a ':' without a space after it is unclear inside brackets; quote the text"),
    ("cannot start any token", "a value cannot begin with this character; quote it"),
    ("document end marker", "nothing but a comment may follow '...' on its line"),
    ("<document start>", "the document ended above; text before the next '---' belongs to none"),
)


def in_plain_words(problem: str | None, context: str | None) -> str:
    """What a syntax error of the library means; its own words where no better ones are known."""
    said = problem or context or "this is not valid YAML"
    for part, meaning in _MEANINGS:
        if part in said:
            return meaning
    return said


def began_matters(problem: str | None) -> bool:
    """Whether an error is to be shown where the unfinished thing begins, not where the library gave up on it."""
    return problem is not None and ("could not find expected ':'" in problem or "document separator" in problem)
