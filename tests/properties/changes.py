"""Random changes of random programs, and what DiSE must find for them.

    python -m tests.properties.changes 1000

surveys many without stopping at the first failure.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby, product
from random import Random

from hypothesis import Phase, given, seed, settings
from hypothesis import strategies as st

from secateur import expr
from secateur.dependence.trace.graphs import Graphs
from secateur.evolve.behaviour.equivalence import Equivalence, EquivalenceVerdict
from secateur.evolve.behaviour.outcomes import Equality, differing
from secateur.evolve.impact.pair import Pair
from secateur.evolve.impact.selection import Passing
from secateur.exploration.loop import Explorer
from secateur.exploration.result import Result
from secateur.exploration.technique import Technique
from secateur.exploration.techniques.dise import Dise
from secateur.exploration.techniques.dise_published import DisePublished
from secateur.exploration.techniques.full import Full
from secateur.expr import Expr
from secateur.frontend.errors import FrontendError
from secateur.machine.machine import Machine
from secateur.machine.path import BranchKind, Path
from secateur.options import Budget
from secateur.solver import Solver, by_name

from .differential import MANY, MOST_PATHS, compiled
from .random_faulty import programs

#: Every input is one of these, so that all of them can be tried.
DOMAIN = range(-1, 3)

_INPUT = re.compile(r"^    (int|signed char|unsigned char) (\w) = __VERIFIER_nondet_\w+\(\);$", re.M)
_OPERATORS = {
    "<": (">", ">=", "<="), ">": ("<", "<=", ">="), "==": ("!=", "<="), "!=": ("==", ">"), ">=": ("<", ">"),
    "+": ("-", "|"), "-": ("+",), "&": ("|", "^"), "|": ("&",), "^": ("&", "|"), "&&": ("||",), "||": ("&&",),
}  # fmt: skip
_OPERATOR = re.compile(r" (<|>|==|!=|>=|\+|-|&|\||\^|&&|\|\|) ")
_CONSTANT = re.compile(r"(?<![\w\[.])\d+(?![\w\]])")
_NAME = re.compile(r"\b[abcdxyzghpqv]\b")
_STATEMENT = re.compile(r"^ +[\w*][^{}]*;$")


@dataclass(frozen=True)
class Change:
    """Two versions of a program whose inputs are all in `DOMAIN`."""

    old: str
    new: str
    inputs: int

    def __repr__(self) -> str:
        ours, theirs = self.old.split("\n"), self.new.split("\n")
        differ = [f"-{a}\n+{b}" for a, b in zip(ours, theirs, strict=False) if a != b]
        return self.new + "\n" + "\n".join(differ[:4])


def small_inputs(text: str) -> tuple[str, int]:
    """The program with its inputs restricted, and with all its effects printed at the end."""
    names = [found[2] for found in _INPUT.finditer(text)]
    assumed = [
        f"    __VERIFIER_assume({n} >= {DOMAIN[0]});\n    __VERIFIER_assume({n} <= {DOMAIN[-1]});" for n in names
    ]
    call = f"f({', '.join(names)})"
    values = "result, g, h, shared.n, shared.a[1], table[1]"
    shown = f'    int result = {call};\n    printf("%d %d %d %d %d %d\\n", {values});\n    return result;'
    text = text.replace(f"    return {call};", "\n".join([*assumed, shown]))
    return "extern int printf(const char *, ...);\n" + text, len(names)


def mutated(text: str, chance: Random) -> str:
    """One line of the program's own functions changed, dropped, doubled, or swapped with the next."""
    lines = text.split("\n")
    first = next(n for n, line in enumerate(lines) if line.startswith("static int (*const operations"))
    last = next(n for n, line in enumerate(lines) if line.startswith("int main"))
    for _ in range(50):
        number = chance.randrange(first + 1, last)
        made = _mutated(lines, number, chance)
        if made is not None and made != lines:
            return "\n".join(made)
    return text


def _mutated(lines: list[str], number: int, chance: Random) -> list[str] | None:
    line = lines[number]
    if not line.startswith("    "):
        return None
    way = chance.randrange(6)
    if way <= 2:
        found = list((_OPERATOR, _CONSTANT, _NAME)[way].finditer(line))
        if not found or (way == 2 and " = {" in line) or re.match(r" +(int|struct) ", line):
            return None
        one = chance.choice(found)
        word = one[1] if way == 0 else one[0]
        other = chance.choice(_OPERATORS[word]) if way == 0 else str(int(word) + 1) if way == 1 else chance.choice("gh")
        start, stop = one.span(1 if way == 0 else 0)
        return [*lines[:number], line[:start] + other + line[stop:], *lines[number + 1 :]]
    if not _STATEMENT.match(line) or re.match(r" +(return|int|struct|break|continue)\b", line):
        return None
    if way == 3:
        return [*lines[:number], *lines[number + 1 :]]
    if way == 4:
        return [*lines[:number], line, *lines[number:]]
    following = lines[number + 1]
    if not _STATEMENT.match(following) or re.match(r" +(return|int|struct|break|continue)\b", following):
        return None
    return [*lines[:number], following, line, *lines[number + 2 :]]


@st.composite
def changes(draw: st.DrawFn) -> Change:
    program = draw(programs(room=40))
    text, count = small_inputs(program.text)
    return Change(text, mutated(text, draw(st.randoms(use_true_random=False))), count)


@dataclass
class Tally:
    programs: int = 0
    passed_over: int = 0
    unchanged: int = 0
    effects: int = 0  # inputs on which the versions differ
    missed: int = 0  # of these, how many are in no region that is said to differ
    denied: int = 0  # of these, how many are said to behave alike
    alike: int = 0  # runs that execute the change without effect
    paths: int = 0
    full_paths: int = 0
    different: int = 0
    equivalent: int = 0
    undecided: int = 0
    wrong: int = 0
    examples: list[tuple[Change, str]] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.programs:,} changes ({self.passed_over} passed over, {self.unchanged} no change), "
            f"{self.effects:,} differing inputs, {self.missed} missed, {self.denied} denied; paths {self.paths:,} (and "
            f"{self.alike:,} without effect) of "
            f"{self.full_paths:,}; {self.different} different, {self.equivalent} equivalent, {self.undecided} "
            f"undecided, {self.wrong} wrong"
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
        judge = self.judge()
        judge.alike(self.dise.alike)
        return judge.compare(result.paths)

    def brute(self) -> list[tuple[int, ...]]:
        """The inputs on which the versions differ, by trying all."""
        found = []
        for model in product(DOMAIN, repeat=self.change.inputs):
            runs = [self._concrete(machine, model) for machine in self.pair.machines]
            if differing(runs[0], runs[1], model, Equality()):
                found.append(model)
        return found

    def missed(self, verdict: EquivalenceVerdict, models: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
        """Of these inputs, on which the versions differ, those that are in no region that is said to differ."""
        regions = [region.conditions for region in verdict.different]
        return [model for model in models if not any(_holds(region, model) for region in regions)]

    def denied(self, verdict: EquivalenceVerdict, models: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
        """Of these inputs, those that are said to behave alike in both versions."""
        regions = [*self.dise.untouched, *(region.conditions for region in verdict.equal)]
        return [model for model in models if any(_holds(region, model) for region in regions)]

    def judge(self) -> Equivalence:
        return Equivalence(self.pair.old, self.pair.new, Solver(by_name("bitwuzla"), timeout=2.0), Equality())

    def _concrete(self, machine: Machine, model: tuple[int, ...]) -> Path:
        return machine.run(*machine.start(model, concrete=True))


def check_change(change: Change, tally: Tally) -> None:
    """Check all guarantees for one change; violations are recorded in the tally."""
    tally.programs += 1
    try:
        trial = Trial(change)
    except FrontendError:
        tally.passed_over += 1
        return
    brute = trial.brute()
    if trial.pair.matching.is_same:
        tally.unchanged += 1
        _judge(tally, change, brute, False, "no change")
        return
    full = trial.explored(Full(), MOST_PATHS)
    if not full.complete:
        tally.passed_over += 1
        return
    reduced = trial.explored(trial.dise, 4 * MOST_PATHS)
    tally.effects += len(brute)
    tally.full_paths += full.counts.completed
    tally.paths += reduced.counts.completed
    tally.alike += len(trial.dise.alike)
    verdict = trial.verdict(reduced)
    missed, denied = trial.missed(verdict, brute), trial.denied(verdict, brute)
    tally.missed += len(missed)
    tally.denied += len(denied)
    if missed or not reduced.complete:
        tally.examples.append((change, f"missed: {missed[:3]}"))
    if denied:
        tally.examples.append((change, f"said to be alike: {denied[:3]}"))
    if verdict.different:
        _judge(tally, change, brute, True, "")
    elif verdict.complete:
        _judge(tally, change, brute, False, "equivalent")
    else:
        tally.undecided += 1


def _judge(tally: Tally, change: Change, brute: list[tuple[int, ...]], differs: bool, word: str) -> None:
    tally.different += differs
    tally.equivalent += not differs
    if differs != bool(brute):
        tally.wrong += 1
        tally.examples.append((change, f"told: {word or 'different'}; by trying all: {brute[:1]}"))


def _holds(conditions: Sequence[Expr], model: tuple[int, ...]) -> bool:
    return all(expr.evaluate(condition, model) for condition in conditions)


def survey_published(count: int, start: int = 0) -> tuple[int, int]:
    """The number of sequences of impacted statements, and how many of them the published search misses, in programs up
    to one where it misses some."""
    known = missed = 0

    @seed(start)
    @settings(max_examples=count, phases=[Phase.generate], **MANY)  # type: ignore[arg-type]
    @given(changes())
    def each(change: Change) -> None:
        nonlocal known, missed
        if missed:
            return
        try:
            trial = Trial(change)
        except FrontendError:
            return
        if trial.pair.matching.is_same:
            return
        full = trial.explored(Full(), MOST_PATHS)
        printed = trial.explored(DisePublished(trial.pair.new.impacted), MOST_PATHS)
        expected = {s for s in map(trial.sequence, full.paths) if s is not None}
        if full.complete:
            known += len(expected)
            missed += len(expected - set(map(trial.sequence, printed.paths)))

    each()
    return known, missed


def check_changes(count: int, start: int = 0) -> Tally:
    """Check `count` changes with the seed `start`, continuing after failures."""
    tally = Tally()

    @seed(start)
    @settings(max_examples=count, phases=[Phase.generate], **MANY)  # type: ignore[arg-type]
    @given(changes())
    def each(change: Change) -> None:
        check_change(change, tally)

    each()
    return tally


def main(count: str = "200", start: str = "0") -> None:
    started = time.monotonic()
    tally = check_changes(int(count), int(start))
    print(f"{tally}; {tally.programs / (time.monotonic() - started):.1f} a second")
    for change, what in _first(tally):
        print(what)
        print(change)


def _first(tally: Tally) -> Iterator[tuple[Change, str]]:
    yield from tally.examples[:1]


if __name__ == "__main__":
    main(*sys.argv[1:])
