"""Every constructor's simplification agrees with the plain semantics, on random terms of several widths."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from secateur import expr
from secateur.expr.compile import compile_expr

from .reference import Term, build, canonical, value
from .terms import FLOAT_MODELS, FLOAT_VARIABLES, MODELS, VARIABLES, float_terms, integer_terms

INTEGERS = [expr.variable(f"x{i}", width, i, "signed") for i, width in enumerate(VARIABLES)]
FLOATS = [
    expr.variable(f"f{i}", width, i, f"f{width}" if i < 4 else "signed") for i, width in enumerate(FLOAT_VARIABLES)
]


def models_of(model: st.SearchStrategy[tuple[int, ...]], count: int) -> st.SearchStrategy[list[tuple[int, ...]]]:
    return st.lists(model, min_size=count, max_size=count)


def check(term: Term, variables: list[expr.Expr], models: Sequence[Sequence[int]]) -> None:
    built = build(term, variables)
    for model in models:
        canonical_model = tuple(canonical(v, x.width) for v, x in zip(model, variables, strict=True))
        expected = canonical(value(term, model), term.width)
        found = expr.evaluate(built, canonical_model)
        assert found == expected, (built, canonical_model)
        assert type(found) is type(expected)
        if isinstance(built, expr.Expr):
            compiled = compile_expr(built)(canonical_model)
            assert (compiled, type(compiled)) == (expected, type(expected)), (built, canonical_model)
        # Replacing the variables by their values folds to the same constant.
        folded = expr.substitute(built, dict(zip(variables, canonical_model, strict=True)))
        assert type(folded) is type(expected), (built, folded)
        assert folded == expected
    if isinstance(built, expr.Expr) and built.width > 1 and models:
        low, high = expr.signed_range(built, built.width)
        assert low <= expected <= high


@given(integer_terms(), models_of(MODELS, 3))
@settings(max_examples=250, deadline=None)
def test_integers(term: Term, models: Sequence[Sequence[int]]) -> None:
    check(term, INTEGERS, models)


@given(float_terms(), models_of(FLOAT_MODELS, 2))
@settings(max_examples=150, deadline=None)
def test_floats(term: Term, models: Sequence[Sequence[int]]) -> None:
    check(term, FLOATS, models)


@pytest.mark.slow
@given(integer_terms(depth=5), models_of(MODELS, 4))
@settings(max_examples=8_000, deadline=None)
def test_integers_at_length(term: Term, models: Sequence[Sequence[int]]) -> None:
    check(term, INTEGERS, models)


@pytest.mark.slow
@given(float_terms(depth=4), models_of(FLOAT_MODELS, 3))
@settings(max_examples=8_000, deadline=None)
def test_floats_at_length(term: Term, models: Sequence[Sequence[int]]) -> None:
    check(term, FLOATS, models)
