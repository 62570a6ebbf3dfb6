"""The parts of a condition: those that must all hold, and those of which one must hold."""

from __future__ import annotations

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


def alternatives(condition: Expr) -> list[Expr]:
    """The parts of which at least one must hold: for a condition that is not a choice, itself."""
    if condition.op == "or" and condition.width == 1:
        return [part for arg in condition.args for part in alternatives(arg)]
    if condition.op == "not" and condition.args[0].op == "and":
        negations = [not_(part) for part in condition.args[0].args]
        return [part for negated in negations if isinstance(negated, Expr) for part in alternatives(negated)]
    return [condition]
