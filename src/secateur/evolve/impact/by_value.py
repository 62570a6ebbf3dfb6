"""What a change affects on one input, by value: both versions are run on it and compared, instruction by instruction.

Impact by statements (`impact`) asks what a change *can* affect. A value that is the same in both versions affects
nothing, whatever it was computed from. So on a pair of runs only instructions count whose values differ, or that only
one version executes, with those that depend directly on them (`key_nodes`). The decisions that these depend on, in the
two runs, describe all inputs on which the change has the same effect. Decisions after the point at which the versions
come to the same values again are not among them; nor are those that the difference does not depend on.

Instances of the two runs are the same if their instructions are (`twins`), and the branches and calls that they are
control dependent on, with the sides taken (`dependence.trace.index`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from secateur.dependence.static import Static
from secateur.dependence.trace.dynamic import Dynamic
from secateur.dependence.trace.graphs import Graphs
from secateur.dependence.trace.index import Indices
from secateur.dependence.trace.relevance import numbers
from secateur.evolve.impact.deeds import Deeds, Fixed, Likeness
from secateur.evolve.impact.impact import Impact, deciding_nodes
from secateur.evolve.impact.key_nodes import KeyFinder, KeyNodes, Nodes
from secateur.evolve.impact.twins import Twins
from secateur.exploration.beside import PairedRun
from secateur.exploration.change_points import ChangePoints
from secateur.exploration.hidden import end_decisions, ended_early
from secateur.exploration.impacted import belongs_to_all
from secateur.expr import Expr
from secateur.ir.model import Alloca, Call, Phi, Return, Store, Symbol
from secateur.machine.fault import FaultKind
from secateur.machine.machine import Machine
from secateur.machine.path import LIMITED, Branch, Ending, Path
from secateur.provided import facts_of

#: Maximum number of instructions of a run that is compared by value.
LONGEST = 50_000


@dataclass(frozen=True, slots=True, eq=False)
class _Run:
    path: Path
    graph: Dynamic
    values: Sequence[tuple[str, int, object]]


class _Side:
    """A version that is run, with all its values kept."""

    def __init__(self, static: Static, recording: Machine) -> None:
        self.static = static
        limits = replace(recording.limits, max_instructions=min(LONGEST, recording.limits.max_instructions))
        self.machine = Machine(static.program, static.entry, recording.checks, limits, True, values=True)
        self.machine.variables = recording.variables
        self.machine.assumptions = recording.assumptions
        self.graphs = Graphs(self.machine, static)
        self.fixed = Fixed(self.machine)

    def run(self, model: tuple[int, ...], script: Sequence[Branch] = ()) -> _Run:
        state, code = self.machine.start(model)
        state.script = script
        path = self.machine.run(state, code)
        for branch in path.branches:
            branch.resume = None  # nothing resumes here
        return _Run(path, self.graphs.graph(path), state.values)

    def ends(self, path: Path) -> tuple[Expr, ...]:
        """The conditions under which a run that ended early ends like that."""
        decisions = numbers(end_decisions(path, self.graphs.relevance(path)))
        return tuple(path.branches[n].condition for n in decisions)


class ByValue:
    """Both versions of a pair, side by side."""

    def __init__(self, statics: tuple[Static, Static], machines: tuple[Machine, Machine], impact: Impact) -> None:
        self._old, self._new = (_Side(s, m) for s, m in zip(statics, machines, strict=True))
        self._twins = Twins(statics, impact.matching)
        deciding = [frozenset(deciding_nodes(s, p)) for s, p in zip(statics, impact.points, strict=True)]
        self._keys = KeyFinder((impact.old, impact.new), (deciding[0], deciding[1]), self._twins)
        self._points = ChangePoints(statics[1], impact.points[1])
        self._indices = Indices()
        self._impacted = impact.old.nodes, impact.new.nodes
        self._visible = tuple(_visible(static) for static in statics)
        self._known: dict[tuple[int, ...], PairedRun | None] = {}

    def look(self, path: Path) -> PairedRun | None:
        """What `Beside` promises."""
        if path.model not in self._known:
            self._known[path.model] = self._look(path)
        return self._known[path.model]

    def _look(self, path: Path) -> PairedRun | None:
        if path.ending in LIMITED or path.ending is Ending.ASSUMPTION or path.instructions > LONGEST:
            return None
        new = self._new.run(path.model, path.branches)
        if [b.condition for b in new.path.branches] != [b.condition for b in path.branches]:
            return None
        if not self._points.course(new.path).passes:  # the old version does not execute the change either
            keys = self._keys.of((frozenset(), frozenset()))[1]
            mine = _decisions(new, keys, self._impacted[1])
            ours = tuple(path.branches[n] for n in mine)
            return PairedRun(tuple(mine), ours, hides=_hides(new, keys), has_effect=False)
        old = self._old.run(path.model)
        if old.path.ending in LIMITED or old.path.ending is Ending.ASSUMPTION:
            return None
        differing = self._differing(old, new)
        nodes = _nodes(old, differing[0]), _nodes(new, differing[1])
        if any(_leaks(run, each) for run, each in zip((old, new), nodes, strict=True)):
            return None
        return self._paired(old, new, nodes)

    def _paired(self, old: _Run, new: _Run, nodes: tuple[Nodes, Nodes]) -> PairedRun:
        keys = self._keys.of(nodes)
        mine = _decisions(new, keys[1], self._impacted[1])
        others = _decisions(old, keys[0], self._impacted[0])
        return PairedRun(
            tuple(mine),
            tuple(new.path.branches[n] for n in mine),
            tuple(old.path.branches[n] for n in others),
            self._old.ends(old.path) if _hides(old, keys[0]) else (),
            _hides(new, keys[1]),
            self._has_effect(old, new, nodes),
        )

    def _has_effect(self, old: _Run, new: _Run, nodes: tuple[Nodes, Nodes]) -> bool:
        """Of runs that are incomplete little is known."""
        paths = old.path, new.path
        if any(note.incomplete for path in paths for note in path.notes) or old.path.ending is not new.path.ending:
            return True
        if any(differ & visible for differ, visible in zip(nodes, self._visible, strict=True)):
            return True
        if old.path.fault is not None and new.path.fault is not None:
            last = old.graph.record.nodes[-1], new.graph.record.nodes[-1]
            differs = any(node in differing for node, differing in zip(last, nodes, strict=True))
            return differs or old.path.fault.kind is not new.path.fault.kind
        return False

    def _differing(self, old: _Run, new: _Run) -> tuple[list[bool], list[bool]]:
        """By instance of each run: does only this version execute it, or with other values?"""
        lists = self._numbered(old), self._indices.number(new.graph.record)
        deeds = tuple(
            Deeds(side.fixed, run.graph, run.values, index)
            for side, run, index in zip((self._old, self._new), (old, new), lists, strict=True)
        )
        likeness = Likeness(*deeds)
        places = [{index: n for n, index in enumerate(indices)} for indices in lists]
        alone = [[index not in other for index in own] for own, other in zip(lists, places[::-1], strict=True)]
        compared = _InstancePairs((old.graph, new.graph), lists, (alone[0], alone[1]))
        for instance, index in enumerate(lists[1]):
            other = places[0].get(index)
            if other is None:
                continue
            ours, theirs = deeds[0].deeds[other], deeds[1].deeds[instance]
            same = None if ours is None or theirs is None else likeness.same(ours, theirs)
            if not compared.is_same(other, instance, same):
                alone[0][other] = alone[1][instance] = True
        return alone[0], alone[1]

    def _numbered(self, old: _Run) -> list[int]:
        """The indices of the old run, in the numbering of the new version."""
        record, to_new = old.graph.record, self._twins.to_new
        return self._indices.number(replace(record, nodes=[to_new.get(n, -2 - n) for n in record.nodes]))


class _InstancePairs:
    """Compares instances of two runs, in the order of the new one."""

    def __init__(
        self,
        graphs: tuple[Dynamic, Dynamic],
        indices: tuple[list[int], list[int]],
        differ: tuple[list[bool], list[bool]],
    ) -> None:
        self._old, self._new = graphs
        self._indices = indices
        self._differ = differ

    def is_same(self, old: int, new: int, values: bool | None) -> bool:
        """`values`: whether their values are the same; None if they have none."""
        sides = self._old.record.sides.get(old), self._new.record.sides.get(new)
        if sides != (None, None):
            return sides[0] == sides[1]
        if values is None:
            return self._has_same_sources(old, new)
        return values and self._reads_same(old, new)

    def _has_same_sources(self, old: int, new: int) -> bool:
        ours, theirs = self._old.record.data[old], self._new.record.data[new]
        if any(self._differ[0][d] for d in ours) or any(self._differ[1][d] for d in theirs):
            return False
        return {self._indices[0][d] for d in ours} == {self._indices[1][d] for d in theirs}

    def _reads_same(self, old: int, new: int) -> bool:
        """A function without code may also read memory: is it the same there?"""
        item = self._new.static.code.items[self._new.record.nodes[new]]
        if not isinstance(item, Call):
            return True
        return set(self._writers(self._old, 0, old)) == set(self._writers(self._new, 1, new))

    def _writers(self, graph: Dynamic, side: int, instance: int) -> Iterator[int | None]:
        """The instances that wrote what a call reads; None for one that differs."""
        items, nodes = graph.static.code.items, graph.record.nodes
        for source in graph.record.data[instance]:
            if isinstance(items[nodes[source]], Store | Call | Alloca):
                yield None if self._differ[side][source] else self._indices[side][source]


def _nodes(run: _Run, differing: Sequence[bool]) -> Nodes:
    nodes, items = run.graph.record.nodes, run.graph.static.code.items
    found = {nodes[instance] for instance, differs in enumerate(differing) if differs}
    return frozenset(node for node in found if not isinstance(items[node], Phi))


def _decisions(run: _Run, keys: KeyNodes, impacted: Nodes) -> list[int]:
    """The decisions that decide which key instructions are executed, and with which values. Where the other version
    has ended early, all that this one still executes is a key; but only what the change can affect counts."""
    record, branches = run.graph.record, run.path.branches
    found = 0
    for number, branch in enumerate(branches):
        if belongs_to_all(branch):
            found |= 1 << number
        elif record.nodes[record.decided[number]] in keys.nodes:
            found |= 1 << number | record.before[number]
    for instance, node in enumerate(record.nodes):
        side = record.sides.get(instance)
        if node in keys.nodes or keys.chosen_by(node) or (side is not None and keys.decided_by(node, side)):
            found |= record.relevant[instance]
    nodes = [record.nodes[instance] for instance in record.decided]
    return [n for n in numbers(found) if nodes[n] in impacted or belongs_to_all(branches[n])]


def _hides(run: _Run, keys: KeyNodes) -> bool:
    """Did a run end early, other than by a key instruction? What comes after its end was not executed."""
    nodes = run.graph.record.nodes
    return ended_early(run.path) and not (nodes and nodes[-1] in keys.nodes)


def _leaks(run: _Run, differing: Nodes) -> bool:
    """May the versions lose different blocks of the heap? No instruction shows it."""
    if run.path.fault is not None and run.path.fault.kind is FaultKind.LEAK:
        return True
    items = (run.graph.static.code.items[node] for node in differing)
    names = [item.callee.name for item in items if isinstance(item, Call) and isinstance(item.callee, Symbol)]
    return any(facts_of(name).frees or facts_of(name).allocates is not None for name in names)


def _visible(static: Static) -> Nodes:
    """The instructions that can be seen from outside: what is printed or observed, the end of the program, and what it
    returns."""
    found = set()
    for node, item in enumerate(static.code.items):
        if isinstance(item, Return):
            if static.code.owner[node].function.name in (static.entry, "main"):
                found.add(node)
        elif isinstance(item, Call):
            names = [item.callee.name] if isinstance(item.callee, Symbol) else static.points_to.callees(node)
            facts = [facts_of(name) for name in names if name not in static.code.units]
            if static.printing.to_any_stream(node) or any(f.observes or f.end is not None for f in facts):
                found.add(node)
    return frozenset(found)
