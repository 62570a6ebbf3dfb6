"""Runs for sides that no path has covered, of tests that a path decided together (`secateur.machine.marks`).

They are tests like the others, but what comes after them is explored anyway.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from secateur.exploration.goal_inputs import FIRST_OF_ALL, CoverTarget, GoalInput
from secateur.machine.marks import Goal, MissingPath, MissingWay
from secateur.machine.path import Path
from secateur.solver import Sat, Unknown

if TYPE_CHECKING:
    from secateur.exploration.loop import Explorer


class GoalRuns:
    """Those of one exploration."""

    def __init__(self, explorer: Explorer) -> None:
        self._explorer = explorer
        self._candidates: dict[CoverTarget, GoalInput] = {}  # inputs for the end
        self._missed: list[Goal] = []  # the solver found no answer

    @property
    def missed(self) -> int:
        """The number of targets that are still not covered, as questions stayed open."""
        return len({goal.target for goal in self._missed if goal.is_open})

    @property
    def candidates(self) -> Iterable[GoalInput]:
        """Inputs that wait for the end."""
        return self._candidates.values()

    @property
    def foreseen(self) -> Container[CoverTarget]:
        """What they cover."""
        return self._candidates

    def add(self, candidate: GoalInput) -> None:
        self._candidates.setdefault(candidate.target, candidate)

    def cover(self, path: Path) -> None:
        """Try the goals of a path."""
        explorer = self._explorer
        if not path.goals or not explorer.technique.covers_code:
            return
        is_left = False
        for goal in path.goals:
            if goal.is_open:
                is_left = self._is_left(goal, path) or is_left
        if is_left and explorer.observer is not None:
            explorer.observer.goals_left(path)

    def _is_left(self, goal: Goal, path: Path) -> bool:
        """Try a goal. Does it remain to be done, should the exploration be interrupted now?"""
        explorer, target, is_left = self._explorer, goal.target, False
        for conditions in explorer.technique.approaches(path, goal):
            if not goal.is_open or (isinstance(target, MissingWay) and target in self._candidates):
                break
            if explorer.meter.spent(explorer.result.explored):
                return True
            satisfied = next(number for number, each in enumerate(conditions) if each is goal.condition)
            answer = explorer.solver.solve(conditions, path.model, satisfied)
            if isinstance(answer, Sat) and self._defers and isinstance(target, MissingWay):
                # Perhaps a later run covers it. This way it does not matter which one is later.
                self._candidates[target] = GoalInput((*path.lineage, FIRST_OF_ALL), answer.model, target)
                is_left = True
            elif isinstance(answer, Sat):
                self._run(answer.model, (*path.lineage, FIRST_OF_ALL))
                if isinstance(target, MissingPath):
                    target.paths.take(target.key)
            elif isinstance(target, MissingPath):
                target.paths.give_up(target.key)
            elif isinstance(answer, Unknown):
                self._missed.append(goal)
                is_left = True
        return is_left

    @property
    def _defers(self) -> bool:
        """Are goals tried at the end? What is merged has too many of them."""
        return self._explorer.technique.is_order_free and not self._explorer.machine.can_merge

    def run_candidates(self) -> bool:
        """Runs for goals that no path has covered, when all paths are explored. Was there anything to do?"""
        if not self._candidates:
            return False
        for each in sorted(self._candidates.values(), key=lambda each: each.rank):
            if each.target.is_open and not self._explorer.is_exhausted():
                self._run(each.model, each.lineage)
        return True

    def _run(self, model: tuple[int, ...], lineage: tuple[int, ...]) -> None:
        explorer = self._explorer
        if explorer.confirmation is not None:
            run = explorer.confirmation.run(model)
        else:
            machine = explorer.machine
            run = machine.run(*machine.start(model, concrete=machine.can_merge), explorer.is_exhausted)
        explorer.result.cover(replace(run, lineage=lineage))
