"""The postconditions that an exploration collects, and whether a running path is covered by them.

After "Eliminating Path Redundancy via Postconditioned Symbolic Execution" by Yi, Yang, Guo, Wang, Liu and Zhao (PSE).
Nothing here cuts a path: the technique `pse` does.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeVar

from secateur import expr
from secateur.exploration.path_tree import Covered, Location, TreeNode, Waiting, location_at
from secateur.expr import Expr
from secateur.machine.fault import FaultKind
from secateur.machine.path import Path, Site
from secateur.machine.snapshot import Snapshot
from secateur.machine.state import State
from secateur.postcondition.cells import Cells, Reading
from secateur.postcondition.general import End, General, Start, StretchEnd
from secateur.postcondition.summary import (
    ANYTHING,
    Item,
    LocationSummary,
    both_sides,
    either,
    hoisted,
    instantiate,
    narrowed,
    precondition,
)
from secateur.postcondition.words import Words
from secateur.solver import Sat, Solver, Unsat

T = TypeVar("T")

#: The work of one side of a branch, and of a node of its conditions, in instructions of a plain run.
SIDE, NODE = 600, 10

#: Called after each path with the conditions that are covered at each line.
Journal = Callable[[Path, list[tuple[int, list[str]]]], None]


def _option(default: T, text: str) -> T:
    return field(default=default, metadata={"help": text})


class SummaryKind(StrEnum):
    VALUES = "values"
    CONDITIONS = "conditions"


@dataclass(frozen=True, slots=True)
class PseOptions:
    """The optimisations of section 4 of the paper, and two more: `narrow` and `quick`. They are about summaries by
    conditions; who changes one of them gets these."""

    first: bool = _option(False, "section 4.1: use a summary only the first time a path reaches its location")
    size: int = _option(500, "section 4.1: maximum number of nodes of an item; a summary may have 100 times as many")
    simplify: bool = _option(True, "section 4.2: simplify summaries (Algorithm 4)")
    reuse: bool = _option(True, "section 4.3: compute a summary from those of later branches (equation 1)")
    narrow: int = _option(100, "number of nodes from which an item keeps to the numbers of its state; 0: never")
    quick: bool = _option(True, "try the model at hand before asking the solver")
    summaries: SummaryKind = field(
        default=SummaryKind.VALUES,
        metadata={
            "help": "by values: of all that matters afterwards; by conditions: weakest preconditions, as published"
        },
    )


class ConditionQuestion:
    """All summaries at a location may help."""

    def __init__(self, covering: Callable[[], Item | None]) -> None:
        self._covering = covering

    def promising(self, waiting: Waiting[Item]) -> TreeNode[Item] | None:
        return next(iter(waiting.nodes), None)

    def answer(self) -> Covered[Item] | None:
        item = self._covering()
        return None if item is None else Covered([item])


class Postconditions:
    """Summaries by location. `faults` are the known ones; their conditions need not be distinguished."""

    def __init__(self, options: PseOptions, solver: Solver) -> None:
        self.options = options
        self.solver = solver
        self.cells = Cells()
        self.spent = 0
        self.faults: set[tuple[FaultKind, object]] = set()
        self.summaries: dict[Location, LocationSummary] = {}
        self._general = General(self.cells, self._is_known)
        self._words: dict[Location, Words] = {}

    def learn(self, path: Path) -> None:
        """Remember the fault, if the path ended in one."""
        if path.fault is not None:
            self.faults.add((path.fault.kind, path.fault.position))

    def _is_known(self, state: State, site: Site) -> bool:
        return site.fault is not None and (site.fault, state.place(site.position, site.function)[0]) in self.faults

    # --- summaries

    def before(
        self, snapshot: Snapshot, side: bool, model: tuple[int, ...], target: StretchEnd | End, items: list[Item]
    ) -> list[Item]:
        """The states at a branch from which one of its sides leads to the target, and to one of the items there.
        `model` is the input of a path that goes there."""
        if not items:
            return []
        start = Start(self.cells, snapshot, model)
        place = (location_at(snapshot), side)
        followed = self._general.follow(start, side, target, place)
        if followed is None:
            return []
        found = [precondition(followed, item) for item in items]
        return [item for item in found if item is not None]

    def joined(self, snapshot: Snapshot, if_true: list[Item], if_false: list[Item]) -> list[Item]:
        """The items of a branch, made from those of its sides: simplified to one if `simplify` is on, narrowed if
        large."""
        cells = self.cells
        condition = cells.condition(location_at(snapshot))
        if not self.options.simplify:
            sides = [both_sides(condition, item, None, cells) for item in if_true]
            sides += [both_sides(condition, None, item, cells) for item in if_false]
        else:
            sides = [both_sides(condition, either(if_true, cells), either(if_false, cells), cells)]
        found = [item for item in sides if item is not None]
        if self.options.narrow and any(item.size > self.options.narrow for item in found):
            reading = Start(cells, snapshot, ()).reading
            found = [self._narrowed(item, reading) for item in found]
        return [item for item in found if item.size <= self.options.size]

    def _narrowed(self, item: Item, reading: Reading) -> Item:
        """The item, or fewer states if it is large."""
        for narrow in (hoisted, narrowed):
            if item.size > self.options.narrow:
                item = narrow(item, reading)
        return item

    def store(self, snapshot: Snapshot, items: list[Item]) -> None:
        location = location_at(snapshot)
        summary = self.summaries.get(location)
        if summary is None:
            summary = self.summaries[location] = LocationSummary()
            depth = len(snapshot.frames) - 1
            self._words[location] = Words(self.cells, snapshot.site, snapshot.frames[-1].code, depth)
        for item in items:
            summary.add(item, self.options.simplify, 100 * self.options.size)

    def at_end(self) -> Item:
        return ANYTHING

    def place(self, location: Location, condition: Expr | bool) -> object:
        return location

    def knows(self, place: object) -> bool:
        return place in self.summaries

    def summarise(self, node: TreeNode[Item]) -> list[Item]:
        snapshot = node.snapshot
        assert snapshot is not None
        sides: tuple[list[Item], list[Item]] = ([], [])
        for edge in node.edges:
            before = self.before(snapshot, edge.side, edge.model, edge.target, edge.covered)
            sides[edge.side].extend(before)
            self.spent += SIDE
        items = self.joined(snapshot, sides[True], sides[False])
        self.spent += NODE * sum(item.size for item in items)
        if node.stored:
            self.store(snapshot, items)
        return items

    def update(
        self, snapshot: Snapshot, side: bool, model: tuple[int, ...], target: StretchEnd | End, items: list[Item]
    ) -> None:
        """What one side of a branch has led to, stored by itself, without waiting for the other side."""
        before = self.before(snapshot, side, model, target, items)
        self.store(snapshot, self.joined(snapshot, before, []) if side else self.joined(snapshot, [], before))

    def told(self) -> list[tuple[int, list[str]]]:
        """Every summary as text, by line."""
        found = [(self._words[at].line, self._words[at].summary(s)) for at, s in self.summaries.items() if s.items]
        return sorted(found, key=lambda entry: entry[0])

    # --- is a path covered?

    def question(self, state: State, condition: Expr | bool, location: Location) -> ConditionQuestion:
        return ConditionQuestion(lambda: self.covering(state, condition, location))

    def covering(self, state: State, condition: Expr | bool, location: Location) -> Item | None:
        """The item that covers the state before a branch for all inputs of its path; None if there is none, or if the
        solver cannot decide.

        The solver looks for an input outside the items that contain the inputs so far. If an input is in no item, the
        path continues with it.
        """
        summary = self.summaries.get(location)
        if summary is None or not summary.items:
            return None
        prefix = [b.condition for b in state.branches if not b.implied]
        used: list[Item] = []
        outside: list[Expr | int] = []
        model = state.model
        while True:
            reading = Reading(self.cells, state.frames, state.memory, condition, model, state.occurrences)
            covered = self._collect(summary, reading, state, used, outside)
            if covered is not None:
                return either(used, self.cells) if covered else None
            answer = self.solver.solve([*prefix, *outside], model, len(prefix))
            if isinstance(answer, Unsat):
                return either(used, self.cells)
            if not isinstance(answer, Sat):
                return None
            model = state.model = answer.model
            if not self.options.quick:
                return None

    def _collect(
        self, summary: LocationSummary, reading: Reading, state: State, used: list[Item], outside: list[Expr | int]
    ) -> bool | None:
        """Adds the candidate items to `used`, and the conditions for being outside them to `outside`. True: one of them
        covers the state for every input; False: none does; None: the solver has to decide."""
        items = summary.items
        if self.options.quick:
            item = summary.find(reading)
            items = [] if item is None else [item]
        before = len(used)
        for item in items:
            left = instantiate(item, reading, state.known)
            if left is not None:
                used.append(item)
                if not left:
                    used[:] = [item]
                    return True
                outside.append(expr.not_(expr.conj(left)))
        return False if len(used) == before else None
