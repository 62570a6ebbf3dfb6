"""Augmentation of small programs, without files. Inputs are requested by name, as by drivers."""

from __future__ import annotations

import re
from functools import partial
from itertools import count

from properties.differential import compiled
from secateur.approximation.strategy import Depth, Never
from secateur.evolve.augmentation.augmentation import Augmentation, Augmented
from secateur.evolve.augmentation.counterparts import Counterparts
from secateur.evolve.augmentation.goals import Goals
from secateur.evolve.augmentation.propagation import Propagation
from secateur.evolve.augmentation.requirements import Requirement, Requirements, requirements
from secateur.evolve.behaviour.outcomes import Equality
from secateur.evolve.impact.chains import ChainSearch
from secateur.evolve.impact.pair import Pair
from secateur.evolve.impact.selection import Candidate
from secateur.solver import Solver, by_name

from .versions import HEADER

BEGINNING = HEADER + "extern int secateur_i32(const char *);\n"
FIRST = BEGINNING.count("\n") + 1  # the line on which a text begins


def program(text: str) -> str:
    """A whole program: unchanged if it has a `main`, else a function body over `a`, `b` and `c`, on the same lines."""
    if "main(" not in text:
        text = f"int main(void) {{ int a = INT, b = INT, c = INT; {text}\n}}\n"
    numbers = count()
    return BEGINNING + re.sub(r"\bINT\b", lambda _: f'secateur_i32("i{next(numbers)}")', text)


def lines(requirement: Requirement) -> tuple[int, ...]:
    """The lines of a chain, counted from 1 in the text."""
    return tuple(line - FIRST + 1 for line in requirement.chain.lines)


class Change:
    """Two versions with their requirements."""

    def __init__(self, old: str, new: str, distance: int = 4) -> None:
        self.pair = Pair(compiled(program(old)), compiled(program(new)))
        self.searches = ChainSearch(self.pair.impact.old), ChainSearch(self.pair.impact.new)
        self.requirements: Requirements = requirements(self.pair, self.searches, distance)
        self.counterparts = Counterparts(self.pair)
        chains = self.requirements.chains[0].found, self.requirements.chains[1].found
        self.propagation = Propagation(self.pair, self.searches, chains, self.counterparts)

    def met(self, *model: int) -> set[tuple[int, ...]]:
        trial = self.propagation.trial(model)
        return {lines(r) for r in self.requirements.all if r.is_met(trial)}

    def augmented(self, depth: int = 0, tests: tuple[Candidate, ...] = ()) -> Augmented:
        goals = Goals(self.pair, self.counterparts, partial(Depth, depth) if depth else Never, 2)
        solver = Solver(by_name("bitwuzla"))
        return Augmentation(self.pair, self.requirements, self.propagation, solver, [goals], Equality()).run(tests)
