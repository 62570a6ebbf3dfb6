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


#: `twice` is called at two places. The change reaches the first call only.
TWO_CALLS = """static int twice(int v) {
  int w = v * 2;
  return w;
}
int main(void) {
  int a = INT & 7;
  int b = INT & 3;
  int x = twice(a);
  int y = twice(b);
  int p = x ^ 1;
  int q = y ^ 2;
  return p & q;
}
"""


def reached(chains: set[tuple[int, ...]]) -> set[int]:
    return {line for chain in chains for line in chain}


def test_what_enters_a_function_by_one_call_does_not_leave_it_by_another() -> None:
    first = found(TWO_CALLS, TWO_CALLS.replace("INT & 7", "INT & 15"), 5)
    assert (6, 2, 10, 12) in first
    assert 11 not in reached(first)
    second = found(TWO_CALLS, TWO_CALLS.replace("INT & 3", "INT & 15"), 5)
    assert (7, 2, 11, 12) in second
    assert 10 not in reached(second)


def test_a_chain_that_begins_in_a_function_leaves_it_to_all_its_callers() -> None:
    chains = found(TWO_CALLS, TWO_CALLS.replace("v * 2", "v * 3"), 3)
    assert {(2, 10, 12), (2, 11, 12)} <= chains


#: The call strings are two calls long: `outer` calls `inner` at one place, and is called at two.
NESTED = """static int inner(int v) {
  return v + 1;
}
static int outer(int v) {
  return inner(v) * 2;
}
int main(void) {
  int a = INT & 7;
  int b = INT & 3;
  int x = outer(a);
  int y = outer(b);
  int p = x ^ 1;
  int q = y ^ 2;
  return p & q;
}
"""


def test_calls_within_calls_are_left_in_turn() -> None:
    chains = found(NESTED, NESTED.replace("INT & 7", "INT & 15"), 6)
    assert (8, 2, 5, 12, 14) in chains
    assert 13 not in reached(chains)


#: What one call stores another one loads: it leaves `set` and enters `get`.
STORED = """static int held;
static void set(int v) {
  held = v;
}
static int get(void) {
  return held;
}
int main(void) {
  int a = INT & 7;
  set(3);
  int x = get();
  set(a);
  int y = get();
  int p = x ^ 1;
  int q = y ^ 2;
  return p & q;
}
"""


def test_globals_are_left_by_the_call_that_they_entered_by() -> None:
    chains = found(STORED, STORED.replace("INT & 7", "INT & 15"), 5)
    assert (9, 3, 6, 15, 16) in chains
    assert 14 not in reached(chains)


#: The depth of the recursion is not known: its calls count as one.
RECURSIVE = """static int sum(int n, int v) {
  if (n <= 0)
    return v;
  return sum(n - 1, v + 1);
}
int main(void) {
  int a = INT & 7;
  int b = INT & 3;
  int x = sum(2, a);
  int y = sum(3, b);
  int p = x ^ 1;
  int q = y ^ 2;
  return p & q;
}
"""


def test_recursive_functions_are_left_by_the_call_from_outside() -> None:
    chains = found(RECURSIVE, RECURSIVE.replace("INT & 7", "INT & 15"), 5)
    assert (7, 3, 11, 13) in chains
    assert 12 not in reached(chains)
