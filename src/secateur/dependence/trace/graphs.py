"""The dependence graphs of a machine's paths, and the data they share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from secateur.dependence.control.code import Unit
from secateur.dependence.memory.abstract_objects import AbstractObject
from secateur.dependence.memory.effects import counter_of
from secateur.dependence.memory.printing import ERRORS, PRINTS
from secateur.dependence.static import Static
from secateur.dependence.trace.control_rules import Sides
from secateur.dependence.trace.decision_sweep import Checkpoint, DecisionSweep, SweepCode
from secateur.dependence.trace.dynamic import Dynamic
from secateur.dependence.trace.elsewhere import Elsewhere
from secateur.dependence.trace.fallible import Fallible
from secateur.dependence.trace.frame import NEVER
from secateur.dependence.trace.index import Indices
from secateur.dependence.trace.instance_walk import InstanceWalk
from secateur.dependence.trace.observed_sweep import ObservedSweep
from secateur.dependence.trace.recipe import Recipes
from secateur.dependence.trace.relevance import Relevance
from secateur.dependence.trace.sweep_code import BlockMarks, compile_steps
from secateur.ir.model import Call
from secateur.machine.compiler import Segment
from secateur.machine.machine import Machine
from secateur.machine.memory import SHIFT
from secateur.machine.path import Path
from secateur.machine.resolve import LONGEST
from secateur.machine.snapshot import Snapshot
from secateur.provided import facts_of


class Graphs:
    """Builds the graph of a path, or only its relevant decisions. The path must come from a recording machine; for any
    other path, running its model on a recording machine gives the same path."""

    def __init__(
        self,
        machine: Machine,
        static: Static | None = None,
        printing: bool = False,
        criteria: bool = False,
        observed: bool = False,
        indices: Indices | None = None,
    ) -> None:
        """`printing`: whether to track what printed output depends on; `criteria`: whether to collect what everything
        that can fail or decide depends on; `observed`: whether potential dependences come from the writes of all runs
        instead of the code. Graphs that share `indices` agree on instances."""
        self.machine = machine
        self.static = static or Static(machine.program, machine.entry.name)
        self.fallible = Fallible(machine.checks, self.static) if criteria else None
        self.indices = indices or Indices()
        self.elsewhere = Elsewhere(self.indices) if observed else None
        self.homes = self._homes()
        self.stdout = 1 << len(self.static.points_to.locations) if printing else 0  # a location like those of memory
        known = ERRORS in machine.program.globals and machine.program.globals[ERRORS].initializer is not None
        self._errors = machine.address_of(ERRORS) >> SHIFT if known else -1
        self.constants = frozenset(
            machine.address_of(name) >> SHIFT
            for name, item in machine.program.globals.items()
            if item.constant and item.initializer is not None
        )
        self._locations: dict[tuple[int, int, int], int] = {}
        self._counters: dict[str, int] = {}
        self._granted: dict[int, bool] = {}
        self._recipes: dict[str, Recipes] = {}
        self._marks: dict[str, BlockMarks] = {}
        self._sweeps: dict[Segment, SweepCode] = {}
        self._sides: dict[tuple[str, int], Sides] = {}
        self._defined = {name: not f.is_declaration for name, f in machine.program.functions.items()}

    def graph(self, path: Path) -> Dynamic:
        return Dynamic(self.static, self.indices, path, InstanceWalk(self, path).record)

    def relevance(self, path: Path) -> Relevance:
        """The relevant decisions of a path, without its graph."""
        return DecisionSweep(self, path).relevance

    def follow(self, path: Path, passed: Sequence[Snapshot]) -> Relevance:
        """The same for a path that passed some snapshots of an earlier one; the work up to there is reused. The path's
        own snapshots keep the checkpoints made on the way."""
        kept = [cast(Checkpoint, s.mark) for s in passed if s.mark is not None]
        kept = [checkpoint for checkpoint in kept if checkpoint.graphs is self]
        if self.elsewhere is None:
            sweep = DecisionSweep(self, path, kept[-1] if kept else None)
        else:
            kept = [checkpoint for checkpoint in kept if self._is_current(checkpoint)]
            sweep = ObservedSweep(self, path, kept[-1] if kept else None)
        return self._swept(sweep, path)

    def computed(self) -> Graphs:
        """The same with potential dependences from the code."""
        return Graphs(self.machine, self.static, criteria=True, indices=self.indices)

    def outdated(self) -> tuple[int, tuple[int, ...]] | None:
        """The number and the input of a run that has to be swept `again`; None if all is well."""
        if self.elsewhere is None or not self.elsewhere.outdated:
            return None
        run = min(self.elsewhere.outdated)
        return run, self.elsewhere.models[run]

    def again(self, path: Path, run: int) -> Relevance:
        """The same for a path whose sweep, number `run`, is outdated."""
        assert self.elsewhere is not None
        self.elsewhere.outdated.pop(run, None)
        return self._swept(ObservedSweep(self, path, run=run), path)

    def _is_current(self, checkpoint: Checkpoint) -> bool:
        assert self.elsewhere is not None
        run, time, *_ = checkpoint.state[-1]
        return self.elsewhere.is_current(run, time)

    def _swept(self, sweep: DecisionSweep, path: Path) -> Relevance:
        for number, checkpoint in sweep.checkpoints.items():
            snapshot = path.branches[number].resume
            assert snapshot is not None
            snapshot.mark = checkpoint
        return sweep.relevance

    def sweep_code(self, segment: Segment) -> SweepCode:
        found = self._sweeps.get(segment)
        if found is None:
            unit = self.static.code.units[segment.function]
            found = self._sweeps[segment] = compile_steps(
                unit,
                self._marks_of(unit),
                self.sides,
                self.recipes(unit).of(segment),
                self.fallible,
            )
        return found

    def _marks_of(self, unit: Unit) -> BlockMarks:
        name = unit.function.name
        found = self._marks.get(name)
        if found is None:
            found = self._marks[name] = BlockMarks(unit)
        return found

    def recipes(self, unit: Unit) -> Recipes:
        name = unit.function.name
        found = self._recipes.get(name)
        if found is None:
            found = self._recipes[name] = Recipes(unit, self._defined)
        return found

    def sides(self, unit: Unit, block: int) -> Sides:
        """Of the branch of a block. What other sides may write is left out if it is observed."""
        found = self._sides.get((unit.function.name, block))
        if found is None:
            found = self._sides[unit.function.name, block] = tuple(self._each_side(unit, block))
        return found

    def _each_side(self, unit: Unit, block: int) -> Iterator[tuple[int | None, int]]:
        flow = unit.flow
        for side, target in enumerate(flow.successors[block]):
            if flow.decides(block):
                yield flow.ipdom[block], self._skipped(unit, block, side) if self.elsewhere is None else 0
            else:
                yield NEVER if flow.ending[target] else None, 0

    def _skipped(self, unit: Unit, block: int, side: int) -> int:
        """The locations that another side of a branch may write before the sides meet."""
        flow = unit.flow
        blocks = found = 0
        for other in range(len(flow.successors[block])):
            if other != side:
                blocks |= flow.region(block, other)
        for number in range(flow.exit):
            if blocks >> number & 1:
                found |= self.static.mod_ref.block_mod(unit, number)
                if self.stdout and self.static.printing.in_block(unit, number):
                    found |= self.stdout
        return found

    def locations(self, home: AbstractObject, offset: int, size: int) -> int:
        """`home.at(offset, size)`, cached."""
        key = (home.number, offset, size)
        found = self._locations.get(key)
        if found is None:
            found = self._locations[key] = home.at(offset, size)
        return found

    def prints(self, name: str, arguments: tuple[object, ...]) -> bool:
        """Did a call of a provided function print to standard output? Assumed if its stream depends on inputs."""
        if name not in PRINTS:
            return False
        number = PRINTS[name]
        stream = None if number is None else arguments[number]
        return not (isinstance(stream, int) and stream >> SHIFT == self._errors)

    def counter(self, name: str) -> int:
        """The address of the counter that a provided function increments, in an object of its own; 0 if it has none."""
        counter = counter_of(name)
        return 0 if counter is None else -self._counters.setdefault(counter, len(self._counters) + 1) << SHIFT

    def other_callees(self, node: int, taken: str) -> int:
        """The locations that a call through a pointer may write if it calls another function."""
        found = 0
        for name in self.static.points_to.callees(node):
            if name != taken:
                found |= self.static.mod_ref.written_by(node, name)
                if self.stdout and name in self.static.printing.functions:
                    found |= self.stdout
        return found

    def is_granted(self, node: int) -> bool:
        """Does a call allocate memory, whatever the size is that it can ask for here? Then the address does not depend
        on the size."""
        found = self._granted.get(node)
        if found is None:
            item, unit = self.static.code.items[node], self.static.code.owner[node]
            names = self.static.points_to.callees(node)
            sizes = [facts_of(name).allocates for name in names]
            found = False
            if isinstance(item, Call) and len(sizes) == 1 and sizes[0] is not None:
                low, high = self.static.ranges.of(unit, item.arguments[sizes[0]])
                found = low >= 0 and high <= LONGEST
            self._granted[node] = found
        return found

    def _homes(self) -> dict[int, AbstractObject]:
        """The abstract objects of the globals, by object number."""
        found = {}
        for name, item in self.machine.program.globals.items():
            home = self.static.points_to.object_of_global(name)
            if item.initializer is not None and home is not None:
                found[self.machine.address_of(name) >> SHIFT] = home
        return found
