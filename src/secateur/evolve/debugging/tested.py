"""One version of a program with the run of a test: its decisions, and what its lines did."""

from __future__ import annotations

from dataclasses import dataclass, field

from secateur.dependence.trace.dynamic import Dynamic
from secateur.dependence.trace.graphs import Graphs
from secateur.dependence.trace.relevance import numbers
from secateur.evolve.debugging.line_effects import Effects, LineEffect
from secateur.evolve.debugging.line_matching import Place, PlaceMatching
from secateur.exploration.criteria import Criterion, Value
from secateur.exploration.hidden import end_decisions
from secateur.expr import Expr
from secateur.ir.model import Position, Return
from secateur.machine.machine import Machine
from secateur.machine.path import OWN_FILES, BranchKind, Path

OLD, NEW = "old", "new"
NO_PLACE: Place = ("", 0)


@dataclass(slots=True)
class TestedVersion:
    """One version, with the run of the failing input."""

    name: str
    machine: Machine
    criterion: Criterion
    file: str  # as named in positions
    path: Path = field(init=False)
    graph: Dynamic = field(init=False)
    decisions: list[int] = field(init=False)
    effects: Effects = field(init=False)
    code_lines: set[Place] = field(init=False)  # lines with code
    executed: dict[Place, list[int]] = field(init=False)  # the instances of each executed line

    def run(self, model: tuple[int, ...], conditions: str) -> None:
        graphs = Graphs(self.machine, printing=self.criterion.prints)
        state, code = self.machine.start(model)
        self.path = self.machine.run(state, code)
        relevance = graphs.relevance(self.path)
        self.graph = graphs.graph(self.path)
        self.effects = Effects(self.graph, state.values)
        self.code_lines = {_place(i.position) for i in graphs.static.code.items if self.is_own(i.position)}
        self.executed = {}
        for instance in range(len(self.graph)):
            position = self.line_of(instance)
            if position is not None:
                self.executed.setdefault(_place(position), []).append(instance)
        if conditions == "path":
            bits = (1 << len(self.path.branches)) - 1
        elif self.criterion.is_seen(self.path):
            bits = self.criterion.decisions(relevance)
        else:
            bits = end_decisions(self.path, relevance)
        self.decisions = [n for n in numbers(bits) if self.path.branches[n].site.kind is not BranchKind.PINNED]

    @property
    def conditions(self) -> list[Expr]:
        return [self.path.branches[n].condition for n in self.decisions]

    @property
    def outputs(self) -> tuple[tuple[str, Value], ...]:
        """Empty if the run does not reach an output."""
        return self.criterion.values(self.path) if self.criterion.is_seen(self.path) else ()

    @property
    def files(self) -> list[str]:
        """The user's files with code, as named in positions."""
        return list(dict.fromkeys(file for file, _ in sorted(self.code_lines)))

    def is_own(self, position: Position) -> bool:
        """Is it a line of the user's code: of the file, or of one that it includes?"""
        return bool(position.line) and not position.file.startswith(OWN_FILES)

    def line_of(self, instance: int) -> Position | None:
        """The user's line of an instance; for code of our C library or the driver, the line that called it."""
        record, code = self.graph.record, self.graph.static.code
        while instance >= 0:
            position = code.position(record.nodes[instance])
            if self.is_own(position):
                return position
            instance = record.parents[instance]
        return None

    def slice(self) -> dict[Place, Position]:
        """The lines of the relevant slice, in order, each with its first position."""
        found: dict[Place, Position] = {}
        for instance in self.graph.slice(*self._criterion()):
            position = self.line_of(instance)
            if position is not None:
                found.setdefault(_place(position), position)
        return dict(sorted(found.items()))

    def does(self, line: Place) -> list[list[LineEffect]]:
        """What a line did, each time that it was run."""
        return self.effects.of(self.executed[line])

    def gets(self, line: Place, lines: PlaceMatching) -> list[tuple[tuple[object, ...], object]]:
        """The values a line gets from other lines; those are numbered as in the new version, if they exist there."""

        def source(instance: int) -> Place:
            position = self.line_of(instance)
            place = NO_PLACE if position is None else _place(position)
            return place if self.name == NEW else lines.to_new.get(place, (place[0], -place[1]))

        return self.effects.inputs(self.executed[line], source)

    def _criterion(self) -> list[int]:
        """The instances of the outputs; if the run has none, its last instance."""
        record, path = self.graph.record, self.path
        last = len(record.nodes) - 1
        if not self.criterion.is_seen(path):
            return [last]
        found = [record.observed[n] for n in self.criterion.observed(path)]
        code = self.graph.static.code
        if self.criterion.is_result(path):
            entry = code.units[self.machine.entry.name]
            returns = [i for i, node in enumerate(record.nodes) if entry.first <= node < entry.last]
            found += [i for i in returns if isinstance(code.items[record.nodes[i]], Return)][-1:]
        if self.criterion.prints:
            printing = self.graph.static.printing
            found += [i for i, node in enumerate(record.nodes) if printing.at_node(node)]
        return found


def _place(position: Position) -> Place:
    return position.file, position.line
