"""What a function that a summary stands in for really does, one path at a time.

A fact is found by running the function alone (`secateur.exploration.alone`), with variables as parameters, on the
arguments that a call has under some input. It holds for all arguments that take the same path: `conditions → result`.
So it says much more than one result, and holds for every call. All paths of a function together are all that it does:
an exact summary (`secateur.exploration.guarded`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from heapq import heapify, heappop, heappush

from secateur import expr
from secateur.exploration.alone import CallOutcome, LoneMachine
from secateur.exploration.balance import QUESTION, RUN
from secateur.exploration.task import Task
from secateur.exploration.techniques.full import Full
from secateur.expr import Expr
from secateur.ir.reduced import Reduction
from secateur.ir.types import FloatType, VoidType
from secateur.machine.fault import FaultKind
from secateur.machine.floats import lower
from secateur.machine.path import Ending, Path
from secateur.machine.summary import Application
from secateur.machine.views import Scene
from secateur.machine.widths import width_of
from secateur.options import Limits
from secateur.solver import Sat, Solver, Unsat

#: Maximum number of facts per function: each one makes every query longer.
MOST_FACTS = 1024
#: Maximum number of queries to compute all paths of a function.
MOST_QUERIES = 256
#: The work of a condition in a question, in instructions.
CONDITION = 50


class FactKind(Enum):
    """How a path of a function ends."""

    RETURNS = "returns"
    FAILS = "fails"  # or ends the program
    OTHER = "other"  # it does something that no value describes
    IMPOSSIBLE = "impossible"  # no arguments take it


@dataclass(frozen=True, slots=True, eq=False)
class Fact:
    """A path of the function, over its parameters."""

    conditions: tuple[Expr, ...]
    kind: FactKind
    outcome: CallOutcome | None = None

    @property
    def returns(self) -> bool:
        return self.kind is FactKind.RETURNS

    @property
    def value(self) -> Expr | int | None:
        return None if self.outcome is None else self.outcome.value


class Facts:
    """All known facts about one function in a scene. `work`: what it took to find them, in instructions, besides the
    `queries` to the solver's back end."""

    def __init__(
        self, reduction: Reduction, name: str, scene: Scene, checks: frozenset[FaultKind], limits: Limits
    ) -> None:
        self.machine = LoneMachine(reduction, name, scene, checks, limits)
        self.found: list[Fact] = []
        self.impossible: list[Fact] = []  # sides that no arguments take
        self.exhausted = False  # all paths were computed, or there were too many
        self.is_whole = False  # all paths were computed
        self.is_certain = True  # how far that came did not depend on the time
        self.unfolds = False  # only so deep as the machine allows, which is no fault
        self.work = self.queries = 0
        self._by_arguments: dict[tuple[int, ...], Fact] = {}
        self._tracks: set[tuple[int, ...]] = set()
        self._type = reduction.program.functions[name].type.result
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

    def exhaust(
        self,
        solver: Solver,
        stop: Callable[[], object],
        most: int = MOST_FACTS,
        questions: int = MOST_QUERIES,
        work: int | None = None,
    ) -> None:
        """Find all paths of the function, if there are not too many. Then every argument has its fact."""
        if self.exhausted:
            return
        self.exhausted = True
        full = Full()
        path = self._counted(self.machine.run(*self.machine.start(()), stop))
        waiting = [(task.index, number, task) for number, task in enumerate(full.tasks(path, None))]
        heapify(waiting)  # short paths first: a recursive function is unfolded evenly
        count = len(waiting)
        is_whole = self._learn(path) is not None
        asked = solver.stats.queries
        while waiting and len(self.found) < most and self.queries < questions and not stop():
            if work is not None and self.work > work:
                break
            task = heappop(waiting)[2]
            self.work += QUESTION + CONDITION * task.index
            answer = solver.solve(task.conditions, task.origin.model, task.index)
            self.queries = solver.stats.queries - asked
            if isinstance(answer, Sat):
                if task.is_failing_side:
                    path = self.machine.failing_side(task.origin, task.index, answer.model)
                else:
                    path = self._counted(self._again(task, answer.model, stop))
                for each in full.tasks(path, task):
                    count += 1
                    heappush(waiting, (each.index, count, each))
                is_whole = self._learn(path) is not None and is_whole
            elif isinstance(answer, Unsat):
                self.impossible.append(Fact(_decided(task), FactKind.IMPOSSIBLE))
            else:
                is_whole = self.is_certain = False
                if work is not None:  # it is too hard
                    break
        self.is_whole = is_whole and not waiting

    def _counted(self, path: Path) -> Path:
        self.work += path.instructions + RUN
        return path

    def _again(self, task: Task, model: tuple[int, ...], stop: Callable[[], object]) -> Path:
        machine = self.machine
        state, code = machine.resume(task.snapshots[-1], model) if task.snapshots else machine.start(model)
        state.script = task.origin.branches[: task.index + 1]
        return machine.run(state, code, stop)

    def _learn(self, path: Path) -> Fact | None:
        """None if the run had to be given up."""
        conditions = tuple(branch.condition for branch in path.branches if not branch.implied)
        match path.ending:
            case Ending.RETURNED:
                outcome = self.machine.of(path)
                fact = Fact(conditions, FactKind.OTHER if outcome is None else FactKind.RETURNS, outcome)
            case Ending.FAULT if (
                path.fault is not None and path.fault.kind is FaultKind.STACK_OVERFLOW and self.unfolds
            ):
                return None
            case Ending.FAULT | Ending.EXITED | Ending.ASSUMPTION:
                fact = Fact(conditions, FactKind.FAILS)
            case Ending.UNSUPPORTED:
                fact = Fact(conditions, FactKind.OTHER)
            case _:
                return None
        track = tuple(condition.key for condition in conditions)
        if track not in self._tracks:
            self._tracks.add(track)
            self.found.append(fact)
        return fact

    def arguments(self, application: Application, model: tuple[int, ...]) -> tuple[int, ...]:
        """The arguments of a call under an input, as bit patterns."""
        return tuple(int(expr.evaluate(value, model)) for value in application.numbers)

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
            mapping = dict(zip(self.machine.parameters, application.numbers, strict=True))
            into = expr.Substitution(mapping)
            for fact in self.found[len(stated) :]:
                if fact.kind is FactKind.OTHER:
                    stated.append(True)
                    continue
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
            if fact.kind is FactKind.FAILS:
                failing = expr.or_(failing, expr.not_(stated), 1)
        return failing


def _decided(task: Task) -> tuple[Expr, ...]:
    """The decisions that lead to a task, and the wanted one."""
    before = task.origin.branches[: task.index]
    return (*(branch.condition for branch in before if not branch.implied), task.wanted)
