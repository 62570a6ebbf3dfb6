"""The parts of a check that the paths of an exploration partition the inputs and predict what happens on them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from secateur.exploration.result import Result
from secateur.expr import evaluate
from secateur.harness.subject import Subject
from secateur.machine.path import Path
from secateur.suite.native.build import build
from secateur.suite.native.run import run_all
from secateur.suite.prediction import differences
from secateur.suite.test import Test


def paths_of(result: Result, models: Iterable[tuple[int, ...]], text: str) -> Iterator[Path]:
    """The path that each input belongs to, with that input: no more than one, and one if the result is complete."""
    for model in models:
        fitting = [p for p in result.paths if all(evaluate(b.condition, model) for b in p.branches)]
        assert len(fitting) <= 1, f"two paths for {model}: {[p.labels for p in fitting]}\n{text}"
        assert fitting or not result.complete, f"no path for {model}\n{text}"
        yield from (replace(path, model=model) for path in fitting)


def assert_predicted(subject: Subject, predicted: Sequence[Test], text: str) -> None:
    """The native build does what the tests predict."""
    executable = build(subject.driver_text, subject.sources, included=subject.included)
    actual = run_all(executable, [test.recorded for test in predicted], timeout=10.0) if predicted else []
    for test, outcome in zip(predicted, actual, strict=True):
        different = differences(test.outcome, outcome, False)
        assert not different, f"{dict(test.inputs)}: {different}\n{text}"
