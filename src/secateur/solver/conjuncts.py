"""The parts of a condition: those that must all hold, and those of which one must hold."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from secateur.expr import Expr, not_

_CASES = 8
"""Maximum number of alternatives."""


def conjuncts(condition: Expr) -> list[Expr]:
    """The conjuncts of `condition`: each can be looked at separately."""
    return list(_parts(condition, "and", "or"))


def alternatives(condition: Expr) -> list[Expr]:
    """The parts of which at least one must hold; the condition itself if it is no choice, or one between too many."""
    found = list(islice(_parts(condition, "or", "and"), _CASES + 1))
    return found if len(found) <= _CASES else [condition]


def _parts(condition: Expr, connective: str, opposite: str) -> Iterator[Expr]:
    """What the connective connects; the parts of a negated opposite are negated, too."""
    pending = [condition]
    while pending:
        e = pending.pop()
        if e.op == connective:
            pending.extend(reversed(e.args))
        elif e.op == "not" and e.args[0].op == opposite:
            for part in reversed(e.args[0].args):
                negated = not_(part)
                assert isinstance(negated, Expr)
                pending.append(negated)
        else:
            yield e


def atoms(condition: Expr, most: int = 32) -> Iterator[Expr]:
    """The first comparisons in a condition, whatever connects them."""
    pending = [condition]
    for _ in range(most):
        if not pending:
            return
        e = pending.pop()
        if e.op in ("and", "or", "not") and e.width == 1:
            pending.extend(reversed(e.args))
        else:
            yield e
