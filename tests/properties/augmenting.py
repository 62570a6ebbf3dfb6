"""The results of augmentation for random changes, compared with trying all inputs.

    python -m tests.properties.augmenting 200

surveys many without stopping at the first failure.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass, field
from functools import partial
from itertools import product

from hypothesis import Phase, given, seed, settings

from secateur.approximation.strategy import Depth, Never
from secateur.evolve.augmentation.augmentation import Augmentation, RequirementState
from secateur.evolve.augmentation.counterparts import Counterparts
from secateur.evolve.augmentation.goals import Goals
from secateur.evolve.augmentation.propagation import Propagation
from secateur.evolve.augmentation.requirements import requirements
from secateur.evolve.behaviour.outcomes import Equality
from secateur.evolve.impact.call_strings import CallEdges, CallString
from secateur.evolve.impact.chains import Chain, ChainSearch
from secateur.evolve.impact.pair import Pair
from secateur.exploration.budget import Meter
from secateur.frontend.errors import FrontendError
from secateur.options import Budget
from secateur.solver import Solver, by_name

from .differential import MANY, compiled
from .random_changes import DOMAIN, Change, changes

#: Depths of abstraction, used in turn; 0: no abstraction.
DEPTHS = (0, 1, 3, 16)
#: Maximum numbers of chains and of inputs per program, and seconds per program.
MOST, MOST_INPUTS, SECONDS = 24, 3, 5.0
#: Maximum number of chains where all of them are compared.
MOST_FOUND = 4_000

_ASKED = re.compile(r"^    (int|signed char|unsigned char) (\w) = __VERIFIER_nondet_\w+\(\);$", re.M)


@dataclass
class Tally:
    changes: int = 0
    requirements: int = 0
    solved: int = 0
    impossible: int = 0
    unknown: int = 0
    revealed: int = 0
    differing: int = 0
    wrong: list[tuple[Change, str]] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.changes} changes, {self.requirements} requirements: {self.solved} solved, {self.impossible} "
            f"impossible, {self.unknown} unknown; of {self.differing} that can be seen {self.revealed} were; "
            f"{len(self.wrong)} wrong"
        )


def named(text: str) -> str:
    """The program with its inputs requested by name, as in drivers."""
    return "extern int secateur_i32(const char *);\n" + _ASKED.sub(r'    \1 \2 = secateur_i32("\2");', text)


def _pair(change: Change) -> Pair | None:
    """None if there are too many inputs, or a version does not compile."""
    if change.inputs > MOST_INPUTS:
        return None
    try:
        return Pair(compiled(named(change.old)), compiled(named(change.new)))
    except FrontendError:
        return None


def check_augmentation(change: Change, depth: int, tally: Tally) -> None:
    pair = _pair(change)
    if pair is None or pair.matching.is_same:
        return
    searches = ChainSearch(pair.impact.old), ChainSearch(pair.impact.new)
    wanted = requirements(pair, searches, 4, MOST)
    counterparts = Counterparts(pair)
    chains = wanted.chains[0].found, wanted.chains[1].found
    propagation = Propagation(pair, searches, chains, counterparts)
    goals = Goals(pair, counterparts, partial(Depth, depth) if depth else Never, 2, 300 if depth else None)
    meter = Meter(Budget(SECONDS))
    solver = Solver(by_name("bitwuzla"), 1.0)
    made = Augmentation(pair, wanted, propagation, solver, [goals], Equality(), meter.spent_inside).run()
    trials = [propagation.trial(model) for model in product(DOMAIN, repeat=change.inputs)]
    tally.changes += 1
    tally.requirements += len(made.findings)
    tally.differing += any(trial.reveals for trial in trials)
    tally.revealed += any(added.trial.reveals for added in made.added)
    for finding in made.findings:
        lines = finding.requirement.chain.lines
        tally.solved += finding.state is RequirementState.SOLVED
        tally.impossible += finding.state is RequirementState.IMPOSSIBLE
        tally.unknown += finding.state is RequirementState.UNKNOWN
        by = next((trial.model for trial in trials if finding.requirement.is_met(trial)), None)
        if finding.state is RequirementState.IMPOSSIBLE and by is not None:
            tally.wrong.append((change, f"depth {depth}: {lines} is not impossible: {by}"))
        if finding.state is RequirementState.SOLVED:
            assert finding.added is not None
            if not finding.requirement.is_met(propagation.trial(made.added[finding.added].model)):
                tally.wrong.append((change, f"depth {depth}: {lines} is not met by its test"))


def check_augmentations(count: int, start: int = 0) -> Tally:
    """Check `count` changes with the seed `start`, continuing after failures."""
    tally = Tally()
    number = 0

    @seed(start)
    @settings(max_examples=count, phases=[Phase.generate], **MANY)  # type: ignore[arg-type]
    @given(changes())
    def each(change: Change) -> None:
        nonlocal number
        number += 1
        check_augmentation(change, DEPTHS[number % len(DEPTHS)], tally)

    each()
    return tally


class AnyCall(CallEdges):
    """What enters a function by one call may leave it by another."""

    def after(self, calls: CallString, source: int, target: int) -> CallString:
        return calls


def check_left_out(count: int, start: int = 0) -> tuple[int, list[tuple[Change, str]]]:
    """The number of chains that call strings leave out, and those that some input meets all the same."""
    left_out = 0
    wrong: list[tuple[Change, str]] = []

    @seed(start)
    @settings(max_examples=count, phases=[Phase.generate], **MANY)  # type: ignore[arg-type]
    @given(changes())
    def each(change: Change) -> None:
        nonlocal left_out
        pair = _pair(change)
        if pair is None:
            return
        exact = ChainSearch(pair.impact.old), ChainSearch(pair.impact.new)
        loose = ChainSearch(pair.impact.old), ChainSearch(pair.impact.new)
        for search in loose:
            search._call_edges = AnyCall(search._web)
        known, found = ([search.run(4, MOST_FOUND) for search in each] for each in (exact, loose))
        if any(chains.cut is not None for chains in found):
            return
        further: list[dict[int, Chain]] = []
        for fewer, more in zip(known, found, strict=True):
            places = {chain.places for chain in fewer.found}
            further.append({chain.number: chain for chain in more.found if chain.places not in places})
        left_out += sum(map(len, further))
        if not any(further):
            return
        propagation = Propagation(pair, loose, (found[0].found, found[1].found), Counterparts(pair))
        for model in product(DOMAIN, repeat=change.inputs):
            trial = propagation.trial(model)
            for met, extra in zip(trial.met, further, strict=True):
                wrong.extend((change, f"{extra[n].lines}: {model}") for n in sorted(met & extra.keys()))

    each()
    return left_out, wrong


def main(count: str = "200", start: str = "0") -> None:
    tally = check_augmentations(int(count), int(start))
    print(tally)
    for change, what in tally.wrong[:1]:
        print(what)
        print(change)


if __name__ == "__main__":
    main(*sys.argv[1:])
