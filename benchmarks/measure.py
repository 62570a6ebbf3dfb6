"""Measures one benchmark in its own process: `python benchmarks/measure.py NAME` prints one JSON object.

With `--compile-only` nothing is measured: the compiler's results are put into the cache, so that neither its time nor
the memory of LLVM affects the figures.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path as FilePath
from time import perf_counter, process_time
from typing import Any

from catalogue import BENCHMARKS, ROOT, Benchmark

from secateur.exploration.loop import Explorer
from secateur.exploration.result import Result
from secateur.exploration.task import Task
from secateur.exploration.techniques.full import Full
from secateur.harness.subject import Subject, load
from secateur.jobs.run import finished
from secateur.machine.machine import Machine
from secateur.machine.path import Path
from secateur.options import Budget, Compiling, Inputs
from secateur.solver import Solver, by_name

TIMEOUT = 300.0
"""Seconds after which an exploration is stopped; its figures then show that it is incomplete."""

CONCRETE_SECONDS = 1.0
"""How long the inputs found are rerun with nothing symbolic."""


class Counting(Full):
    """Full exploration that counts the decisions on symbolic conditions, checks included.

    A resumed run counts from the branch it was started for: what comes before was decided by an earlier run.
    """

    def __init__(self) -> None:
        self.branches = 0

    def tasks(self, path: Path, task: Task | None) -> Iterator[Task]:
        self.branches += len(path.branches) - (0 if task is None else task.index)
        return super().tasks(path, task)


def measure(benchmark: Benchmark) -> dict[str, Any]:
    """Compile, explore, write the tests, then run the inputs concretely; each part is measured separately."""
    started = perf_counter()
    subject = compiled(benchmark)
    machine = Machine(subject.program)
    loaded = perf_counter()
    technique, before = Counting(), process_time()
    result = Explorer(machine, Solver(by_name("bitwuzla")), technique, budget=Budget(TIMEOUT)).run()
    explored, busy = perf_counter(), process_time() - before
    _write_tests(machine, subject, result)
    written = perf_counter()
    peak = peak_memory()
    concrete = _concrete_instructions(machine, result)
    seconds = explored - loaded
    paths, queries = result.counts.completed, result.solver.queries
    return {
        "name": benchmark.name,
        "what": benchmark.what,
        "complete": result.complete,
        "paths": paths,
        "faulty": result.counts.faulty,
        "infeasible": result.counts.infeasible,
        "unknown": result.counts.unknown,
        "branches": technique.branches,
        "instructions": result.instructions,
        "queries": queries,
        "seconds": round(seconds, 4),
        "cpu_seconds": round(busy, 4),
        "load_seconds": round(loaded - started, 4),
        "write_seconds": round(written - explored, 4),
        "total_seconds": round(written - started, 4),
        "solver_seconds": round(result.solver.seconds, 4),
        "concrete_instructions_per_second": round(concrete),
        "paths_per_second": round(paths / seconds, 1),
        "branches_per_second": round(technique.branches / seconds, 1),
        "queries_per_path": round(queries / paths, 4) if paths else 0.0,
        "solver_share": round(result.solver.seconds / seconds, 4),
        "peak_mib": round(peak, 1),
    }


def compiled(benchmark: Benchmark) -> Subject:
    return load([benchmark.spec], Compiling(), Inputs(benchmark.buffer, benchmark.string))


def _write_tests(machine: Machine, subject: Subject, result: Result) -> None:
    with tempfile.TemporaryDirectory(prefix="secateur-") as folder:
        finished(subject, result, machine.checks, {}, FilePath(folder)).write()


def _concrete_instructions(machine: Machine, result: Result) -> float:
    """Instructions per second when the inputs of the paths run with nothing symbolic.

    The first round is a warm-up: code that was symbolic so far runs on plain numbers for the first time.
    """
    models = [path.model for path in result.paths] or [()]
    _run_concretely(machine, models[0])
    instructions, started = 0, perf_counter()
    while True:
        for model in models:
            instructions += _run_concretely(machine, model)
            elapsed = perf_counter() - started
            if elapsed >= CONCRETE_SECONDS:
                return instructions / elapsed


def _run_concretely(machine: Machine, model: tuple[int, ...]) -> int:
    state, code = machine.start(model, concrete=True)
    return machine.run(state, code).instructions


def peak_memory() -> float:
    """Peak memory in MiB. The kernel's own mark is for this process alone; `getrusage` may include the parent's."""
    try:
        for line in FilePath("/proc/self/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
    except OSError:
        pass
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    chosen = next(benchmark for benchmark in BENCHMARKS if benchmark.name == sys.argv[1])
    os.chdir(ROOT)
    if "--compile-only" in sys.argv:
        compiled(chosen)
    else:
        json.dump(measure(chosen), sys.stdout)
