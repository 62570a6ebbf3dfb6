"""Random changes of random programs, and what DiSE must find for them.

    python -m tests.properties.changes 1000 0

surveys those with the seeds 0 to 999 without stopping at the first failure; a third number other than 0 shows one in
full. What is true is found by running both versions on the inputs, one by one.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby

from secateur import expr
from secateur.dependence.trace.graphs import Graphs
from secateur.evolve.behaviour.equivalence import Equivalence, EquivalenceVerdict
from secateur.evolve.behaviour.outcomes import Equality, differing
from secateur.evolve.impact.pair import Pair
from secateur.evolve.impact.selection import Passing
from secateur.exploration.hidden import ended_early
from secateur.exploration.loop import Explorer
from secateur.exploration.result import Result
from secateur.exploration.technique import Technique
from secateur.exploration.techniques.dise import Dise
from secateur.exploration.techniques.dise_published import DisePublished
from secateur.exploration.techniques.full import Full
from secateur.expr import Expr
from secateur.frontend.errors import FrontendError
from secateur.machine.machine import Machine
from secateur.machine.path import LIMITED, BranchKind, Ending, Path
from secateur.options import Budget, Limits
from secateur.solver import Solver, by_name

from .differential import MOST_PATHS, compiled
from .random_changes import Change, random_change

#: Inputs on which a version executes more instructions are left out.
LONGEST = 100_000

Model = tuple[int, ...]
#: Whether the versions differ, for each input that was tried and that both accept; None: both end early, alike.
Truth = dict[Model, bool | None]


@dataclass
class Tally:
    programs: int = 0
    passed_over: int = 0
    unchanged: int = 0
    denied: int = 0
    paths: int = 0
    alike: int = 0
    full_paths: int = 0
    different: int = 0
    equivalent: int = 0
    undecided: int = 0
    wrong: int = 0
    inputs: int = 0
    differing: int = 0
    examples: list[tuple[int, str]] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.programs:,} changes ({self.passed_over} passed over, {self.unchanged} no change), "
            f"paths {self.paths:,} (and {self.alike:,} without effect) of {self.full_paths:,}; "
            f"{self.different} different, {self.equivalent} equivalent, {self.undecided} undecided, "
            f"{self.wrong} wrong, {self.denied} denied; "
            f"{self.differing:,} of {self.inputs:,} inputs that were tried differ"
        )


class Trial:
    """One change, explored and compared in every way."""

    def __init__(self, change: Change) -> None:
        self.change = change
        self.pair = Pair(compiled(change.old), compiled(change.new))
        self.graphs = Graphs(self.pair.machines[1], self.pair.statics[1])
        self.dise = Dise(self.pair.new.impacted)
        self.executes = Passing(self.pair.old, self.pair.new, self.pair.impact)

    def explored(self, technique: Technique, most: int) -> Result:
        machine = self.pair.machines[1]
        budget = Budget(timeout=20.0, max_paths=most)
        return Explorer(machine, Solver(by_name("bitwuzla"), timeout=2.0), technique, "dfs", budget).run()

    def sequence(self, path: Path) -> tuple[object, ...] | None:
        """The impacted instructions that a run executes, the sides that it takes there (those of `?:` may have no
        instructions of their own), and the values that it chooses (the object of a pointer). None if it ended early in
        a place that the change does not affect, or if neither version executes the change."""
        machine, impacted = self.pair.machines[1], self.pair.new.impacted
        run = machine.run(*machine.start(path.model))
        if self.dise.hides(run) or not self.executes(path.model):
            return None
        instances = groupby(self.graphs.graph(run).record.nodes)  # a copy has one for each part that it copies
        passed = tuple(node for node, _ in instances if node in impacted.nodes)
        decided = [run.branches[n] for n in impacted.decisions(run)]
        sides = tuple((b.site.number, b.outcome) for b in decided if b.site.kind is BranchKind.CONDITION)
        return passed, sides, tuple(b.condition.key for b in decided if b.site.kind is BranchKind.CHOICE)

    def verdict(self, result: Result) -> EquivalenceVerdict:
        pair = self.pair
        judge = Equivalence(pair.old, pair.new, Solver(by_name("bitwuzla"), timeout=2.0), Equality())
        judge.alike(self.dise.alike)
        return judge.compare(result.paths)

    def denied(self, verdict: EquivalenceVerdict, truth: Truth) -> list[Model]:
        """The inputs that differ, and are said to behave alike in both versions."""
        regions = [*self.dise.untouched, *(region.conditions for region in verdict.equal)]
        return [model for model, differs in truth.items() if differs and any(_holds(r, model) for r in regions)]

    def brute(self) -> Truth:
        found: Truth = {}
        # These record nothing, and are faster. A change can make a loop endless.
        limits = Limits(max_instructions=LONGEST)
        machines = [Machine(static.program, limits=limits) for static in self.pair.statics]
        for model in self.change.models():
            old, new = (machine.run(*machine.start(model, concrete=True)) for machine in machines)
            if Ending.ASSUMPTION in (old.ending, new.ending) or {old.ending, new.ending} & LIMITED:
                continue
            differs = bool(differing(old, new, model, Equality()))
            found[model] = differs or (None if ended_early(new) else False)
        return found


def check_change(change: Change, tally: Tally, seed: int = 0) -> None:
    """Check all guarantees for one change; violations are recorded in the tally."""
    tally.programs += 1
    try:
        trial = Trial(change)
    except FrontendError:
        tally.passed_over += 1
        return
    truth = trial.brute()
    if trial.pair.matching.is_same:
        tally.unchanged += 1
        _judge(tally, seed, truth, EquivalenceVerdict())
        return
    full = trial.explored(Full(), MOST_PATHS)
    if not full.complete:
        tally.passed_over += 1
        return
    reduced = trial.explored(trial.dise, 4 * MOST_PATHS)
    tally.full_paths += full.counts.completed
    tally.paths += reduced.counts.completed
    tally.alike += len(trial.dise.alike)
    if not reduced.complete:
        tally.examples.append((seed, f"not complete: {reduced.limits}"))
    verdict = trial.verdict(reduced)
    denied = trial.denied(verdict, truth)
    tally.denied += len(denied)
    if denied:
        tally.examples.append((seed, f"said to be alike: {denied[:3]}"))
    _judge(tally, seed, truth, verdict)


def _judge(tally: Tally, seed: int, truth: Truth, verdict: EquivalenceVerdict) -> None:
    """Every input that is tried differs exactly if it is in a region that does."""
    if verdict.different:
        tally.different += 1
    elif verdict.complete:
        tally.equivalent += 1
    else:
        tally.undecided += 1
    wrong = [model for model, differs in truth.items() if _is_wrong(model, differs, verdict)]
    tally.inputs += len(truth)
    tally.differing += sum(map(bool, truth.values()))
    if wrong:
        tally.wrong += 1
        tally.examples.append((seed, f"{len(wrong)} inputs are judged wrongly: {wrong[0]} differs: {truth[wrong[0]]}"))


def _is_wrong(model: Model, differs: bool | None, verdict: EquivalenceVerdict) -> bool:
    """The regions of a comparison that is not complete need not be exact. Those of runs that return may contain inputs
    that end early where the change has no influence."""
    said = any(_holds(region.conditions, model) for region in verdict.different)
    return verdict.complete and differs is not None and said != differs


def _holds(conditions: Sequence[Expr], model: Model) -> bool:
    return all(expr.evaluate(condition, model) for condition in conditions)


def survey_published(count: int, start: int = 0) -> tuple[int, int]:
    """The number of sequences of impacted statements, and how many of them the published search misses, in programs up
    to one where it misses some."""
    known = missed = 0
    for number in range(start, start + count):
        try:
            trial = Trial(random_change(number))
        except FrontendError:
            continue
        if trial.pair.matching.is_same:
            continue
        full = trial.explored(Full(), MOST_PATHS)
        printed = trial.explored(DisePublished(trial.pair.new.impacted), MOST_PATHS)
        expected = {s for s in map(trial.sequence, full.paths) if s is not None}
        if full.complete:
            known += len(expected)
            missed += len(expected - set(map(trial.sequence, printed.paths)))
        if missed:
            break
    return known, missed


def check_changes(count: int, start: int = 0) -> Tally:
    """Check the changes with `count` seeds from `start` on, continuing after failures."""
    tally = Tally()
    for number in range(start, start + count):
        check_change(random_change(number), tally, number)
    return tally


def main(count: str = "200", start: str = "0", show: str = "0") -> None:
    started = time.process_time()
    tally = check_changes(int(count), int(start))
    print(f"seeds from {start}: {tally}; {tally.programs / (time.process_time() - started):.1f} a second of CPU time")
    for number, what in tally.examples:
        print(f"seed {number}: {what}")
        if show != "0":
            print(random_change(number))


if __name__ == "__main__":
    main(*sys.argv[1:])
