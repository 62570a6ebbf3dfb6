"""The differential test for every technique: it must find the same faults as full exploration.

    python -m tests.properties.differential dgse 1000
    python -m tests.properties.differential dgse 1000 0 parts
    python -m tests.properties.differential dgse 1000 0 places
    python -m tests.properties.differential full 1000 0 tests targets
    python -m tests.properties.differential full 1000 0 tests merge
    python -m tests.properties.differential auto 1000 0 parts targets
    python -m tests.properties.differential auto 1000 0 tests trial

surveys a technique without stopping at the first difference and reports how many paths it saved: on programs in which
everything has to do with everything, on programs of parts, on programs in which decisions choose places, on programs
that test one value again and again, or on programs that allocate (`blocks`). The last word is how the technique forks:
by label, by target, by target and with merging where `auto` tries it, or with merging from the start. The full
exploration with which it is compared forks by label. `auto` runs small programs as full exploration does, so here it
changes its mind all the time (`RESTLESS`).
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, lru_cache
from random import Random

from hypothesis import HealthCheck, given, seed, settings
from hypothesis.strategies import SearchStrategy

from secateur.exploration.balance import Pace
from secateur.exploration.loop import Explorer
from secateur.exploration.plugins import registry
from secateur.exploration.result import Result
from secateur.exploration.setup import Setup
from secateur.exploration.technique import Technique
from secateur.exploration.techniques.auto import Auto
from secateur.frontend.cache import default_cache
from secateur.frontend.compile import compile_text
from secateur.frontend.library import load_library
from secateur.frontend.link import Library, link
from secateur.frontend.toolchain import Toolchain, find_toolchain
from secateur.ir.model import Program
from secateur.ir.reader import read
from secateur.ir.targets import by_target
from secateur.machine.machine import Machine
from secateur.machine.path import Path
from secateur.options import Budget, Compiling
from secateur.solver import Solver, by_name

from .random_blocks import program_of_blocks
from .random_faulty import FaultyProgram, faulty_program, programs
from .random_parts import program_of_parts
from .random_places import program_of_places
from .random_tests import program_of_tests

MANY = {"deadline": None, "suppress_health_check": list(HealthCheck), "database": None}
#: Programs with more paths in full exploration are skipped.
MOST_PATHS = 300

#: Programs in which everything has to do with everything, programs of parts, programs that choose places, programs
#: that test one value again and again, and programs that allocate.
KINDS = {
    "dense": faulty_program,
    "parts": program_of_parts,
    "places": program_of_places,
    "tests": program_of_tests,
    "blocks": program_of_blocks,
}

#: How a technique forks: by the labels of a `switch`, or by target; and with merging.
FORKS = ("labels", "targets", "trial", "merge")

#: The algorithms as published, for comparison: they are known to miss faults.
PUBLISHED = [name for name in registry().names() if not registry().find(name).exact]
#: Techniques that do not seek faults have tests of their own (test_outputs.py).
EXACT = [name for name in registry().names() if registry().find(name).exact and registry().find(name).seeks_faults]

#: Cuts are tried after a few paths, merging after a few more; whether cuts pay is decided again and again.
RESTLESS = Pace(
    first=4_500,
    trial=6_000,
    every=2,
    share=2,
    hopeless=10_000,
    doubtful=10_000,
    barren=0,
    merge=12_000,
    joined=2,
    summarise=24_000,
    probe=1,
    fewer=1,
    turn=1,
    hope=1_000,
)

Key = tuple[str, int]


@dataclass(frozen=True)
class Comparison:
    """`missed` and `invented` are faults by kind and line. Undecided: one of the two explorations did not finish."""

    full: Result
    reduced: Result
    missed: frozenset[Key]
    invented: frozenset[Key]
    uncovered: frozenset[tuple[object, ...]] = frozenset()  # lines and sides of branches that only one covers

    @property
    def oversize(self) -> bool:
        return self.full.counts.completed >= MOST_PATHS

    @property
    def undecided(self) -> bool:
        return not self.full.complete or not self.reduced.complete


@dataclass
class Tally:
    """Sums over the programs that were compared, for a summary."""

    programs: int = 0
    oversize: int = 0
    undecided: int = 0
    faults: int = 0
    missed: int = 0
    invented: int = 0
    uncovered: int = 0
    full_paths: int = 0
    full_runs: int = 0
    paths: int = 0
    runs: int = 0
    full_seconds: float = 0.0
    seconds: float = 0.0
    examples: list[tuple[FaultyProgram, Comparison]] = field(default_factory=list)

    def add(self, program: FaultyProgram, compared: Comparison) -> None:
        self.programs += 1
        self.invented += len(compared.invented)
        if compared.oversize or compared.undecided:
            self.oversize += compared.oversize
            self.undecided += not compared.oversize
            return
        full, reduced = compared.full, compared.reduced
        self.faults += len(fault_keys(full))
        self.missed += len(compared.missed)
        self.full_paths += full.counts.completed
        self.full_runs += full.counts.runs
        self.paths += reduced.counts.completed + reduced.counts.cut
        self.uncovered += len(compared.uncovered)
        self.runs += reduced.counts.runs
        self.full_seconds += full.seconds
        self.seconds += reduced.seconds
        if compared.missed or compared.invented or compared.uncovered:
            self.examples.append((program, compared))

    def __str__(self) -> str:
        return (
            f"{self.programs:,} programs ({self.oversize} too large, {self.undecided} undecided), "
            f"{self.faults:,} faults, {self.missed} missed, {self.invented} invented, {self.uncovered} not covered; "
            f"paths {self.paths:,} of {self.full_paths:,}, runs {self.runs:,} of {self.full_runs:,}, "
            f"{self.seconds:.1f} s of {self.full_seconds:.1f} s"
        )


def fault_keys(result: Result) -> frozenset[Key]:
    return frozenset((str(fault.kind), fault.position.line) for fault, _ in result.faults())


def compiled(text: str) -> Program:
    """The program, without a file or a cache entry, because there will be thousands."""
    toolchain, library = _tools()
    return read(link([compile_text(text, Compiling(), toolchain, "random.c")], library, "main"))


@cache
def _tools() -> tuple[Toolchain, Library | None]:
    store = default_cache()
    toolchain = find_toolchain(store)
    return toolchain, load_library(store, toolchain)


def named(technique: str) -> Technique:
    return Auto(pace=RESTLESS) if technique == Auto.name else registry().find(technique).make(Setup())


def explored(
    program: Program, technique: Technique, budget: Budget, order: str = "dfs", forks: str = "labels"
) -> Result:
    assert forks in FORKS
    machine = technique.machine(program if forks == "labels" else by_target(program))
    solver = Solver(by_name("bitwuzla"), timeout=2.0)
    merge = {"trial": False, "merge": True}.get(forks)
    return Explorer(machine, solver, technique, order, budget, merge=merge).run()


@lru_cache(maxsize=64)
def explored_fully(text: str) -> tuple[Program, Result]:
    """A program and what full exploration finds; kept, because all techniques are compared on the same programs."""
    whole = compiled(text)
    return whole, explored(whole, named("full"), Budget(timeout=10.0, max_paths=MOST_PATHS))


def compare(
    program: FaultyProgram, make: Callable[[], Technique], order: str = "dfs", forks: str = "labels"
) -> Comparison:
    """Explore fully and with a technique. The predictions of the technique are also run concretely, path by path."""
    whole, full = explored_fully(program.text)
    reduced = explored(whole, make(), Budget(timeout=30.0, max_paths=3 * MOST_PATHS), order, forks)
    missed = invented = frozenset[Key]()
    uncovered = frozenset[tuple[object, ...]]()
    if full.complete and reduced.complete:
        missed = fault_keys(full) - fault_keys(reduced)
        invented = fault_keys(reduced) - fault_keys(full)
        uncovered = covered(full) ^ covered(reduced)
    return Comparison(full, reduced, missed, invented | untrue(Machine(whole), reduced), uncovered)


def covered(result: Result) -> frozenset[tuple[object, ...]]:
    coverage = result.coverage
    lines = {line for line, was_run in coverage.lines.items() if was_run}
    return frozenset(
        lines | {(place, side) for place, sides in coverage.branches.items() for side in (0, 1) if sides[side]}
    )


def untrue(machine: Machine, result: Result) -> frozenset[Key]:
    """Faults of paths whose input behaves differently in a concrete run; kind `nothing` for paths without a fault."""
    found = set()
    for path in result.paths:
        run = machine.run(*machine.start(path.model, concrete=True))
        if _end(run) != _end(path):
            found.add((str(path.fault.kind), path.fault.position.line) if path.fault else ("nothing", 0))
    return frozenset(found)


def _end(path: Path) -> tuple[object, ...]:
    fault = path.fault
    return path.ending, path.status, fault and (fault.kind, fault.position)


def check_technique(
    program: FaultyProgram, technique: str, tally: Tally | None = None, order: str = "dfs", forks: str = "labels"
) -> None:
    """Fail if the technique misses a fault that full exploration finds, or reports one that does not exist."""
    compared = compare(program, lambda: named(technique), order, forks)
    if tally is not None:
        tally.add(program, compared)
    assert not compared.missed, f"missed: {sorted(compared.missed)}\n{program.text}"
    assert not compared.invented, f"invented: {sorted(compared.invented)}\n{program.text}"
    if registry().find(technique).covers_code:
        assert not compared.uncovered, f"not covered: {sorted(map(str, compared.uncovered))}\n{program.text}"


def check_programs(
    technique: str,
    count: int,
    start: int = 0,
    order: str = "dfs",
    drawn: SearchStrategy[FaultyProgram] | None = None,
) -> Tally:
    """Check a technique on `count` programs with the seed `start`; Hypothesis shrinks one that fails."""
    tally = Tally()

    @seed(start)
    @settings(max_examples=count, **MANY)  # type: ignore[arg-type]
    @given(programs() if drawn is None else drawn)
    def check_each(program: FaultyProgram) -> None:
        check_technique(program, technique, tally, order)

    check_each()
    return tally


def survey(
    make: Callable[[], Technique],
    count: int,
    start: int = 0,
    write: Callable[[Random], FaultyProgram] = faulty_program,
    enough: int | None = None,
    forks: str = "labels",
) -> Tally:
    """Compare on many programs, continuing after failures; until there are `enough` of them. The programs are drawn one
    by one, without Hypothesis: it would repeat some."""
    tally = Tally()
    for number in range(count):
        program = write(Random(f"{start}/{number}"))
        tally.add(program, compare(program, make, forks=forks))
        if enough is not None and tally.missed + tally.invented >= enough:
            break
    return tally


def main(
    technique: str = "dgse", count: str = "500", start: str = "0", kind: str = "dense", forks: str = "labels"
) -> None:
    began, cpu = time.monotonic(), time.process_time()
    tally = survey(lambda: named(technique), int(count), int(start), KINDS[kind], forks=forks)
    spent = time.process_time() - cpu + sum(os.times()[2:4])  # and the compiler
    print(
        f"{technique}: {tally}; {time.monotonic() - began:.0f} s, {tally.programs / spent:.1f} programs per CPU second"
    )
    for program, compared in tally.examples[:1]:
        print(
            f"missed {sorted(compared.missed)}, invented {sorted(compared.invented)}, not covered {compared.uncovered}"
        )
        print(program.text)


if __name__ == "__main__":
    main(*sys.argv[1:])
