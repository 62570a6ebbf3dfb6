"""Measures the engine: `python benchmarks/run.py --json bench.json` (or `make bench`).

Every program is measured in a fresh process, so that none is affected by what ran before it. The figures are for people
and for comparison; nothing here fails because it is slow.
"""

from __future__ import annotations

import json
import platform
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from catalogue import BENCHMARKS, Benchmark
from rich.console import Console
from table import show, show_comparison

from secateur import __version__

MEASURE = Path(__file__).with_name("measure.py")


def main(
    only: Annotated[list[str] | None, typer.Option(metavar="NAME", help="Measure this one; may be repeated.")] = None,
    repeat: Annotated[int, typer.Option(help="Number of measurements per benchmark; the fastest counts.", min=1)] = 1,
    to: Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Write the figures as JSON.")] = None,
    compare: Annotated[
        Path | None, typer.Option(metavar="OLD.json", help="Show the ratios to earlier figures.", exists=True)
    ] = None,
) -> None:
    """Measure the engine on programs of different kinds."""
    console = Console()
    chosen = _choose(only or [])
    old = json.loads(compare.read_text())["benchmarks"] if compare else None
    rows = _measure_all(chosen, repeat)
    if to is not None:
        to.write_text(json.dumps(_document(rows, repeat), indent=1) + "\n")
    show(console, rows)
    if old is not None:
        show_comparison(console, rows, old)


def _choose(names: Sequence[str]) -> list[Benchmark]:
    known = {benchmark.name: benchmark for benchmark in BENCHMARKS}
    unknown = [name for name in names if name not in known]
    if unknown:
        raise typer.BadParameter(f"no benchmark '{unknown[0]}'; available: {', '.join(known)}", param_hint="--only")
    return [known[name] for name in dict.fromkeys(names)] or list(BENCHMARKS)


def _measure_all(benchmarks: Sequence[Benchmark], repeat: int) -> list[dict[str, Any]]:
    rows = []
    with Console(stderr=True).status("") as status:
        for number, benchmark in enumerate(benchmarks, 1):
            status.update(f"{benchmark.name} ({number} of {len(benchmarks)})")
            runs = [_in_fresh_process(benchmark) for _ in range(repeat)]
            rows.append(min(runs, key=lambda run: float(run["seconds"])))
    return rows


def _in_fresh_process(benchmark: Benchmark) -> dict[str, Any]:
    _python(benchmark, "--compile-only")
    measured: dict[str, Any] = json.loads(_python(benchmark))
    return measured


def _python(benchmark: Benchmark, *options: str) -> str:
    command = [sys.executable, str(MEASURE), benchmark.name, *options]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"the benchmark '{benchmark.name}' failed")
    return done.stdout


def _document(rows: Sequence[dict[str, Any]], repeat: int) -> dict[str, Any]:
    references = {
        b.name: {"paths": b.klee.paths, "seconds": b.klee.seconds, "queries": b.klee.queries}
        for b in BENCHMARKS
        if b.klee is not None
    }
    return {
        "tool": "secateur",
        "version": __version__,
        "python": platform.python_version(),
        "repeat": repeat,
        "benchmarks": list(rows),
        "klee_reference": references,
    }


if __name__ == "__main__":
    typer.run(main)
