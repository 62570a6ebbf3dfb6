"""Facts that reach the statements of one function unless killed (DGSE, section 5.2).

There are three kinds of facts: a definition of a variable, killed by another definition; a branch side, for control
dependence, killed where nothing depends on it any more, directly or transitively; a branch side and a variable, for
potential dependence, killed by a definition of that variable. The paper kills a branch when *any* variable that its
other side defines is defined; one fact per variable is more precise.

Statements are *runs*: consecutive instructions of a block on the same line.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from operator import or_

from secateur.dependence.by_line.lines import Lines, Place, PotentialLike
from secateur.dependence.by_line.statements import Statements
from secateur.dependence.control.closure import bits
from secateur.dependence.control.code import Unit


@dataclass(slots=True, eq=False)
class StatementRun:
    """`places`: its line, once per side if it ends in a branch."""

    number: int
    block: int
    nodes: range
    places: tuple[Place, ...]
    kill: int = 0
    gen: int = 0


@dataclass(slots=True, eq=False)
class ReachingFact:
    """`run` generates it, or, if there is a `side`, the edge on that side. `variable`: None for control."""

    places: tuple[Place, ...]
    block: int
    run: int
    side: int | None
    variable: int | None


class ReachingFacts:
    """The numbered facts of one function, as bit sets, and `depends`: the facts that each place depends on.

    `potential` are the potential dependences within the function. `held` are those whose side leaves the variable
    unchanged on some path to the target; across several joins, the edges in `potential` do not show this.
    """

    def __init__(self, unit: Unit, lines: Lines, statements: Statements, potential: Iterable[PotentialLike]) -> None:
        self.unit = unit
        self.flow = unit.flow
        self.lines = lines
        self._statements = statements
        self.runs: list[StatementRun] = []
        self.runs_of: list[list[StatementRun]] = []
        self._make_runs()
        self._run_of = {node: run for run in self.runs for node in run.nodes}
        self._elsewhere: dict[tuple[int, int], frozenset[int]] = {}
        self.facts: list[ReachingFact] = []
        self.depends: dict[Place, int] = {}
        self.on_edge: dict[tuple[int, int], int] = {}
        self.inside = [0] * self.flow.exit  # the control facts that hold in a block
        self._control_facts = 0
        self._of_variable: dict[int, int] = {}
        self._definitions()
        self._control()
        reasons = self._potential(potential)
        self._make_kills()
        self._reaching = self._reach()
        self._memory_uses()
        self.held = [edge for edge, facts in reasons if self._holds(edge, facts)]

    def enters(self, block: int) -> int:
        """The facts that entering a block does not kill."""
        return ~self._control_facts | self.inside[block]

    # --- statements

    def _make_runs(self) -> None:
        unit, lines = self.unit, self.lines
        for block in range(self.flow.exit):
            here: list[StatementRun] = []
            start, last = unit.starts[block], None
            for node in unit.nodes_of(block):
                place = lines.place(node) or last
                if last is not None and place != last:
                    here.append(self._run(block, range(start, node)))
                    start = node
                last = place
            here.append(self._run(block, range(start, unit.starts[block + 1])))
            self.runs_of.append(here)

    def _run(self, block: int, nodes: range) -> StatementRun:
        sides = self.lines.sides(nodes[-1])
        if not sides or not sides[0].side:
            sides = next(((p,) for p in map(self.lines.place, nodes) if p is not None), ())
        run = StatementRun(len(self.runs), block, nodes, sides)
        self.runs.append(run)
        return run

    # --- facts, and what depends on them

    def _add(self, fact: ReachingFact) -> int:
        self.facts.append(fact)
        bit = 1 << (len(self.facts) - 1)
        if fact.variable is not None:
            self._of_variable[fact.variable] = self._of_variable.get(fact.variable, 0) | bit
        return bit

    def _depend(self, run: StatementRun, facts: int) -> None:
        for place in run.places:
            self.depends[place] = self.depends.get(place, 0) | facts

    def _definitions(self) -> None:
        """Results of instructions that another run uses, and memory writes."""
        users: dict[int, list[StatementRun]] = {}
        for run in self.runs:
            for node in run.nodes:
                for root in self._statements.roots.get(node, ()):
                    if self._run_of[root] is not run or root >= node:
                        users.setdefault(root, []).append(run)
        for run in self.runs:
            for node in run.nodes:
                for variable in self._statements.defines.get(node, ()):
                    in_memory = variable in self._statements.memory
                    if run.places and (in_memory or node in users):
                        bit = self._add(ReachingFact(run.places, run.block, run.number, None, variable))
                        run.gen |= bit
                        for user in () if in_memory else users[node]:
                            self._depend(user, bit)

    def _control(self) -> None:
        controlled: dict[tuple[int, int], list[int]] = {}
        for block, by in enumerate(self.flow.controls):
            for branch in by:
                controlled.setdefault(branch, []).append(block)
        for (block, side), blocks in controlled.items():
            place = self.lines.side(self.unit.terminator(block), side)
            if place is None:
                continue
            bit = self._add_on_edge(block, side, place, None)
            self._control_facts |= bit
            for other in _closure(blocks, controlled):
                self.inside[other] |= bit
            for other in blocks:
                for run in self.runs_of[other]:
                    self._depend(run, bit)

    def _potential(self, edges: Iterable[PotentialLike]) -> list[tuple[PotentialLike, int]]:
        """Each edge with its possible facts: one per variable that the edge can refer to."""
        made: dict[tuple[int, int, int], int] = {}
        reasons: list[tuple[PotentialLike, int]] = []
        for edge in edges:
            block = self.unit.blocks[edge.branch - self.unit.first]
            place = self.lines.side(edge.branch, edge.side)
            facts = 0
            for variable in self._meant(edge) if place is not None else ():
                if variable in self._defined_elsewhere(block, edge.side):
                    key = block, edge.side, variable
                    if place is not None and key not in made:
                        made[key] = self._add_on_edge(block, edge.side, place, variable)
                    facts |= made[key]
            reasons.append((edge, facts))
        return reasons

    def _meant(self, edge: PotentialLike) -> list[int]:
        """The used variables that an edge can refer to: those with its name, otherwise those without a name."""
        used, names = self._statements.uses.get(edge.target, ()), self._statements.names
        if edge.variable is None:
            return list(used)
        named = [variable for variable in used if names.get(variable) == edge.variable]
        return named or [variable for variable in used if variable not in names]

    def _holds(self, edge: PotentialLike, facts: int) -> bool:
        """Does one of the facts reach the target? If so, the target depends on it. A constant has no fact, so its edges
        are kept."""
        run = self._run_of[edge.target]
        reaching = facts & self._reaching[run.number]
        self._depend(run, reaching)
        return reaching != 0 or edge.target in self._statements.constants

    def _defined_elsewhere(self, block: int, side: int) -> frozenset[int]:
        """The variables that another side of a branch may define."""
        found = self._elsewhere.get((block, side))
        if found is None:
            others = (s for s in range(len(self.flow.successors[block])) if s != side)
            found = self._elsewhere[block, side] = frozenset(
                variable
                for other in others
                for inside in bits(self.flow.region(block, other))
                for node in self.unit.nodes_of(inside)
                for variable in self._statements.defines.get(node, ())
            )
        return found

    def _add_on_edge(self, block: int, side: int, place: Place, variable: int | None) -> int:
        bit = self._add(ReachingFact((place,), block, self.runs_of[block][-1].number, side, variable))
        self.on_edge[block, side] = self.on_edge.get((block, side), 0) | bit
        return bit

    # --- kills, and uses of memory

    def _make_kills(self) -> None:
        """A run kills all facts about the variables it definitely overwrites, except those it generates itself."""
        own: dict[int, dict[int, int]] = {}
        for number, fact in enumerate(self.facts):
            if fact.side is None and fact.variable is not None:
                own.setdefault(fact.run, {}).setdefault(fact.variable, 0)
                own[fact.run][fact.variable] |= 1 << number
        for run in self.runs:
            for node in run.nodes:
                for variable in self._statements.overwrites.get(node, ()):
                    run.kill |= self._of_variable.get(variable, 0) & ~own.get(run.number, {}).get(variable, 0)

    def _reach(self) -> list[int]:
        """The facts that hold before each run: the usual reaching-definitions analysis."""
        entering: dict[int, int] = {0: 0}
        todo = [0]
        while todo:
            block = todo.pop()
            out = entering[block]
            for run in self.runs_of[block]:
                out = out & ~run.kill | run.gen
            for side, following in enumerate(self.flow.successors[block]):
                there = (out | self.on_edge.get((block, side), 0)) & self.enters(following)
                before = entering.get(following)
                if before is None or there & ~before:
                    entering[following] = there | (before or 0)
                    todo.append(following)
        reaching = [0] * len(self.runs)
        for block, holding in entering.items():
            now = holding
            for run in self.runs_of[block]:
                reaching[run.number] = now
                now = now & ~run.kill | run.gen
        return reaching

    def _memory_uses(self) -> None:
        branches = reduce(or_, self.on_edge.values(), 0)
        for run in self.runs:
            for node in run.nodes:
                for variable in self._statements.uses.get(node, ()):
                    if variable in self._statements.memory:
                        about = self._of_variable.get(variable, 0) & ~branches
                        self._depend(run, self._reaching[run.number] & about)


def _closure(blocks: list[int], controlled: dict[tuple[int, int], list[int]]) -> set[int]:
    """These blocks and all blocks that the branches in them control, directly or transitively."""
    below: dict[int, list[int]] = {}
    for (branch, _), others in controlled.items():
        below.setdefault(branch, []).extend(others)
    seen: set[int] = set()
    todo = list(blocks)
    while todo:
        block = todo.pop()
        if block not in seen:
            seen.add(block)
            todo += below.get(block, ())
    return seen
