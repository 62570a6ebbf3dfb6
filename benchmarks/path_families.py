"""The cost of approximation compared with the number of paths: `python benchmarks/path_families.py`.

Two families of programs with 2^N paths: N independent branches, and a chain of N diamonds, each of which depends on the
result of the previous one. The question is what the last line returns.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from time import perf_counter

from rich.console import Console
from rich.table import Table

from secateur.approximation.approximation import Approximation
from secateur.approximation.strategy import Depth, Strategy
from secateur.dependence.static import Static
from secateur.expr import size
from secateur.harness.subject import load
from secateur.ir.model import Program
from secateur.machine.machine import Machine
from secateur.options import Compiling, Inputs

COUNTS = (10, 25, 50, 100)
DEPTH = 4


def independent(count: int) -> str:
    """Each branch has its own input."""
    lines = "".join(f"    if (x[{n}] > {n})\n        sum += {n + 1};\n" for n in range(count))
    return f"int f(const int x[{count}])\n{{\n    int sum = 0;\n{lines}    return sum;\n}}\n"


def dependent(count: int) -> str:
    """Each branch depends on what the previous one did."""
    step = "    if (sum & 1)\n        sum += x[{0}];\n    else\n        sum ^= x[{0}];\n"
    lines = "".join(step.format(n) for n in range(count))
    return f"int f(const int x[{count}])\n{{\n    int sum = 0;\n{lines}    return sum;\n}}\n"


def compiled(text: str, count: int) -> Program:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "family.c"
        file.write_text(text)
        return load([f"{file}:f"], Compiling(), Inputs(buffer=count)).program


def measured(program: Program, strategy: Strategy) -> tuple[int, float, int]:
    """Expansions, seconds, and the size of what `f` returns, including its conditions."""
    static, machine = Static(program, "main"), Machine(program)
    (call,) = static.points_to.callers("f")
    started = perf_counter()
    approximation = Approximation(static, machine, strategy)
    (point,) = approximation.points(call)
    value = approximation.value(point)
    assert not isinstance(value, tuple)
    return approximation.expansions, perf_counter() - started, size(value)


def main() -> None:
    table = Table("family", "N", "paths", "expansions", "s", "size", f"depth {DEPTH}: expansions", "s", "size")
    for name, family in (("independent branches", independent), ("dependent diamonds", dependent)):
        for count in COUNTS:
            program = compiled(family(count), count)
            cells = [measured(program, strategy) for strategy in (Strategy(), Depth(DEPTH))]
            shown = [text for e, s, n in cells for text in (f"{e:,}", f"{s:.3f}", f"{n:,}")]
            table.add_row(name, str(count), f"2^{count}", *shown)
    Console().print(table)


if __name__ == "__main__":
    main()
