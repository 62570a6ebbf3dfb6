"""Values as a user reads them: by cases over the inputs, pointers by the object that they point into."""

from __future__ import annotations

from dataclasses import dataclass

from secateur import expr
from secateur.approximation.addresses import parts
from secateur.approximation.approximation import Approximation
from secateur.approximation.cases import Case, cases
from secateur.approximation.frames import Point
from secateur.approximation.legend import Legend
from secateur.approximation.objects import Home
from secateur.expr import Value
from secateur.ir.types import ArrayType, PointerType, Type, store_size_of
from secateur.machine.machine import Machine
from secateur.machine.memory import SHIFT
from secateur.solver import Solver


@dataclass(frozen=True, slots=True)
class Guarded:
    """A value that a variable can have. `where`: the activation, and the rounds of the enclosing loops, if there are
    several."""

    when: str
    value: str
    where: str = ""


class GuardedValues:
    """Texts of what an approximation of a function knows."""

    def __init__(self, approximation: Approximation, machine: Machine, function: str, solver: Solver) -> None:
        self.legend = Legend(approximation.stars)
        self._approximation, self._machine, self._function, self._solver = approximation, machine, function, solver

    def of(self, value: Value, kind: Type | None, where: str = "", step: int = 0) -> list[Guarded]:
        """The cases of a value; `step`: for a pointer, the size of what it points to."""
        self.legend.notice(value)
        split = cases(value, self._approximation.stars.mask, self._solver)
        found = [Guarded(self._condition(case), self._text(case.value, kind, step), where) for case in split]
        return list(dict.fromkeys(found))

    def _text(self, value: Value, kind: Type | None, step: int = 0) -> str:
        """`step`: for a pointer, the size of what it points to."""
        if not isinstance(kind, PointerType):
            return self.legend.text(value)
        constant, terms = parts(value)
        home = self._approximation.expansion.objects.home(constant >> SHIFT)
        if home is None and not isinstance(value, expr.Expr):
            return self._machine.function_at(value) or ("NULL" if value == 0 else str(value))
        if home is None:
            return self.legend.text(value)
        offset = expr.sub(value, home.start, 64)
        name = self._object(home)
        if offset == 0:
            return name
        step = step or self._element(home)
        if not step or any(number % step for number in (constant - home.start, *(factor for factor, _ in terms))):
            return f"{name} + {self.legend.text(offset)} bytes"
        index: Value = (constant - home.start) // step
        for factor, term in terms:
            index = expr.add(index, expr.mul(term, factor // step, 64), 64)
        return f"{name}[{self.legend.text(index)}]"

    def _element(self, home: Home) -> int:
        """The size of an element of an object that is an array; 0 if it is none."""
        found = self._machine.program.globals.get(home.abstract.name)
        kind = None if found is None else found.type
        return store_size_of(kind.element) if isinstance(kind, ArrayType) else 0

    def _condition(self, case: Case) -> str:
        return "" if case.when is True else self.legend.text(case.when)

    def _object(self, home: Home) -> str:
        if home.made is None or home.maker is None:
            name = home.abstract.name
            return f"&{self._machine.program.labels.get(name, name)}"
        line = self._approximation.place_of(home.maker, home.made[2]).line
        return f"an object allocated at line {line}"

    def where(self, point: Point) -> str:
        """The activation, and the rounds of the enclosing loops."""
        graph = point.frame.graph
        words = []
        if point.frame.is_anywhere:
            words.append("any call")
        elif point.frame.caller is not None and point.frame.name != self._function:
            line = self._approximation.code.position(point.frame.node).line
            words.append(f"called at line {line}")
        rounds = graph.copies[point.copy].rounds
        words += [f"round {n + 1}" if n < graph.rounds else f"round {n + 1} or later" for n in rounds]
        return ", ".join(words)
