"""Paths found with summaries, checked against the program without them.

A path on which summaries stood in for calls has an input, and values for what the summaries leave open. The functions
may never return these values. So each call is compared with what the function really returns for its arguments. If that
differs, it is learned as a fact (`facts.py`), and the solver is asked for another input that takes this path and agrees
with all facts. In the end the path is *confirmed*, and the concrete run of the program on the input is the test; or the
facts rule it out; or it is given up, and the result says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum

from secateur.exploration.coverage import Coverage, joined_coverage, measure
from secateur.exploration.facts import Facts
from secateur.exploration.result import Summarised
from secateur.exploration.task import Task
from secateur.expr import Expr
from secateur.ir.reduced import Reduction
from secateur.machine.machine import Machine
from secateur.machine.path import Path
from secateur.machine.summary import Application
from secateur.machine.views import Scene
from secateur.options import Limits
from secateur.solver import Answer, Sat, Solver, Unsat

#: Number of inputs tried for one path before all paths of its functions are computed; then as many again.
MOST_TRIES = 8


class PathVerdict(Enum):
    """Does the program itself have a path that was found with summaries?"""

    CONFIRMED = "confirmed"
    IMPOSSIBLE = "impossible"
    OPEN = "open"


class Confirmation:
    """Confirms the paths of one exploration. `summarised` has the figures."""

    def __init__(self, machine: Machine, solver: Solver, stop: Callable[[], object]) -> None:
        limits = Limits(recursion=machine.limits.recursion, max_instructions=machine.limits.max_instructions)
        self.real = Machine(machine.program, machine.entry.name, machine.checks, limits)
        self.real.variables = machine.variables
        self.real.assumptions = machine.assumptions
        self._machine = machine
        self._facts: dict[tuple[str, Scene], Facts] = {}
        self._reduction = Reduction(machine.program)
        self._solver = solver
        self._stop = stop
        self._seen: set[tuple[int, ...]] = set()
        self._applied: set[Application] = set()
        self.summarised = Summarised()

    def known(self, task: Task) -> list[Expr | int]:
        """The known facts about the calls that a task's path makes before the wanted branch."""
        return list(self._known(each for depth, each in task.origin.applied if depth <= task.index))

    def runs(self, path: Path, task: Task | None) -> Iterator[Path]:
        """The runs without summaries that result from a path: the path itself, if it is possible, and faults inside
        functions that were found on the way. Each real path is returned once."""
        self._count(path, task)
        model, verdict = path.model, PathVerdict.OPEN
        for attempt in range(2 * MOST_TRIES):
            disagreeing = self._disagreeing(path, model)
            if disagreeing is None:
                run = self.run(model, path)
                if _end(run) == _end(path):
                    verdict = PathVerdict.CONFIRMED
                    yield replace(run, branches=path.branches, trace=path.trace, lineage=path.lineage)
                break
            if disagreeing.fails:
                yield from self._as_it_is(model)
            if not disagreeing.known:
                break
            answer = self._another(path, model, attempt + 1 >= MOST_TRIES)
            if not isinstance(answer, Sat):
                verdict = PathVerdict.IMPOSSIBLE if isinstance(answer, Unsat) else PathVerdict.OPEN
                break
            model = answer.model
        if verdict is PathVerdict.IMPOSSIBLE:
            self.summarised.impossible += 1
            yield from self._leading_inside(path)
        self.summarised.open += verdict is PathVerdict.OPEN

    def _another(self, path: Path, model: tuple[int, ...], at_all_costs: bool) -> Answer:
        """Another input that takes a path and agrees with the known facts; `at_all_costs`: computes all facts."""
        if at_all_costs:
            for _, each in path.applied:
                if each.effects is None:
                    self._facts_of(each).exhaust(self._solver, self._stop)
        conditions = path.conditions
        known = self._known(each for _, each in path.applied)
        return self._solver.solve([*conditions, *known], model, len(conditions))

    def _leading_inside(self, path: Path) -> Iterator[Path]:
        """A path may be impossible because one of its calls never returns. The path up to that call is possible."""
        for index in range(len(path.applied) - 1, -1, -1):
            depth, last = path.applied[index]
            if last.effects is not None:
                continue
            before = path.conditions[:depth]
            known = self._known(each for _, each in path.applied[:index])
            fails = self._facts_of(last).fails(last)
            answer = self._solver.solve([*before, *known, fails], path.model, depth)
            if isinstance(answer, Sat):
                yield from self._as_it_is(answer.model)
                return

    def run(self, model: tuple[int, ...], path: Path | None = None) -> Path:
        """A run of the program itself, perhaps on the input of a path with summaries."""
        for _, application in () if path is None else path.applied:
            application.took(model, self._machine.taken)
        return self.real.run(*self.real.start(model, concrete=True), self._stop)

    def finish(self) -> tuple[Coverage, Summarised]:
        """The coverage of the runs without summaries, and the figures. What was run with exact summaries is real, too:
        a path that was cut was not repeated."""
        for (name, _), facts in self._facts.items():
            self.summarised.facts[name] = self.summarised.facts.get(name, 0) + len(facts.found)
        found = measure(self.real)
        if not self._machine.summaries:
            found = joined_coverage(found, measure(self._machine))
        return found, self.summarised

    def _known(self, applications: Iterable[Application]) -> Iterator[Expr | int]:
        for application in applications:
            if application.effects is None:
                yield from self._facts_of(application).stated(application)

    def _facts_of(self, application: Application) -> Facts:
        key = (application.function, application.scene)
        found = self._facts.get(key)
        if found is None:
            checks, limits = self._machine.checks, self._machine.limits
            found = self._facts[key] = Facts(self._reduction, *key, checks, limits)
        return found

    def _disagreeing(self, path: Path, model: tuple[int, ...]) -> _Disagreeing | None:
        """The first call of a path whose function does not do what its summary says."""
        for _, application in path.applied:
            if application.effects is not None:
                continue
            facts = self._facts_of(application)
            arguments = facts.arguments(application, model)
            fact = facts.at(arguments, self._stop)
            if fact is None:
                return _Disagreeing(known=False, fails=False)
            if not facts.agrees(application, fact, arguments, model):
                return _Disagreeing(known=True, fails=not fact.returns)
        return None

    def _as_it_is(self, model: tuple[int, ...]) -> Iterator[Path]:
        """A run of the program itself on an input that makes one of the functions fail. Its values are symbolic so that
        its path is known. Nothing is explored from here, so it does not matter if one of them was made concrete."""
        run = self.real.run(*self.real.start(model), self._stop)
        for branch in run.branches:
            branch.resume = None
        track = tuple(branch.condition.key for branch in run.branches)
        if track not in self._seen:
            self._seen.add(track)
            yield replace(run, notes=[note for note in run.notes if not note.incomplete])

    def _count(self, path: Path, task: Task | None) -> None:
        summarised = self.summarised
        summarised.paths += 1
        for depth, application in path.applied:
            name = application.function
            if task is None or depth > task.index:
                summarised.calls[name] = summarised.calls.get(name, 0) + 1
                if application.effects is not None:
                    summarised.exact[name] = summarised.exact.get(name, 0) + 1
            if application not in self._applied:
                self._applied.add(application)
                summarised.stars[name] = summarised.stars.get(name, 0) + application.stars


def _end(path: Path) -> tuple[object, ...]:
    fault = path.fault
    return path.ending, fault and (fault.kind, fault.position)


@dataclass(frozen=True, slots=True)
class _Disagreeing:
    """`known`: the function's result is a fact now. `fails`: it does not return."""

    known: bool
    fails: bool
