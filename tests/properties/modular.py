"""Exploration with summaries against full exploration, on random programs whose functions can be summarised.

    python -m tests.properties.modular 500
    python -m tests.properties.modular 500 0 stars
    python -m tests.properties.modular 500 0 2
    python -m tests.properties.modular 500 0 pse

surveys it and reports how many faults outside the functions were missed, and why. The functions write structs, buffers
and globals, and recur. The third word: `exact`, the default, is what a user gets, exact summaries and stars where there
are none; `stars`, or a number, are approximate summaries alone, of functions that only compute a number, expanded that
deep; a technique explores with exact summaries alone; `turns` is `auto`, which tries them by itself.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from random import Random

from secateur.approximation.strategy import Depth
from secateur.approximation.suitable import Suitable
from secateur.approximation.summaries import PRECISIONS, Precision, summaries_of
from secateur.dependence.static import Static
from secateur.exploration.balance import Pace, Terms
from secateur.exploration.guarded import Workshop, exact_summaries
from secateur.exploration.loop import Explorer
from secateur.exploration.plugins import registry
from secateur.exploration.result import Result
from secateur.exploration.setup import Setup
from secateur.exploration.technique import Technique
from secateur.exploration.techniques.auto import Auto
from secateur.exploration.techniques.full import Full
from secateur.ir.model import Program
from secateur.ir.targets import by_target
from secateur.machine.compiler import positions
from secateur.machine.fault import DEFAULT_CHECKS
from secateur.machine.machine import Machine
from secateur.machine.path import Path
from secateur.machine.summary import ExactSummary, Summary
from secateur.options import Budget, Limits
from secateur.solver import Solver, by_name

from .differential import MOST_PATHS, RESTLESS, Key, explored_fully, fault_keys, untrue
from .random_faulty import FaultyProgram, faulty_program


class Turns(Auto):
    """Summaries have a turn after each path, whether they pay or not; there are no cuts and no merged branches."""

    def __init__(self) -> None:
        super().__init__(pace=Pace(first=1 << 60, merge=1 << 60))
        self._turns = 0

    def terms_to_summarise(self, path: Path) -> Terms:
        self._turns += 1
        return Terms(1 << 40, 1, 0, 60_000 * self._turns, 1 << 60)


@dataclass(frozen=True)
class Compared:
    """`missed`: faults outside the summarised functions; `inside`: faults that occur only in calls of these."""

    full: Result
    modular: Result
    missed: frozenset[Key]
    inside: frozenset[Key]
    invented: frozenset[Key]
    uncovered: frozenset[int]

    @property
    def undecided(self) -> bool:
        """Full exploration did not finish, or exploration with summaries gave something up and reported it."""
        given_up = self.modular.counts.unknown or self.modular.counts.limited or self.modular.spent
        return bool(not self.full.complete or given_up or (self.modular.summarised and self.modular.summarised.open))


@dataclass
class Tally:
    programs: int = 0
    summarised: int = 0
    calls: int = 0
    exact: int = 0
    undecided: int = 0
    open: int = 0
    impossible: int = 0
    faults: int = 0
    inside: int = 0
    inside_found: int = 0
    missed: int = 0
    invented: int = 0
    uncovered: int = 0
    full_paths: int = 0
    paths: int = 0
    full_seconds: float = 0.0
    seconds: float = 0.0
    examples: list[tuple[FaultyProgram, Compared]] = field(default_factory=list)

    def add(self, program: FaultyProgram, compared: Compared) -> None:
        full, modular = compared.full, compared.modular
        self.programs += 1
        self.invented += len(compared.invented)
        if modular.summarised is None or not modular.summarised.calls:
            return
        self.summarised += 1
        self.calls += sum(modular.summarised.calls.values())
        self.exact += sum(modular.summarised.exact.values())
        self.open += modular.summarised.open
        self.impossible += modular.summarised.impossible
        self.undecided += compared.undecided
        if not compared.undecided:
            self.faults += len(fault_keys(full))
            self.inside += len(compared.inside)
            self.inside_found += len(compared.inside & fault_keys(modular))
            self.missed += len(compared.missed)
            self.uncovered += len(compared.uncovered)
            self.full_paths += full.counts.completed
            self.paths += modular.counts.completed
            self.full_seconds += full.seconds
            self.seconds += modular.seconds
        if compared.invented or (not compared.undecided and (compared.missed or compared.uncovered)):
            self.examples.append((program, compared))

    def __str__(self) -> str:
        return (
            f"{self.programs:,} programs, {self.summarised:,} with summaries of {self.calls:,} calls, "
            f"{self.exact:,} of them exact ({self.undecided} undecided, "
            f"{self.open} paths open, {self.impossible} impossible); {self.faults:,} faults, {self.inside} of them "
            f"inside ({self.inside_found} found), {self.missed} missed outside, {self.invented} invented, "
            f"{self.uncovered} lines not covered; paths {self.paths:,} of {self.full_paths:,}, "
            f"{self.seconds:.1f} s of {self.full_seconds:.1f} s"
        )


def compare(program: FaultyProgram, precisions: Sequence[Precision] = PRECISIONS, kind: str = "exact") -> Compared:
    whole, full = explored_fully(program.text)
    static = Static(whole, "main")
    suitable = Suitable(static, ("f",))
    names = suitable.automatic()
    pure = [name for name in names if suitable.can_be_approximated(name)]
    exact: dict[str, ExactSummary] = {}
    approximate: dict[str, Summary] = {}
    if kind in ("exact", "stars"):
        approximate = summaries_of(static, {name: suitable.reads(name) for name in pure}, precisions)
    if kind not in ("stars", "turns"):
        workshop = Workshop(suitable.reduction, Solver(by_name("bitwuzla"), timeout=0.5), DEFAULT_CHECKS, Limits())
        exact.update(exact_summaries({name: suitable.touches(name) for name in names}, workshop))
    technique = _technique(kind)
    machine = technique.machine(by_target(whole))  # as `explore` does
    machine.exact, machine.summaries = exact, approximate
    solver = Solver(by_name("bitwuzla"), timeout=2.0)
    modular = Explorer(machine, solver, technique, budget=Budget(cpu=20.0, max_paths=3 * MOST_PATHS)).run()
    inside_of = () if modular.summarised is None else modular.summarised.approximate
    outside = _outside(full, inside_of)
    missed = invented = inside = frozenset[Key]()
    if full.complete:
        missed = outside - fault_keys(modular)
        inside = fault_keys(full) - outside
        invented = fault_keys(modular) - fault_keys(full)
    lines = _lines(whole, names) if technique.covers_code else set()
    uncovered = frozenset(
        line for (_, line), run in full.coverage.lines.items() if run and line in lines and not _ran(modular, line)
    )
    return Compared(full, modular, missed, inside, invented | untrue(Machine(whole), modular), uncovered)


def _technique(kind: str) -> Technique:
    if kind in ("exact", "stars"):
        return Full()
    if kind == "turns":
        return Turns()
    return Auto(pace=RESTLESS) if kind == "auto" else registry().find(kind).make(Setup())


def _outside(full: Result, names: Collection[str]) -> frozenset[Key]:
    """Faults that some path has outside these functions and what they call."""
    return frozenset(
        (str(path.fault.kind), path.fault.position.line)
        for path in full.paths
        if path.fault is not None and not set(path.fault.trace) & set(names)
    )


def _lines(program: Program, names: Collection[str]) -> set[int]:
    """The lines of `main` and `f`: exploration with summaries must cover there what full exploration covers."""
    machine = Machine(program)
    functions = [name for name in ("main", "f") if name not in names]
    return {position.line for name in functions for position in positions(machine.code(name).body)}


def _ran(result: Result, line: int) -> bool:
    return any(run for (_, number), run in result.coverage.lines.items() if number == line)


def survey(count: int, start: int = 0, depth: int | None = None, kind: str = "exact") -> Tally:
    """Compare on many programs, continuing after failures. With `depth`, approximate summaries are expanded only that
    deep; 0 leaves stars."""
    tally = Tally()
    precisions = PRECISIONS if depth is None else ((Depth(depth), min(depth, 2)),)
    for number in range(count):
        program = faulty_program(Random(f"{start}/{number}"), pure=True, writing=kind != "stars")
        tally.add(program, compare(program, precisions, kind))
    return tally


def main(count: str = "300", start: str = "0", kind: str = "exact") -> None:
    depth = int(kind) if kind.isdigit() else None
    tally = survey(int(count), int(start), depth, kind if depth is None else "stars")
    print(tally)
    for program, compared in tally.examples[:1]:
        missed, invented = sorted(compared.missed), sorted(compared.invented)
        print(f"missed {missed}, invented {invented}, not covered {sorted(compared.uncovered)}")
        print(program.text)


if __name__ == "__main__":
    main(*sys.argv[1:])
