"""Measures the techniques on five parsers for growing inputs: `python benchmarks/parsers.py` (part of `make bench`).

The parsers are those of `benchmarks/subjects`, with their faults (`-D BUG`), on texts of up to 3, 4, 5 and 6 bytes.
Every technique that promises the faults of full exploration is measured, each exploration in a process of its own.
Paths fork by target, as in `explore`. The seconds are of the processor, with the solver's processes and without
compiling. `growth` is the mean factor for a further byte. The last column says what a complete exploration lost against
full exploration: faults, lines or branch sides.

An exploration that needs more than `--timeout` seconds of the processor is stopped, and marked with a +; the technique
is then not tried with longer texts.
"""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import count
from pathlib import Path
from typing import Annotated

import typer
from catalogue import ROOT
from rich.console import Console
from rich.table import Table

from secateur.exploration.loop import Explorer
from secateur.exploration.plugins import registry
from secateur.exploration.result import Result
from secateur.exploration.setup import Setup
from secateur.exploration.technique import Technique
from secateur.harness.subject import load
from secateur.ir.model import Program
from secateur.ir.targets import by_target
from secateur.jobs.plan import new_solver
from secateur.options import Compiling, Inputs, Solving
from secateur.solver.clock import cpu_time

PARSERS = {
    "json": "json_tokens.c:json_tokens",
    "ini": "ini.c:ini",
    "options": "option_parser.c:parse_line",
    "http": "http_request.c:http_request",
    "regex": "regex.c:regex",
}
SIZES = (3, 4, 5, 6)
BASE = "full"


@dataclass(frozen=True, slots=True)
class Cell:
    """One exploration. `faults` are kinds with their places."""

    paths: int
    seconds: float
    complete: bool
    faults: list[str]
    lines: int
    sides: int

    def lost(self, full: Cell) -> list[str]:
        """What full exploration found and this one did not, if both are complete."""
        if not (self.complete and full.complete):
            return []
        missed = [fault for fault in full.faults if fault not in self.faults]
        fewer = (("lines", self.lines, full.lines), ("sides", self.sides, full.sides))
        return missed + [f"{name}: {found} of {wanted}" for name, found, wanted in fewer if found < wanted]


def explored(program: Program, technique: str, limit: float) -> tuple[Technique, Result, float]:
    """As `explore` does, in this process, until it has used some CPU seconds. (A budget would change the order.)"""
    gc.set_threshold(50_000, 20, 50)  # as the command does
    before = cpu_time()
    passed = count(1)
    chosen = registry(wanted=technique).find(technique).make(Setup())
    solver = new_solver(Solving(), chosen.is_order_free)
    # Looking at the clocks of all processes takes time.
    explorer = Explorer(
        chosen.machine(program),
        solver,
        chosen,
        until=lambda path: next(passed) % 64 == 0 and cpu_time() - before > limit,
        merge=False,
    )
    result = explorer.run()
    return chosen, result, cpu_time() - before


def measure(parser: str, size: int, technique: str, limit: float) -> Cell:
    source = str(ROOT / "benchmarks" / "subjects" / PARSERS[parser])
    program = by_target(load([source], Compiling((), ("BUG",)), Inputs(string=size)).program)
    _, result, seconds = explored(program, technique, limit)
    faults = sorted({f"{fault.kind} at {fault.position.line}" for fault, _ in result.faults()})
    coverage = result.coverage
    return Cell(result.explored, seconds, result.complete, faults, coverage.covered_lines, coverage.covered_sides)


def techniques() -> list[str]:
    """All that promise the same faults as full exploration, which is the first."""
    known = registry()
    classes = {name: known.find(name) for name in known.names()}
    exact = [name for name, each in classes.items() if each.exact and each.seeks_faults]
    return sorted(exact, key=lambda name: name != BASE)


def row(parser: str, sizes: Sequence[int], technique: str, limit: float) -> dict[int, Cell]:
    """The cells of a parser and a technique by size, up to the first that is not complete."""
    cells: dict[int, Cell] = {}
    for size in sizes:
        command = [sys.executable, __file__, "--cell", parser, "--size", str(size), "--technique", technique]
        done = subprocess.run(
            [*command, "--timeout", str(limit)], stdout=subprocess.PIPE, text=True, check=True, env=os.environ
        )
        cells[size] = Cell(**json.loads(done.stdout))
        if not cells[size].complete:
            break
    return cells


def growth(cells: Mapping[int, Cell], what: str) -> str:
    """The mean factor for a byte more, over the complete explorations."""
    done = [(size, getattr(cell, what)) for size, cell in cells.items() if cell.complete]
    if len(done) < 2:
        return ""
    (least, small), (most, large) = done[0], done[-1]
    return f"{(large / small) ** (1 / (most - least)):.1f}"


def texts(cell: Cell | None) -> tuple[str, str]:
    if cell is None:
        return "–", "–"
    more = "" if cell.complete else "+"
    return f"{cell.paths:,}{more}", f"{cell.seconds:.2f}{more}"


def main(
    only: Annotated[list[str] | None, typer.Option(metavar="NAME", help="A parser; may be repeated.")] = None,
    size: Annotated[list[int] | None, typer.Option(help="Number of bytes; may be repeated.")] = None,
    technique: Annotated[list[str] | None, typer.Option(help="A technique; may be repeated.")] = None,
    timeout: Annotated[float, typer.Option(help="Seconds of the processor for each exploration.")] = 60.0,
    to: Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Write the figures as JSON.")] = None,
    cell: Annotated[str | None, typer.Option(hidden=True)] = None,
) -> None:
    """Measure the techniques on parsers of growing inputs."""
    sizes, names = size or list(SIZES), technique or techniques()
    if cell is not None:
        json.dump(asdict(measure(cell, sizes[0], names[0], timeout)), sys.stdout)
        return
    table = Table("parser", "technique", box=None, header_style="bold")
    for title in (*(f"{n} bytes" for n in sizes), "growth", *(f"{n} bytes" for n in sizes), "growth"):
        table.add_column(title, justify="right")
    table.add_column("lost")
    figures = []
    with Console(stderr=True).status("") as status:
        for parser in only or PARSERS:
            rows: dict[str, dict[int, Cell]] = {}
            for name in names:
                status.update(f"{parser}, {name}")
                cells = rows[name] = row(parser, sizes, name, timeout)
                paths, seconds = zip(*(texts(cells.get(n)) for n in sizes), strict=True)
                lost = [each for n, c in cells.items() for each in c.lost(rows.get(BASE, cells).get(n, c))]
                counts, times = growth(cells, "paths"), growth(cells, "seconds")
                table.add_row(parser, name, *paths, counts, *seconds, times, ", ".join(dict.fromkeys(lost)))
                figures += [{"parser": parser, "size": n, "technique": name, **asdict(c)} for n, c in cells.items()]
            table.add_section()
    Console(width=150 if len(sizes) > 2 else None).print("Paths, then seconds of the processor", table)
    if to is not None:
        to.write_text(json.dumps(figures, indent=1) + "\n")


if __name__ == "__main__":
    typer.run(main)
