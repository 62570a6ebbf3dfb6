"""Runs one function three ways on the same inputs: concretely and symbolically in the machine, and natively."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from secateur.harness.subject import load
from secateur.machine.machine import Machine
from secateur.options import Compiling, Inputs
from secateur.suite.native.build import build
from secateur.suite.native.run import run_all
from secateur.suite.prediction import differences
from secateur.suite.record import Recorder
from secateur.suite.test import Test


@dataclass(frozen=True)
class Disagreement:
    inputs: dict[str, object]
    mode: str
    differences: tuple[str, ...]


def disagreements(source: Path, models: Sequence[tuple[int, ...]]) -> list[Disagreement]:
    """Run `f` of a source on each model; return the differences between machine and native build."""
    subject = load([f"{source}:f"], Compiling(), Inputs())
    assert subject.driver is not None
    recorder = Recorder(subject.driver)
    symbolic, concrete = Machine(subject.program), Machine(subject.program)
    tests: list[tuple[str, Test]] = []
    for number, model in enumerate(models):
        path = symbolic.run(*symbolic.start(model))
        test = recorder.test(path, number)
        tests.append(("symbolic", test))
        run = concrete.run(*concrete.start(model, concrete=True))
        assert not run.branches, "a concrete run has no symbolic branches"
        plain = recorder.test(run, number)
        tests.append(("concrete", Test(test.name, test.inputs, test.recorded, plain.outcome)))
    executable = build(subject.driver_text, subject.sources, included=subject.included)
    actual = run_all(executable, [test.recorded for _, test in tests], timeout=10.0)
    found = []
    for (mode, test), outcome in zip(tests, actual, strict=True):
        different = differences(test.outcome, outcome, False)
        if different:
            found.append(Disagreement(dict(test.inputs), mode, different))
    return found


def models_for(parameters: Sequence[tuple[str, str]], values: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    """Random integers truncated to the parameters' types, in the machine's signed form."""
    models = []
    for row in values:
        model = []
        for (_, kind), value in zip(parameters, row, strict=False):
            width = _width(kind)
            half = 1 << (width - 1)
            model.append(((value + half) & ((1 << width) - 1)) - half)
        models.append(tuple(model))
    return models


def _width(kind: str) -> int:
    if "char" in kind:
        return 8
    if "short" in kind:
        return 16
    return 64 if re.search(r"\blong\b", kind) else 32
