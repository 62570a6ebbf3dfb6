"""A part of an exploration: tasks that a worker explores by itself, and what it found.

Both are small and say nothing about the process that made them. A run is an input, because a run on the same input is
the same run; a task is such a run and the number of a branch. Code that was covered has names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from secateur.exploration.budget import Spent
from secateur.exploration.earlier import EarlierInput, LeftTask, given_of
from secateur.exploration.result import EarlierCounts
from secateur.exploration.shared_news import SharedNews
from secateur.exploration.task import Task
from secateur.exploration.technique import Technique
from secateur.exploration.timeline import Moment
from secateur.machine.path import Path
from secateur.options import Budget

#: The variables of a machine, in the order of their numbers: models are lists of their values.
Variables = tuple[tuple[str, int, str], ...]


@dataclass(frozen=True, slots=True)
class PartOrigin:
    """A run, and the tasks that leave it, in the order of its branches."""

    lineage: tuple[int, ...]
    given: EarlierInput
    branches: tuple[LeftTask, ...]

    @property
    def rank(self) -> tuple[int, ...]:
        """Sort key: that of the first task that depth first takes."""
        last = self.branches[-1]
        return tuple(-number for number in (self.lineage if last.is_rest else (*self.lineage, last.index)))


@dataclass(frozen=True, slots=True)
class WorkPart:
    """`origins`: the one that depth first comes to is last. `has_cut`: what came before has cut paths.
    `generation`: how many parts it is left of, one of the other. `number`, `parent`: its own, and that of
    the last of them, for those who measure. `experience`: that of the technique which left it. `owner`: the worker that
    left it, 0 if none did."""

    origins: tuple[PartOrigin, ...]
    variables: Variables
    arbitrary: int = 0
    has_cut: bool = False
    generation: int = 0
    number: int = 0
    parent: int = 0
    experience: object = None
    owner: int = 0

    @property
    def rank(self) -> tuple[int, ...]:
        """Sort key; a part without tasks is for a worker that has to look at something again."""
        return self.origins[-1].rank if self.origins else (1,)

    @property
    def tasks(self) -> int:
        return sum(len(origin.branches) for origin in self.origins)

    @property
    def interrupted(self) -> int:
        """Instructions of its runs that did not end in an earlier part: they have to be executed again."""
        return sum(left.steps for origin in self.origins for left in origin.branches)


@dataclass(frozen=True, slots=True)
class PartOrder:
    """A part for a worker. `work`: after this much, what is left goes back. `budget`: what is left of that of the
    exploration. `before`: at least this many paths come before those of the part. `news`: what techniques of other
    workers tell that of this one, packed."""

    part: WorkPart
    work: int
    budget: Budget
    before: int = 0
    news: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class News:
    """A run that covered something first, within its part: the names of what it covered. `branches`: it has only passed
    so many so far."""

    given: EarlierInput
    branches: int | None
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NamedCandidate:
    """An input that covers what has these names, for the case that no path does."""

    lineage: tuple[int, ...]
    model: tuple[int, ...]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PartOutcome:
    """What a worker found. `ordinals`: for each of the paths that it keeps, how many there were in the part up to it.
    `covering`: which of them were run for coverage alone. `explored`: how many paths there were. `left`: what is left
    to do. `goals`: runs with goals that were not tried. `learned`: what the technique tells others, packed. `held`:
    tasks that it keeps to itself. `has_rest`: it has not looked at everything again that it may have to look at.
    `hands_over`: why another technique should explore instead. `experience`: for what is left. `moments`: one per run,
    if somebody wants them."""

    state: EarlierCounts
    variables: Variables
    arbitrary: int
    paths: Sequence[Path]
    ordinals: Sequence[int]
    covering: Sequence[bool]
    explored: int
    news: Sequence[News]
    candidates: Sequence[NamedCandidate]
    left: tuple[PartOrigin, ...]
    goals: Sequence[EarlierInput] = ()
    spent: Spent | None = None
    steps: int = 0
    cpu: float = 0.0
    worker: int = 0
    problem: str = ""
    learned: SharedNews | None = None
    held: tuple[PartOrigin, ...] = ()
    has_rest: bool = False
    hands_over: tuple[Technique, str] | None = None
    experience: object = None
    moments: Sequence[Moment] = ()


def origins_of(tasks: Iterable[Task], details: Callable[[Task], object]) -> tuple[PartOrigin, ...]:
    """Tasks as a part has them. `details`: what there is to know of a task besides its path and its branch."""
    ordered = sorted(tasks, key=lambda task: tuple(-number for number in task.lineage), reverse=True)
    found = []
    for origin, leaving in groupby(ordered, key=lambda task: task.origin):
        found.append(PartOrigin(origin.lineage, given_of(origin), tuple(left_task(task, details) for task in leaving)))
    return tuple(found)


def left_task(task: Task, details: Callable[[Task], object]) -> LeftTask:
    """A task without its path."""
    return LeftTask(0, task.index if task.is_rest else task.lineage[-1], task.place, task.is_rest, details(task))


def with_steps(origins: Iterable[PartOrigin], steps: Mapping[tuple[int, ...], int]) -> tuple[PartOrigin, ...]:
    """The same, with the instructions of runs that did not end, by lineage."""
    return tuple(_with_steps(each, steps[each.lineage]) if each.lineage in steps else each for each in origins)


def _with_steps(origin: PartOrigin, steps: int) -> PartOrigin:
    return replace(
        origin, branches=tuple(replace(each, steps=steps) if each.is_rest else each for each in origin.branches)
    )


def split(origins: Sequence[PartOrigin], alone: int) -> list[tuple[PartOrigin, ...]]:
    """What is left of a part, as parts for several workers. The most work follows the branches that come first on their
    paths: so many of them go alone."""
    found: list[tuple[PartOrigin, ...]] = []
    rest = tuple(origins)
    while rest and len(found) < alone:
        first, rest = _first(rest)
        found.append((first,))
    return [*found, rest] if rest else found


def pieces(origins: Sequence[PartOrigin], count: int) -> list[tuple[PartOrigin, ...]]:
    """Tasks as so many parts of about the same number of runs that they leave, if there are enough tasks."""
    divided = list(origins)
    while divided and len(divided) < count:
        at = max(range(len(divided)), key=lambda n: len(divided[n].branches))
        most = divided[at]
        middle = len(most.branches) // 2
        if not middle:
            break
        some = (most.branches[:middle], most.branches[middle:])
        divided[at : at + 1] = [PartOrigin(most.lineage, most.given, branches) for branches in some]
    size = max(1, -(-len(divided) // count))
    return [tuple(divided[at : at + size]) for at in range(0, len(divided), size)]


def _first(origins: Sequence[PartOrigin]) -> tuple[PartOrigin, tuple[PartOrigin, ...]]:
    """The task that depth first comes to last, and all others."""
    origin, *others = origins
    alone = PartOrigin(origin.lineage, origin.given, origin.branches[:1])
    if len(origin.branches) == 1:
        return alone, tuple(others)
    return alone, (PartOrigin(origin.lineage, origin.given, origin.branches[1:]), *others)
