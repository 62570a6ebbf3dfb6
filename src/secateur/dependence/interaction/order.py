"""Execution order across calls: the branches and choices that can run after a branch side or a choice."""

from __future__ import annotations

from secateur.dependence.control.closure import components, spread
from secateur.dependence.control.code import Unit
from secateur.dependence.sdg.slices import CHOICE, BranchSide, Slices
from secateur.ir.model import Return


class ExecutionOrder:
    """Bit sets here contain instructions (branches and choices), as numbered by `numbers`.

    Execution from a point consists of the rest of its function, in which every call may run all of the callee, then the
    rest of a caller after the call, and so on. So a function called at one site does not return to another, unless it
    is called there later.
    """

    def __init__(self, slices: Slices, numbers: dict[int, int]) -> None:
        self._slices = slices
        self._numbers = numbers
        self._return = 1 << len(numbers)
        self._inside = self._within()
        self._from: dict[str, list[int]] = {}  # by function and block: what can run from its start, and the return
        for name, graph in slices.graphs.items():
            backward = graph.unit.flow.predecessors
            seeds = [self._of_block(graph.unit, block, -1) for block in range(graph.unit.flow.exit)]
            self._from[name] = spread(backward, components(backward), seeds)
        self._behind = self._callers()

    def after(self, place: BranchSide) -> int:
        """What can run after one side of a branch, or after a choice."""
        name = place.function
        if place.side == CHOICE:
            found = self._behind_node(name, place.node)
        else:
            found = self._from[name][self._slices.graphs[name].unit.flow.successors[place.block][place.side]]
        return found & ~self._return | self._behind[name] if found & self._return else found

    def _within(self) -> dict[str, int]:
        """Per function, everything in it and in its direct and indirect callees."""
        found: dict[str, int] = {}
        for names, _ in self._slices.order:
            whole = 0
            for name in names:
                graph = self._slices.graphs[name]
                for node in range(graph.unit.first, graph.unit.last):
                    if node in self._numbers:
                        whole |= 1 << self._numbers[node]
                for site in graph.sites:
                    whole |= found.get(site.callee, 0)
            found.update(dict.fromkeys(names, whole))
        return found

    def _of_block(self, unit: Unit, block: int, node: int) -> int:
        """What runs in a block after one of its nodes."""
        found = 0
        for later in unit.nodes_of(block):
            if later > node:
                for name in self._slices.calls.defined(later):
                    found |= self._inside[name]
                if later in self._numbers:
                    found |= 1 << self._numbers[later]
        if isinstance(unit.items[unit.terminator(block) - unit.first], Return) and not unit.flow.ending[block]:
            found |= self._return
        return found

    def _callers(self) -> dict[str, int]:
        """Per function, what can run after it has returned."""
        found = dict.fromkeys(self._slices.graphs, 0)
        for names, is_recursive in reversed(self._slices.order):
            changed = True
            while changed:
                changed = False
                for name in names:
                    before = found[name]
                    for caller, number in self._slices.callers[name]:
                        rest = self._behind_node(caller, self._slices.graphs[caller].sites[number].node)
                        found[name] |= rest & ~self._return | (found[caller] if rest & self._return else 0)
                    changed = changed or (is_recursive and found[name] != before)
        return found

    def _behind_node(self, name: str, node: int) -> int:
        """What can run in a function after an instruction, and the return if it can be reached."""
        unit = self._slices.graphs[name].unit
        block = unit.blocks[node - unit.first]
        found = self._of_block(unit, block, node)
        for following in unit.flow.successors[block]:
            found |= self._from[name][following]
        return found
