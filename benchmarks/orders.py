"""Measures the orders by their coverage over time: `python benchmarks/orders.py` (part of `make bench`).

For each subject and order: how many sides of branches are covered after 10, 30, 100, … paths of full exploration, after
how many paths and processor seconds the last side was covered that was covered at all, and the processor seconds of the
whole exploration. Each exploration has a process of its own and ends after `--paths` paths. Most inputs are so large
that no exploration is complete by then.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import asdict, dataclass, field
from typing import Annotated

import typer
from catalogue import ROOT
from rich.console import Console
from rich.table import Table

from secateur.exploration.coverage import measure
from secateur.exploration.frontier import ORDERS
from secateur.exploration.loop import Explorer
from secateur.exploration.techniques.full import Full
from secateur.harness.subject import load
from secateur.machine.machine import Machine
from secateur.machine.path import Path
from secateur.options import Budget, Compiling, Inputs
from secateur.solver import Solver, by_name
from secateur.solver.clock import cpu_time

#: Source, macros, length of strings.
SUBJECTS: dict[str, tuple[str, tuple[str, ...], int | None]] = {
    "json, 8 bytes": ("json_tokens.c:json_tokens", (), 8),
    "http, 24 bytes": ("http_request.c:http_request", (), 24),
    "scheduler, 6 commands": ("scheduler.c:schedule", ("COMMANDS=6",), None),
    "collision avoidance": ("collision_avoidance.c:avoid", (), None),
}
#: `directed` has nothing to look for in one program.
NAMES = tuple(name for name in ORDERS if name != "directed")
CHECKPOINTS = (10, 30, 100, 300, 1_000, 3_000)


@dataclass(slots=True)
class Curve:
    """`sides`: how many were covered after each number of paths in `CHECKPOINTS`. `last`: the path that covered the
    last of them, and `reached` the seconds until then."""

    sides: dict[int, int] = field(default_factory=dict)
    paths: int = 0
    covered: int = 0
    last: int = 0
    reached: float = 0.0
    seconds: float = 0.0
    all: int = 0


class Watch:
    """Looks at the coverage after each path; its own time does not count."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.curve = Curve()
        self.started = cpu_time()

    def __call__(self, path: Path) -> bool:
        now, curve = cpu_time(), self.curve
        curve.seconds = now - self.started
        curve.paths += 1
        sides = measure(self.machine).covered_sides
        if sides > curve.covered:
            curve.covered, curve.last, curve.reached = sides, curve.paths, curve.seconds
        if curve.paths in CHECKPOINTS:
            curve.sides[curve.paths] = sides
        self.started += cpu_time() - now
        return False


def explore(subject: str, order: str, seed: int, paths: int) -> Curve:
    name, defines, string = SUBJECTS[subject]
    source = str(ROOT / "benchmarks" / "subjects" / name)
    machine = Machine(load([source], Compiling((), defines), Inputs(string=string)).program)
    watch = Watch(machine)
    budget = Budget(timeout=600, max_paths=paths)
    result = Explorer(machine, Solver(by_name("bitwuzla")), Full(), order, budget, seed, until=watch).run()
    watch.curve.all = 2 * len(result.coverage.branches)
    return watch.curve


def in_fresh_process(subject: str, order: str, seed: int, paths: int) -> Curve:
    words = ["--only", subject, "--order", order, "--seed", str(seed), "--paths", str(paths), "--cell"]
    done = subprocess.run([sys.executable, __file__, *words], stdout=subprocess.PIPE, text=True, check=True)
    found = json.loads(done.stdout)
    return Curve(**{**found, "sides": {int(n): sides for n, sides in found["sides"].items()}})


def main(
    only: Annotated[list[str] | None, typer.Option(metavar="NAME", help="A subject; may be repeated.")] = None,
    order: Annotated[list[str] | None, typer.Option(help="An order; may be repeated.")] = None,
    seed: Annotated[int, typer.Option(help="Seed of the random orders.")] = 0,
    paths: Annotated[int, typer.Option(help="Number of paths of each exploration.")] = CHECKPOINTS[-1],
    cell: Annotated[bool, typer.Option("--cell", hidden=True)] = False,
) -> None:
    """Measure the coverage over time of each order."""
    subjects, names = only or list(SUBJECTS), order or list(NAMES)
    if cell:
        json.dump(asdict(explore(subjects[0], names[0], seed, paths)), sys.stdout)
        return
    table = Table("subject", "order", box=None, header_style="bold")
    shown = [number for number in CHECKPOINTS if number <= paths]
    for title in (*(f"{n:,} paths" for n in shown), "last at path", "seconds", "seconds in all"):
        table.add_column(title, justify="right")
    with Console(stderr=True).status("") as status:
        for subject in subjects:
            for name in names:
                status.update(f"{subject}, {name}")
                curve = in_fresh_process(subject, name, seed, paths)
                sides = [str(curve.sides.get(n, curve.covered)) for n in shown]
                last = f"{curve.last:,} ({curve.covered} of {curve.all})"
                table.add_row(subject, name, *sides, last, f"{curve.reached:.2f}", f"{curve.seconds:.2f}")
            table.add_section()
    Console(width=150).print(f"Sides of branches that are covered after a number of paths (seed {seed})", table)


if __name__ == "__main__":
    typer.run(main)
