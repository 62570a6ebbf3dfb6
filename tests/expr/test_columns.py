"""Values at many points at once are those of `evaluate` at each of them."""

from __future__ import annotations

import random

from secateur import expr
from secateur.expr import Expr, evaluate
from secateur.expr.columns import Columns

X, Y = (expr.variable(name, 16, i, "signed") for i, name in enumerate("xy"))


def test_look_ups_in_tables() -> None:
    draw = random.Random(3)
    xs, ys = ([draw.randint(-300, 300) for _ in range(200)] for _ in range(2))
    for index in (expr.sext(X, 16, 64), expr.zext(X, 16, 64), expr.zext(expr.extract(X, 0, 8, 16), 8, 64)):
        items = [draw.choice((Y, X, 0, 5, -7)) for _ in range(draw.choice((2, 5, 200)))]
        found = expr.select(index, items, 16)
        assert isinstance(found, Expr)
        column = Columns({0: xs, 1: ys}, len(xs)).of(found)
        assert column is not None
        assert list(column) == [evaluate(found, point) for point in zip(xs, ys, strict=True)]
