"""Runs that are led to what is asked for: a line, or an input that breaks a condition.

It is the exploration of `explore`, from a given input on, with the order led to the line (`secateur.exploration.led`).
It works until a deadline and can go on later. If it is complete and never came there, no input does.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import monotonic

from secateur.approximation.attempts import GOES_ON, covers
from secateur.approximation.study import breaks, check_name
from secateur.exploration.led import places_at
from secateur.exploration.loop import Explorer
from secateur.exploration.result import Result
from secateur.frontend.cache import default_cache
from secateur.jobs.compiled_code import key_of, recall
from secateur.jobs.plan import Plan
from secateur.jobs.summary_choice import ChosenSummaries
from secateur.machine.fault import FaultKind
from secateur.machine.machine import Machine
from secateur.machine.path import ENDED, Ending, Path
from secateur.options import Budget, Order, Search

Model = tuple[int, ...]

#: Paths that are kept and looked through for one that came to the line.
MOST_LOOKED_AT = 64


@dataclass(frozen=True, slots=True)
class SearchTarget:
    """A line of a file; or, if there is a `check`, an input that breaks the driver's condition of that number."""

    file: str = ""
    line: int = 0
    check: int = 0


class LedSearch:
    """`variables`: those of the machine that has the models; `start`: the input of the first run."""

    def __init__(self, plan: Plan, target: SearchTarget, of: Machine, start: Model | None, seconds: float) -> None:
        if target.check:
            judged = replace(plan.subject.program, judged=check_name(target.check))
            plan = replace(plan, subject=replace(plan.subject, program=judged))
        self._plan = replace(plan, search=Search(order=Order.DFS), summaries=ChosenSummaries())
        self._target = target
        technique = self._plan.technique("auto")
        program = self._plan.program(self._plan.forks(technique))
        if not program.compiled:
            store = default_cache()
            program.compiled.update(recall(key_of(plan.subject, technique.name, store), store))
        machine = technique.machine(program, "main", plan.checks - {FaultKind.LEAK}, plan.limits)
        machine.variables = of.variables
        self._news = -1
        self.found: Path | None = None
        self.result: Result | None = None  # when it is over
        self._explorer = Explorer(
            machine,
            self._plan.solver(technique),
            technique,
            budget=Budget(timeout=seconds),
            until=self._is_it,
            merge=self._plan.search.merge,  # as `explore` has it
            lead_to=places_at(machine, target.file, target.line) if target.line else (),
        )
        if start is not None:
            self._explorer.given = start

    @property
    def paths(self) -> int:
        return self._explorer.result.explored

    def missed(self, since: int) -> list[Path]:
        """Paths of the result that did not get there, apart from those before."""
        return [] if self.found is not None else self._explorer.result.paths[since:]

    def work(self, deadline: float) -> bool:
        """Explore until then. Is there anything left to do?"""
        if self.result is not None:
            return False
        is_left = self._explorer.run_slice(lambda: self.found is not None or monotonic() > deadline)
        if self.found is None and not is_left:
            self._look_at_news()
        if is_left and self.found is None:
            return True
        self.result = self._explorer.conclude()
        return False

    @property
    def shows_impossible(self) -> bool:
        """Was every path explored, and none got there?"""
        result = self.result
        if result is None or self.found is not None or not result.complete or result.limits:
            return False
        if any(kind in GOES_ON for kind, _ in result.by_fault):
            return False  # a program goes on after these
        return not self._target.line or not covers(self._explorer.machine, self._target.file, self._target.line)

    def _is_it(self, path: Path) -> bool:
        if self._target.check:
            is_broken = path.fault is not None and path.fault.kind is FaultKind.POSTCONDITION
            if path.ending is Ending.FAULT and (is_broken or breaks(path, self._target.check)):
                self.found = path
        else:
            self._look_at_news(path)
        return self.found is not None

    def _look_at_news(self, newest: Path | None = None) -> None:
        """If the line was covered since the last look: by which path? What is run for coverage alone, or merged, need
        not be it, so the input is run once more."""
        machine, target = self._explorer.machine, self._target
        if not target.line or machine.news == self._news:
            return
        self._news = machine.news
        if not covers(machine, target.file, target.line):
            return
        paths = [*self._explorer.result.paths[-MOST_LOOKED_AT:], *([newest] if newest is not None else [])]
        self.found = next((path for path in reversed(paths) if self._passes(path)), None)
        if self.found is None:
            self._news = -1  # perhaps the next one

    def _passes(self, path: Path) -> bool:
        """By a machine that has run nothing before."""
        machine = self._plan.machine()
        machine.variables = self._explorer.machine.variables
        run = machine.run(*machine.start(path.model, concrete=True))
        return run.ending in ENDED and covers(machine, self._target.file, self._target.line)
