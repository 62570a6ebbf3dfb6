"""An exploration that goes on where an earlier one was interrupted.

What is left of the earlier one are inputs and counts. A run on the same input is the same run, so paths, the code they
cover and the tasks that leave them are made again by running the inputs: all that the solver found stays found. What a
technique had concluded from ended paths is gone. That costs time and nothing else: each task is explored as the root of
a tree of its own (`Technique.left_over`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from secateur.exploration.alarm import OutOfBudget
from secateur.exploration.result import EarlierCounts, Result
from secateur.exploration.task import Task, place_of
from secateur.exploration.technique import Technique
from secateur.expr import Expr
from secateur.machine.machine import Machine
from secateur.machine.path import Ending, Path, Site
from secateur.machine.snapshot import Snapshot
from secateur.machine.state import State


@dataclass(frozen=True, slots=True)
class EarlierInput:
    """An input that was run. `cut`: the number of branches at which the technique stopped it, for a `reason`. `tried`:
    values that other runs chose before, which this one refused, by number of branch. They were looked at first."""

    model: tuple[int, ...]
    cut: int | None = None
    reason: str = ""
    tried: tuple[tuple[int, int], ...] = ()


def given_of(path: Path) -> EarlierInput:
    """What makes a path again."""
    return EarlierInput(path.model, cut_of(path), path.reason, refused_by(path))


def cut_of(path: Path) -> int | None:
    """At how many branches the technique stopped it."""
    return len(path.branches) if path.ending is Ending.CUT or path.reason else None


def refused_by(path: Path) -> tuple[tuple[int, int], ...]:
    """The values that it refused, each with the number of the branch. Hardly any path has one."""
    branches = path.branches
    if not [b for b in branches if b.chosen is not None]:
        return ()
    return tuple((n, b.chosen) for n, b in enumerate(branches) if b.chosen is not None and not b.outcome)


@dataclass(frozen=True, slots=True)
class EarlierPath:
    """A path of the result. `covering`: it was run for coverage alone."""

    given: EarlierInput
    covering: bool = False


@dataclass(frozen=True, slots=True)
class LeftTask:
    """The other side of a branch of an earlier run, or what comes after it (`is_rest`), and the `place` of that branch,
    to make sure that it is the same. `details`: what else a technique says about it. `steps`: instructions that a run
    executed which did not end: whoever goes on with it executes them again."""

    origin: int
    index: int
    place: str
    is_rest: bool = False
    details: object = None
    steps: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class EarlierRun:
    """What an exploration left behind. `variables`: those of the machine, in their order; `arbitrary`: which of them
    stand for uninitialised memory. `waiting`: how many tasks it left; they stay where they are stored until their turn
    comes (`Observer.take_over`). `uncovered`: runs with goals that were not tried. `is_resumable`: the tasks are all
    there is to do; otherwise only the paths are known."""

    state: EarlierCounts
    variables: Sequence[tuple[str, int, str]] = ()
    arbitrary: int = 0
    paths: Sequence[EarlierPath] = ()
    waiting: int = 0
    uncovered: Sequence[EarlierInput] = ()
    is_resumable: bool = False


@dataclass(frozen=True, slots=True)
class ShedGroup:
    """Tasks that leave one path, and that were not held in memory. `origin`: the number of the path; `given`: its
    input; `numbers`: those of the tasks."""

    origin: int
    given: EarlierInput
    tasks: list[LeftTask]
    numbers: list[int]


class NotTheSameRun(Exception):
    """An input takes another path than before: the exploration has to begin again. Users never see it."""


@dataclass(frozen=True, slots=True)
class Rerun:
    """Makes the runs of an earlier exploration again, for one that takes it up: with its machine, and its ways to look
    at the budget, to run a path that was cut to its end, and to try the goals of a path."""

    machine: Machine
    result: Result
    technique: Technique
    exhausted: Callable[[], bool]
    to_its_end: Callable[[Path], Path]
    cover: Callable[[Path], None]

    def take_up(self, earlier: EarlierRun) -> None:
        """Everything is as it was when the last step ended, except for the frontier. No task is made: there may be very
        many, and each costs a run."""
        self.declare(earlier)
        self.result.take_up(earlier.state)
        self.machine.assumptions.update(dict.fromkeys(earlier.state.assumptions))
        for path in earlier.paths:
            self.result.restore(self._made_again(path.given), path.covering)
        self.technique.resume(self.result.counts.cut > 0)
        for given in earlier.uncovered:
            self.cover(self.run(given))

    def found_before(self, earlier: EarlierRun) -> list[Path]:
        """The paths of an earlier run that cannot be taken up."""
        return [self._made_again(path.given) for path in earlier.paths]

    def declare(self, earlier: EarlierRun) -> None:
        """A variable has the number that it had: models are lists of their values."""
        for name, width, kind in earlier.variables:
            self.machine.variable(name, width, kind)
        self.machine.arbitrary |= earlier.arbitrary

    def run(self, given: EarlierInput, branches: int | None = None) -> Path:
        """The path of an input, to where it was cut. If only its first `branches` are of interest, it may end after
        them."""
        state, code = self.machine.start(given.model)
        state.tried = dict(given.tried)
        if given.cut is not None:
            depth = given.cut

            def stop(state: State, condition: Expr | bool, site: Site) -> str | None:
                return given.reason if len(state.branches) >= depth else None

            state.watch = stop

        def is_enough() -> bool:
            return self.exhausted() or (branches is not None and len(state.branches) >= branches)

        path = self.machine.run(state, code, is_enough)
        if path.ending is Ending.INTERRUPTED and self.result.spent is not None:
            raise OutOfBudget(self.result.spent)
        return path

    def _made_again(self, given: EarlierInput) -> Path:
        path = self.run(given)
        if given.cut is not None:
            path = self.to_its_end(path)
        for branch in path.branches:
            branch.resume = None
        return replace(path, trace=(), visits=())

    def left(self, origin: EarlierInput, tasks: Sequence[LeftTask], lineage: tuple[int, ...] = ()) -> list[Task]:
        """The tasks that leave one run."""
        length = max(self.technique.length_for(task.index, task.details) for task in tasks)
        path = replace(self.run(origin, length), lineage=lineage)
        if length > len(path.branches):
            raise NotTheSameRun
        passed: list[tuple[int, Snapshot]] = []
        for number, branch in enumerate(path.branches):
            if branch.resume is not None:
                passed.append((number, branch.resume))
            branch.resume = None  # the tasks hold what is still needed
        if any(place_of(path.branches[task.index]) != task.place for task in tasks):
            raise NotTheSameRun
        made, technique = [], self.technique
        for task in tasks:
            snapshots = tuple(snapshot for number, snapshot in passed if number <= task.index)
            made.append(technique.left_over(path, task.index, snapshots, task.is_rest, task.details))
        return made
