"""Measures what `dgse` costs where nothing can be cut: `python benchmarks/overhead.py` (part of `make bench`).

Full exploration and `dgse` alternate in one process, and the least CPU time of several rounds counts, so that a busy
computer changes little. Compilation is not included; the analyses that `dgse` needs are.
"""

from __future__ import annotations

import gc
import os
from time import process_time

from catalogue import ROOT
from rich.console import Console
from rich.table import Table

from secateur.exploration.loop import Explorer
from secateur.exploration.result import Result
from secateur.exploration.technique import Technique
from secateur.exploration.techniques.dgse import Dgse
from secateur.exploration.techniques.full import Full
from secateur.harness.subject import load
from secateur.ir.model import Program
from secateur.options import Compiling, Inputs
from secateur.solver import Solver, by_name

ROUNDS = 3
#: Source, size of buffers, length of strings.
SUBJECTS: tuple[tuple[str, int, int | None], ...] = (
    ("examples/sort.c:sort5", 5, None),
    ("examples/regexp.c:matches_hello", 4, 5),
    ("examples/regexp.c:matches_hello", 4, 6),
    ("benchmarks/subjects/option_parser.c:parse", 4, 2),
    ("benchmarks/subjects/option_parser.c:parse", 4, 3),
    ("benchmarks/programs/tokenizer.c:tokenizer", 4, 4),
    ("benchmarks/programs/tokenizer.c:tokenizer", 4, 5),
    ("benchmarks/programs/table.c:table", 6, None),
    ("benchmarks/programs/control.c:control", 4, None),
    ("benchmarks/programs/arithmetic.c:arithmetic", 4, None),
)


def measure(program: Program, technique: Technique) -> tuple[float, Result]:
    gc.collect()
    before = process_time()
    machine = technique.machine(program)
    result = Explorer(machine, Solver(by_name("bitwuzla")), technique).run()
    return process_time() - before, result


def main() -> None:
    os.chdir(ROOT)
    table = Table("subject", "paths of full", "paths of dgse", "full", "dgse", "of full", "handed over")
    for spec, buffer, string in SUBJECTS:
        program = load([spec], Compiling(), Inputs(buffer, string)).program
        full, dgse = [], []
        for _ in range(ROUNDS):
            full.append(measure(program, Full()))
            dgse.append(measure(program, Dgse()))
        all_paths, reduced = full[0][1], dgse[0][1]
        base, cost = min(f[0] for f in full), min(d[0] for d in dgse)
        table.add_row(
            spec.rpartition("/")[2] + (f", {string} bytes" if string else ""),
            f"{all_paths.counts.completed:,}",
            f"{reduced.counts.completed:,}",
            f"{base:.2f} s",
            f"{cost:.2f} s",
            f"{cost / base:.2f}",
            "yes" if reduced.remark else "no",
        )
    Console().print(table)


if __name__ == "__main__":
    main()
