"""Numbers and names for decisions, so that those of different paths can be compared.

A decision is a branch in its context together with its outcome. Techniques that compare sets of decisions across paths
give each decision a number and each set a name.
"""

from __future__ import annotations

from hashlib import blake2b

from secateur.dependence.trace.graphs import Graphs
from secateur.dependence.trace.index import steady
from secateur.dependence.trace.relevance import Relevance, numbers
from secateur.machine.path import BranchKind

_NUMBER = (1 << 64) - 1


class Decisions:
    """Numbers for decisions with their outcome, the same on every path; with `graphs`, also in every process."""

    def __init__(self, graphs: Graphs | None = None) -> None:
        self._graphs = graphs
        self._numbers: dict[tuple[object, ...], int] = {}

    def of(self, relevance: Relevance) -> list[int]:
        """The numbers of a path's decisions, by branch."""
        found = []
        for number, branch in enumerate(relevance.path.branches):
            found.append(self.number(relevance, number, branch.outcome))
        return found

    def number(self, relevance: Relevance, decision: int, outcome: bool) -> int:
        key = (*relevance.key(decision), outcome)
        found = self._numbers.get(key)
        if found is None:
            graphs = self._graphs
            found = len(self._numbers) if graphs is None else _steady(graphs, relevance, decision, outcome)
            self._numbers[key] = found
        return found


def _steady(graphs: Graphs, relevance: Relevance, decision: int, outcome: bool) -> int:
    """What `identity` says, by names. Variables can have other numbers in another process."""
    branch, machine = relevance.path.branches[decision], graphs.machine
    about: tuple[object, ...] = ()
    if branch.site.kind in (BranchKind.CHOICE, BranchKind.PINNED):
        positive = branch.condition if branch.outcome else branch.negation
        keys = list(machine.variables)
        about = (positive.key, *(keys[n] for n in numbers(positive.variables) if n < len(keys)))
    site = machine.site_names[branch.site.number]
    return steady((graphs.indices.name(relevance.indices[decision]), site, about, outcome))


class Passed:
    """The decisions of one path: their numbers, and names for sets of them."""

    def __init__(self, decisions: Decisions, relevance: Relevance) -> None:
        self.numbers = decisions.of(relevance)
        self.names = [_name(n) for n in self.numbers]
        self.prefixes = [0]
        for name in self.names:
            self.prefixes.append(self.prefixes[-1] ^ name)

    def name(self, relevant: int, decision: int, wanted: int) -> int:
        """The name of a set of decisions before `decision`, together with a wanted one."""
        missing = ~relevant & ((1 << decision) - 1)
        found = 0
        if missing.bit_count() * 2 < decision:
            found = self.prefixes[decision]
            relevant = missing
        for number in numbers(relevant):
            found ^= self.names[number]
        return found << 64 | wanted & _NUMBER

    def members(self, relevant: int, wanted: int) -> frozenset[int]:
        return frozenset([wanted, *(self.numbers[n] for n in numbers(relevant))])


def wanted_in(name: int) -> int:
    """The wanted decision in a name that `Passed.name` gave."""
    return name & _NUMBER


def _name(number: int) -> int:
    """128 bits that look random: sets are named by the exclusive or of their members, as in Zobrist hashing."""
    return int.from_bytes(blake2b(number.to_bytes(8, "little"), digest_size=16).digest(), "little")
