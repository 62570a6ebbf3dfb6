"""SPA on C text: what a function returns and what variables are, as text."""

from __future__ import annotations

from pathlib import Path

from secateur.approximation.guarded_values import Guarded
from secateur.approximation.strategy import Strategy
from secateur.approximation.study import Study
from secateur.harness.subject import load
from secateur.options import Compiling, Inputs
from secateur.solver import Solver, by_name

#: (when, value); the condition is empty if there is none
Cases = list[tuple[str, str]]


def study(
    text: str,
    folder: Path,
    strategy: Strategy | None = None,
    rounds: int = 2,
    line: int | None = None,
    checks: tuple[str, ...] = (),
) -> Study:
    """A study of the function `f` of a C text."""
    source = folder / "program.c"
    source.write_text(text)
    program = load([f"{source}:f"], Compiling(), Inputs(checks=checks)).program
    return Study(program, "f", Solver(by_name("bitwuzla")), strategy or Strategy(), rounds, line)


def told(found: list[Guarded]) -> Cases:
    return [(g.when, g.value) for g in found]


def returned(text: str, folder: Path, strategy: Strategy | None = None, rounds: int = 2) -> Cases:
    """What `f` returns."""
    return told(study(text, folder, strategy, rounds).observed(["return"])["return"])
