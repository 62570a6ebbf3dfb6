"""Guarded values: a value with its choices expanded, `case x > 0: {1, y + 1}`.

A choice between two sides that depends only on inputs is a guard. One that depends on a `*` can go either way on any
input, so both values are possible without a guard.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from secateur import expr
from secateur.expr import Expr, Value, post_order
from secateur.solver import Solver, Unsat

#: Maximum number of cases; further choices stay in the values.
MOST_CASES = 32
#: Maximum number of nodes of a value whose choices are expanded.
LARGEST = 1500
#: Nodes that are looked at for the cases of one value: many large cases say nothing to a reader.
MOST_WORK = 12_000


@dataclass(frozen=True, slots=True)
class Case:
    """On inputs for which `when` holds, `value` is possible."""

    when: Value
    value: Value


def cases(value: Value, stars: int, solver: Solver | None = None, guards: bool = True) -> list[Case]:
    """The cases of a value, in the order of its choices. `stars`: the variables that are `*`, as a bit set; without
    `guards`, only choices that depend on these are expanded."""
    if expr.size(value) > LARGEST:
        return [Case(True, value)]
    done: dict[tuple[Value, Value], Case] = {}
    todo: list[tuple[list[Value], Value]] = [([], value)]
    seen: set[tuple[Value, Value]] = set()
    work = 0
    while todo:
        when, here = todo.pop()
        guard = expr.conj(when)
        if (guard, here) in seen:
            continue
        seen.add((guard, here))
        nodes = post_order(here) if isinstance(here, Expr) else []
        work += len(nodes)
        is_enough = len(done) + len(todo) >= MOST_CASES or len(seen) > 4 * MOST_CASES or work > MOST_WORK
        condition = None if is_enough else _choice(nodes, stars, guards)
        if condition is None:
            done.setdefault((guard, here), Case(guard, here))
            continue
        unknown = bool(condition.variables & stars)
        for side in (False, True):
            given = when if unknown else [*when, condition if side else expr.not_(condition)]
            if unknown or solver is None or not isinstance(solver.solve(given, ()), Unsat):
                todo.append((given, expr.substitute(here, {condition: side})))
    return [Case(_plain(case.when), case.value) for case in done.values()]


def _plain(when: Value) -> Value:
    """Without what follows from the rest: that a number is not 2, if it is 1."""
    conditions = [each for each in _conjuncts(when) if isinstance(each, Expr)]
    known = {each.args[0] for each in conditions if each.op == "eq" and not isinstance(each.args[1], Expr)}
    rest = [each for each in conditions if not (_is_unequal(each) and each.args[0].args[0] in known)]
    return when if len(rest) == len(conditions) else expr.conj(rest)


def _is_unequal(condition: Expr) -> bool:
    """`x != 2`"""
    inner = condition.args[0] if condition.op == "not" else None
    return isinstance(inner, Expr) and inner.op == "eq" and not isinstance(inner.args[1], Expr)


def _conjuncts(condition: Value) -> list[Value]:
    if isinstance(condition, Expr) and condition.op == "and" and condition.width == 1:
        return [part for arg in condition.args for part in _conjuncts(arg)]
    return [condition]


def _choice(nodes: Sequence[Expr], stars: int, guards: bool) -> Expr | None:
    """The next condition to split cases by: the outermost that contains no choice, guards first."""
    choosing: set[Expr] = set()
    for node in nodes:
        if _chooses(node) or any(isinstance(a, Expr) and a in choosing for a in node.args):
            choosing.add(node)
    unknown: Expr | None = None
    for node in reversed(nodes):
        if _chooses(node) and isinstance(node.args[0], Expr) and node.args[0] not in choosing:
            condition = node.args[0]
            if not condition.variables & stars:
                if guards:
                    return condition
            elif unknown is None:
                unknown = condition
    return unknown


def _chooses(node: Expr) -> bool:
    """Is it a choice between two values, including a truth value converted to a number?"""
    return node.op == "ite" or (node.op in ("zext", "sext") and node.args[0].width == 1)
