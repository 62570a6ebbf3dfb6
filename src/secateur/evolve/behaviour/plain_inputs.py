"""Another input of a difference, with small numbers.

What a native run does on an extreme input may depend on more than the program: a copy of 2⁶⁴ - 1 bytes from NULL is
reported as a wrong size, not as NULL. Where a run does not confirm a difference, an ordinary input may.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from secateur import expr
from secateur.expr import Expr
from secateur.solver import Sat, Solver

#: The ranges that are tried for each number.
RANGES = ((0, 8), (-8, 64))


def plain_inputs(
    conditions: Sequence[Expr], model: tuple[int, ...], variables: Iterable[Expr], solver: Solver
) -> Iterable[tuple[int, ...]]:
    """Inputs that satisfy the conditions, with small values for the numbers in them."""
    mask = 0
    for condition in conditions:
        mask |= condition.variables
    numbers = [v for v in variables if v.width > 8 and v.kind not in ("f32", "f64", "f80") and mask >> v.args[0] & 1]
    for low, high in RANGES if numbers else ():
        bounds = [
            bound
            for each in numbers
            for bound in (
                expr.sle(expr.wrap(low, each.width), each, each.width),
                expr.sle(each, high, each.width),
            )
            if isinstance(bound, Expr)
        ]
        answer = solver.solve([*conditions, *bounds], model)
        if isinstance(answer, Sat):
            yield answer.model
