"""Does an input meet a chain? The effect of the change appears at each of its statements, and propagates along it."""

from __future__ import annotations

from evolve.augmenting import Change

OLD = """int main(void) {
  int a = INT, b = INT;
  int x = a > 3;
  int y = x + 1;
  if (b == 9)
    y = 0;
  return y;
}
"""
NEW = OLD.replace("a > 3", "a > 4")

LOOP = """int main(void) {
  int a = INT, s = 0;
  for (int i = 0; i < 3; i++) {
    int t = a + i;
    if (t > 100)
      s = s + 1;
  }
  return s;
}
"""


def test_where_the_versions_agree_nothing_is_met() -> None:
    assert Change(OLD, NEW).met(7, 0) == set()


def test_the_effect_travels_to_the_output() -> None:
    assert {(3,), (3, 4), (3, 4, 7)} <= Change(OLD, NEW).met(4, 0)


def test_a_masked_effect_is_met_up_to_where_it_is_masked() -> None:
    met = Change(OLD, NEW).met(4, 9)
    assert (3, 4) in met
    assert (3, 4, 7) not in met
    assert Change(OLD, NEW).propagation.trial((4, 9)).reveals == ()


def test_rounds_of_a_loop_are_told_apart() -> None:
    change = Change(LOOP, LOOP.replace("t > 100", "t > 101"))
    assert (5, 6) in change.met(99)  # t is 101 in the last iteration
    assert (5, 6) not in change.met(98)


def test_what_happens_no_more_is_met_in_the_old_version() -> None:
    old = 'if (a > 1)\n  printf("more");\nreturn 0;'
    change = Change(old, old.replace("a > 1", "a > 2"), 2)
    assert len(change.met(2, 0, 0)) > 1
    assert change.met(3, 0, 0) == set()


def test_arguments_through_pointers_and_calls_are_followed() -> None:
    old = """static int state;
static void keep(int *where, int v) {
  *where = v;
}
int main(void) {
  int a = INT;
  keep(&state, a & 6);
  return state;
}
"""
    met = Change(old, old.replace("a & 6", "a & 7")).met(1)
    assert {(7,), (7, 3), (7, 3, 8)} <= met
