"""Static dependences of a whole program: what techniques and commands ask for."""

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
from secateur.dependence.sdg.backward import BackwardSlices
from secateur.dependence.sdg.data import DataEdge, Flows, data_edges
from secateur.dependence.sdg.potential import PotentialEdge, potential_edges
from secateur.dependence.sdg.slices import Slices
from secateur.ir.model import Phi, Program


@dataclass(frozen=True, slots=True)
class ControlEdge:
    """Whether `target` runs is decided by the instruction `branch`; it runs on this side."""

    branch: int
    side: int
    target: int


class Static:
    """Instructions are nodes of `code`. Everything is worked out when it is first asked for."""

    def __init__(self, program: Program, entry: str) -> None:
        self.program = program
        self.entry = entry

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
    def printing(self) -> Printing:
        return Printing(self.points_to)

    @cached_property
    def _flows(self) -> Flows:
        return Flows(self.slices)

    def data_edges(self) -> list[DataEdge]:
        """Definition to use, through phis, joins of memory and calls."""
        return self._data_edges

    def control_edges(self) -> list[ControlEdge]:
        """Direct control dependence inside of functions, of all instructions but phis."""
        return self._control_edges

    def potential_edges(self) -> list[PotentialEdge]:
        """Sides of branches whose other side could have changed what an instruction uses."""
        return self._potential_edges

    def forward(self, branch: int, side: int) -> int:
        """The instructions that a side of a branch influences: by control, data and potential dependence."""
        number = self._influence.number.get((branch, side))
        return 0 if number is None else self._influence.forward[number]

    def backward(self, nodes: Iterable[int]) -> int:
        """The instructions that influence these, themselves included."""
        return self._walks.backward(nodes)

    def interactive(self, branch: int, side: int) -> tuple[tuple[int, int], ...]:
        """The (branch, side) pairs that can run before this one and interact with it, all of them `decisions`. For an
        instruction that chooses a value, rather than branches, `side` is `CHOICE`."""
        found = self._interacting.get((branch, side))
        if found is None:
            found = self._interacting[branch, side] = self._interactive.with_side(branch, side)
        return found

    @cached_property
    def decisions(self) -> Decidable:
        """The branches that can be decided by an input, and the instructions that may have to choose a value for one.
        All others go where the decisions before them lead."""
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
    def _data_edges(self) -> list[DataEdge]:
        return data_edges(self._flows)

    @cached_property
    def _potential_edges(self) -> list[PotentialEdge]:
        return potential_edges(self._flows)

    @cached_property
    def _control_edges(self) -> list[ControlEdge]:
        found: list[ControlEdge] = []
        for unit in self.code.units.values():
            for block, controls in enumerate(unit.flow.controls):
                targets = [n for n in unit.nodes_of(block) if not isinstance(self.code.items[n], Phi)]
                for branch, side in controls:
                    found += [ControlEdge(unit.terminator(branch), side, target) for target in targets]
        return sorted(found, key=lambda e: (e.target, e.branch, e.side))
