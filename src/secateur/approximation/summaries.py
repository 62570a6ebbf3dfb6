"""Approximate function results as summaries, for exploration (SPA, section 4.3).

The result of a function over its parameters and stars is computed once, from the function's entry; for a call, the
arguments replace the parameters, and each star becomes a fresh one. At first only the later rounds of loops are
abstracted. If the result gets too large, definitions are expanded only to a certain depth.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from secateur import expr
from secateur.approximation.approximation import Approximation
from secateur.approximation.operations import Held
from secateur.approximation.strategy import Depth, Expansions, Strategy
from secateur.dependence.static import Static
from secateur.expr import Expr
from secateur.ir.model import Return
from secateur.ir.types import FloatType, VoidType
from secateur.machine.floats import lift, lower
from secateur.machine.machine import Machine
from secateur.machine.path import Value
from secateur.machine.summary import Fresh, Summary
from secateur.machine.widths import width_of

Precision = tuple[Strategy, int]

#: The precisions to try, most precise first: a strategy, and the number of loop rounds that are distinguished.
PRECISIONS: tuple[Precision, ...] = ((Expansions(500), 16), (Depth(4), 2), (Depth(0), 1))
#: Maximum number of nodes and of stars in the expression of a summary; with many stars it is too imprecise.
LARGEST = 1000
MOST_STARS = 16


def summaries_of(
    static: Static, functions: Mapping[str, tuple[str, ...]], precisions: Sequence[Precision] = PRECISIONS
) -> dict[str, Summary]:
    """The summaries of suitable functions (`suitable.py`), each given with the globals that it reads."""
    machine = Machine(static.program, static.entry)
    return {name: Approximate(static, machine, name, reads, precisions) for name, reads in functions.items()}


class Approximate:
    """The summary of one function, computed when it is first used."""

    def __init__(
        self, static: Static, machine: Machine, name: str, reads: tuple[str, ...], precisions: Sequence[Precision]
    ) -> None:
        self.reads = reads
        self._static = static
        self._machine = machine
        self._function = static.program.functions[name]
        self._precisions = precisions

    def apply(self, arguments: tuple[Value, ...], fresh: Fresh) -> Value | None:
        parameters, value = self.result
        if value is None:
            return None
        into = expr.Substitution()
        given = {}
        for register, parameter, argument in zip(self._function.parameters, parameters, arguments, strict=True):
            given[parameter] = lower(argument, width_of(register.type))
        for variable in expr.variables_of(value):
            into.add(variable, given[variable] if variable in given else fresh(variable.width, variable.kind))
        found, kind = into.apply(value), self._function.type.result
        return lift(found, width_of(kind)) if isinstance(kind, FloatType) else found

    @cached_property
    def result(self) -> tuple[list[Held], Expr | int | None]:
        """The parameters, and the result over them; every other variable in it is a star."""
        for strategy, rounds in self._precisions:
            approximation = Approximation(self._static, self._machine, strategy, rounds, self._function.name)
            value = _result(approximation)
            if value is None or (expr.size(value) <= LARGEST and len(approximation.stars.of(value)) <= MOST_STARS):
                break
        expansion, root = approximation.expansion, approximation.root
        return [expansion.parameter(root, each, 0) for each in self._function.parameters], value


def _result(approximation: Approximation) -> Expr | int | None:
    """What the function returns, over all of its `return`s."""
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
