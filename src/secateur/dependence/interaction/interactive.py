"""Interactive dependence between branch sides (DGSE, Definition 4).

A side interacts with one that can run before it if some instruction depends on both: their forward slices intersect.
The relation is closed under itself: if `a` can run before `b` and `b` before `k`, and `k` interacts with both, then `b`
interacts with `a`. In a loop a side can run before itself, and then interacts with itself.

Only branches that an input can decide count. What another branch influences is in the slices of the branches that
control it; as a `k` of the closure it would connect everything in the loop whose iterations it counts.
"""

from __future__ import annotations

from collections.abc import Set

from secateur.dependence.control.closure import bits, transpose
from secateur.dependence.interaction.influence import Influence
from secateur.dependence.interaction.order import ExecutionOrder
from secateur.dependence.sdg.slices import Slices


class Interactive:
    """By place, as numbered in `Influence.places`: places that can run `before` it, and places `interacting` with it.

    A choice is a side like any other: it influences what its instruction does.
    """

    def __init__(self, slices: Slices, influence: Influence, decisions: Set[int]) -> None:
        self._slices = slices
        self._influence = influence
        places = influence.places
        nodes = {node: number for number, node in enumerate(dict.fromkeys(place.node for place in places))}
        order = ExecutionOrder(slices, nodes)
        before = transpose([order.after(place) for place in places], len(nodes))
        self.before = [before[nodes[place.node]] for place in places]
        self._free = sum(1 << number for number, place in enumerate(places) if place.node in decisions)
        self.interacting = [
            met & self.before[n] & self._free if self._free >> n & 1 else 0 for n, met in enumerate(self._meeting())
        ]
        self._close()

    def with_side(self, node: int, side: int) -> tuple[tuple[int, int], ...]:
        """The sides that can run before this one and interact with it."""
        number = self._influence.number.get((node, side))
        if number is None:
            return ()
        places = self._influence.places
        return tuple((places[n].node, places[n].side) for n in bits(self.interacting[number]))

    def _meeting(self) -> list[int]:
        """By side, the sides that influence some instruction together with it.

        One of the two must come from the instruction's own function or from a callee. If both come from a caller, they
        meet at the call.
        """
        pairs: dict[int, int] = {}
        influence = self._influence
        for name, graph in self._slices.graphs.items():
            for some, others in self._slices.meeting(graph, influence.upward[name], influence.everywhere[name]):
                pairs[some] = pairs.get(some, 0) | others
        found = [0] * len(influence.places)
        for some, others in pairs.items():
            for number in bits(some):
                found[number] |= others
        return [row | column for row, column in zip(found, transpose(found, len(found)), strict=True)]

    def _close(self) -> None:
        interacting, before = self.interacting, self.before
        todo = list(range(len(interacting)))
        waiting = [True] * len(interacting)
        while todo:
            k = todo.pop()
            waiting[k] = False
            among = interacting[k]
            for b in bits(among):
                more = interacting[b] | among & before[b]
                if more != interacting[b]:
                    interacting[b] = more
                    if not waiting[b]:
                        waiting[b] = True
                        todo.append(b)
