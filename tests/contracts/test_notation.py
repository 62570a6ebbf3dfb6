"""The notation: what is read prints as it was written, and mistakes are pointed at."""

from __future__ import annotations

import pytest

from secateur.contracts.errors import ContractError
from secateur.contracts.parser import parse
from secateur.contracts.terms import negated


@pytest.mark.parametrize(
    "text",
    [
        "size(buf) >= len",
        "size(s->data) >= 2 * (s->len + 1)",
        "inside(end, buf)",
        "heap(p)",
        "terminated(s)",
        "shape(list, 0..3)",
        "shape(list, 2)",
        "calls(get, any)",
        "calls(get, f, g)",
        "alias(a, b)",
        "valid(p) || p == 0",
        "0 <= mode && mode <= 3",
        "(flags & ~(READ | WRITE)) == 0",
        "n % 4 == 0 ? a[0] > 'x' : *p != -1",
        "size(out) >= sizeof(struct header) + n",
    ],
)
def test_a_part_prints_as_it_was_written(text: str) -> None:
    assert str(parse(text)) == text
    assert parse(str(parse(text))) == parse(text)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("calls(get, any | f)", "calls(get, any, f)"),
        ("0 <= n <= 3", "0 <= n && n <= 3"),
        ("p != 0 ==> n > 0", "!(p != 0) || n > 0"),
        ("((a)) + (b * c)", "a + b * c"),
        ("(a + b) - (c - d)", "a + b - (c - d)"),
    ],
)
def test_other_spellings(text: str, meant: str) -> None:
    assert str(parse(text)) == meant


@pytest.mark.parametrize(
    ("text", "opposite"),
    [
        ("size(buf) >= len", "len > size(buf)"),
        ("0 <= n && n <= 3", "0 > n || n > 3"),
        ("heap(p)", "!heap(p)"),
        ("!(a == b)", "a == b"),
    ],
)
def test_the_opposite_of_a_part(text: str, opposite: str) -> None:
    assert str(negated(parse(text))) == opposite


@pytest.mark.parametrize(
    ("text", "column", "problem"),
    [
        ("size(buf >= len", 15, "expected ')'"),
        ("len = 3", 4, "changes a variable"),
        ("sise(buf) > 3", 0, "did you mean size?"),
        ("size() > 2", 5, "expected a value"),
        ("size(a + 1) > 2", 0, "about a name"),
        ("shape(list, 3..1)", 15, "is empty"),
        ("shape(list, n)", 12, "a number of nodes"),
        ("inside(a)", 0, "takes 2 arguments"),
        ("x > 1 || heap(p)", 9, "cannot be combined"),
        ("a b", 2, "expected an operator"),
        ("a $ b", 2, "not part of the notation"),
        ("p-> > 3", 4, "name of a member"),
        ("", 0, "nothing to require"),
    ],
)
def test_errors_point_at_the_text(text: str, column: int, problem: str) -> None:
    with pytest.raises(ContractError) as caught:
        parse(text, "--requires")
    assert problem in str(caught.value)
    assert caught.value.column == column
    lines = str(caught.value).splitlines()
    assert lines[1:3] == [f"    {text}", f"    {' ' * column}^"]
    assert str(caught.value).startswith("--requires: ")
