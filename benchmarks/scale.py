"""Measures the static analyses on programs of 1,000 to 50,000 lines: `python benchmarks/scale.py`.

The programs are generated (functions, loops, structs, pointers, function pointers, lists on the heap) and always the
same. Each is analysed in a process of its own: points-to, mod/ref, the system dependence graph with its summaries, then
the sources of all data and potential edges. Compiling is not measured. The last column shows how the time grows with
the number of instructions: 1.0 is linear.

`python benchmarks/scale.py --only 5000` measures one size, `python benchmarks/scale.py a.c b.c -Ifolder` the program
that these files form.
"""

from __future__ import annotations

import json
import math
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from dependences import generated
from rich.console import Console
from rich.table import Table

from secateur.dependence.static import Static
from secateur.frontend.build import build
from secateur.ir.reader import read
from secateur.options import Compiling

LINES = (1_000, 2_000, 5_000, 10_000, 20_000, 50_000)
ANALYSES: dict[str, Callable[[Static], object]] = {
    "points-to": lambda static: static.points_to,
    "mod/ref": lambda static: static.mod_ref,
    "slices": lambda static: static.slices,
    "data": lambda static: sum(bool(static.data_edges().sources(n)) for n in static.data_edges().targets()),
    "potential": lambda static: sum(
        bool(static.potential_edges().sides(n)) for n in static.potential_edges().targets()
    ),
}


def measure(text: str) -> dict[str, Any]:
    """Seconds of the processor for each analysis, and the peak memory of this process, the program included."""
    program = read(text)
    for function in program.functions.values():
        if not function.is_declaration:
            _ = function.body
    static = Static(program, "main")
    times = [time.process_time()]
    for analyse in ANALYSES.values():
        analyse(static)
        times.append(time.process_time())
    return {
        "functions": len(static.code.units),
        "instructions": len(static.code.items),
        "seconds": [after - before for before, after in pairwise(times)],
        "megabytes": _peak_memory(),
    }


def _peak_memory() -> float:
    status = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmHWM:"))


def _text(arguments: Sequence[str]) -> str:
    """The program of these files; for a number, a generated one of that many lines."""
    if arguments[0].isdigit():
        source = Path(tempfile.gettempdir()) / f"secateur-generated-{arguments[0]}.c"
        made = generated(int(arguments[0]))
        if not source.exists() or source.read_text() != made:
            source.write_text(made)
        return build([source]).text
    flags = tuple(word for word in arguments if word.startswith("-"))
    return build([Path(word) for word in arguments if word not in flags], Compiling(flags=flags)).text


def _measured(arguments: Sequence[str]) -> dict[str, Any]:
    """Compiled by one process and analysed by another, so that the memory of the compiler does not count."""
    for step in ("--compile", "--analyse"):
        command = [sys.executable, __file__, step, *arguments]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return dict(json.loads(done.stdout))


def _growth(before: dict[str, Any], row: dict[str, Any]) -> str:
    size = row["instructions"] / before["instructions"]
    return f"{math.log(sum(row['seconds']) / sum(before['seconds'])) / math.log(size):.2f}"


def main(arguments: list[str]) -> None:
    if arguments[:1] == ["--compile"]:
        _text(arguments[1:])
    elif arguments[:1] == ["--analyse"]:
        json.dump(measure(_text(arguments[1:])), sys.stdout)
    else:
        wanted = [[str(lines)] for lines in LINES] if not arguments else [arguments]
        _show([arguments[1:]] if arguments[:1] == ["--only"] else wanted)


def _show(wanted: list[list[str]]) -> None:
    table = Table(title="Static dependences of a program: processor seconds", box=None, header_style="bold")
    for title in ("lines", "functions", "instructions", *ANALYSES, "total", "MB", "growth"):
        table.add_column(title, justify="right", no_wrap=True)
    before: dict[str, Any] | None = None
    for arguments in wanted:
        row = _measured(arguments)
        seconds = [f"{each:.1f}" for each in (*row["seconds"], sum(row["seconds"]))]
        name = f"{int(arguments[0]):,}" if arguments[0].isdigit() else Path(arguments[0]).stem
        growth = "" if before is None else _growth(before, row)
        counts = f"{row['functions']:,}", f"{row['instructions']:,}"
        table.add_row(name, *counts, *seconds, f"{row['megabytes']:,.0f}", growth)
        before = row
    Console(width=120).print(table)


if __name__ == "__main__":
    main(sys.argv[1:])
