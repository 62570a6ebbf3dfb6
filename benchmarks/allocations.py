"""Counts the runs of `pse` and `auto` on programs that allocate: `python benchmarks/allocations.py` (in `make bench`).

The programs are in `benchmarks/programs/allocations`; each reads 4 to 6 bytes. Part of what they allocate is private
(`secateur.machine.private_numbers`), so that it does not prevent cuts. The seconds are of the processor.
"""

from __future__ import annotations

from catalogue import ROOT
from rich.console import Console
from rich.table import Table

from secateur.exploration.loop import Explorer
from secateur.exploration.result import Result
from secateur.exploration.techniques.auto import Auto
from secateur.exploration.techniques.full import Full
from secateur.exploration.techniques.pse import Pse
from secateur.frontend.build import build
from secateur.ir.reader import read
from secateur.solver import Solver, by_name
from secateur.solver.clock import cpu_time

PROGRAMS = ROOT / "benchmarks" / "programs" / "allocations"
TECHNIQUES = (Full, Pse, Auto)


def main() -> None:
    table = Table("program", *(f"{each.name}: runs, seconds" for each in TECHNIQUES), "lost")
    for source in sorted(PROGRAMS.glob("*.c")):
        program = read(build([source]).text)
        cells, results = [], []
        for make in TECHNIQUES:
            technique = make()
            before = cpu_time()
            result = Explorer(technique.machine(program), Solver(by_name("bitwuzla")), technique).run()
            cells.append(f"{result.explored:,}, {cpu_time() - before:.2f}")
            results.append(result)
        lost = [each for each in results if _found(each) != _found(results[0])]
        table.add_row(source.stem, *cells, "yes" if lost else "")
    Console().print(table)


def _found(result: Result) -> object:
    faults = {(fault.kind, fault.position) for fault, _ in result.faults()}
    return result.complete, faults, result.coverage.covered_lines, result.coverage.covered_sides


if __name__ == "__main__":
    main()
