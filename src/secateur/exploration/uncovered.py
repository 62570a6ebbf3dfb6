"""How far a task is from a side of a branch that no run has taken, over the whole program."""

from __future__ import annotations

from itertools import pairwise

from secateur.exploration.code_graph import FAR, CodeGraph, CodeSide
from secateur.exploration.nearest import Nearest
from secateur.exploration.task import Remainder, Task
from secateur.machine.frame import Frame
from secateur.machine.machine import Machine
from secateur.machine.state import BranchSite

#: Number of calls that are told apart, the innermost ones; a run may return from the others to any caller.
MOST_CALLS = 8


class UncoveredDistances:
    """The distances of places to the nearest side of the user's code that is not covered. A place is a number: where a
    task goes on, and the calls that it has to return from. A side that was aimed at in vain moves away, so that others
    get their turn: perhaps it cannot be taken at all.

    The failing side of a check is a place of its own, with a negative number: it is near until somebody has tried it.
    """

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._graph = CodeGraph(machine.program, machine.entry.name)
        self._wanted: list[CodeSide] = []
        goals = self._goals()
        goals |= {self._graph.inner(node): number for node, number in goals.items()}
        self._nearest = Nearest(self._graph.edges, goals)
        self._missed: dict[int, int] = {}
        self._tried: set[int] = set()
        self._places: dict[tuple[int, bool, tuple[int, ...]], int | None] = {}
        self._ways: list[tuple[int, ...]] = []  # of each place: its node, then where each call returns to

    def _goals(self) -> dict[int, int]:
        """Nodes of the code → goals."""
        users = {function.name for function in self._machine.user_functions()}
        self._wanted = [side for side in self._graph.sides if side.function in users]
        return {self._graph.sides[side]: number for number, side in enumerate(self._wanted)}

    def place(self, task: Task) -> int | None:
        """Where a run for the task goes on; None if that is not known."""
        if not task.origin.branches or (isinstance(task, Remainder) and task.goal is not None):
            return None
        site = task.branch.site
        if task.is_failing_side:
            return -1 - site.number
        frames = _frames(task)
        key = site.number, task.branch.outcome, tuple(0 if f.call is None else f.call.number for f in frames)
        if key not in self._places:
            node = self._node(task)
            self._places[key] = None if node is None else len(self._ways)
            if node is not None:
                self._ways.append(self._way(node, frames))
        return self._places[key]

    def _node(self, task: Task) -> int | None:
        site = task.branch.site
        if isinstance(site, BranchSite):
            taken = task.branch.outcome != site.inverted
            target = site.if_false if taken else site.if_true
            if target is not None and target.origin is not None:
                return self._graph.sides.get(CodeSide(target.function, target.origin, target.label))
        return self._graph.piece(site.function, *site.place)

    def _way(self, node: int, frames: list[Frame]) -> tuple[int, ...]:
        """If a call is not known, the run may return from there to any caller."""
        nodes = [node]
        for frame, caller in pairwise(frames):
            after = None
            if frame.call is not None:
                block, index = frame.call.place
                after = self._graph.piece(caller.code.function.name, block, index + 1)
            if after is None:
                break
            nodes.append(after)
        *known, last = nodes
        is_all = len(nodes) == len(frames) and frames[-1].call is None
        return *map(self._graph.inner, known), self._graph.inner(last) if is_all else last

    def distance(self, place: int) -> int:
        """`FAR` if nothing new can be reached. Distances only grow."""
        if place < 0:
            return FAR if place in self._tried else 0
        return self._shortest(place)[0]

    def _shortest(self, place: int) -> tuple[int, int]:
        """The distance, and which side it leads to."""
        best, goal, passed = FAR, -1, 0
        for node in self._ways[place]:
            self._renew(node)
            length = passed + self._nearest.distance[node]
            if length < best:
                best, goal = length, self._nearest.goal[node]
            passed += self._graph.to_exit(node)
            if passed >= best:
                break
        return best, goal

    def _renew(self, node: int) -> None:
        nearest = self._nearest
        while (goal := nearest.goal[node]) >= 0 and self._is_covered(goal):
            nearest.raise_cost(goal, FAR)

    def aim(self, place: int) -> int | None:
        """A task at this place is taken. Which side it aims at; None for a check."""
        if place < 0:
            self._tried.add(place)
            return None
        return self._shortest(place)[1]

    def is_hit(self, goal: int) -> bool:
        """Has the run that aimed at this side come there? If not, the side is farther away now. The distances are
        changed at the first, second, fourth, eighth … miss, by as many as these."""
        if self._is_covered(goal):
            return True
        missed = self._missed[goal] = self._missed.get(goal, 0) + 1
        if missed & (missed - 1) == 0:
            self._nearest.raise_cost(goal, missed)
        return False

    def _is_covered(self, goal: int) -> bool:
        side = self._wanted[goal]
        segment = self._machine.code(side.function).segments.get((side.target, 0, side.block))
        return segment is not None and segment.entered


def _frames(task: Task) -> list[Frame]:
    """The frames at the branch, innermost first, as far as a snapshot has them."""
    serial = task.branch.frame
    for snapshot in reversed(task.snapshots):
        frames = snapshot.frames
        for number in range(len(frames) - 1, -1, -1):
            if frames[number].serial == serial:
                return frames[max(0, number + 1 - MOST_CALLS) : number + 1][::-1]
    return []
