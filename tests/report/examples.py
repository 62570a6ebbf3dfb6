"""An exploration's result to report on, made from a C function."""

from __future__ import annotations

from pathlib import Path

from secateur.exploration.loop import Explorer
from secateur.exploration.result import Result
from secateur.exploration.techniques.full import Full
from secateur.harness.subject import load
from secateur.jobs.run import Run, finished
from secateur.machine.fault import DEFAULT_CHECKS
from secateur.machine.machine import Machine
from secateur.options import Budget, Compiling, Inputs
from secateur.solver import Solver, by_name
from secateur.suite.test import Test

TEXT = """#include <stdio.h>
int last;
int f(int x, double d)
{
    last = x;
    if (x > 3 && d < 0.5) {
        printf("%d[/]\\n", x);
        return 2;
    }
    return 10 / x;
}
"""


def example(folder: Path, text: str = TEXT, max_paths: int | None = None) -> tuple[Result, list[Test]]:
    run = example_run(folder, text, max_paths)
    return run.result, list(run.tests)


def example_run(folder: Path, text: str = TEXT, max_paths: int | None = None) -> Run:
    source = folder / "f.c"
    source.write_text(text)
    subject = load([f"{source}:f"], Compiling(), Inputs())
    explorer = Explorer(
        Machine(subject.program), Solver(by_name("bitwuzla")), Full(), budget=Budget(max_paths=max_paths)
    )
    return finished(subject, explorer.run(), DEFAULT_CHECKS, {}, folder)
