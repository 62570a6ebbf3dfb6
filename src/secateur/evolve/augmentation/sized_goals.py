"""Conditions for requirements, each as precise as its size allows.

Santelices and Harrold choose one depth for a whole program. But what abstraction saves is solving, and what it costs is
candidates that fail; both depend on the condition. So a condition is first computed without abstraction, which is cheap
because expansion is shared. If that is small enough to solve, it is used as it is. Otherwise it is abstracted by depth,
and dropped if it is large even so: then the run of a candidate decides.
"""

from __future__ import annotations

from functools import partial

from secateur import expr
from secateur.approximation.strategy import Depth, Expansions
from secateur.evolve.augmentation.approximated import StarPool
from secateur.evolve.augmentation.counterparts import Counterparts
from secateur.evolve.augmentation.goals import Goals, is_larger
from secateur.evolve.impact.chains import Chain
from secateur.evolve.impact.pair import Pair
from secateur.expr import Value

#: Parts up to which a condition is worth solving.
LARGEST = 300
#: Uses that may be traced back without abstraction: where that takes long, no condition would be small.
MOST_EXPANSIONS = 20_000


class SizedGoals:
    """Precise conditions where they are small, abstract ones elsewhere; `precise` and `abstract` count them."""

    def __init__(self, pair: Pair, counterparts: Counterparts, depth: int, rounds: int, largest: int = LARGEST) -> None:
        pool: StarPool = {}
        most = partial(Expansions, MOST_EXPANSIONS)
        self._exact = Goals(pair, counterparts, most, rounds, None, pool, "exact")
        self._coarse = Goals(pair, counterparts, partial(Depth, depth), rounds, largest, pool)
        self._largest = largest
        self._known: dict[tuple[int, frozenset[int]], Value] = {}
        self.precise = self.abstract = 0

    @property
    def assumed(self) -> Value:
        return expr.and_(self._exact.assumed, self._coarse.assumed, 1)

    def effect(self, side: int, chain: Chain) -> Value:
        found = self._known.get((side, chain.nodes))
        if found is None:
            found = self._known[side, chain.nodes] = self._effect(side, chain)
        return found

    def _effect(self, side: int, chain: Chain) -> Value:
        if self._exact.expansions < MOST_EXPANSIONS:
            value = self._exact.effect(side, chain)
            if not is_larger(value, self._largest):
                self.precise += 1
                return value
        self.abstract += 1
        return self._coarse.effect(side, chain)
