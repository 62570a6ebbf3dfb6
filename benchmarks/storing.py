"""Measures what storing a run costs: `python benchmarks/storing.py [ROUNDS] [SUBJECT...]`.

Each subject is explored with and without a store, in turn, each time in a process of its own that begins with the same
memory. The figures are CPU seconds without compilation, and the ratio of medians and of least values. *batches*: the
part of the CPU time that went into writing; the rest is what each step costs.
"""

from __future__ import annotations

import gc
import os
import sys
import tempfile
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from time import process_time

from catalogue import ROOT
from rich.console import Console
from rich.table import Table

from secateur.exploration.loop import Explorer
from secateur.exploration.plugins import registry
from secateur.harness.subject import load
from secateur.ir.model import Program
from secateur.options import Compiling, Inputs, Keep
from secateur.solver import Solver, by_name
from secateur.store.identity import RunIdentity
from secateur.store.run_store import RunStore

#: A name, the source, the technique, sizes of buffers and strings, and definitions.
SUBJECTS: tuple[tuple[str, str, str, int, int | None, tuple[str, ...]], ...] = (
    ("tokenizer 5", "benchmarks/programs/tokenizer.c:tokenizer", "full", 4, 5, ()),
    ("tokenizer 6", "benchmarks/programs/tokenizer.c:tokenizer", "full", 4, 6, ()),
    ("regexp 7", "examples/regexp.c:matches_hello", "full", 4, 7, ()),
    ("scheduler 5", "benchmarks/subjects/scheduler.c:schedule", "full", 4, None, ("COMMANDS=5",)),
    ("branches 12", "examples/branches.c:branches", "full", 12, None, ()),
    ("tokenizer 5 auto", "benchmarks/programs/tokenizer.c:tokenizer", "auto", 4, 5, ()),
    ("scheduler 5 auto", "benchmarks/subjects/scheduler.c:schedule", "auto", 4, None, ("COMMANDS=5",)),
)


def explored(program: Program, technique: str, is_stored: bool) -> tuple[float, float, int]:
    """CPU seconds, those of them that batches took, and paths."""
    chosen = registry((), technique).find(technique)()
    solver = Solver(by_name("bitwuzla"))
    gc.collect()
    with tempfile.TemporaryDirectory() as folder:
        recorder = RunStore(Path(folder)).recorder(RunIdentity((), {})) if is_stored else None
        before = process_time()
        machine = chosen.machine(program)
        result = Explorer(machine, solver, chosen, observer=recorder, keep=Keep.AUTO).run()
        used = process_time() - before
    return used, 0.0 if recorder is None else recorder.seconds, result.explored


def apart(program: Program, technique: str, is_stored: bool) -> tuple[float, float, int]:
    """In a process of its own."""
    context = get_context("fork")
    receiver, sender = context.Pipe(False)
    process = context.Process(target=lambda: sender.send(explored(program, technique, is_stored)))
    process.start()
    sender.close()
    found: tuple[float, float, int] = receiver.recv()
    process.join()
    return found


def main() -> None:
    os.chdir(ROOT)
    gc.set_threshold(50_000, 20, 50)  # as the command does
    rounds = int(sys.argv[1]) if sys.argv[1:] else 5
    table = Table("subject", "paths", "without", "with a store", "medians", "least", "batches")
    for name, spec, technique, buffer, string, definitions in SUBJECTS:
        if sys.argv[2:] and name not in sys.argv[2:]:
            continue
        program = load([spec], Compiling(define=definitions), Inputs(buffer, string)).program
        both: tuple[list[float], list[float]] = ([], [])
        batches = []
        for _ in range(rounds):
            for is_stored in (False, True):
                used, batch, paths = apart(program, technique, is_stored)
                both[is_stored].append(used)
                batches.append(batch / used)
        table.add_row(
            name,
            f"{paths:,}",
            f"{median(both[0]):.2f} s",
            f"{median(both[1]):.2f} s",
            f"{median(both[1]) / median(both[0]):.3f}",
            f"{min(both[1]) / min(both[0]):.3f}",
            f"{100 * max(batches):.1f} %",
        )
    Console().print(table)


if __name__ == "__main__":
    main()
