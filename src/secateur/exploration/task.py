"""What to try next: a branch of a path whose other side is wanted, and the conditions that an input must satisfy.

There are three kinds. A `Flip` follows the whole path up to the branch. A `Repeat` follows only the decisions that
matter to the branch. A `Remainder` stands for what a run has left of a region of inputs. The rest of a run that was set
aside is a task as well: a `Rest`. In another process, where their paths are not known, they are a `RegionTask`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from secateur import expr
from secateur.dependence.trace.relevance import numbers
from secateur.expr import Expr
from secateur.machine.path import Branch, BranchKind, Ending, Path
from secateur.machine.snapshot import Snapshot


def place_of(branch: Branch) -> str:
    """What a branch must have in common with that of the same run at another time, or in another process."""
    return f"{branch.site.position}:{branch.site.position.column} {branch.site.kind} {branch.outcome}"


@dataclass(frozen=True, slots=True, eq=False)
class Task(ABC):
    """Take the other side of branch number `index` of `origin`.

    `snapshots` are states that the path passed at or before that branch, the nearest one last. Without any, the run
    starts at the beginning.
    """

    origin: Path
    index: int
    snapshots: tuple[Snapshot, ...] = ()

    @property
    def branch(self) -> Branch:
        return self.origin.branches[self.index]

    @property
    def lineage(self) -> tuple[int, ...]:
        """Of the path that is run for it."""
        return self.origin.lineage if self.is_rest else (*self.origin.lineage, self.index)

    @property
    def place(self) -> str:
        return place_of(self.branch)

    @property
    def wanted(self) -> Expr:
        return self.branch.negation

    @property
    @abstractmethod
    def conditions(self) -> list[Expr]:
        """All conditions that an input must satisfy, the wanted one last."""

    @property
    @abstractmethod
    def satisfied(self) -> int:
        """How many of the first conditions the input of `origin` satisfies."""

    @property
    def follows_path(self) -> bool:
        """Does every run for the task pass all branches before the wanted one as `origin` did?"""
        return False

    @property
    def is_rest(self) -> bool:
        """Is it about the side that the path took? Then the path is the beginning of a run, whose input is known."""
        return False

    def left_at(self, model: tuple[int, ...]) -> int:
        """The number of the first branch of the path that an input for this task passes differently."""
        for number, branch in enumerate(self.origin.branches[: self.index]):
            if not expr.evaluate(branch.condition, model):
                return number
        return self.index

    @property
    def is_failing_side(self) -> bool:
        """Does the path end right there, in a fault? Then nothing needs to run."""
        branch = self.branch
        return branch.site.kind is BranchKind.CHECK and not branch.outcome


@dataclass(frozen=True, slots=True, eq=False)
class Flip(Task):
    """Pass all branches before the wanted one as the path did."""

    @property
    def conditions(self) -> list[Expr]:
        found = [branch.condition for branch in self.origin.branches[: self.index]]
        found.append(self.wanted)
        return found

    @property
    def satisfied(self) -> int:
        return self.index

    @property
    def follows_path(self) -> bool:
        return True

    def left_at(self, model: tuple[int, ...]) -> int:
        return self.index


@dataclass(frozen=True, slots=True, eq=False)
class Rest(Flip):
    """What comes after the last branch of a run that was set aside."""

    @property
    def wanted(self) -> Expr:
        return self.branch.condition

    @property
    def is_rest(self) -> bool:
        return True

    @property
    def is_failing_side(self) -> bool:
        return False


@dataclass(frozen=True, slots=True, eq=False)
class Repeat(Task):
    """Repeat only the `relevant` decisions, a bit set of branch numbers. The run may leave the path earlier.

    `key` names the task for the technique that made it. `excluded` are conditions that keep out inputs whose runs are
    known to end early.
    """

    relevant: int = 0
    key: int = 0
    excluded: tuple[Expr, ...] = ()

    @property
    def conditions(self) -> list[Expr]:
        branches = self.origin.branches
        return [*(branches[n].condition for n in numbers(self.relevant)), self.wanted]

    @property
    def other_conditions(self) -> list[Expr]:
        """Those of the other decisions before the branch."""
        before = self.origin.branches[: self.index]
        return [branch.condition for n, branch in enumerate(before) if not self.relevant >> n & 1]

    @property
    def satisfied(self) -> int:
        return self.relevant.bit_count()


@dataclass(frozen=True, slots=True, eq=False)
class RegionTask(Task):
    """All inputs that satisfy some conditions, whatever path they take: what a task of another process stands for. Its
    `origin` is an input without a run, its `place_in_tree` the lineage of the task.

    `passing`: the decisions that a run for the task has to pass, if it stands for nothing else. `excluded`: as for a
    `Repeat`.
    """

    given: tuple[Expr, ...] = ()
    place_in_tree: tuple[int, ...] = ()
    passing: frozenset[int] = frozenset()
    excluded: tuple[Expr, ...] = ()

    @property
    def conditions(self) -> list[Expr]:
        return list(self.given)

    @property
    def satisfied(self) -> int:
        return 0

    @property
    def lineage(self) -> tuple[int, ...]:
        return self.place_in_tree

    @property
    def place(self) -> str:
        return ""

    @property
    def is_failing_side(self) -> bool:
        return False

    def left_at(self, model: tuple[int, ...]) -> int:
        return -1


@dataclass(frozen=True, slots=True)
class SentRegion:
    """A `RegionTask` on its way to another process."""

    given: tuple[Expr, ...]
    passing: frozenset[int] = frozenset()

    def task(self, model: tuple[int, ...], lineage: tuple[int, ...]) -> RegionTask:
        origin = Path((), Ending.INTERRUPTED, model, 0, None, (), (), (), (), 0, lineage=lineage[:-1])
        return RegionTask(origin, -1, (), self.given, lineage, self.passing)


@dataclass(frozen=True, slots=True, eq=False)
class Remainder(Task):
    """What a run has left of its `region`, the conditions of all inputs that a task answers for: the inputs that take
    the branches of `prefix` (a bit set) as the run did, and the other side of the wanted branch.

    A `goal` replaces the other side of that branch: all that the path passed may be passed again.
    """

    prefix: int = 0
    region: tuple[Expr, ...] = ()
    goal: Expr | None = None

    @property
    def wanted(self) -> Expr:
        return self.branch.negation if self.goal is None else self.goal

    @property
    def conditions(self) -> list[Expr]:
        branches = self.origin.branches
        return [*(branches[n].condition for n in numbers(self.prefix)), *self.region, self.wanted]

    @property
    def satisfied(self) -> int:
        return self.prefix.bit_count()

    @property
    def is_failing_side(self) -> bool:
        if self.goal is not None:
            return False
        return self.branch.site.kind is BranchKind.CHECK and not self.branch.outcome
