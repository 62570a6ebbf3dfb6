"""How much work a query is for a back end, judged by its operations alone."""

from __future__ import annotations

from collections.abc import Sequence

from secateur.expr import Expr, post_order

#: The cost of each operator, to be multiplied by the square of its width.
_COSTS = {"mul": 1, "udiv": 3, "urem": 3, "sdiv": 3, "srem": 3}
_FLOATS = ("fadd", "fsub", "fmul", "fdiv", "frem", "fsqrt", "fma", "fround", "fp_", "int_to_fp")
#: About ten 32-bit divisions, or a few float operations.
_CHEAP = 30_000
#: The steps of a back end (`backend.bounded`) for a question that may take some time: one to four seconds, as measured.
STEPS = 30_000
#: Seconds of CPU time for such a question: many times what its steps need, so that the clock does not decide.
LAST_RESORT = 30.0
#: Where effort is bounded, larger queries are not asked: back ends do not count the steps of bit-blasting.
TOO_LARGE = 8_000_000


def is_hard(conditions: Sequence[Expr]) -> bool:
    """May the query take long?"""
    return effort(conditions) > _CHEAP


def effort(conditions: Sequence[Expr]) -> int:
    """A rough measure of how large the query becomes when bit-blasted."""
    total = 0
    for node in post_order(*conditions):
        op = node.op
        if op in _COSTS:
            constant = not isinstance(node.args[1], Expr)
            total += node.width * node.width * _COSTS[op] // (4 if constant else 1)
        elif op.startswith(_FLOATS):
            total += 4 * 64 * 64
        elif op == "select":
            total += len(node.args) * node.width // 16
    return total
