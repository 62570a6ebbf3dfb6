"""A function that has no expression of its own, of an argument that depends on one small input: a table."""

from __future__ import annotations

from collections.abc import Callable

from secateur.expr.columns import Columns
from secateur.expr.concrete import wrap
from secateur.expr.expr import HAS_INDETERMINATE, Expr, Value
from secateur.expr.structure import select, zext
from secateur.expr.walk import variables_of

_VALUES = 1_000_000
"""Maximum number of values computed to find the argument's."""


def tabulate(argument: Expr, function: Callable[[int], int], width: int) -> Value | None:
    """`function(argument)`, of `width` bits, as a table look-up by the input; None if there is not one small input."""
    if argument.variables & HAS_INDETERMINATE or argument.variables.bit_count() != 1:
        return None
    x, *others = variables_of(argument)
    if others or not 1 < x.width <= 8:
        return None
    count = 1 << x.width
    column = Columns({x.args[0]: [wrap(value, x.width) for value in range(count)]}, count).of(argument, _VALUES)
    if column is None:
        return None
    return select(zext(x, x.width, 64), [function(value) for value in column], width)
