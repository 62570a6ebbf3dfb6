"""Explores the `main` of a C text."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from secateur.exploration.loop import Explorer
from secateur.exploration.result import Result
from secateur.exploration.techniques.full import Full
from secateur.expr import Expr
from secateur.frontend.build import build
from secateur.ir.reader import read
from secateur.machine.library.output import STDOUT, render
from secateur.machine.machine import Machine
from secateur.machine.path import Path as Run
from secateur.options import Budget, Limits
from secateur.solver import Answer, Backend, Solver, Unknown, by_name

HEADER = """#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assume(int);
#define INT __VERIFIER_nondet_int()
#define UINT __VERIFIER_nondet_uint()
"""
#: The first line of a text behind the header.
FIRST = HEADER.count("\n") + 1


class Silent:
    """A back end that never knows."""

    name = "silent"

    def check(self, conditions: Sequence[Expr], timeout: float) -> Answer:
        return Unknown("not today")


def explorer_for(
    text: str,
    folder: Path,
    order: str = "dfs",
    budget: Budget | None = None,
    limits: Limits | None = None,
    seed: int = 0,
    backend: Backend | None = None,
) -> Explorer:
    source = folder / "program.c"
    source.write_text(HEADER + text)
    machine = Machine(read(build([source]).text), limits=limits)
    # Only the silent back end needs the stages out of its way: with them, many questions never reach it.
    solver = Solver(by_name("bitwuzla")) if backend is None else Solver(backend, stages=())
    return Explorer(machine, solver, Full(), order, budget, seed)


def explored(
    text: str,
    folder: Path,
    order: str = "dfs",
    budget: Budget | None = None,
    limits: Limits | None = None,
    seed: int = 0,
    backend: Backend | None = None,
) -> Result:
    """Full exploration of `main`."""
    return explorer_for(text, folder, order, budget, limits, seed, backend).run()


def statuses(result: Result) -> list[int]:
    """The exit statuses of the paths that ended without a fault, in order."""
    return sorted(path.status for path in result.paths if path.fault is None)


def output(path: Run) -> str:
    return render([piece for stream, piece in path.output if stream == STDOUT], path.model).decode("latin-1")
