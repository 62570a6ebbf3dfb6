"""The guarantees of exploration by output, checked against full exploration: the same output expressions, and no
relevant-slice condition missed or run twice.

    python -m tests.properties.outputs 1000

surveys many programs and reports how many runs were saved.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from hypothesis import given, seed, settings
from hypothesis import strategies as st

from secateur.exploration.criteria import Criterion, Value
from secateur.exploration.loop import Explorer
from secateur.exploration.result import Result
from secateur.exploration.task import Task
from secateur.exploration.techniques.full import Full
from secateur.exploration.techniques.rsc import Rsc
from secateur.harness.subject import load
from secateur.ir.model import Program
from secateur.machine.machine import Machine
from secateur.machine.path import Path as Run
from secateur.options import Budget, Compiling, Inputs
from secateur.solver import Solver, by_name

from .differential import MANY, MOST_PATHS, compiled
from .random_faulty import FaultyProgram, faulty_program, programs
from .written import written

#: The outputs, used in turn: what `f` returns, as passed on by `main`, or what is visible after a call.
CRITERIA: tuple[tuple[str, ...], ...] = ((), ("g",), ("h", "shared"), ("return", "table"), ("stdout",))

Output = tuple[tuple[str, Value], ...]


class Keyed(Full):
    """Full exploration that records the relevant-slice condition and the outputs of every path."""

    records = True

    def __init__(self, rsc: Rsc) -> None:
        self.rsc = rsc
        self.keys: set[frozenset[int]] = set()
        self.outputs: set[Output] = set()

    def tasks(self, path: Run, task: Task | None) -> Iterator[Task]:
        rsc, criterion = self.rsc, self.rsc.criterion
        if criterion.is_seen(path):
            relevance = rsc.graphs.relevance(path)
            numbers = rsc.decisions.of(relevance)
            bits = criterion.decisions(relevance)
            self.keys.add(frozenset(n for position, n in enumerate(numbers) if bits >> position & 1))
            self.outputs.add(canonical(criterion.values(path)))
        return super().tasks(path, task)


def canonical(outputs: Output) -> Output:
    """With floats distinguished as the program can distinguish them."""
    return tuple((name, repr(value).encode() if isinstance(value, float) else value) for name, value in outputs)  # type: ignore[misc]


@dataclass(frozen=True)
class Compared:
    """`missed` and `invented` are outputs. `keys` are the distinct relevant-slice conditions on all paths, `found`
    those that were explored, `runs` the runs that reached an output."""

    full: Result
    reduced: Result
    missed: frozenset[Output]
    invented: frozenset[Output]
    keys: frozenset[frozenset[int]]
    found: frozenset[frozenset[int]]
    runs: int
    outputs: int

    @property
    def undecided(self) -> bool:
        return not self.full.complete or not self.reduced.complete


def compare_outputs(program: Program, criterion: Criterion, order: str = "dfs") -> Compared:
    machine = Machine(program, record=True)
    rsc = Rsc(criterion)
    reduced = Explorer(machine, _solver(), rsc, order, Budget(timeout=20.0, max_paths=3 * MOST_PATHS)).run()
    keyed = Keyed(rsc)
    full = Explorer(machine, _solver(), keyed, "dfs", Budget(timeout=20.0, max_paths=MOST_PATHS)).run()
    found = {canonical(p.outputs) for p in rsc.partitions}
    keys = frozenset(p.key for p in rsc.partitions)
    missed = invented = frozenset[Output]()
    if full.complete and reduced.complete:
        missed, invented = frozenset(keyed.outputs - found), frozenset(found - keyed.outputs)
    return Compared(
        full, reduced, missed, invented, frozenset(keyed.keys), keys, len(rsc.partitions), len(keyed.outputs)
    )


def _solver() -> Solver:
    return Solver(by_name("bitwuzla"), timeout=2.0)


@dataclass
class Tally:
    programs: int = 0
    undecided: int = 0
    outputs: int = 0
    missed: int = 0
    invented: int = 0
    conditions: int = 0
    unseen: int = 0
    runs: int = 0
    full_paths: int = 0
    plain_programs: int = 0  # see `is_plain`: their conditions and runs
    plain_conditions: int = 0
    plain_unseen: int = 0
    plain_runs: int = 0
    examples: list[tuple[str, tuple[str, ...], Compared]] = field(default_factory=list)

    def add(self, text: str, names: tuple[str, ...], compared: Compared) -> None:
        self.programs += 1
        if compared.undecided:
            self.undecided += 1
            return
        self.outputs += compared.outputs
        self.missed += len(compared.missed)
        self.invented += len(compared.invented)
        self.conditions += len(compared.keys)
        self.unseen += len(compared.keys - compared.found)
        self.runs += compared.runs
        self.full_paths += compared.full.counts.completed
        if is_plain(text):
            self.plain_programs += 1
            self.plain_conditions += len(compared.keys)
            self.plain_unseen += len(compared.keys - compared.found)
            self.plain_runs += compared.runs
        if compared.missed or compared.invented:
            self.examples.append((text, names, compared))

    def __str__(self) -> str:
        return (
            f"{self.programs:,} programs ({self.undecided} undecided), {self.outputs:,} outputs, {self.missed} missed, "
            f"{self.invented} invented; {self.conditions:,} relevant-slice conditions, {self.unseen} not seen, "
            f"{self.runs:,} runs for them, of {self.full_paths:,} paths; "
            f"plain {self.plain_programs:,} programs, {self.plain_conditions:,} conditions, "
            f"{self.plain_unseen} not seen, {self.plain_runs:,} runs"
        )


def program_of(text: str, names: tuple[str, ...]) -> Program:
    """The program with its outputs: for outputs other than the result, a driver for `f` reports them."""
    if not names:
        return compiled(text)
    if "stdout" in names:
        return compiled(talkative(text))
    with written(text) as source:
        return load([f"{source}:f"], Compiling(), Inputs()).program


def talkative(text: str) -> str:
    """Replaces assertions by prints; only in `f`, where `x` is known."""
    head, body = text.split("static int f(", 1)
    body = re.sub(r"assert\((.*)\);", r'printf("%d %d;", x, (\1));', body)
    return f"extern int printf(const char *, ...);\n{head}static int f({body}"


def is_plain(text: str) -> bool:
    """No loops, no recursion, no choice among values or functions, and no writes through pointers: what a pointer could
    have written is known only approximately, and then something may be run twice."""
    body = text.split("static int (*const operations", 1)[1].replace("int *r = &x;", "")
    return not re.search(r"\bfor\b|\bdown\(|operations\[|\(int \*\[2\]\)|\*r\b|\*s\.to|change\(", body)


def check_outputs(text: str, names: tuple[str, ...], tally: Tally | None = None, order: str = "dfs") -> None:
    compared = compare_outputs(program_of(text, names), Criterion(names), order)
    if tally is not None:
        tally.add(text, names, compared)
    assert not compared.missed, f"missed {compared.missed} of {names}\n{text}"
    assert not compared.invented, f"invented {compared.invented} of {names}\n{text}"


def check_many(count: int, start: int = 0, order: str = "dfs") -> Tally:
    """Check `count` programs; Hypothesis shrinks one that fails."""
    tally = Tally()

    @seed(start)
    @settings(max_examples=count, **MANY)  # type: ignore[arg-type]
    @given(programs(), st.sampled_from(CRITERIA))
    def check_each(program: FaultyProgram, names: tuple[str, ...]) -> None:
        check_outputs(program.text, names, tally, order)

    check_each()
    return tally


def survey(count: int, start: int = 0, enough: int | None = None) -> Tally:
    """Compare on many programs, until `enough` outputs are missed."""
    tally = Tally()
    for number in range(count):
        chance = Random(f"{start}/{number}")
        text, names = faulty_program(chance).text, chance.choice(CRITERIA)
        tally.add(text, names, compare_outputs(program_of(text, names), Criterion(names)))
        if enough is not None and tally.missed >= enough:
            break
    return tally


def main(count: str = "500", start: str = "0") -> None:
    started = time.monotonic()
    tally = survey(int(count), int(start))
    print(f"rsc: {tally}; {tally.programs / (time.monotonic() - started):.1f} programs per second")
    for text, names, compared in tally.examples[:2]:
        print(f"{names}: missed {compared.missed}, invented {compared.invented}\n{text}")


if __name__ == "__main__":
    main(*sys.argv[1:])
