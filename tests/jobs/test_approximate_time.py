"""The time limit of `approximate` holds inside a step that does not look at the clock; Ctrl-C ends a question, too."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest

from secateur.approximation.solving import ApproximateQuestion, Solved
from secateur.approximation.strategy import Strategy
from secateur.approximation.study import Study
from secateur.exploration import alarm
from secateur.harness.subject import load
from secateur.jobs.answering import Answering
from secateur.jobs.led_search import SearchTarget
from secateur.jobs.plan import Plan
from secateur.machine.fault import DEFAULT_CHECKS
from secateur.options import Budget, Compiling, Inputs, Limits, Solving
from secateur.solver import Solver, by_name

TEXT = "int f(int x)\n{\n    if (x > 7)\n        return 1;\n    return 0;\n}\n"


def answered(
    folder: Path, monkeypatch: pytest.MonkeyPatch, ask: Callable[[Study, int], ApproximateQuestion], seconds: float
) -> Solved:
    source = folder / "f.c"
    source.write_text(TEXT)
    subject = load([f"{source}:f"], Compiling(), Inputs())
    study = Study(subject.program, "f", Solver(by_name("bitwuzla")), Strategy(), 2)
    plan = Plan(subject, DEFAULT_CHECKS, Limits(), Budget(), Solving())
    monkeypatch.setattr(Study, "line_question", ask)
    return Answering(study, plan, SearchTarget(study.file, 4), seconds).answer().solved


def test_a_step_that_takes_too_long_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alarm, "EVERY", 0.01)
    monkeypatch.setattr(alarm, "LATE", 0.01)

    def endless(study: Study, line: int) -> NoReturn:
        end = time.monotonic() + 60
        while time.monotonic() < end:
            pass
        raise AssertionError("nobody ended it")

    found = answered(tmp_path, monkeypatch, endless, 0.02)
    assert found.is_open
    assert found.is_late


def test_ctrl_c_gives_what_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(study: Study, line: int) -> NoReturn:
        raise KeyboardInterrupt

    found = answered(tmp_path, monkeypatch, interrupted, 10.0)
    assert found.is_open
    assert found.is_interrupted


def test_an_answer_in_time_is_the_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = answered(tmp_path, monkeypatch, Study.line_question, 10.0)
    assert found.model is not None
    assert found.guaranteed
