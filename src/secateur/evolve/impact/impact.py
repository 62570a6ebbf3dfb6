"""What a change can affect: section 4.1 of "Directed Incremental Symbolic Execution" (Yang, Person, Rungta, Khurshid),
across functions.

Rules 1 and 2 work forward along control and data dependence, from the statements that only one version has. They are
applied to both versions, exchanging the impacted statements that these have in common, up to a fixed point.
Then rules 3 and 4 work backward: to the branches that control the impacted statements, and to the definitions of the
values in them. Deviations from the paper:

- The dependences are those of the whole program: through calls, returns, globals and pointers, and with the branches
  that choose among values (potential dependence).
- Rules 3 and 4 are closed together. Only then do the impacted branches of a path alone determine which impacted
  statements it executes, and what they compute.
- Printed output is one output: if a part of it is impacted, so is the rest, and so are the statements at which the
  program ends itself, as they decide what has been printed by then. It is also impacted if an impacted statement may
  end the program by `exit`, since later output may then be missing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from secateur.dependence.control.code import ENDS
from secateur.dependence.static import Static
from secateur.evolve.impact.points import points
from secateur.evolve.matching.matching import Matching
from secateur.exploration.change_points import Points
from secateur.ir.model import Aggregate, Call, Constant, Folded, Operand, Symbol
from secateur.ir.operands import operands_of

#: In place of a vertex: it is needed for a statement that only the other version has.
_FOR_OTHER = -1


class Because(StrEnum):
    """Why a statement is impacted."""

    CHANGE = "changed"
    INITIAL = "initial value changed"
    CONTROL = "controlled by"  # rule 1
    DATA = "uses"  # rule 2
    OTHER = "impacted in the old version"
    DECIDES = "decides"  # rule 3
    DEFINES = "defines"  # rule 4
    OTHER_DECIDES = "decides what only the other version has"
    PRINTED = "part of the same output"


@dataclass(frozen=True, slots=True)
class ImpactStep:
    """An instruction and why it is impacted, given the one before it in its chain; `variable` is the name of what is
    passed between them, if it has one. `is_old`: the instruction belongs to the old version."""

    node: int
    because: Because
    variable: str | None = None
    is_old: bool = False


class Web:
    """All vertices of the dependence graphs of a program in one numbering, with the edges between functions."""

    def __init__(self, static: Static) -> None:
        self.static = static
        slices = static.slices
        self.shown: list[int] = []
        self.forward: list[list[int]] = []
        self.own: dict[int, list[int]] = {}  # by instruction: the vertices for itself, not for its arguments
        self.choosing: set[int] = set()  # sides of branches
        self.offsets: dict[str, int] = {}
        offsets = self.offsets
        for name, graph in slices.graphs.items():
            offset = offsets[name] = len(self.shown)
            self.shown += graph.shown
            self.forward += [[offset + t for t in targets] for targets in graph.edges()]
            self.choosing |= {offset + vertex for vertex in graph.sides.values()}
            for vertex, node in enumerate(graph.shown):
                if node >= 0 and (vertex < len(graph.unit.items) or graph.computes[vertex]):
                    self.own.setdefault(node, []).append(offset + vertex)
        for name, graph in slices.graphs.items():
            offset = offsets[name]
            for site in graph.sites:
                below, interface = offsets[site.callee], slices.graphs[site.callee].interface
                for port, vertex in zip(interface.inputs, site.inputs, strict=True):
                    self.forward[offset + vertex].append(below + port.vertex)
                for port, vertex in zip(interface.outputs, site.outputs, strict=True):
                    self.forward[below + port.vertex].append(offset + vertex)

    @cached_property
    def backward(self) -> list[list[int]]:
        found: list[list[int]] = [[] for _ in self.forward]
        for source, targets in enumerate(self.forward):
            for target in targets:
                found[target].append(source)
        return found

    @cached_property
    def variables(self) -> dict[tuple[int, int], str]:
        """The names of the variables passed from one instruction to another."""
        return {(e.source, e.target): e.variable for e in self.static.data_edges() if e.variable is not None}


class VersionImpact:
    """The impact on one version. `affected` are the instructions reached by rules 1 and 2, `nodes` by all rules."""

    def __init__(self, web: Web, is_old: bool) -> None:
        self.web = web
        self.is_old = is_old
        self._came: dict[int, tuple[int, ImpactStep | None]] = {}  # by vertex: its predecessor, or the seed
        self._needed: dict[int, int] = {}  # by vertex added by rules 3 and 4: what it is needed for
        self.changed: frozenset[int] = frozenset()  # the seeds

    @property
    def static(self) -> Static:
        return self.web.static

    @property
    def affected(self) -> frozenset[int]:
        return frozenset(self._instructions(self._came))

    @property
    def nodes(self) -> frozenset[int]:
        return frozenset([*self._instructions(self._came), *self._instructions(self._needed)])

    def _instructions(self, vertices: Iterable[int]) -> Iterator[int]:
        own = self.web.own
        for vertex in vertices:
            node = self.web.shown[vertex]
            if node >= 0 and vertex in own[node]:
                yield node

    def spread(self, seeds: Iterable[ImpactStep]) -> bool:
        """Apply rules 1 and 2 from further instructions; was anything added?"""
        todo: deque[int] = deque()
        for step in seeds:
            for vertex in self.web.own[step.node]:
                if vertex not in self._came:
                    self._came[vertex] = (-1, step)
                    todo.append(vertex)
        grown = bool(todo)
        while todo:
            here = todo.popleft()
            for following in self.web.forward[here]:
                if following not in self._came:
                    self._came[following] = (here, None)
                    todo.append(following)
        return grown

    def close(self, deciding: Iterable[int] = ()) -> None:
        """Apply rules 3 and 4 together. `deciding`: further instructions that decide whether the other version executes
        a change."""
        todo = deque(self._came)
        for node in deciding:
            for vertex in self.web.own.get(node, ()):
                if vertex not in self._came and vertex not in self._needed:
                    self._needed[vertex] = _FOR_OTHER
                    todo.append(vertex)
        while todo:
            here = todo.popleft()
            for earlier in self.web.backward[here]:
                if earlier not in self._came and earlier not in self._needed:
                    self._needed[earlier] = here
                    todo.append(earlier)

    # --- why

    def chain(self, node: int) -> list[ImpactStep]:
        """Why an instruction is impacted, beginning at the change."""
        own = self.web.own[node]
        vertex = next((v for v in own if v in self._came), None)
        if vertex is None:
            vertex = next((v for v in own if v in self._needed), None)
        if vertex is None:
            return []
        vertex, last, needed = self._forward_of(vertex, node)
        if vertex == _FOR_OTHER:
            return [ImpactStep(last, Because.OTHER_DECIDES, None, self.is_old), *needed]
        return [*self._came_from(vertex, last), *needed]

    def _forward_of(self, vertex: int, node: int) -> tuple[int, int, list[ImpactStep]]:
        """From a vertex added by rules 3 and 4 to the one it is needed for: that vertex, its instruction, the steps."""
        found: list[ImpactStep] = []
        chosen, last = False, node
        while vertex in self._needed:
            chosen = chosen or vertex in self.web.choosing
            vertex = self._needed[vertex]
            if vertex == _FOR_OTHER:
                break
            shown = self.web.shown[vertex]
            if shown >= 0 and shown != last:
                because = Because.DECIDES if chosen else Because.DEFINES
                variable = None if chosen else self.web.variables.get((last, shown))
                found.append(ImpactStep(last, because, variable, self.is_old))
                last, chosen = shown, False
        return vertex, last, found[::-1]

    def _came_from(self, vertex: int, last: int) -> list[ImpactStep]:
        """The steps of rules 1 and 2 to a vertex."""
        found: list[ImpactStep] = []
        chosen = False
        while True:
            came, begin = self._came[vertex]
            if begin is not None:
                found.append(ImpactStep(last, begin.because, begin.variable, self.is_old))
                return found[::-1]
            before = self.web.shown[came]
            chosen = chosen or came in self.web.choosing
            if before >= 0 and before != last:
                because = Because.CONTROL if chosen else Because.DATA
                variable = None if chosen else self.web.variables.get((before, last))
                found.append(ImpactStep(last, because, variable, self.is_old))
                last, chosen = before, False
            vertex = came


@dataclass(frozen=True, slots=True, eq=False)
class Impact:
    """The impact on both versions."""

    old: VersionImpact
    new: VersionImpact
    matching: Matching
    points: tuple[Points, Points]

    def chain(self, node: int) -> list[ImpactStep]:
        """Why an instruction of the new version is impacted; beginning in the old version, if the impact comes from
        there."""
        steps = self.new.chain(node)
        if not steps or steps[0].because is not Because.OTHER:
            return steps
        former = next((old for old, new in self.matching.to_new.items() if new == steps[0].node), None)
        return steps if former is None else [*self.old.chain(former), *steps]


def impact(
    old: Static, new: Static, matching: Matching, printing: tuple[frozenset[int], frozenset[int]] = (frozenset(),) * 2
) -> Impact:
    """`printing`: the instructions of each version that print."""
    sides = VersionImpact(Web(old), True), VersionImpact(Web(new), False)
    to_old = {two: one for one, two in matching.to_new.items()}
    for side, changed in zip(sides, (matching.removed, matching.added), strict=True):
        seeds = _seeds(side.static, changed, matching.globals)
        side.changed = frozenset(step.node for step in seeds)
        side.spread(seeds)
    growing = True
    while growing:
        growing = False
        before, after = sides[0].affected, sides[1].affected
        growing = sides[1].spread(
            ImpactStep(matching.to_new[n], Because.OTHER) for n in sorted(before) if n in matching.to_new
        )
        growing = sides[0].spread(ImpactStep(to_old[n], Because.OTHER) for n in sorted(after) if n in to_old) or growing
        if any(printing) and any(_prints(side, prints) for side, prints in zip(sides, printing, strict=True)):
            for side, prints in zip(sides, printing, strict=True):
                parts = sorted((*prints, *_ends(side.static)))
                growing = side.spread(ImpactStep(n, Because.PRINTED) for n in parts if n in side.web.own) or growing
    made = Impact(sides[0], sides[1], matching, points(*sides, matching))
    for side, passed in zip(sides, made.points, strict=True):
        side.close(deciding_nodes(side.static, passed))
    return made


def deciding_nodes(static: Static, passed: Points) -> Iterator[int]:
    """The branches and calls that decide whether something is passed here that stands for a change of the other
    version."""
    for name, block, _ in sorted(passed.edges):
        yield static.code.units[name].terminator(block)
    for node in range(len(static.code.items)) if passed.entries else ():
        if any(name in passed.entries for name in static.slices.calls.defined(node)):
            yield node


def _prints(side: VersionImpact, printing: frozenset[int]) -> bool:
    """Is any output impacted, or may any be missing?"""
    code = side.static.code
    return any(node in printing or code.owner[node].flow.ending[code.block_of(node)] for node in side.affected)


def _ends(static: Static) -> Iterator[int]:
    """The calls by which the program ends itself: `exit`, `abort`, a failed assertion."""
    for node, item in enumerate(static.code.items):
        if isinstance(item, Call) and any(name in ENDS for name in static.points_to.callees(node)):
            yield node


def _seeds(static: Static, changed: set[int], variables: list[str]) -> list[ImpactStep]:
    found = [ImpactStep(node, Because.CHANGE) for node in sorted(changed)]
    if variables:
        wanted = set(variables)
        for node, item in enumerate(static.code.items):
            if node not in changed and any(mentions(operand, wanted) for operand in operands_of(item)):
                found.append(ImpactStep(node, Because.INITIAL))
    return found


def mentions(operand: Operand | Constant, names: set[str]) -> bool:
    """Does it contain the address of one of these?"""
    todo: list[Operand | Constant] = [operand]
    while todo:
        match todo.pop():
            case Symbol(name=name) if name in names:
                return True
            case Aggregate(items=items):
                todo += items
            case Folded(operands=operands):
                todo += operands
    return False
