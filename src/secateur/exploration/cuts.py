"""What a technique left out: sides of branches that full exploration would have tried from the same runs.

The runs of an exploration form a tree. Full exploration tries the other side of every branch in it. A side is *cut* if
no run took it from there (also not by chance) and no input was looked for. What follows a side that was cut is unknown:
a cut stands for one path or for many, or for none if no input takes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from secateur.exploration.sides import can_flip
from secateur.exploration.task import Remainder, Task
from secateur.expr import Expr
from secateur.ir.model import Position
from secateur.machine.path import BranchKind, Path, Site


class CutKind(StrEnum):
    """Why a side was not tried."""

    INDEPENDENT = "independent"  # nothing on the run depends on it together with certain earlier decisions
    REPEATED = "repeated"  # another run takes it after the same decisions, as far as they matter
    NO_EFFECT = "no-effect"  # the output does not depend on it
    NOT_IMPACTED = "not-impacted"  # the change does not affect it
    OUT_OF_REACH = "out-of-reach"  # behind it, the change is not executed
    COVERED = "covered"  # everything that can follow is covered by paths that were explored
    UNEXPLAINED = "unexplained"  # the technique gives no reason


@dataclass(frozen=True, slots=True)
class CutReason:
    """`others`: the earlier decisions that it is independent of, as conditions with their places."""

    kind: CutKind
    others: tuple[tuple[Expr, Position], ...] = ()


@dataclass(frozen=True, slots=True)
class Cut:
    """A place where sides were cut, how many, and why. If `kind` is `INDEPENDENT`, `others` are those of the first."""

    technique: str
    position: Position
    branch: BranchKind
    count: int
    reason: CutReason


def independent(path: Path, number: int, together: int) -> CutReason:
    """The reason if the other side of a branch matters only together with certain decisions, as a bit set."""
    others = {
        (b.condition if b.outcome else b.negation, b.site.position): None
        for n, b in enumerate(path.branches[:number])
        if b.site.kind is BranchKind.CONDITION and not b.implied and not together >> n & 1
    }
    return CutReason(CutKind.INDEPENDENT, tuple(others)) if others else CutReason(CutKind.REPEATED)


def joined(earlier: Iterable[Cut], later: Iterable[Cut]) -> list[Cut]:
    """The cuts of two parts of an exploration."""
    found: dict[tuple[str, Position, BranchKind, CutKind], Cut] = {}
    for cut in (*earlier, *later):
        key = (cut.technique, cut.position, cut.branch, cut.reason.kind)
        before = found.get(key)
        found[key] = cut if before is None else replace(before, count=before.count + cut.count)
    return sorted(found.values(), key=lambda cut: (cut.position, cut.branch))


#: What the technique says about a branch of the path that it has just looked at.
Explain = Callable[[Path, int], CutReason]


class Untried:
    """Finds the cuts of an exploration. Nodes of the tree are hashes of the conditions that lead to them."""

    def __init__(self, explain: Explain) -> None:
        self._explain = explain
        self._taken: set[int] = set()
        self._asked: set[int] = set()
        self._untried: dict[int, Site] = {}
        self._stopped: dict[Site, int] = {}
        self._reasons: dict[Site, CutReason] = {}

    def look(self, path: Path, tasks: Iterable[Task]) -> None:
        """A run, and what the technique made of it."""
        asked = {task.index for task in tasks if task.origin is path and not _is_elsewhere(task)}
        known, untried, node = self._taken, self._untried, 0
        for number, branch in enumerate(path.branches):
            taken = hash((node, branch.condition.key))
            if taken not in known:
                known.add(taken)
                untried.pop(taken, None)
            if can_flip(branch):
                other = hash((node, branch.negation.key))
                if number in asked:
                    self._asked.add(other)
                    untried.pop(other, None)
                elif other not in known and other not in untried and other not in self._asked:
                    untried[other] = branch.site
                    if branch.site not in self._reasons:
                        self._reasons[branch.site] = self._explain(path, number)
            node = taken

    def given_up(self, task: Task) -> None:
        """A task that was no longer worth trying when its turn came: another run had done what it wanted."""
        node = 0
        for branch in task.origin.branches[: task.index]:
            node = hash((node, branch.condition.key))
        other, site = hash((node, task.branch.negation.key)), task.branch.site
        if other not in self._taken:
            self._untried.setdefault(other, site)
            self._reasons.setdefault(site, CutReason(CutKind.REPEATED))

    def stopped(self, site: Site) -> None:
        """A run was cut at a branch, before it took a side."""
        self._stopped[site] = self._stopped.get(site, 0) + 1

    def cuts(self, technique: str) -> list[Cut]:
        """By place, in the order of the source."""
        counts: dict[tuple[Site, CutKind], int] = {}
        for site in self._untried.values():
            key = (site, self._reasons[site].kind)
            counts[key] = counts.get(key, 0) + 1
        for site, count in self._stopped.items():
            key = (site, CutKind.COVERED)
            counts[key] = counts.get(key, 0) + count
        found = [
            Cut(technique, site.position, site.kind, count, self._reason(site, kind))
            for (site, kind), count in counts.items()
        ]
        return sorted(found, key=lambda cut: (cut.position, cut.branch))

    def _reason(self, site: Site, kind: CutKind) -> CutReason:
        reason = self._reasons.get(site)
        return reason if reason is not None and reason.kind is kind else CutReason(kind)


def _is_elsewhere(task: Task) -> bool:
    """Does the task ask for something else than the other side of its branch?"""
    return isinstance(task, Remainder) and task.goal is not None
