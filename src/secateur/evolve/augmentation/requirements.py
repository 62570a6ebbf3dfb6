"""Testing requirements of a change: the dependence chains along which its effect must be observed.

Each chain is one requirement. The chains of both versions count: effects that the change adds are found in the new
version, effects that it removes in the old one. Two chains over corresponding statements are one requirement.
"""

from __future__ import annotations

from dataclasses import dataclass

from secateur.dependence.by_line.lines import Place
from secateur.evolve.augmentation.counterparts import changed_pairs
from secateur.evolve.augmentation.propagation import Trial
from secateur.evolve.impact.chains import MOST, Chain, Chains, ChainSearch
from secateur.evolve.impact.pair import Pair


@dataclass(frozen=True, slots=True, eq=False)
class Requirement:
    """`chains` are those of the old and the new version; one of them may be missing."""

    number: int
    chains: tuple[Chain | None, Chain | None]

    @property
    def chain(self) -> Chain:
        """The chain of the new version if there is one, else that of the old one."""
        chain = self.chains[1] or self.chains[0]
        assert chain is not None
        return chain

    @property
    def is_old(self) -> bool:
        """Does the new version lack this chain?"""
        return self.chains[1] is None

    @property
    def distance(self) -> int:
        return self.chain.distance

    @property
    def is_output(self) -> bool:
        return any(chain is not None and chain.is_output for chain in self.chains)

    def is_met(self, trial: Trial) -> bool:
        return self.side_met(trial) is not None

    def side_met(self, trial: Trial) -> int | None:
        """The version in which an input meets it; the new one (1) takes precedence over the old one (0)."""
        for side in (1, 0):
            chain = self.chains[side]
            if chain is not None and chain.number in trial.met[side]:
                return side
        return None


@dataclass(frozen=True, slots=True, eq=False)
class Requirements:
    """All requirements up to a distance, shorter ones first, and the chains that they were derived from. `cut`: from
    this distance on, some are missing."""

    all: tuple[Requirement, ...]
    chains: tuple[Chains, Chains]

    @property
    def cut(self) -> int | None:
        return min((chains.cut for chains in self.chains if chains.cut is not None), default=None)


def requirements(
    pair: Pair, searches: tuple[ChainSearch, ChainSearch], distance: int, most: int = MOST
) -> Requirements:
    """`most` is the maximum number of chains per version."""
    chains = searches[0].run(distance, most), searches[1].run(distance, most)
    places = _counterparts(pair, searches)
    ours = {tuple(places.get(p, p) for p in chain.places): chain for chain in chains[0].found}
    known = {chain.places: chain for chain in chains[1].found}
    pairs = [(ours.get(key), chain) for key, chain in known.items()]
    alone: list[tuple[Chain | None, Chain | None]] = [(c, None) for key, c in ours.items() if key not in known]
    both = sorted([*pairs, *alone], key=lambda p: (p[1] or p[0]).distance)  # type: ignore[union-attr]
    return Requirements(tuple(Requirement(n, found) for n, found in enumerate(both)), chains)


def _counterparts(pair: Pair, searches: tuple[ChainSearch, ChainSearch]) -> dict[Place, Place]:
    """From statements of the old version to their counterparts in the new one."""
    found: dict[Place, Place] = {}
    for old, new in (*changed_pairs(pair.matching).items(), *sorted(pair.matching.to_new.items())):
        before, after = searches[0].place(old), searches[1].place(new)
        if before is not None and after is not None:
            found.setdefault(before, after)
    return found
