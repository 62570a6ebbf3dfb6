"""Interactive dependence between the statements of one function (DGSE, Definitions 4 and 7, Algorithm 3).

`n` is interactive dependent on `m` if, on some path, `m` comes before `n`, and a later statement depends on both,
neither being killed in between. The relation is closed under itself: that later dependence may itself be interactive.

As in the paper, this is a data flow problem over pairs of facts. It is solved for one first fact at a time; the second
facts are the bits of a number.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush

from secateur.dependence.by_line.lines import Dependence, DependenceKind, Place, ordered
from secateur.dependence.by_line.reaching import ReachingFacts, StatementRun
from secateur.dependence.control.closure import bits, components

#: Maximum number of sets kept between rounds; the others are recomputed in each round.
KEPT = 400_000


def interactive(functions: Iterable[ReachingFacts]) -> list[Dependence]:
    """Between the lines of each function. A call is one statement with all its memory effects."""
    return ordered(
        Dependence(DependenceKind.INTERACTIVE, first, second)
        for facts in functions
        for first, second in interactive_places(facts)
        if first.line != second.line
    )


def interactive_places(facts: ReachingFacts) -> list[tuple[Place, Place]]:
    """Pairs of places, the later one interactive dependent on the earlier (Algorithm 3).

    Later facts come first, and for each fact later statements first: without loops one round is enough.
    """
    reach = PairReaching(facts)
    depends = dict(facts.depends)
    met = [0] * len(facts.facts)  # per fact, the second facts it is known to interact with
    found: dict[tuple[Place, Place], None] = {}
    later_first = sorted(range(len(facts.facts)), key=lambda number: -facts.facts[number].run)
    grown = True
    while grown:
        grown = False
        for first in later_first:
            own = facts.facts[first].places
            for run, seconds in reversed(reach.after(first)):
                known = 0
                for place in run.places:
                    here = depends.get(place, 0)
                    if here >> first & 1:
                        known |= here
                for second in bits(known & seconds & ~met[first]):
                    for place in facts.facts[second].places:
                        if place not in own:
                            depends[place] = depends.get(place, 0) | 1 << first
                            found.update(((earlier, place), None) for earlier in own)
                            grown = True
                met[first] |= known & seconds
    return list(found)


class PairReaching:
    """The facts that were generated after a first one while both still hold (Definition 7)."""

    def __init__(self, facts: ReachingFacts) -> None:
        self._facts = facts
        self._flow = facts.flow
        self._kill, self._gen = [], []
        for runs in facts.runs_of:
            kill = gen = 0
            for run in runs:
                kill |= run.kill
                gen = gen & ~run.kill | run.gen
            self._kill.append(kill)
            self._gen.append(gen)
        self._lives = [facts.enters(block) for block in range(self._flow.exit)]
        parts = components(self._flow.successors)
        self._rank = {block: -number for number, part in enumerate(parts) for block in part}
        self._kept: dict[int, list[tuple[StatementRun, int]]] = {}
        self._room = KEPT

    def after(self, first: int) -> list[tuple[StatementRun, int]]:
        """The statements that the first fact reaches, each with the second facts that also reach it."""
        found = self._kept.get(first)
        if found is None:
            found = [(run, seconds) for run, seconds in self._solve(first) if run.places and seconds]
            if len(found) <= self._room:
                self._room -= len(found)
                self._kept[first] = found
        return found

    def _solve(self, first: int) -> list[tuple[StatementRun, int]]:
        """Forward from the first fact, in flow order, so that most blocks are processed once."""
        fact, runs_of = self._facts.facts[first], self._facts.runs_of
        found: list[tuple[StatementRun, int]] = []
        entered: dict[int, int] = {}
        todo: list[tuple[int, int]] = []
        if fact.side is None:
            rest = [run for run in runs_of[fact.block] if run.number > fact.run]
            seconds = _pass(rest, 0, first, found)
            if seconds is not None:
                self._leave(first, fact.block, seconds, entered, todo)
        else:
            self._enter(first, self._flow.successors[fact.block][fact.side], 0, entered, todo)
        while todo:
            _, block = heappop(todo)
            while todo and todo[0][1] == block:
                heappop(todo)
            if not self._kill[block] >> first & 1 and not (fact.side is None and block == fact.block):
                seconds = entered[block] & ~self._kill[block] | self._gen[block]
                self._leave(first, block, seconds, entered, todo)
        for block in sorted(entered):
            runs = runs_of[block]
            if fact.side is None and block == fact.block:
                runs = [run for run in runs if run.number <= fact.run]
            _pass(runs, entered[block], first, found)
        return found

    def _leave(
        self, first: int, block: int, seconds: int, entered: dict[int, int], todo: list[tuple[int, int]]
    ) -> None:
        """Continue with the successors; where the first fact is generated again, start over."""
        for side, following in enumerate(self._flow.successors[block]):
            made = self._facts.on_edge.get((block, side), 0)
            self._enter(first, following, 0 if made >> first & 1 else seconds | made, entered, todo)

    def _enter(
        self, first: int, block: int, seconds: int, entered: dict[int, int], todo: list[tuple[int, int]]
    ) -> None:
        lives = self._lives[block]
        if lives >> first & 1:
            before = entered.get(block, -1)
            seconds = seconds & lives | max(before, 0)
            if seconds != before:
                entered[block] = seconds
                heappush(todo, (self._rank[block], block))


def _pass(runs: list[StatementRun], seconds: int, first: int, found: list[tuple[StatementRun, int]]) -> int | None:
    """Process statements while the first fact holds; None if it is killed."""
    for run in runs:
        found.append((run, seconds))
        if run.kill >> first & 1:
            return None
        seconds = seconds & ~run.kill | run.gen
    return seconds
