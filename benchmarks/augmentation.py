"""Tests from the requirements of a change against branch coverage: `python benchmarks/augmentation.py`.

The comparison follows Santelices and Harrold, "SPA: Symbolic Program Approximation for Scalable Path-sensitive
Analysis", section 5. For each change of `changes.py`: how many of the tests that `secateur augment` generates show a
difference in the output, with and without abstraction, and how many tests of a suite that covers all branches of the
new version do, and at random: how many of `AT_RANDOM` random inputs do. Times are CPU times. "With abstraction" is the
default, which chooses by the size of each condition.

The measure of the paper is effectiveness: the share of random suites satisfying the requirements that show a
difference. Here suites are drawn from a pool (some inputs of the full exploration of both versions, and random ones),
and satisfy all requirements, or take all branches, that any input of the pool does.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import tempfile
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from changes import CHANGES, Change
from rich.console import Console
from rich.table import Table

from secateur.dependence.trace.graphs import Graphs
from secateur.evolve.augmentation.augmentation import RequirementState
from secateur.evolve.augmentation.counterparts import Counterparts
from secateur.evolve.augmentation.propagation import LONGEST, Propagation, Trial
from secateur.evolve.augmentation.requirements import Requirements, requirements
from secateur.evolve.behaviour.outcomes import Equality, differing
from secateur.evolve.impact.chains import ChainSearch
from secateur.exploration.loop import Explorer
from secateur.exploration.techniques.full import Full
from secateur.harness.subject import Subject, load
from secateur.jobs.augment import Reach, augmented
from secateur.jobs.compared_pair import Compared, PairPlan
from secateur.machine.fault import DEFAULT_CHECKS
from secateur.machine.machine import Machine
from secateur.options import Budget, Compiling, Inputs, Limits
from secateur.options import Search as SearchOptions
from secateur.options.jobs import AugmentOptions
from secateur.report.source_text import SourceText
from secateur.solver import Solver, by_name

DEFAULTS = AugmentOptions()
#: CPU time limit per augmentation, and per exploration for the pool.
SECONDS, EXPLORING = 30.0, 60.0
#: Inputs in the pool per version from full exploration, and as many random ones; suites to draw.
POOL, SUITES = 120, 1000
#: Random inputs that are tried for themselves.
AT_RANDOM = 300
#: Number of paths that are always considered for branch coverage.
FIRST = 150

#: Measurements shorter than `SHORT` seconds are repeated `REPEATED` times, and the shortest time counts.
SHORT, REPEATED = 5.0, 3

Model = tuple[int, ...]


@dataclass(frozen=True)
class Generated:
    """Tests, how many of them show a difference, requirements met, seconds."""

    tests: int
    revealing: int
    met: int
    impossible: int
    seconds: float
    stopped: bool

    @property
    def share(self) -> float:
        return self.revealing / self.tests if self.tests else 0.0


@dataclass(frozen=True)
class Row:
    subject: str
    change: int
    kind: str
    requirements: int
    abstract: Generated
    precise: Generated
    covering: int
    covering_revealing: int
    suites: float
    covering_suites: float
    random_share: float
    random_suites: float

    @property
    def covering_share(self) -> float:
        return self.covering_revealing / max(1, self.covering)

    @property
    def is_as_good(self) -> bool:
        return self.abstract.share >= self.covering_share and self.suites >= self.covering_suites


@dataclass(frozen=True)
class Effort:
    """CPU seconds per augmentation and per exploration for the pool; how often short measurements are repeated; the
    size of the pool."""

    augmenting: float
    exploring: float
    repeated: int
    pool: int = POOL


def seconds() -> float:
    """CPU time, including the solver's processes."""
    return sum(os.times()[:4])


def compare(change: Change, old: Subject, new: Subject, limits: Effort) -> Compared:
    equality = Equality(only=change.outputs)
    solving = replace(DEFAULTS.solving, answer_cache=False)
    plan = PairPlan(
        DEFAULT_CHECKS, Limits(), Budget(cpu=limits.augmenting), SearchOptions(), solving, equality, confirm=False
    )
    return Compared(old, new, plan)


def generate(compared: Compared, depth: int | None) -> tuple[Requirements, Generated]:
    started = seconds()
    wanted, made = augmented(compared, Reach(DEFAULTS.distance, depth, DEFAULTS.rounds))
    taken = seconds() - started
    revealing = sum(bool(added.trial.reveals) for added in made.added)
    counts = made.count(RequirementState.SOLVED), made.count(RequirementState.IMPOSSIBLE)
    return wanted, Generated(len(made.added), revealing, *counts, taken, made.stopped)


def explored(subject: Subject, cpu: float) -> tuple[list[Model], list[Model]]:
    """The inputs of full exploration, and those of them that may take a new side of a branch: the first ones, and all
    that decide a branch differently."""
    machine = Machine(subject.program, "main", DEFAULT_CHECKS)
    result = Explorer(machine, Solver(by_name("bitwuzla"), 10.0), Full(), "dfs", Budget(cpu=cpu)).run()
    seen: set[Hashable] = set()
    new: list[Model] = []
    for number, path in enumerate(result.paths):
        sides = {(branch.site, branch.outcome) for branch in path.branches}
        if number < FIRST or sides - seen:
            new.append(path.model)
        seen |= sides
    return [path.model for path in result.paths], new


def random_inputs(machine: Machine, chance: random.Random, count: int) -> list[Model]:
    """Half of the values are small, half of any size."""
    widths = [v.width for v in sorted(machine.variables.values(), key=lambda v: v.args[0])]
    return [
        tuple(
            chance.randrange(8) if chance.random() < 0.5 else chance.getrandbits(w) - (1 << w - 1 if w > 1 else 0)
            for w in widths
        )
        for _ in range(count)
    ]


class PlainRuns:
    """Runs of both versions without the dependences of a `Trial`, which cost most of its time: where only outputs and
    branches count."""

    def __init__(self, compared: Compared) -> None:
        pair = self._pair = compared.pair
        self._equality = compared.equality
        self._machines = [self._machine(side, record=False) for side in (0, 1)]
        self._graphs = Graphs(self._machine(1, record=True), pair.statics[1])

    def _machine(self, side: int, record: bool) -> Machine:
        static, known = self._pair.statics[side], self._pair.machines[side]
        limits = replace(known.limits, max_instructions=min(LONGEST, known.limits.max_instructions))
        machine = Machine(static.program, static.entry, known.checks, limits, record)
        machine.variables = known.variables
        return machine

    def reveals(self, model: Model) -> bool:
        old, new = (machine.run(*machine.start(model, concrete=True)) for machine in self._machines)
        return bool(differing(old, new, model, self._equality))

    def covering(self, models: Iterable[Model]) -> list[Model]:
        """In order of exploration, the inputs that take a side of a branch of the new version that no earlier one
        took."""
        seen: set[Hashable] = set()
        found = []
        for model in models:
            machine = self._graphs.machine
            record = self._graphs.graph(machine.run(*machine.start(model, concrete=True))).record
            sides = {(record.nodes[instance], side) for instance, side in record.sides.items()}
            if sides - seen:
                seen |= sides
                found.append(model)
        return found


def effectiveness(pool: Sequence[Trial], goals: Sequence[Iterable[int]], chance: random.Random) -> float:
    """`goals`: for each goal, the numbers of the inputs in the pool that satisfy it."""
    wanted = [list(goal) for goal in goals]
    wanted = [goal for goal in wanted if goal]
    if not wanted:
        return 0.0
    revealing = 0
    for _ in range(SUITES):
        suite: set[int] = set()
        for goal in chance.sample(wanted, len(wanted)):
            if suite.isdisjoint(goal):
                suite.add(chance.choice(goal))
        revealing += any(pool[number].reveals for number in suite)
    return revealing / SUITES


def measure(number: int, change: Change, seed: int, limits: Effort) -> Row:
    with tempfile.TemporaryDirectory() as folder:
        options, inputs = Compiling((str(change.source.parent),)), Inputs(string=change.string)
        new = load([f"{change.write(Path(folder))}:{change.function}"], options, inputs)
        old = load([f"{change.source}:{change.function}"], options, inputs)
        wanted, abstract = generate(compare(change, old, new, limits), DEFAULTS.depth)
        _, precise = generate(compare(change, old, new, limits), None)
        for _ in range(limits.repeated if precise.seconds < SHORT else 0):  # alternating, because timings are noisy
            abstract = min(
                abstract, generate(compare(change, old, new, limits), DEFAULTS.depth)[1], key=lambda g: g.seconds
            )
            precise = min(precise, generate(compare(change, old, new, limits), None)[1], key=lambda g: g.seconds)
        drawn = draw(compare(change, old, new, limits), random.Random(seed), limits)
    return Row(change.subject, number, change.kind, len(wanted.all), abstract, precise, *drawn)


def draw(compared: Compared, chance: random.Random, limits: Effort) -> tuple[int, int, float, float, float, float]:
    """For a suite that covers all branches, the number of tests and of those that show a difference; then the
    effectiveness of suites from a pool, by requirements (with the default number of chains) and by branches; then the
    share of random inputs that show a difference, and of random suites as large as the one that covers all branches."""
    pair, text, counts = compared.pair, SourceText(), compared.equality.counts
    searches = ChainSearch(pair.impact.old, text.at, counts), ChainSearch(pair.impact.new, text.at, counts)
    wanted = requirements(pair, searches, DEFAULTS.distance)
    chains = wanted.chains[0].found, wanted.chains[1].found
    propagation = Propagation(pair, searches, chains, Counterparts(pair), compared.equality)
    models = explored(compared.old, limits.exploring), explored(compared.new, limits.exploring)
    plain = PlainRuns(compared)
    suite = plain.covering(models[1][1])
    inputs = [m for found, _ in models for m in chance.sample(found, min(limits.pool, len(found)))]
    inputs += random_inputs(pair.machines[1], chance, limits.pool)
    pool = [propagation.trial(model) for model in dict.fromkeys(inputs)]
    sides = sorted({side for trial in pool for side in trial.sides})
    ways = [[n for n, trial in enumerate(pool) if side in trial.sides] for side in sides]
    met = [[n for n, trial in enumerate(pool) if r.is_met(trial)] for r in wanted.all]
    revealing = sum(map(plain.reveals, suite))
    shares = effectiveness(pool, met, chance), effectiveness(pool, ways, chance)
    tries = [plain.reveals(model) for model in random_inputs(pair.machines[1], chance, AT_RANDOM)]
    size = max(1, len(suite))
    drawn = sum(any(chance.sample(tries, min(size, len(tries)))) for _ in range(SUITES)) / SUITES
    return len(suite), revealing, *shares, sum(tries) / len(tries), drawn


def show(console: Console, rows: Sequence[Row]) -> None:
    table = Table(
        "subject", "change", "requirements", "met", "impossible", "tests", "reveal", "s", "no abstraction: met",
        "tests", "reveal", "s", "branch tests", "reveal", "suites: requirements", "branches", "random: reveal",
        "suites",
    )  # fmt: skip
    for row in rows:
        a, b = row.abstract, row.precise
        table.add_row(
            row.subject, f"{row.change} {row.kind}", str(row.requirements), str(a.met), str(a.impossible), str(a.tests),
            f"{a.share:.0%}", f"{a.seconds:.1f}{'*' if a.stopped else ''}", str(b.met), str(b.tests), f"{b.share:.0%}",
            f"{b.seconds:.1f}{'*' if b.stopped else ''}", str(row.covering), f"{row.covering_share:.0%}",
            f"{row.suites:.0%}", f"{row.covering_suites:.0%}", f"{row.random_share:.0%}", f"{row.random_suites:.0%}",
        )  # fmt: skip
    console.print(table)
    total = sum(r.abstract.seconds for r in rows), sum(r.precise.seconds for r in rows)
    console.print(
        f"* time limit reached. As good as branch coverage: {sum(r.is_as_good for r in rows)} of {len(rows)} changes; "
        f"{total[0]:.1f} s with abstraction, {total[1]:.1f} s without"
    )


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    words.add_argument("changes", nargs="*", type=int, help="numbers of changes, starting at 1")
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--seconds", type=float, default=SECONDS, help="CPU time per augmentation")
    words.add_argument("--exploring", type=float, default=EXPLORING, help="CPU time per exploration for the pool")
    words.add_argument("--repeat", type=int, default=REPEATED, help="further measurements of short ones")
    words.add_argument(
        "--pool", type=int, default=POOL, help="inputs per version, and random ones, to draw suites from"
    )
    words.add_argument("--json", type=Path, help="also write the rows to this file")
    given = words.parse_args()
    limits = Effort(given.seconds, given.exploring, given.repeat, given.pool)
    console = Console(width=200)
    rows = []
    for number, change in enumerate(CHANGES, 1):
        if not given.changes or number in given.changes:
            rows.append(measure(number, change, given.seed, limits))
            console.print(f"{number}: {rows[-1]}", style="dim", highlight=False)
    show(console, rows)
    if given.json:
        given.json.write_text(json.dumps([asdict(row) for row in rows], indent=1))


if __name__ == "__main__":
    main()
