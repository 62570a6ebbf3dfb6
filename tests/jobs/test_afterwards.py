"""What follows an exploration is within its budget, too (FINDINGS C6)."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

import secateur
from secateur.exploration import alarm
from secateur.exploration.alarm import OutOfBudget
from secateur.exploration.budget import Spent, Stopwatch
from secateur.exploration.result import Result
from secateur.exploration.work_after import WorkAfter
from secateur.jobs import explore
from secateur.jobs.afterwards import Afterwards, before_the_end
from secateur.options import Budget
from secateur.suite import plain_build, replay
from secateur.suite.record import Recorder
from secateur.suite.writers import c


def test_a_part_of_the_time_is_for_what_follows() -> None:
    assert before_the_end(Budget(timeout=5.0, cpu=60.0, max_paths=3)) == Budget(timeout=4.5, cpu=59.0, max_paths=3)
    assert before_the_end(Budget()) == Budget()


class Stopped(Stopwatch):
    """Always shows half a second."""

    elapsed = cpu = 0.5


@pytest.mark.parametrize(("seconds", "left"), [(4.0, 4.0), (100.0, 108.0)])
def test_a_limit_may_be_exceeded_by_a_tenth_or_two_seconds(seconds: float, left: float) -> None:
    assert Afterwards(Budget(cpu=seconds), Stopped()).seconds == pytest.approx(left)
    assert Afterwards(Budget(timeout=seconds), Stopped()).seconds == pytest.approx(left)


def test_without_a_limit_nothing_is_interrupted() -> None:
    after = Afterwards(Budget(max_paths=1))
    assert after.seconds is None
    with after.limited():
        pass


def test_when_the_time_is_over_nothing_begins() -> None:
    watch = Stopwatch()
    watch.started -= 100
    after = Afterwards(Budget(timeout=50.0, cpu=50.0), watch)
    with pytest.raises(OutOfBudget) as caught, after.limited():
        pytest.fail("it began")
    assert caught.value.spent is Spent.TIME


class Sleep:
    """Takes all the time there is, and half a minute more, unless it is interrupted."""

    def __init__(self) -> None:
        self.ended = False

    def __call__(self, *_: object, **__: object) -> None:
        for meter in alarm._meters:
            meter.deadline = time.monotonic() - 60
        time.sleep(30)
        self.ended = True


@pytest.mark.parametrize(
    ("module", "name", "note"),
    [
        (replay, "build_suite", "the time is over: not all faults were tried natively"),
        (plain_build, "_version", "the time is over: tests.c was not tried with a compiler"),
    ],
)
def test_what_takes_too_long_is_left_out(
    module: Any, name: str, note: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    sleep = Sleep()
    monkeypatch.setattr(module, name, sleep)
    Path("f.c").write_text("int f(int x) { return 10 / (x & 3); }\n")
    found = secateur.explore("f.c:f", timeout=300.0, check_tests=True)
    assert not sleep.ended
    assert [fault.kind for fault in found.faults] == ["division-by-zero"]
    assert note in [each.text for each in found.result.notes]


def test_callers_share_the_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("f.c").write_text("int f(int *p) { return *p; }\nint g(int x) { return f(x > 3 ? &x : 0); }\n")
    budgets: list[Budget] = []
    prepare = explore.prepare

    def spied(sources: Any, options: Any) -> Any:
        budgets.append(options.budget)
        return prepare(sources, options)

    monkeypatch.setattr(explore, "prepare", spied)
    found = secateur.explore("f.c:f", callers=1, timeout=6000.0)
    assert [each.chain for each in found.callers.findings] == [("g", "f")]
    assert budgets[0].timeout == 6000
    assert 3000 < (budgets[1].timeout or 0) < 5999


#: Three paths; the last has a fault.
THREE = "int f(int x) { if (x == 1) return 1; if (x == 2) return 10 / (x - 2); return 3; }\n"


def test_tests_of_faults_are_made_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the time suffices for one test, it is that of the fault, and the answer says what is missing."""
    monkeypatch.chdir(tmp_path)
    sleep = Sleep()
    made: list[int] = []
    test = Recorder.test

    def counted(self: Any, path: Any, number: int) -> Any:
        if number:  # not tried while exploring
            if made:
                sleep()
            made.append(number)
        return test(self, path, number)

    Path("f.c").write_text(THREE)
    options: dict[str, Any] = {"confirm": False, "check_tests": False, "out": Path("out"), "technique": "full"}
    whole = secateur.explore("f.c:f", **options)
    monkeypatch.setattr(Recorder, "test", counted)
    found = secateur.explore("f.c:f", timeout=300.0, **options)
    (fault,) = found.faults
    assert [each.name for each in found.tests] == [fault.test.name]
    assert fault.test in whole.tests
    assert found.counts.completed == whole.counts.completed == 3
    (note,) = [each.text for each in found.result.notes if "time is over" in each.text]
    assert note == "the time is over: 1 of 3 tests were made (secateur report out makes the others)"


def test_files_that_repeat_others_are_left_out_when_the_time_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("f.c").write_text(THREE)
    found = secateur.explore("f.c:f", confirm=False, check_tests=False)
    found.write("out")
    assert Path("out/tests.c").is_file()
    sleep = Sleep()
    monkeypatch.setattr(c, "dumps", sleep)
    _, data = found.written("out", Afterwards(Budget(timeout=300.0)))
    assert not sleep.ended
    assert {each.name for each in Path("out").iterdir()} == {"tests.json", "run.json", "coverage.lcov"}
    assert len(json.loads(Path("out/tests.json").read_text())["tests"]) == 3
    note = "the time is over: tests.c was not written (secateur report out writes it)"
    assert note in [each["text"] for each in json.loads(Path("out/run.json").read_text())["notes"]]
    assert data["notes"][-1]["text"] == note


def test_an_estimate_of_what_follows_leaves_less_for_trials() -> None:
    after = WorkAfter(lambda path: None)
    result = Result("full")
    after.follows(result)
    result.size = 10_000_000
    assert Afterwards(Budget(cpu=10.0), Stopped(), after).seconds == pytest.approx(10.0 - after.writing)
    assert after.writing > 1
