"""Random conditions on floats that hold for a model."""

from __future__ import annotations

import random

from secateur import expr
from secateur.expr import Expr, Value, evaluate, ieee
from secateur.solver.answer import Model

INTEGER = expr.variable("n", 32, 3, "signed")

SPECIAL = (0.0, -0.0, 1.0, -1.0, 0.5, 3.0, 10.0, -7.25, 1e-310, 5e-324, -5e-324, 1e308, -1e308, 1.7e308, 0.1, 100.0)
SINGLE = (0.0, -0.0, 1.0, -1.5, 2.0**-149, -(2.0**-149), 2.0**-126, 3.0e38, -3.0e38, 0.1, 7.0, 16777216.0)


def number(draw: random.Random, width: int) -> int:
    choice = draw.random()
    if choice < 0.1:
        return draw.choice((ieee.NAN[width], ieee.INFINITY[width], ieee.INFINITY[width] + ieee.SIGN[width]))
    if choice < 0.6:
        return ieee.to_bits(draw.choice(SPECIAL if width == 64 else SINGLE), width)
    if choice < 0.8:
        return draw.randrange(-1 << (width - 1), 1 << (width - 1))
    return ieee.to_bits(draw.uniform(-200, 200), width)


def _term(draw: random.Random, inputs: tuple[Expr, ...], width: int, depth: int) -> Value:
    if depth == 0 or draw.random() < 0.15:
        return draw.choice(inputs) if draw.random() < 0.7 else number(draw, width)
    x, y = (_term(draw, inputs, width, depth - 1) for _ in range(2))
    op = draw.randrange(12)
    if draw.random() < 0.08:
        return expr.int_to_fp(INTEGER, 32, width, signed=draw.random() < 0.7)
    if op < 8:
        return (expr.fadd, expr.fsub, expr.fmul, expr.fdiv)[op % 4](x, y, width)
    if op == 8:
        return draw.choice((expr.fneg, expr.fabs, expr.fsqrt))(x, width)
    if op == 9:
        return expr.fround(draw.choice(("floor", "ceil", "trunc", "round", "roundeven")), x, width)
    if op == 10:
        return draw.choice((expr.fmin, expr.fmax))(x, y, width)
    return expr.ite(expr.fcmp("olt", x, y, width), x, y, width)


def facts(draw: random.Random, width: int, count: int) -> tuple[list[Expr], Model]:
    """Conditions that hold for the model."""
    inputs = tuple(expr.variable(f"v{i}", width, i, f"f{width}") for i in range(3))
    model = *(number(draw, width) for _ in inputs), draw.choice((0, 1, -1, 7, 2**31 - 1, -(2**31), 12345678))
    found: list[Expr] = []
    while len(found) < count:
        x, y = _term(draw, inputs, width, 3), _term(draw, inputs, width, draw.choice((0, 0, 2)))
        kind = draw.random()
        if kind < 0.1:
            condition = expr.slt(INTEGER, draw.choice((0, 7, 100, 12345678)), 32)
        elif kind < 0.25:
            condition = expr.slt(expr.fp_to_int(x, width, 32, signed=True), draw.choice((-5, 0, 3, 2**31 - 1)), 32)
        elif kind < 0.35:
            condition = expr.is_fpclass(x, width, draw.randrange(1, 1023))
        else:
            condition = expr.fcmp(draw.choice(("olt", "ole", "oeq", "one", "ord")), x, y, width)
        if draw.random() < 0.2:
            condition = expr.or_(condition, expr.fcmp("olt", y, x, width), 1)
        if isinstance(condition, Expr):
            kept = condition if evaluate(condition, model) else expr.not_(condition)
            assert isinstance(kept, Expr)
            found.append(kept)
    return found, model
