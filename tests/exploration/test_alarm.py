"""Budgets hold inside a step that does not look at them itself."""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType, SimpleNamespace
from typing import cast

import pytest

from secateur.exploration import alarm as alarm_module
from secateur.exploration.alarm import OutOfBudget, alarm
from secateur.exploration.budget import Meter, Spent
from secateur.exploration.interruption import Interruption
from secateur.expr.expr import FORGETTING
from secateur.machine.limit import LimitKind
from secateur.machine.machine import Machine
from secateur.options import Budget
from secateur.solver import Solver
from secateur.solver.memory import resident_memory

from .exploring import explorer_for

LONG = 60.0
"""More seconds than any of these steps takes if it is interrupted."""


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in ("EVERY", "LATE", "AGAIN"):
        monkeypatch.setattr(alarm_module, name, 0.02)
    yield
    assert signal.getsignal(signal.SIGALRM) is signal.SIG_DFL
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def _busy() -> None:
    meter = Meter(Budget(timeout=LONG))
    while meter.spent_inside() is None:
        pass


def test_time() -> None:
    with pytest.raises(OutOfBudget) as caught, alarm(Meter(Budget(timeout=0.01))):
        _busy()
    assert caught.value.spent is Spent.TIME


def test_a_callback_of_the_garbage_collector_is_not_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python would print the exception, and nothing would end."""
    monkeypatch.setattr(alarm_module, "_meters", [Meter(Budget())])
    monkeypatch.setattr(alarm_module, "_used_up", lambda meter: Spent.MEMORY)
    look, calls = alarm_module._Look(), []

    def collected(phase: str, info: object) -> None:
        calls.append(phase)
        inside()

    def inside() -> None:
        look(signal.SIGALRM, sys._getframe())

    gc.callbacks.append(collected)
    try:
        gc.collect()
    finally:
        gc.callbacks.remove(collected)
    assert calls == ["start", "stop"]
    with pytest.raises(OutOfBudget):
        look(signal.SIGALRM, sys._getframe())


def test_forgetting_an_expression_is_not_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python would print the exception, and nothing would end."""
    monkeypatch.setattr(alarm_module, "_meters", [Meter(Budget())])
    monkeypatch.setattr(alarm_module, "_used_up", lambda meter: Spent.TIME)
    look = alarm_module._Look()
    look(signal.SIGALRM, cast(FrameType, SimpleNamespace(f_code=FORGETTING)))
    with pytest.raises(OutOfBudget):
        look(signal.SIGALRM, None)


def test_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alarm_module, "MORE", 0)
    with pytest.raises(OutOfBudget) as caught, alarm(Meter(Budget(memory=resident_memory() // 2))):
        _busy()
    assert caught.value.spent is Spent.MEMORY


def test_a_swallowed_interruption_is_repeated() -> None:
    def swallow() -> None:
        with contextlib.suppress(OutOfBudget):
            _busy()
        swallowed.append(True)
        _busy()

    swallowed: list[bool] = []
    with pytest.raises(OutOfBudget), alarm(Meter(Budget(timeout=0.01))):
        swallow()
    assert swallowed == [True]


def test_others_keep_their_alarm() -> None:
    def own(*_: object) -> None:
        raise AssertionError("not asked for")

    signal.signal(signal.SIGALRM, own)
    try:
        with alarm(Meter(Budget(timeout=0.0))):
            assert signal.getsignal(signal.SIGALRM) is own
    finally:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)


def test_other_threads_are_left_alone() -> None:
    seen: list[object] = []

    def work() -> None:
        with alarm(Meter(Budget(timeout=0.0))):
            seen.append(signal.getsignal(signal.SIGALRM))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [signal.SIG_DFL]


def test_an_analysis_before_the_first_run_is_within_the_budget(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    explorer = explorer_for("int main(void) { return INT > 3; }", tmp_path, budget=Budget(timeout=0.01))

    def analyse(_: Machine, __: Solver) -> None:
        _busy()

    monkeypatch.setattr(explorer.technique, "begin", analyse)
    result = explorer.run()
    assert result.spent is Spent.TIME
    assert not result.complete
    assert [limit.kind for limit in result.limits] == [LimitKind.TIME]


@pytest.mark.parametrize("handler", [signal.default_int_handler, Interruption()], ids=["api", "command"])
def test_a_swallowed_ctrl_c_ends_the_exploration(
    handler: Callable[[int, FrameType | None], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    explorer = explorer_for("int main(void) { int x = INT; return x > 3 ? 1 : x > 2 ? 2 : 3; }", tmp_path)

    def swallow(_: Machine, __: Solver) -> None:
        with contextlib.suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)

    before = signal.getsignal(signal.SIGINT)
    monkeypatch.setattr(explorer.technique, "begin", swallow)
    signal.signal(signal.SIGINT, handler)
    try:
        assert explorer.run().spent is Spent.INTERRUPTED
        assert signal.getsignal(signal.SIGINT) is handler
    finally:
        signal.signal(signal.SIGINT, before)


def test_the_outer_budget_holds_inside_another() -> None:
    with pytest.raises(OutOfBudget) as caught, alarm(Meter(Budget(timeout=0.01))), alarm(Meter(Budget(memory=1 << 30))):
        _busy()
    assert caught.value.spent is Spent.TIME


def test_the_inner_budget_holds_and_the_outer_goes_on() -> None:
    with alarm(Meter(Budget(timeout=LONG))):
        with pytest.raises(OutOfBudget), alarm(Meter(Budget(timeout=0.01))):
            _busy()
        assert signal.getitimer(signal.ITIMER_REAL) != (0.0, 0.0)


def test_a_child_has_budgets_of_its_own() -> None:
    with alarm(Meter(Budget(timeout=LONG))):
        child = os.fork()
        if child == 0:
            try:
                with alarm(Meter(Budget(timeout=0.01))):
                    _busy()
            except OutOfBudget:
                os._exit(7)
            os._exit(1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
