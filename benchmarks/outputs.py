"""Measures exploration by output against full exploration: `python benchmarks/outputs.py`.

The columns of Table 4 of Qi, Nguyen and Roychoudhury, "Path Exploration based on Symbolic Output": time, tests, the
average size of the formulas, solver queries. A formula is the relevant-slice condition of a run, or the path condition
of a path; its size is its number of distinct nodes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import mean

from rich.console import Console
from rich.table import Table

from secateur.exploration.criteria import Criterion
from secateur.exploration.loop import Explorer
from secateur.exploration.result import Result
from secateur.exploration.technique import Technique
from secateur.exploration.techniques.full import Full
from secateur.exploration.techniques.rsc import Rsc
from secateur.expr import Expr, post_order
from secateur.harness.subject import load
from secateur.ir.model import Program
from secateur.machine.machine import Machine
from secateur.options import Compiling, Inputs
from secateur.solver import Solver, by_name

ROOT = Path(__file__).parent.parent
#: source, macros, outputs
SUBJECTS: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...] = (
    ("benchmarks/subjects/wheel_brake.c:brake_step", (), ()),
    ("benchmarks/subjects/wheel_brake.c:brake_step", (), ("panel",)),
    ("benchmarks/subjects/collision_avoidance.c:avoid", (), ()),
    ("benchmarks/subjects/collision_avoidance.c:avoid", (), ("display",)),
    ("benchmarks/subjects/scheduler.c:schedule", ("COMMANDS=3",), ()),
    ("benchmarks/subjects/scheduler.c:schedule", ("COMMANDS=3",), ("metrics",)),
    ("benchmarks/subjects/scheduler.c:schedule", ("COMMANDS=4",), ()),
    ("benchmarks/subjects/scheduler.c:schedule", ("COMMANDS=5",), ()),
    ("examples/rsc.c:example", (), ("out",)),
)


def explored(program: Program, technique: Technique) -> Result:
    machine = Machine(program, record=technique.records)
    return Explorer(machine, Solver(by_name("bitwuzla")), technique).run()


def size(formulas: Iterable[Sequence[Expr]]) -> float:
    return mean(len(post_order(*formula)) for formula in formulas)


def main() -> None:
    table = Table("subject", "output", "runs", "full", "s", "full", "size", "full", "questions", "full")
    for spec, defines, outputs in SUBJECTS:
        program = load([str(ROOT / spec)], Compiling((), defines), Inputs()).program
        technique = Rsc(Criterion(outputs))
        reduced, full = explored(program, technique), explored(program, Full())
        if not reduced.complete or not full.complete:
            raise SystemExit(f"{spec}: not complete")
        asked = [sum(result.solver.by_stage.values()) for result in (reduced, full)]
        table.add_row(
            " ".join([spec.rpartition("/")[2], *defines]),
            ", ".join(outputs) or "return",
            f"{len(technique.partitions):,}",
            f"{full.counts.completed:,}",
            f"{reduced.seconds:.2f}",
            f"{full.seconds:.2f}",
            f"{size(p.conditions for p in technique.partitions):.0f}",
            f"{size(p.conditions for p in full.paths):.0f}",
            *(f"{count:,}" for count in asked),
        )
    Console(width=140).print(table)


if __name__ == "__main__":
    main()
