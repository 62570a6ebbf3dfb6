"""Comments that suppress a finding: where they count, and that they need a reason."""

from __future__ import annotations

import pytest

from secateur.project.suppressions import suppressions_in


def found(text: str) -> list[tuple[int, tuple[int, ...], str, str]]:
    return [(each.line, each.lines, each.reason, each.problem) for each in suppressions_in(text, "a.c")]


def test_a_comment_beside_code_counts_for_its_line() -> None:
    text = "int a;\nint b = x / y; // secateur: ignore division-by-zero: y comes from a table\nint c;\n"
    assert found(text) == [(2, (2,), "y comes from a table", "")]
    (one,) = suppressions_in(text, "a.c")
    assert one.covers("a.c", 2, "division-by-zero")
    assert not one.covers("a.c", 2, "signed-overflow")
    assert not one.covers("a.c", 3, "division-by-zero")
    assert not one.covers("b.c", 2, "division-by-zero")


def test_a_comment_alone_counts_for_the_next_line_with_code() -> None:
    text = "{\n  /* secateur: ignore shift, signed-overflow: wraps\n   * on purpose */\n\n  // more\n  f(1 << x);\n}\n"
    (one,) = suppressions_in(text, "a.c")
    assert (one.lines, one.kinds, one.reason) == ((6,), ("shift", "signed-overflow"), "wraps on purpose")


@pytest.mark.parametrize(
    ("comment", "problem"),
    [
        ("// secateur: ignore shift", "gives no reason"),
        ("// secateur: ignore shift:", "gives no reason"),
        ("// secateur: ignore : because", "names no kind of fault"),
        ("// secateur: ignore everything: because", "everything is no kind of fault"),
    ],
)
def test_what_says_too_little_counts_for_nothing(comment: str, problem: str) -> None:
    (one,) = suppressions_in(f"int x; {comment}\n", "a.c")
    assert one.problem == problem
    assert not one.covers("a.c", 1, "shift")


def test_text_that_is_no_comment_is_none() -> None:
    assert found('char *s = "// secateur: ignore shift: no";\n') == []
    assert found("// secateur ignores shift: no\n") == []


def test_a_comment_at_the_end_has_nothing_to_suppress() -> None:
    assert found("int x;\n// secateur: ignore shift: why\n") == [(2, (), "why", "no code follows")]
