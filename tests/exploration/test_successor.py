"""When a technique hands over to full exploration."""

from __future__ import annotations

from pathlib import Path

import pytest

from secateur.exploration import handover
from secateur.exploration.handover import Remaining
from secateur.exploration.loop import Explorer
from secateur.exploration.result import Result
from secateur.exploration.techniques.dgse import Dgse
from secateur.frontend.build import build
from secateur.ir.reader import read
from secateur.machine import state
from secateur.machine.machine import Machine
from secateur.report.sentences import summary
from secateur.solver import Solver, by_name

from .exploring import HEADER, explorer_for

DENSE = "int main(void) { int s = 0; for (int i = 0; i < 6; i++) if (INT > 0) s += s + i; if (s > 9) s = 9; return s; }"
APART = "int a, b, c, d, e; int main(void) { if (INT > 1) a = 1; if (INT > 2) b = 1; if (INT > 3) c = 1; return 0; }"
STEPS = """
int out;
static void step(int p, int a, int s) {
    int level = p == 1 ? 1 : p == 2 ? 2 : 0, own = a ? 1 : 0, sum = 0;
    if (!s) sum = level + own;
    if (sum == 1) out += 4; else if (sum) out += 5;
}
int main(void) {
    for (int i = 0; i < 2; i++) { int p = INT, a = INT, s = INT; step(p, a, s); }
    if (out == 7) out++;
    return out;
}
"""
SORT = """
int main(void) {
    int v[5];
    for (int i = 0; i < 5; i++) v[i] = INT;
    for (int i = 4; i > 0; i--)
        for (int j = 0; j < i; j++) if (v[j] > v[j + 1]) { int t = v[j]; v[j] = v[j + 1]; v[j + 1] = t; }
    return 0;
}
"""
FLAG_AND_SORT = "int flag;" + SORT.replace("int v[5];", "int v[5]; if (INT > 1) flag = 1;")
HARD = (
    (Path(__file__).parents[2] / "benchmarks/programs/arithmetic.c").read_text()
    + """
int main(void) { int balance = INT, payment = INT; return arithmetic(balance, payment, INT); }
"""
)
LONG = "int main(void) { int m = INT, n = 0; for (int i = 0; i < 60; i++) if (m > 3) n ^= i; return n; }"


def reduced(text: str, folder: Path) -> Result:
    source = folder / "program.c"
    source.write_text(HEADER + text)
    machine = Machine(read(build([source]).text), record=True)
    return Explorer(machine, Solver(by_name("bitwuzla")), Dgse()).run()


def test_where_nothing_can_be_cut_it_is_explored_fully(tmp_path: Path) -> None:
    result, full = reduced(DENSE, tmp_path), explorer_for(DENSE, tmp_path).run()
    assert result.complete
    assert result.counts.completed == full.counts.completed
    assert result.counts.runs == full.counts.runs, "a path was run twice"
    assert "nothing to cut" in summary(result)


def test_where_something_can_be_cut_it_goes_on(tmp_path: Path) -> None:
    result = reduced(APART, tmp_path)
    assert (result.counts.completed, result.remark) == (4, "")


def test_what_is_saved_counts_even_if_no_path_shows_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Dgse, "_look", lambda *_: None)  # as if each path had a criterion that depends on everything
    result, full = reduced(STEPS, tmp_path), explorer_for(STEPS, tmp_path).run()
    assert result.complete
    assert (full.counts.completed, result.counts.completed, result.remark) == (144, 49, "")


def test_in_the_end_it_must_have_saved_something(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handover, "REVIEWS", (16, 20))
    assert reduced(STEPS, tmp_path).remark == ""
    monkeypatch.setattr(handover.OpenSides, "feasible", lambda *_: 0)  # as if no input took another side
    result, full = reduced(STEPS, tmp_path), explorer_for(STEPS, tmp_path).run()
    assert "hardly anything to cut in the first 20 runs" in summary(result)
    assert taken(result) == taken(full)


def test_sides_that_no_input_takes_are_not_saved(tmp_path: Path) -> None:
    """Most sides that are left open in a sort contradict the comparisons before them."""
    result, full = reduced(SORT, tmp_path), explorer_for(SORT, tmp_path).run()
    assert "to cut in the first 32 runs" in summary(result)
    assert result.counts.completed == full.counts.completed == 120


def test_a_part_that_is_independent_of_a_sort_is_cut(tmp_path: Path) -> None:
    result, full = reduced(FLAG_AND_SORT, tmp_path), explorer_for(FLAG_AND_SORT, tmp_path).run()
    assert (full.counts.completed, result.counts.completed, result.remark) == (240, 121, "")


def test_hard_questions_are_asked_along_the_path_first(tmp_path: Path) -> None:
    """If full exploration takes over, it has had the answers of most questions that went to the back end."""
    result, full = reduced(HARD, tmp_path), explorer_for(HARD, tmp_path).run()
    assert (result.complete, taken(result)) == (True, taken(full))
    assert "nothing to cut" in summary(result)
    assert result.solver.queries <= full.solver.queries * 1.25


@pytest.mark.parametrize("runs", [1, 2, 3])
def test_full_exploration_goes_on_with_what_is_left(runs: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handover, "REVIEWS", (runs, 999))
    monkeypatch.setattr(handover, "MANY", 2)
    monkeypatch.setattr(
        handover.CutTrial, "verdict", lambda trial, _, machine, __: (Remaining(trial.sides.tasks(), machine), "a test")
    )
    for text in (APART, STEPS, DENSE):
        result, full = reduced(text, tmp_path), explorer_for(text, tmp_path).run()
        assert result.complete
        assert taken(result) == taken(full)
        assert result.coverage == full.coverage


def taken(result: Result) -> list[list[int]]:
    """The paths by their decisions."""
    return sorted([b.condition.key for b in path.branches if not b.implied] for path in result.paths)


def test_paths_that_are_too_long_are_left_to_full_exploration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert reduced(LONG, tmp_path).remark == ""
    monkeypatch.setattr(state, "MOST_RECORDED", 50)
    monkeypatch.setattr("secateur.exploration.handover.MOST_RECORDED", 50)
    result = reduced(LONG, tmp_path)
    assert result.complete
    assert result.counts.completed == 2
    reason = "some paths have too many decisions for dependence analysis; full exploration was used instead"
    assert reason in summary(result)
