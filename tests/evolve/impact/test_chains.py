"""Dependence chains from a change: which statements, in which order, how many."""

from __future__ import annotations

from evolve.augmenting import FIRST, Change, lines
from secateur.dependence.by_line.lines import DependenceKind
from secateur.evolve.impact.chains import ChainSearch

OLD = """int main(void) {
  int a = INT, b = INT;
  int x = a & 7;
  int y = 0;
  if (x > 5)
    y = 1;
  if (b)
    y = y + 2;
  return y;
}
"""
NEW = OLD.replace("a & 7", "a & 15")

CALLS = """static int pick(int one, int other) {
  int twice = one * 2;
  if (other)
    return twice;
  return 3;
}
int main(void) {
  int a = INT & 7;
  int b = INT;
  return pick(a, b);
}
"""


def found(old: str, new: str, distance: int) -> set[tuple[int, ...]]:
    return {lines(r) for r in Change(old, new, distance).requirements.all}


def test_each_statement_depends_on_the_one_before_it() -> None:
    assert found(OLD, NEW, 1) == {(3,), (3, 5)}
    assert found(OLD, NEW, 2) == {(3,), (3, 5), (3, 5, 6), (3, 5, 8), (3, 5, 9)}


def test_a_step_is_by_control_or_by_data() -> None:
    chains = Change(OLD, NEW, 3).requirements.chains[1].found
    steps = {(chain.lines[-2] - FIRST + 1, chain.lines[-1] - FIRST + 1): chain.by for chain in chains if chain.before}
    assert steps[3, 5] is DependenceKind.DATA
    assert steps[5, 6] is DependenceKind.CONTROL
    assert steps[6, 8] is DependenceKind.DATA


def test_chains_that_end_in_what_is_returned_are_outputs() -> None:
    ends = {r.chain.lines[-1] - FIRST + 1 for r in Change(OLD, NEW, 4).requirements.all if r.is_output}
    assert ends == {9}


def test_what_enters_a_call_by_one_argument_does_not_go_on_by_another() -> None:
    places = {line for chain in found(CALLS, CALLS.replace("INT & 7", "INT & 3"), 5) for line in chain}
    assert 2 in places
    assert 3 not in places


def test_a_statement_that_was_removed_has_chains_in_the_old_version() -> None:
    change = Change(OLD, OLD.replace("    y = y + 2;", "    ;"))
    removed = [r for r in change.requirements.all if r.is_old]
    assert (8,) in {lines(r) for r in removed}
    assert (8, 9) in {lines(r) for r in removed}


def test_too_many_chains_are_cut_and_that_is_said() -> None:
    change = Change(OLD, NEW)
    cut = ChainSearch(change.pair.impact.new).run(4, most=6)
    assert len(cut.found) <= 6
    assert cut.cut is not None
    assert any(chain.is_output for chain in cut.found)


def test_the_order_is_the_same_every_time() -> None:
    assert [lines(r) for r in Change(OLD, NEW).requirements.all] == [
        lines(r) for r in Change(OLD, NEW).requirements.all
    ]
