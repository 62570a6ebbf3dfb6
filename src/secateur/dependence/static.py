"""Static dependences of a whole program, as techniques and commands query them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from secateur.dependence.control.code import Code
from secateur.dependence.interaction.decidable import Decidable
from secateur.dependence.interaction.influence import Influence
from secateur.dependence.interaction.interactive import Interactive
from secateur.dependence.memory.mod_ref import ModRef
from secateur.dependence.memory.points_to import PointsTo
from secateur.dependence.memory.printing import Printing
from secateur.dependence.memory.ranges import Ranges
from secateur.dependence.memory.unwritten import Unwritten
from secateur.dependence.sdg.backward import BackwardSlices
from secateur.dependence.sdg.data import DataEdges, Flows
from secateur.dependence.sdg.potential import PotentialEdges
from secateur.dependence.sdg.slices import Slices
from secateur.ir.model import Phi, Program


@dataclass(frozen=True, slots=True)
class ControlEdge:
    """`target` runs only if the instruction `branch` takes this side (direct control dependence)."""

    branch: int
    side: int
    target: int


class Static:
    """Instructions are nodes of `code`. Every result is computed on first use."""

    def __init__(self, program: Program, entry: str) -> None:
        self.program = program
        self.entry = program.start_of(entry)

    @cached_property
    def points_to(self) -> PointsTo:
        return PointsTo(self.program, self.entry)

    @cached_property
    def mod_ref(self) -> ModRef:
        return ModRef(self.points_to)

    @property
    def code(self) -> Code:
        return self.points_to.code

    @cached_property
    def slices(self) -> Slices:
        return Slices(self.points_to, self.mod_ref, self.entry)

    @cached_property
    def unwritten(self) -> Unwritten:
        return Unwritten(self.points_to)

    @cached_property
    def ranges(self) -> Ranges:
        return Ranges(self.points_to)

    @cached_property
    def printing(self) -> Printing:
        return Printing(self.points_to)

    @cached_property
    def _flows(self) -> Flows:
        return Flows(self.slices)

    def data_edges(self) -> DataEdges:
        """Definition to use, through phis, memory joins and calls; listed on demand."""
        return self._data_edges

    def control_edges(self) -> list[ControlEdge]:
        """Direct intraprocedural control dependence of all instructions except phis."""
        return self._control_edges

    def potential_edges(self) -> PotentialEdges:
        """Branch sides whose other side could have changed a value that an instruction uses; listed on demand."""
        return self._potential_edges

    def forward(self, branch: int, side: int) -> int:
        """The instructions that a branch side influences by control, data and potential dependence."""
        number = self._influence.number.get((branch, side))
        return 0 if number is None else self._influence.forward[number]

    def backward(self, nodes: Iterable[int]) -> int:
        """The instructions that influence these, including themselves."""
        return self._walks.backward(nodes)

    def interactive(self, branch: int, side: int) -> tuple[tuple[int, int], ...]:
        """The (branch, side) pairs that can run before this one and interact with it, all of them `decisions`. For an
        instruction that chooses a value instead of branching, `side` is `CHOICE`."""
        found = self._interacting.get((branch, side))
        if found is None:
            found = self._interacting[branch, side] = self._interactive.with_side(branch, side)
        return found

    @cached_property
    def decisions(self) -> Decidable:
        """The branches that an input can decide, and the instructions that may have to choose a value for an input.
        All other branches follow from the decisions before them."""
        return Decidable(self.slices, self.entry)

    @cached_property
    def _influence(self) -> Influence:
        return Influence(self.slices, [*self.slices.sides, *self.decisions.choices])

    @cached_property
    def _interactive(self) -> Interactive:
        return Interactive(self.slices, self._influence, self.decisions.nodes)

    @cached_property
    def _interacting(self) -> dict[tuple[int, int], tuple[tuple[int, int], ...]]:
        return {}

    @cached_property
    def _walks(self) -> BackwardSlices:
        return BackwardSlices(self.slices)

    @cached_property
    def _data_edges(self) -> DataEdges:
        return DataEdges(self._flows)

    @cached_property
    def _potential_edges(self) -> PotentialEdges:
        return PotentialEdges(self._flows)

    @cached_property
    def _control_edges(self) -> list[ControlEdge]:
        found: list[ControlEdge] = []
        for unit in self.code.units.values():
            for block, controls in enumerate(unit.flow.controls):
                targets = [n for n in unit.nodes_of(block) if not isinstance(self.code.items[n], Phi)]
                for branch, side in controls:
                    found += [ControlEdge(unit.terminator(branch), side, target) for target in targets]
        return sorted(found, key=lambda e: (e.target, e.branch, e.side))
