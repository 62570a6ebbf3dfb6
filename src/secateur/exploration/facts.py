"""What a function that a summary stands in for really does, one path at a time.

A fact is found by running the function alone, with variables as parameters, on the arguments that a call has under some
input. It holds for all arguments that take the same path: `conditions → result`. So it says much more than one result,
and holds for every call. If such facts do not settle a question, all paths of the function can be computed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from secateur import expr
from secateur.exploration.task import Task
from secateur.exploration.techniques.full import Full
from secateur.expr import Expr
from secateur.ir.types import FloatType, PointerType, VoidType
from secateur.machine.floats import lower
from secateur.machine.machine import Machine
from secateur.machine.memory import SHIFT, Object, Region, Shape
from secateur.machine.path import Ending, Path, Value
from secateur.machine.state import Code, State, Stop
from secateur.machine.summary import Application, View
from secateur.machine.widths import width_of
from secateur.options import Limits
from secateur.solver import Sat, Solver

#: Maximum number of facts per function: each one makes every query longer.
MOST_FACTS = 1024
#: Maximum number of queries to compute all paths of a function.
MOST_QUERIES = 256


@dataclass(frozen=True, slots=True, eq=False)
class Fact:
    """A path of the function, over its parameters. `value` is a bit pattern; None if nothing is returned."""

    conditions: tuple[Expr, ...]
    returns: bool
    value: Expr | int | None = None


class Facts:
    """All known facts about one function, for memory that looks like `views`."""

    def __init__(self, machine: Machine, name: str, views: tuple[View, ...]) -> None:
        self.machine = _Alone(machine, name, views)
        self.found: list[Fact] = []
        self.exhausted = False  # all paths were computed, or there were too many
        self._by_arguments: dict[tuple[int, ...], Fact] = {}
        self._tracks: set[tuple[int, ...]] = set()
        self._type = machine.program.functions[name].type.result
        self._width = 0 if isinstance(self._type, VoidType) else width_of(self._type)
        self._stated: dict[Application, list[Expr | int]] = {}

    def at(self, arguments: tuple[int, ...], stop: Callable[[], object]) -> Fact | None:
        """The fact for given arguments. None if the run took too long, or there are too many facts already."""
        found = self._by_arguments.get(arguments)
        if found is None:
            for fact in self.found:
                if all(expr.evaluate(condition, arguments) for condition in fact.conditions):
                    found = fact
                    break
            else:
                if len(self.found) >= MOST_FACTS:
                    return None
                found = self._learn(self.machine.run(*self.machine.start(arguments), stop))
            if found is not None:
                self._by_arguments[arguments] = found
        return found

    def exhaust(self, solver: Solver, stop: Callable[[], object]) -> None:
        """Find all paths of the function, if there are not too many. Then every argument has its fact."""
        if self.exhausted:
            return
        self.exhausted = True
        full = Full()
        path = self.machine.run(*self.machine.start(()), stop)
        waiting = list(full.tasks(path, None))
        self._learn(path)
        asked = solver.stats.queries
        while waiting and len(self.found) < MOST_FACTS and solver.stats.queries - asked < MOST_QUERIES and not stop():
            task = waiting.pop()
            answer = solver.solve(task.conditions, task.origin.model, task.index)
            if isinstance(answer, Sat):
                if task.is_failing_side:
                    path = self.machine.failing_side(task.origin, task.index, answer.model)
                else:
                    path = self._again(task, answer.model, stop)
                waiting += full.tasks(path, task)
                self._learn(path)

    def _again(self, task: Task, model: tuple[int, ...], stop: Callable[[], object]) -> Path:
        machine = self.machine
        state, code = machine.resume(task.snapshots[-1], model) if task.snapshots else machine.start(model)
        state.script = task.origin.branches[: task.index + 1]
        return machine.run(state, code, stop)

    def _learn(self, path: Path) -> Fact | None:
        conditions = tuple(branch.condition for branch in path.branches if not branch.implied)
        match path.ending:
            case Ending.RETURNED:
                value = None if path.result is None else lower(path.result, self._width)
                fact = Fact(conditions, True, value)
            case Ending.FAULT | Ending.EXITED | Ending.ASSUMPTION:
                fact = Fact(conditions, False)
            case _:
                return None
        track = tuple(condition.key for condition in conditions)
        if track not in self._tracks:
            self._tracks.add(track)
            self.found.append(fact)
        return fact

    def arguments(self, application: Application, model: tuple[int, ...]) -> tuple[int, ...]:
        """The arguments of a call under an input, as bit patterns."""
        return tuple(int(expr.evaluate(value, model)) for value in self._bits(application))

    def agrees(self, application: Application, fact: Fact, arguments: tuple[int, ...], model: tuple[int, ...]) -> bool:
        """Does the function return what the summary says under the model?"""
        if not fact.returns or fact.value is None or application.value is None:
            return fact.returns
        said = int(expr.evaluate(lower(application.value, self._width), model))
        return bool(self._same(said, int(expr.evaluate(fact.value, arguments))))

    def stated(self, application: Application) -> Sequence[Expr | int]:
        """The facts as conditions on a call that returned."""
        stated = self._stated.setdefault(application, [])
        if len(stated) < len(self.found):
            mapping = dict(zip(self.machine.parameters, self._bits(application), strict=True))
            into = expr.Substitution(mapping)
            for fact in self.found[len(stated) :]:
                elsewhere = expr.not_(expr.conj(into.apply(condition) for condition in fact.conditions))
                if fact.returns and fact.value is not None and application.value is not None:
                    value = lower(application.value, self._width)
                    stated.append(expr.or_(elsewhere, self._same(value, into.apply(fact.value)), 1))
                else:
                    stated.append(True if fact.returns else elsewhere)
        return stated

    def _same(self, x: Expr | int, y: Expr | int) -> Expr | int:
        """Are two results the same? All NaNs count as one: summaries do not distinguish them."""
        width = self._width
        same = expr.eq(x, y, width)
        if not isinstance(self._type, FloatType):
            return same
        neither = expr.and_(expr.fcmp("uno", x, x, width), expr.fcmp("uno", y, y, width), 1)
        return expr.or_(same, neither, 1)

    def fails(self, application: Application) -> Expr | int:
        """The condition on a call under which the function is known not to return."""
        failing: Expr | int = False
        for fact, stated in zip(self.found, self.stated(application), strict=True):
            if not fact.returns:
                failing = expr.or_(failing, expr.not_(stated), 1)
        return failing

    def _bits(self, application: Application) -> list[Expr | int]:
        given = zip(application.arguments, self.machine.parameters, strict=True)
        return [lower(value, parameter.width) for value, parameter in given]


class _Alone(Machine):
    """Runs one function from its entry to its return; its parameters and the memory it reads are the inputs."""

    def __init__(self, machine: Machine, name: str, views: tuple[View, ...]) -> None:
        limits = Limits(recursion=machine.limits.recursion, max_instructions=machine.limits.max_instructions)
        super().__init__(machine.program, name, machine.checks, limits)
        self._views = views
        self._globals = [self.address_of(each) >> SHIFT for each in machine.summaries[name].reads]
        self.parameters = [
            self.variable(f"parameter {number}", width_of(p.type), _kind(p.type, width_of(p.type)))
            for number, p in enumerate(self.entry.parameters)
        ]
        for number, view in enumerate(views):
            self.parameters += [self.variable(f"{number} at {at}", 8 * size, "signed") for at, size in view.pieces]

    def start(self, model: tuple[int, ...], concrete: bool = False) -> tuple[State, Code]:
        state, code = super().start(model, concrete)
        pieces = iter(self.parameters[len(self.entry.parameters) :])
        views = iter(self._views)
        for number, parameter in enumerate(self.entry.parameters):
            if isinstance(parameter.type, PointerType):
                view = next(views)
                made = state.memory.allocate(view.size, Shape(Region.STACK, parameter.name))
                state.registers[number] = made.start + view.offset
                self._fill(made, view, pieces)
            else:
                state.registers[number] = self.parameters[number]
        for number, view in zip(self._globals, views, strict=True):
            self._fill(state.memory.owned(state.memory.objects[number]), view, pieces)
        return state, code

    @staticmethod
    def _fill(target: Object, view: View, pieces: Iterator[Expr]) -> None:
        for offset, size in view.pieces:
            target.write(target.start + offset, size, next(pieces))

    def finish(self, state: State, value: Value | None) -> Code:
        state.result = value
        raise Stop(Ending.RETURNED)


def _kind(type_: object, width: int) -> str:
    if isinstance(type_, FloatType):
        return f"f{width}"
    return "bool" if width == 1 else "signed"
