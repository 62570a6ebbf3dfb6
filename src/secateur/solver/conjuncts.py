"""The parts of a condition: those that must all hold, and those of which one must hold."""

from __future__ import annotations

from collections.abc import Iterator

from secateur.expr import Expr, not_


def conjuncts(condition: Expr) -> list[Expr]:
    """The conjuncts of `condition`: each can be looked at separately."""
    result: list[Expr] = []
    pending = [condition]
    while pending:
        e = pending.pop()
        if e.op == "and":
            pending.extend(reversed(e.args))
        elif e.op == "not" and e.args[0].op == "or":
            for part in reversed(e.args[0].args):
                negated = not_(part)
                assert isinstance(negated, Expr)
                pending.append(negated)
        else:
            result.append(e)
    return result


_CASES = 8
"""Maximum number of alternatives."""


def alternatives(condition: Expr) -> list[Expr]:
    """The parts of which at least one must hold; the condition itself if it is no choice, or one between too many."""
    result: list[Expr] = []
    pending = [condition]
    while pending:
        if len(result) + len(pending) > _CASES:
            return [condition]
        e = pending.pop()
        if e.op == "or":
            pending.extend(reversed(e.args))
        elif e.op == "not" and e.args[0].op == "and":
            for part in reversed(e.args[0].args):
                negated = not_(part)
                assert isinstance(negated, Expr)
                pending.append(negated)
        else:
            result.append(e)
    return result


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
