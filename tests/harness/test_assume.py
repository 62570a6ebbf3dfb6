"""Assumptions lose their branches where that makes no difference, and only there."""

from __future__ import annotations

import operator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from secateur.harness.assume import eager


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("x > 0", ("x > 0",)),
        ("x > 0 && y < 3", ("x > 0", "y < 3")),
        ("(x > 0 && (y < 3 && z))", ("x > 0", "y < 3", "z")),
        ("x == 1 || x == 2", ("!!(x == 1) | !!(x == 2)",)),
        ("a && (b || c)", ("a", "!!(b) | !!(c)")),
        ("a && b || c", ("!!(!!(a) & !!(b)) | !!(c)",)),
        ("!(a || b)", ("!(!!(a) | !!(b))",)),
        ("(a) == (b)", ("(a) == (b)",)),
        ("s[0] == '&' && s[1] == '|'", ("s[0] == '&'", "s[1] == '|'")),
        ("p->a > 0 && p->b", ("p->a > 0", "p->b")),
        # the order matters: these stay as they are
        ("i < n && a[i] > 0", ("i < n && a[i] > 0",)),
        ("y != 0 && x / y > 2", ("y != 0 && x / y > 2",)),
        ("p->next && p->next->v", ("p->next && p->next->v",)),
        ("x && f(x)", ("x && f(x)",)),
        ("x ? a && b : c", ("x ? a && b : c",)),
    ],
)
def test_eager(given: str, expected: tuple[str, ...]) -> None:
    assert eager(given) == expected


def formulas() -> st.SearchStrategy[str]:
    return st.recursive(
        st.sampled_from(["a", "b", "c", "a > 1", "b == c"]),
        lambda inner: st.one_of(
            st.tuples(inner, st.sampled_from(["&&", "||"]), inner).map(lambda t: f"({t[0]}) {t[1]} ({t[2]})"),
            st.tuples(inner, st.sampled_from(["&&", "||"]), inner).map(" ".join),
            inner.map(lambda f: f"!({f})"),
        ),
        max_leaves=6,
    )


@given(formulas(), st.tuples(*[st.integers(0, 2)] * 3))
def test_means_the_same(formula: str, values: tuple[int, int, int]) -> None:
    """Evaluated as Python, where `and` and `or` bind as `&&` and `||` do in C."""

    def truth(text: str) -> bool:
        for c, python in (("&&", " and "), ("||", " or "), ("!!(", "bool("), ("!(", "negation(")):
            text = text.replace(c, python)
        return bool(eval(text, {"negation": operator.not_}, dict(zip("abc", values, strict=True))))

    assert all(map(truth, eager(formula))) == truth(formula)
