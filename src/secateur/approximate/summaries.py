"""Approximate values of functions' results as summaries, for exploration (SPA, section 4.3).

The result of a function over its parameters and stars is worked out once, from the function's entry; for a call, the
arguments take the place of the parameters, and each star becomes a fresh one. First nothing is abstracted but what
loops do after some rounds. If that gets too large, definitions are expanded to a certain depth only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from secateur import expr
from secateur.approximate.approximation import Approximation
from secateur.approximate.strategy import Depth, Expansions, Strategy
from secateur.dependence.static import Static
from secateur.expr import Expr
from secateur.ir.model import Return
from secateur.ir.types import FloatType, Type, VoidType
from secateur.machine.floats import lift, lower
from secateur.machine.machine import Machine
from secateur.machine.path import Value
from secateur.machine.summary import Fresh, Summary
from secateur.machine.widths import width_of

Precision = tuple[Strategy, int]

#: What is tried, the most precise first: a strategy, and how many rounds of loops are told apart.
PRECISIONS: tuple[Precision, ...] = ((Expansions(4000), 16), (Depth(8), 4), (Depth(4), 2))
#: Nodes of an expression that is good enough for a summary.
LARGEST = 1000


def summaries_of(
    static: Static, functions: Mapping[str, tuple[str, ...]], precisions: Sequence[Precision] = PRECISIONS
) -> dict[str, Summary]:
    """Of functions that are suitable (`suitable.py`), each with the globals that it reads."""
    machine = Machine(static.program, static.entry)
    return {name: _summary(static, machine, name, reads, precisions) for name, reads in functions.items()}


def _summary(
    static: Static, machine: Machine, name: str, reads: tuple[str, ...], precisions: Sequence[Precision]
) -> Approximate:
    function = static.program.functions[name]
    for strategy, rounds in precisions:
        approximation = Approximation(static, machine, strategy, rounds, name)
        value = _result(approximation)
        if not isinstance(value, Expr) or expr.size(value) <= LARGEST:
            break
    parameters = [approximation.expansion.parameter(approximation.root, each, 0) for each in function.parameters]
    types = tuple(each.type for each in function.parameters)
    return Approximate(tuple(parameters), types, value, function.type.result, reads)


@dataclass(frozen=True, slots=True, eq=False)
class Approximate:
    """`value` over `parameters`; every other variable in it is a star."""

    parameters: tuple[object, ...]
    types: tuple[Type, ...]
    value: Expr | int | None
    type: Type
    reads: tuple[str, ...] = ()

    def apply(self, arguments: tuple[Value, ...], fresh: Fresh) -> Value | None:
        if self.value is None:
            return None
        into = expr.Substitution()
        given = {
            parameter: lower(argument, width_of(kind))
            for parameter, argument, kind in zip(self.parameters, arguments, self.types, strict=True)
            if isinstance(parameter, Expr)
        }
        for variable in expr.variables_of(self.value):
            if variable in given:
                into.add(variable, given[variable])
            else:
                into.add(variable, fresh(variable.width, variable.kind))
        value = into.apply(self.value)
        return lift(value, width_of(self.type)) if isinstance(self.type, FloatType) else value


def _result(approximation: Approximation) -> Expr | int | None:
    """What the function returns, whichever of its `return`s it is."""
    root = approximation.root
    if isinstance(root.unit.function.type.result, VoidType):
        return None
    width = width_of(root.unit.function.type.result)
    found: Expr | int | None = None
    for node in range(root.unit.first, root.unit.last):
        item = approximation.code.items[node]
        if isinstance(item, Return) and item.value is not None:
            for point in approximation.points(node):
                if point.frame is root:
                    value = approximation.operand(point, item.value)
                    assert not isinstance(value, tuple)
                    found = value if found is None else expr.ite(approximation.condition(point), value, found, width)
    return 0 if found is None else found
