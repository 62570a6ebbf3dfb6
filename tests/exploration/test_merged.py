"""`auto` explores everything once more with merged branches where a path has many decisions that can be merged."""

from __future__ import annotations

from pathlib import Path

import pytest

from secateur.exploration.balance import Pace
from secateur.exploration.loop import Explorer
from secateur.exploration.merged import can_pay
from secateur.exploration.result import Result
from secateur.exploration.techniques.auto import Auto
from secateur.frontend.build import build
from secateur.ir.reader import read
from secateur.machine.machine import Machine
from secateur.options import Budget
from secateur.solver import STEPS, Backend, Solver, by_name

from .exploring import HEADER, Silent, explored

#: Every value matters to the end, so that nothing is cut.
SUM = """int main(void)
{
    int n = 0, lamp = 0;
    for (int i = 0; i < 5; i++) {
        int x = INT;
        if (x > 3) n += 1 << i;
        if (x == 7) lamp = 1; else lamp = 0;
        assert(x == 7 || !lamp);
    }
    if (n == 21) return 12 / lamp;
    return 0;
}
"""
QUICK = Pace(first=10_000, trial=10_000, merge=20_000, joined=6)


def _machine(text: str, folder: Path) -> Machine:
    source = folder / "program.c"
    source.write_text(HEADER + text)
    return Machine(read(build([source]).text))


def _auto(text: str, folder: Path, merge: bool | None = False) -> Result:
    solver = Solver(by_name("bitwuzla"))
    return Explorer(_machine(text, folder), solver, Auto(pace=QUICK), merge=merge).run()


def _stages(result: Result) -> list[str]:
    return [stage.technique for stage in result.used]


def test_what_full_exploration_finds_is_found(tmp_path: Path) -> None:
    full, result = explored(SUM, tmp_path), _auto(SUM, tmp_path)
    assert _stages(result)[-1] == "merging"
    assert result.complete
    assert result.counts.runs < full.counts.runs // 4
    assert [(fault.kind, fault.position) for fault, _ in result.faults()] == [
        (fault.kind, fault.position) for fault, _ in full.faults()
    ]
    assert len(full.faults()) == 1
    assert result.coverage == full.coverage
    ended = result.counts.completed + result.counts.cut
    assert len(result.paths) == ended + result.counts.covering


def test_merging_has_to_be_allowed(tmp_path: Path) -> None:
    assert "merging" not in _stages(_auto(SUM, tmp_path, merge=None))


def test_it_is_given_up_where_too_little_can_be_merged(tmp_path: Path) -> None:
    text = SUM.replace("else lamp = 0;\n", "else lamp = 0;\n        if (x < -3) putchar('-');\n").replace(
        "i < 5", "i < 7"
    )
    assert can_pay(explored(SUM, tmp_path).paths[-1], _machine(SUM, tmp_path), 6)
    assert not can_pay(explored(text, tmp_path, budget=Budget(max_paths=3)).paths[-1], _machine(text, tmp_path), 6)


def test_a_question_without_an_answer_ends_the_trial_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hard = SUM.replace("n == 21", "n * n == 441")
    full = explored(hard, tmp_path)

    bounds: list[int] = []

    def silent(backend: Backend, most: int) -> Backend:
        bounds.append(most)
        return Silent()

    def plain(backend: Backend, timeout: float) -> Solver:
        return Solver(backend, timeout, ())

    monkeypatch.setattr("secateur.exploration.whole_trials.bounded", silent)
    monkeypatch.setattr("secateur.exploration.whole_trials.Solver", plain)
    result = _auto(hard, tmp_path)
    assert set(bounds) == {STEPS}, "steps are counted, whatever time they take"
    assert "merging" not in _stages(result)
    assert result.complete
    assert len(result.faults()) == len(full.faults()) == 1
    assert result.coverage == full.coverage


def test_a_trial_ends_in_the_same_way_however_slow_the_computer_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With hardly any steps for a question, the trial is given up, although there is a lot of time."""
    hard = SUM.replace("n == 21", "n * n * n + n == 21 * 21 * 21 + 21")
    monkeypatch.setattr("secateur.exploration.whole_trials.STEPS", 1)
    results = [_auto(hard, tmp_path) for _ in range(2)]
    monkeypatch.undo()
    for result in results:
        assert "merging" not in _stages(result)
        assert result.complete
    assert results[0].counts == results[1].counts
    assert _stages(_auto(hard, tmp_path))[-1] == "merging"
