"""How far a condition on floats is from being true, in steps of rounding; and a search that makes it smaller.

The distance of two floats is the number of floats between them, as in XSat (Fu and Su, "XSat: A Fast Floating-Point
Satisfiability Solver"). Where only rounding makes conditions true, a few small steps from a solution in real numbers
lead to a model, and a solver of bits would have to look for it among all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from secateur.expr import Expr, evaluate, ieee, operand_width, wrap
from secateur.solver.answer import Model
from secateur.solver.conjuncts import conjuncts

_UNEQUAL = 1 << 40
"""The distance of conditions about which no more is known."""

_FAR = 24
"""Steps are shorter than this power of two; every second one is shorter than that of `_NEAR`."""
_NEAR = 6


def ordinal(bits: int, width: int) -> int:
    """The number of floats between zero and this one, negative below zero."""
    return bits if bits >= 0 else -(bits - ieee.SIGN[width])


def distance(condition: Expr, model: Model) -> int:
    """0 if the condition holds."""
    if evaluate(condition, model):
        return 0
    holds = condition.op != "not"
    atom: Expr = condition if holds else condition.args[0]
    if atom.op not in ("fcmp_olt", "fcmp_ole", "fcmp_oeq"):
        return _UNEQUAL
    width = operand_width(atom)
    x, y = (evaluate(side, model) for side in atom.args)
    if ieee.is_nan(x, width) or ieee.is_nan(y, width):
        return _UNEQUAL
    return abs(ordinal(x, width) - ordinal(y, width)) + 1


def descend(conditions: Sequence[Expr], floats: Sequence[Expr], model: Model, steps: int) -> Model | None:
    """A model of the conditions, reached from another one by small changes of float inputs."""
    random = Random(len(conditions))
    parts = [part for condition in conditions for part in conjuncts(condition)]
    best = sum(distance(part, model) for part in parts)
    for number in range(steps if floats else 0):
        if not best:
            return model
        attempt = list(model)
        far = 1 << random.randrange(_FAR if number % 2 else _NEAR)
        for x in random.sample(floats, min(len(floats), 1 + number % 3)):
            attempt[x.args[0]] = wrap(attempt[x.args[0]] + random.randint(-far, far), x.width)
        candidate = tuple(attempt)
        total = 0
        for part in parts:
            total += distance(part, candidate)
            if total > best:
                break
        else:
            model, best = candidate, total
    return None if best else model
