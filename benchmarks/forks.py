"""Measures forks by label, by target and with merging: `python benchmarks/forks.py` (part of `make bench`).

Faults, covered lines and covered sides of branches must be the same in all three. CPU time is that of the exploration
with its child processes, without compilation.
"""

from __future__ import annotations

import gc
import os

from catalogue import ROOT
from rich.console import Console
from rich.table import Table

from secateur.exploration.loop import Explorer
from secateur.exploration.result import Result
from secateur.exploration.techniques.full import Full
from secateur.harness.subject import load
from secateur.ir.model import Program
from secateur.ir.targets import by_target
from secateur.machine.machine import Machine
from secateur.options import Budget, Compiling, Inputs
from secateur.solver import Solver, by_name

#: Seconds after which an exploration is stopped; it is then marked with a star.
TIMEOUT = 120.0
#: Source, macros, size of buffers, length of strings.
SUBJECTS: tuple[tuple[str, tuple[str, ...], int, int | None], ...] = (
    ("benchmarks/subjects/collision_avoidance.c:avoid", (), 4, None),
    ("benchmarks/subjects/collision_avoidance.c:avoid", ("BUG",), 4, None),
    ("benchmarks/subjects/wheel_brake.c:brake_step", (), 4, None),
    ("benchmarks/subjects/scheduler.c:schedule", (), 4, None),
    ("benchmarks/subjects/option_parser.c:parse", (), 4, 3),
    ("benchmarks/programs/tokenizer.c:tokenizer", (), 4, 4),
    ("benchmarks/programs/table.c:table", (), 6, None),
    ("benchmarks/programs/sort6.c:sort6", (), 6, None),
    ("examples/lexer.c:tokens", ("N=3",), 4, None),
    ("examples/lexer.c:tokens", ("N=4",), 4, None),
)


def measure(program: Program, merge: bool) -> tuple[float, Result]:
    gc.collect()
    before = sum(os.times()[:4])
    explorer = Explorer(
        Machine(program), Solver(by_name("bitwuzla")), Full(), budget=Budget(timeout=TIMEOUT), merge=merge
    )
    result = explorer.run()
    return sum(os.times()[:4]) - before, result


def shown(measured: tuple[float, Result]) -> str:
    seconds, result = measured
    further = f" + {result.counts.covering:,}" if result.counts.covering else ""
    star = "" if result.complete else "*"
    return f"{result.counts.completed:,}{further}{star}, {seconds:.2f} s"


def same(one: Result, other: Result) -> bool:
    faults = [{(f.kind, f.position.line) for f, _ in result.faults()} for result in (one, other)]
    return faults[0] == faults[1] and one.coverage == other.coverage


def main() -> None:
    os.chdir(ROOT)
    table = Table("subject", "by label", "by target", "merged", "same", title="paths + runs for coverage, CPU")
    for spec, macros, buffer, string in SUBJECTS:
        program = load([spec], Compiling(define=macros), Inputs(buffer, string)).program
        labels, targets, merged = (
            measure(program, False),
            measure(by_target(program), False),
            measure(by_target(program), True),
        )
        name = " ".join([spec.rpartition("/")[2], *(f"-D {macro}" for macro in macros)])
        equal = all(same(labels[1], each[1]) for each in (targets, merged))
        table.add_row(name, shown(labels), shown(targets), shown(merged), "yes" if equal else "NO")
    Console(width=140).print(table)


if __name__ == "__main__":
    main()
