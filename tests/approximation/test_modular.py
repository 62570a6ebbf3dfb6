"""Summaries of functions of many kinds: the callers have the same faults as in full exploration."""

from __future__ import annotations

from pathlib import Path

import pytest

from secateur.approximation.suitable import Suitable
from secateur.approximation.summaries import summaries_of
from secateur.dependence.static import Static
from secateur.exploration.loop import Explorer
from secateur.exploration.result import Result
from secateur.exploration.techniques.full import Full
from secateur.harness.subject import load
from secateur.machine.machine import Machine
from secateur.options import Compiling, Inputs
from secateur.solver import Solver, by_name

SOURCE = Path(__file__).parent / "sources" / "modular.c"


def _explored(machine: Machine) -> Result:
    return Explorer(machine, Solver(by_name("bitwuzla")), Full()).run()


@pytest.mark.parametrize(
    ("function", "summarised"),
    [
        ("pads", {"bytes_of"}),
        ("bitf", {"field"}),
        ("unio", {"part"}),
        ("alias", {"both"}),
        ("glob", {"cell"}),
        ("widths", {"wide", "narrow"}),
        ("flt", {"yes"}),
        ("str", {"word"}),
        ("tab", {"cell", "risky"}),
        ("loop", {"risky"}),
    ],
)
def test_the_faults_of_the_caller_are_those_of_full_exploration(function: str, summarised: set[str]) -> None:
    subject = load([f"{SOURCE}:{function}"], Compiling(), Inputs(string=3))
    static = Static(subject.program, "main")
    suitable = Suitable(static, (function,))
    functions = {name: suitable.reads(name) for name in suitable.automatic()}
    full = _explored(Machine(subject.program))
    result = _explored(Machine(subject.program, summaries=summaries_of(static, functions)))
    assert result.summarised is not None
    assert set(result.summarised.calls) == summarised
    assert result.summarised.open == 0
    outside = {(f.kind, f.position) for f, _ in full.faults() if f.function == function}
    assert outside
    assert {(f.kind, f.position) for f, _ in result.faults() if f.function == function} == outside
    assert {(f.kind, f.position) for f, _ in result.faults()} <= {(f.kind, f.position) for f, _ in full.faults()}
    assert len(result.paths) <= len(full.paths)
