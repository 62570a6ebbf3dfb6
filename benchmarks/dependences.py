"""Measures the dependence analyses on programs and paths of growing size: `python benchmarks/dependences.py`.

Static: generated programs (functions, loops, structs, pointers, function pointers), everything from points-to to
interactive dependence. Dynamic: the graph of one path, and the sweep that techniques use instead of it. The last column
shows how the time grows with the size: 1.0 is linear.
"""

from __future__ import annotations

import importlib.util
import math
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

from secateur.dependence.static import Static
from secateur.dependence.trace.graphs import Graphs
from secateur.frontend.build import build
from secateur.ir.model import ConditionalJump
from secateur.ir.reader import read
from secateur.machine.machine import Machine

GENERATOR = Path(__file__).parent.parent / "tests" / "dependence" / "generated.py"
LINES = (500, 1000, 2000, 4000)
ROUNDS = (20, 40, 80, 160)

SORT = """
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[64], sum = 0, key = __VERIFIER_nondet_int();
  for (int i = 0; i < 64; i++) a[i] = i * 7 % 13;
  for (int r = 0; r < ROUNDS; r++)
    for (int i = 0; i < 63; i++) {
      if (a[i] > a[i + 1]) { int t = a[i]; a[i] = a[i + 1]; a[i + 1] = t; }
      sum ^= a[i] + r;
      if (i == 5 && key > r) sum++;
    }
  return sum;
}
"""


def generated(lines: int) -> str:
    spec = importlib.util.spec_from_file_location("generated", GENERATOR)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return str(module.generate(lines, 1))


def compiled(text: str) -> Machine:
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "program.c"
        source.write_text(text)
        return Machine(read(build([source]).text), record=True)


def measure_static(lines: int) -> tuple[int, float, float]:
    """Nodes, seconds and MB for a program of `lines` lines, in this process."""
    program = compiled(generated(lines)).program
    for function in program.functions.values():
        if not function.is_declaration:
            _ = function.body
    started = time.perf_counter()
    static = Static(program, "main")
    static.control_edges()
    static.data_edges()
    static.potential_edges()
    for node, item in enumerate(static.code.items):
        if isinstance(item, ConditionalJump):
            static.interactive(node, 0)
            static.interactive(node, 1)
    seconds = time.perf_counter() - started
    return len(static.code.items), seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def measure_dynamic(rounds: int) -> tuple[int, float, float]:
    """Instances, seconds for the graph, seconds for the sweep."""
    machine = compiled(SORT.replace("ROUNDS", str(rounds)))
    graphs = Graphs(machine)
    path = machine.run(*machine.start((3,)))
    graphs.relevance(path)  # compiles the sweep
    started = time.perf_counter()
    graph = graphs.graph(path)
    middle = time.perf_counter()
    graphs.relevance(path)
    return len(graph), middle - started, time.perf_counter() - middle


def growth(rows: list[tuple[int, float]], number: int) -> str:
    if not number:
        return ""
    (size, seconds), (before, earlier) = rows[number], rows[number - 1]
    return f"{math.log(seconds / earlier) / math.log(size / before):.2f}"


def main() -> None:
    if len(sys.argv) > 1:
        print(*measure_static(int(sys.argv[1])))
        return
    console = Console()
    table = Table("lines", "instructions", "seconds", "MB", "growth", title="Static dependences of a program")
    rows = []
    for number, lines in enumerate(LINES):
        done = subprocess.run([sys.executable, __file__, str(lines)], capture_output=True, text=True, check=True)
        nodes, seconds, megabytes = (float(word) for word in done.stdout.split())
        rows.append((lines, seconds))
        table.add_row(str(lines), f"{nodes:,.0f}", f"{seconds:.2f}", f"{megabytes:.0f}", growth(rows, number))
    console.print(table)
    table = Table("instances", "graph, seconds", "growth", "sweep, seconds", "growth", title="Dependences on one path")
    graphs, sweeps = [], []
    for number, rounds in enumerate(ROUNDS):
        count, graph, sweep = measure_dynamic(rounds)
        graphs.append((count, graph))
        sweeps.append((count, sweep))
        table.add_row(f"{count:,}", f"{graph:.2f}", growth(graphs, number), f"{sweep:.2f}", growth(sweeps, number))
    console.print(table)


if __name__ == "__main__":
    main()
